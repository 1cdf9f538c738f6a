"""The admin in English and Polish; the API in English, whoever asks."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.conf import settings
from django.test import Client
from django.utils import translation

from games.models import Game
from perudo_site.look import UNFOLD
from perudo_site.refusals import Code
from players.models import Player, PlayerStats, Rating
from tests.admin.conftest import Enter, Place
from tests.admin.messages import catalogue, compiled, said, untranslated

PLACES = ("games", "players", "perudo_site")
POLISH = [Path(folder) / "pl" / "LC_MESSAGES" for folder in settings.LOCALE_PATHS]
OURS = POLISH[0]

# An address of the admin, and a text on it in either language.
TEXTS = [
    ("", "Games running", "Trwające gry"),
    ("games/game/", "Remarkable rounds", "Niezwykłe rundy"),
    ("games/game/{running}/change/", "What the server does next", "Co serwer zrobi teraz"),
    ("games/game/{running}/abort/", "Back, without doing it", "Wróć, nic nie robiąc"),
    ("games/game/{over}/history/", "Leaderboards", "Rankingi"),
    ("players/rating/", "ruleset and pace", "zasady i tempo"),
    ("players/player/?q=zzz", "No results found", "Brak wyników"),
    ("players/player/", "server bot", "bot serwera"),
]


def test_every_text_is_translated() -> None:
    assert untranslated(said(*PLACES), catalogue(OURS)) == []


def test_no_text_is_translated_that_is_not_there() -> None:
    firsts = {message if isinstance(message, str) else message[0] for message in said(*PLACES)}
    kept = {message.id if isinstance(message.id, str) else message.id[0] for message in catalogue(OURS) if message.id}
    assert kept - firsts == set()


def test_a_text_without_translation_is_found() -> None:
    catalog = Catalog(locale="pl")
    catalog.add("Yes", "Tak")
    catalog.add("No", "")
    catalog.add("Maybe", "Może", flags=["fuzzy"])
    assert untranslated(["Yes", "No", "Maybe", "Never"], catalog) == ["No", "Maybe", "Never"]
    assert {"Pages", ("%(counter)s in all", "%(counter)s in all"), "Reason"} <= said("perudo_site")


@pytest.mark.parametrize("folder", POLISH, ids=lambda folder: folder.parts[-3])
def test_what_is_compiled_is_what_is_written(folder: Path) -> None:
    catalog, read = catalogue(folder), compiled(folder)
    written: dict[object, str] = {}
    for message in catalog:
        if message.id and isinstance(message.string, str):
            written[message.id] = message.string
        elif message.id and message.string:
            written |= {(message.id[0], form): string for form, string in enumerate(message.string)}
    assert written
    assert {key: text for key, text in vars(read)["_catalog"].items() if key} == written


@pytest.mark.parametrize("folder", POLISH, ids=lambda folder: folder.parts[-3])
def test_values_have_the_same_names_in_both_languages(folder: Path) -> None:
    catalog = catalogue(folder)
    assert [(message.id, wrong) for message in catalog for wrong in message.check(catalog)] == []


def page(client: Client, address: str, place: Place, **headers: str) -> str:
    keys = {name: getattr(place, name).game.pk for name in ("open", "running", "over")}
    return client.get(f"/admin/{address.format(**keys)}", **headers).content.decode()  # type: ignore[arg-type]


@pytest.mark.django_db
def test_the_door_speaks_polish(client: Client) -> None:
    texts = [
        client.get("/admin/login/", HTTP_ACCEPT_LANGUAGE="pl").content.decode(),
        client.post(
            "/admin/login/", {"username": "nobody", "password": "x"}, HTTP_ACCEPT_LANGUAGE="pl"
        ).content.decode(),
    ]
    assert all("Nazwa użytkownika" in text and "Username" not in text for text in texts)
    assert "nazwa użytkownika" in texts[1]
    assert "„username”" not in texts[1]


@pytest.mark.parametrize(
    ("language", "pace", "gone"), [("en", "live", "deleted player"), ("pl", "na żywo", "usunięty gracz")]
)
def test_what_a_page_is_about_is_named_as_it_is_and_in_words(
    language: str, pace: str, gone: str, enter: Enter, place: Place
) -> None:
    """Titles and the way to a page: ids and names keep their case, and nothing is called as in the database."""
    client, headers = enter("superuser"), {"HTTP_ACCEPT_LANGUAGE": language}
    game, ada = place.running.game, Player.objects.get(username="Ada")
    Player.objects.filter(pk=ada.pk).update(username="ada")
    Game.objects.filter(pk=game.pk).update(public_id="x5p73iufif")
    assert way(client, f"games/game/{game.pk}/change/", **headers)[-1] == "x5p73iufif"
    assert way(client, f"players/player/{ada.pk}/change/", **headers)[-1] == "ada"
    rating = Rating.objects.get(player=ada, pool__ruleset=place.over.game.ruleset)
    words = way(client, f"players/rating/{rating.pk}/change/", **headers)[-1]
    assert words == f"ada, {rating.pool.ruleset}, {pace}"
    Player.objects.filter(pk=ada.pk).update(deleted_at=game.created_at)
    assert way(client, f"players/player/{ada.pk}/change/", **headers)[-1] == gone


def way(client: Client, address: str, **headers: str) -> list[str]:
    """What stands at the head of a page: the parts of the way to it."""
    text = client.get(f"/admin/{address}", **headers).content.decode()  # type: ignore[arg-type]
    return [part.strip() for part in re.findall(r'tracking-tight">\s*(.*?)\s*</(?:a|span)>', text, re.DOTALL)]


def test_menu_and_page_have_one_name(enter: Enter) -> None:
    client = enter("superuser")
    for language in ("en", "pl"):
        for entry in UNFOLD["SIDEBAR"]["navigation"][1:]:
            for item in entry["items"]:
                with translation.override(language):
                    address, title = str(item["link"]), str(item["title"])
                parts = way(client, address.removeprefix("/admin/"), HTTP_ACCEPT_LANGUAGE=language)
                assert parts[-1] == title, address


def test_numbers_are_written_as_the_language_has_them(enter: Enter, place: Place) -> None:
    ada = Player.objects.get(username="Ada")
    PlayerStats.objects.filter(player=ada).update(games=3, places=8)
    client = enter("viewer")
    assert "<td>2.67</td>" in client.get(f"/admin/players/player/{ada.pk}/change/").content.decode()
    polish = client.get(f"/admin/players/player/{ada.pk}/change/", HTTP_ACCEPT_LANGUAGE="pl").content.decode()
    assert "<td>2,67</td>" in polish


@pytest.mark.parametrize(("address", "english", "polish"), TEXTS)
def test_a_page_speaks_the_browsers_language(
    address: str, english: str, polish: str, enter: Enter, place: Place
) -> None:
    client = enter("superuser")
    for language, wanted, other in (("en", english, polish), ("pl-PL,pl;q=0.9", polish, english)):
        text = page(client, address, place, HTTP_ACCEPT_LANGUAGE=language)
        assert f'<html lang="{language[:2]}"' in text
        assert wanted in text
        assert other not in text


def test_the_language_that_was_chosen_stays(enter: Enter, place: Place) -> None:
    client = enter("viewer")
    assert "/admin/language/setlang/" in page(client, "", place)
    for language, text in (("pl", "Trwające gry"), ("en", "Games running")):
        client.post("/admin/language/setlang/", {"language": language, "next": "/admin/"})
        assert text in page(client, "", place, HTTP_ACCEPT_LANGUAGE="pl" if language == "en" else "en")


def test_pages_that_are_not_shown_are_in_the_admins_frame_and_language(enter: Enter, place: Place) -> None:
    """Elsewhere nothing of the admin is shown, and the API has its problem documents."""
    client = enter("viewer")
    for address, status, polish in (
        (f"games/game/{place.running.game.pk}/abort/", 403, "Twoje konto nie ma prawa"),
        ("games/game/nosuchgame/replay/", 404, "Nie ma takiej strony"),
        ("nothing/here/", 404, "Nie ma takiej strony"),
    ):
        answer = client.get(f"/admin/{address}", HTTP_ACCEPT_LANGUAGE="pl")
        assert answer.status_code == status
        text = answer.content.decode()
        assert '<html lang="pl"' in text
        assert polish in text
        assert "/admin/games/game/" in text  # the menu
    stranger = Client(enforce_csrf_checks=True).post("/admin/login/", {}, HTTP_ACCEPT_LANGUAGE="pl")
    assert (stranger.status_code, "Formularz był zbyt stary" in stranger.content.decode()) == (403, True)
    assert "/admin/" not in stranger.content.decode().replace('href="/admin/"', "")
    assert "/admin/" not in client.get("/nothing/here/").content.decode()
    assert client.get("/api/v1/nothing/").headers["Content-Type"] == "application/problem+json"


def test_a_refusal_is_told_in_polish(enter: Enter, place: Place) -> None:
    address = f"/admin/games/game/{place.running.game.pk}/abort/"
    answer = enter("moderator").post(address, {}, HTTP_ACCEPT_LANGUAGE="pl")
    assert "To pole jest wymagane." in answer.content.decode()


@pytest.mark.django_db
def test_the_api_speaks_english_after_a_polish_page_in_the_same_thread(client: Client) -> None:
    before = client.get("/api/v1/players/nobody/", HTTP_ACCEPT_LANGUAGE="pl").json()
    body = {"username": "x", "password": "y"}
    refused = client.post("/api/v1/players/", body, content_type="application/json", HTTP_ACCEPT_LANGUAGE="pl").json()
    assert "Zaloguj" in client.get("/admin/login/", HTTP_ACCEPT_LANGUAGE="pl").content.decode()
    assert translation.get_language() == "en"
    assert client.get("/api/v1/players/nobody/", HTTP_ACCEPT_LANGUAGE="pl").json() == before
    again = client.post("/api/v1/players/", body, content_type="application/json", HTTP_ACCEPT_LANGUAGE="pl").json()
    assert (again, again["code"]) == (refused, Code.INVALID)
    assert again["detail"].isascii()
