"""The pages that draw a game's table: who may see them, what is in them, and what is not."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.admin.outcome import WHY_ABANDONED
from games.models import Hand
from games.services import lobby
from games.store.read import load_rounds
from games.viewpoint.analysis import analysis
from games.viewpoint.replay import replay
from games.viewpoint.rounds import resolved_round
from games.viewpoint.watch import watched
from tests.admin.conftest import ROLES, Enter, Place
from tests.services.tables import Sitting, account, hand_of, started

Json = dict[str, Any]
ROOT = Path(__file__).parent.parent.parent
GAMES = "/admin/games/game/"


@pytest.fixture
def game(db: None) -> Sitting:
    """A running game that seat 0 has opened with one two."""
    game = started("ada", "bob", "cyd", opener=0, turn_seconds=None)
    game.move("1 two")
    return game


def page(game: Sitting, name: str) -> str:
    return f"{GAMES}{game.game_id}/{name}/"


def source(client: Client, address: str) -> Json:
    """What a page gives its scripts to draw."""
    html = client.get(address).content.decode()
    found = re.search(r'<script id="perudo-source" type="application/json">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    told: Json = json.loads(found[1])
    return told


@pytest.mark.parametrize("role", ROLES)
def test_who_may_see_games_may_see_their_tables(place: Place, enter: Enter, role: str) -> None:
    client = enter(role)
    wanted = 302 if role == "nobody" else 200
    for address in (page(place.over, "replay"), page(place.running, "watch"), page(place.running, "news")):
        answer = client.get(address)
        assert answer.status_code == wanted
        assert role != "nobody" or answer["Location"].startswith("/admin/login/")


def test_each_game_has_one_of_the_pages(place: Place, enter: Enter) -> None:
    client = enter("viewer")
    for game, is_over in [(place.open, False), (place.running, False), (place.over, True), (place.aborted, True)]:
        own, other = ("replay", "watch") if is_over else ("watch", "replay")
        assert client.get(page(game, own)).status_code == 200
        assert client.get(page(game, other))["Location"] == page(game, own)
    for name in ("replay", "watch", "news"):
        assert client.get(f"{GAMES}nosuchgame/{name}/").status_code == 404


def test_a_replay_is_the_record_and_its_analysis(place: Place, enter: Enter) -> None:
    told = source(enter("viewer"), page(place.over, "replay"))
    record = place.over.record
    rounds = load_rounds(record)
    assert told["game"] == replay(record, rounds)
    assert told["analysis"] == analysis(record, rounds)
    assert [round_["number"] for round_ in told["sights"]] == [round_["number"] for round_ in told["game"]["rounds"]]


def test_a_game_that_was_given_up_has_its_hands_and_no_analysis(place: Place, enter: Enter) -> None:
    told = source(enter("viewer"), page(place.aborted, "replay"))
    assert told["analysis"] is None
    assert [hand["seat"] for hand in told["game"]["unfinished_round"]["hands"]] == [0, 1]
    record = place.aborted.record
    views = told["sights"][0]["seats"]
    assert [view[0]["dice"] for view in views] == [list(hand_of(record, seat)) for seat in range(2)]


def test_a_page_leads_to_the_game_s_own(place: Place, enter: Enter) -> None:
    """By its heading and by the path above it."""
    client = enter("viewer")
    for sitting, name in [(place.over, "replay"), (place.aborted, "replay"), (place.running, "watch")]:
        text = client.get(page(sitting, name)).content.decode()
        own = f"{GAMES}{sitting.game.pk}/change/"
        assert f'<h2 class="perudo-title"><a href="{own}">Game {sitting.game_id}</a></h2>' in text
        path = text[text.index("<h1") : text.index("</h1>")]
        assert re.findall(r'href="([^"]+)"', path) == ["/admin/games/", GAMES, own]


def facts(client: Client, address: str, **headers: Any) -> dict[str, str]:
    """What stands below the heading, by its terms."""
    text = client.get(address, **headers).content.decode()
    listed = text[text.index('<dl class="perudo-facts">') :].partition("</dl>")[0]
    found = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", listed, flags=re.DOTALL)
    return {term: " ".join(told.split()) for term, told in found}


def test_moments_are_written_as_in_the_lists(place: Place, enter: Enter) -> None:
    game = place.over.game
    assert game.started_at is not None
    assert game.finished_at is not None
    for language, names in (("en", ("Started", "Ended")), ("pl", ("Rozpoczęta", "Koniec"))):
        told = facts(enter("viewer"), page(place.over, "replay"), HTTP_ACCEPT_LANGUAGE=language)
        moments = [f"{at:%Y-%m-%d %H:%M} UTC" for at in (game.started_at, game.finished_at)]
        assert [told[name] for name in names] == moments


def test_how_a_game_ended_is_told(place: Place, enter: Enter) -> None:
    client = enter("viewer")
    assert facts(client, page(place.over, "replay"))["Status"] == "finished"
    assert "Status" not in facts(client, page(place.running, "watch"))
    assert facts(client, page(place.aborted, "replay"))["Status"] == "abandoned: an administrator aborted it"
    lobby.close(game_id=place.open.game_id, player=account("ada"), now=timezone.now())
    assert facts(client, page(place.open, "replay"))["Status"] == "abandoned: who opened the table closed it"
    own_page = client.get(f"/admin/games/game/{place.open.game.pk}/change/").content.decode()
    assert "who opened the table closed it" in own_page


def test_every_reason_to_give_up_a_game_has_words() -> None:
    """Those of docs/api.md, which events give."""
    told = (ROOT / "docs" / "api.md").read_text()
    row = next(line for line in told.splitlines() if line.startswith("| `abandoned` | `reason`"))
    reasons = row.partition("dice_counts")[0].removeprefix("| `abandoned` | `reason`:")
    assert set(re.findall(r"`([a-z ]+)`", reasons)) == set(WHY_ABANDONED)


def test_who_has_left_sees_no_more_of_the_round(game: Sitting, enter: Enter) -> None:
    """Nor does a seat ever see the dice of another: it is `observe` that says what each saw."""
    game.leave(1)
    own = {seat: list(hand_of(game.record, seat)) for seat in range(3)}
    game.leave(2)
    told = source(enter("viewer"), page(game, "replay"))
    seen = {seat: [(span["from"], span["dice"]) for span in told["sights"][0]["seats"][seat]] for seat in range(3)}
    assert seen == {0: [(0, own[0])], 1: [(0, own[1]), (2, [])], 2: [(0, own[2])]}


def test_a_running_game_is_the_same_whatever_lies_under_the_cups(game: Sitting, enter: Enter) -> None:
    """To the byte, but for the token of the page's forms; for a superuser as for anybody."""
    client = enter("superuser")
    before = [_steady(client.get(page(game, name)).content) for name in ("watch", "news")]
    hands = Hand.objects.filter(round__game__public_id=game.game_id, round__ended_seq=None)
    for hand in hands:
        hand.dice = "".join(str(int(die) % 6 + 1) for die in hand.dice)
        hand.save()
    assert [_steady(client.get(page(game, name)).content) for name in ("watch", "news")] == before
    record = game.record
    secrets = [record.game.server_seed, *(record.dice.key(round_number=1, seat=seat).hex() for seat in range(3))]
    assert [secret for secret in secrets if any(secret in body for body in before)] == []


