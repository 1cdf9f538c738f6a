"""Compiled queries give what the querysets they are made of give."""

import threading
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from perudo_site.compiled import CompiledQuery
from players.models import Player, Token
from players.services import Terms, issue_token

pytestmark = pytest.mark.django_db

BY_KIND = CompiledQuery(
    lambda kind, one, two: Player.objects.filter(kind=kind, pk__in=(one, two)).order_by("pk"), str, int, int
)


def rows(players: Any) -> list[dict[str, Any]]:
    return [
        {field.attname: getattr(player, field.attname) for field in Player._meta.concrete_fields} for player in players
    ]


def test_rows_are_those_of_the_queryset_whatever_the_values() -> None:
    ada, bea, cleo = (Player.objects.create_user(name) for name in ("ada", "bea", "cleo"))
    for one, two in [(ada, bea), (bea, cleo), (cleo, cleo)]:
        expected = Player.objects.filter(kind="human", pk__in=(one.pk, two.pk)).order_by("pk")
        assert rows(BY_KIND("human", one.pk, two.pk)) == rows(expected)
    assert BY_KIND("bot", ada.pk, bea.pk) == []


def test_related_rows_come_with_it_and_cost_nothing_more() -> None:
    query = CompiledQuery(lambda key: Token.objects.filter(token_key=key).select_related("user"), str)
    issued = issue_token(player=Player.objects.create_user("ada"), terms=Terms(label="here"))
    with CaptureQueriesContext(connection) as statements:
        [token] = query(issued.token.token_key)
        assert (token.user.username, token.label, token.scopes) == ("ada", "here", issued.token.scopes)
        assert token.created == issued.token.created
    assert len(statements) == 1


def test_what_is_found_can_be_changed_and_saved() -> None:
    ada = Player.objects.create_user("ada")
    [found] = BY_KIND("human", ada.pk, ada.pk)
    found.is_active = False
    found.save(update_fields=["is_active"])
    assert not Player.objects.get(pk=ada.pk).is_active


def test_a_value_is_bound_and_never_part_of_the_sql() -> None:
    assert BY_KIND("human' OR '1'='1", 1, 2) == []


def test_a_lock_is_part_of_it() -> None:
    query = CompiledQuery(lambda pk: Player.objects.select_for_update(no_key=True).filter(pk=pk), int)
    ada = Player.objects.create_user("ada")
    with transaction.atomic(), CaptureQueriesContext(connection) as statements:
        assert query(ada.pk) == [ada]
    locks = "FOR NO KEY UPDATE" in statements.captured_queries[0]["sql"]
    assert locks == connection.features.has_select_for_no_key_update


@pytest.mark.django_db(transaction=True)
def test_each_thread_has_its_own() -> None:
    ada = Player.objects.create_user("ada")
    found: list[Player] = []

    def look() -> None:
        found.extend(BY_KIND("human", ada.pk, ada.pk))
        connection.close()

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [ada] * 4