def _steady(body: bytes) -> str:
    return re.sub(r'(csrf\w*"\s*(?:value=|:\s*)")[^"]+', r"\1", body.decode(), flags=re.IGNORECASE)


def news(client: Client, game: Sitting, after: int) -> Json:
    told: Json = client.get(page(game, "news"), {"after": after}).json()
    return told


def test_news_are_the_rounds_in_which_something_happened(game: Sitting, enter: Enter) -> None:
    client, before = enter("viewer"), game.game.version
    assert client.get(page(game, "news")).json() == watched(game.record)
    nothing = news(client, game, before)
    assert (nothing["game"]["version"], nothing["game"]["rounds"], nothing["sights"]) == (before, [], [])
    game.move("2 twos")
    after_bid = news(client, game, before)
    assert [len(after_bid["game"]["round"]["bids"]), [one["number"] for one in after_bid["sights"]]] == [2, [1]]
    game.move("dudo")
    after_call = news(client, game, before)
    record = game.record
    assert after_call["game"]["rounds"] == [resolved_round(record, round_) for round_ in load_rounds(record, [1])]
    assert [one["number"] for one in after_call["sights"]] == [1, 2]
    latest = news(client, game, game.game.version - 1)
    assert (latest["game"]["rounds"], [one["number"] for one in latest["sights"]]) == ([], [2])


@pytest.mark.parametrize("after", ["", "x", "-1", "1.5", "९", "9" * 30, "1 OR 1"])
def test_what_is_no_version_has_no_news(game: Sitting, enter: Enter, after: str) -> None:
    answer = enter("viewer").get(page(game, "news"), {"after": after})
    assert answer.status_code == 404


def test_the_scripts_speak_the_language_of_the_request(enter: Enter) -> None:
    client = enter("viewer")
    said = {}
    for language in ("en", "pl"):
        answer = client.get(f"{GAMES}words.js", headers={"Accept-Language": language})
        assert answer["Content-Type"].startswith("text/javascript")
        said[language] = "licytuje" in answer.content.decode()
    assert said == {"en": False, "pl": True}


def test_pages_cost_the_same_however_long_the_game(
    place: Place, enter: Enter, django_assert_max_num_queries: Any
) -> None:
    client = enter("viewer")
    client.get(page(place.over, "replay"))
    with django_assert_max_num_queries(12):
        client.get(page(place.over, "replay"))
    with django_assert_max_num_queries(12):
        client.get(page(place.running, "watch"))
