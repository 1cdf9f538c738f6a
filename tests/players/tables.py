"""Tables of accounts, through the API, at the present moment."""

from typing import Any

from games.models import Game
from tests.client import CheckedClient

GAMES = "/api/v1/games/"
ME = "/api/v1/players/me/"
TOKENS = "/api/v1/tokens/"
BOTS = "/api/v1/bots/accounts/"

Json = Any


def open_table(creator: CheckedClient, seats: int = 3, **fields: Any) -> Json:
    """A new table, the creator at it; without a clock."""
    body = {"ruleset": "aces", "seats": seats, "turn_seconds": None, **fields}
    return ok(creator.post(GAMES, body), 201)


def start(*players: CheckedClient, **fields: Any) -> Json:
    """A running game of these players, in the order of their seats."""
    table = open_table(players[0], len(players), **fields)
    for player in players[1:]:
        table = join(player, table)
    return table


def join(player: CheckedClient, table: Json) -> Json:
    return ok(player.post(f"{GAMES}{table['id']}/join/", {"join_code": table["join_code"] or ""}))


def play(players: dict[int, CheckedClient], game: Json, **move: Any) -> Json:
    """A move of the player on turn, who is among those given by seat; the mover's view."""
    row = Game.objects.get(public_id=game["id"])
    assert row.turn is not None
    body = {**move, "version": row.version}
    return ok(players[row.turn].post(f"{GAMES}{game['id']}/moves/", body), 201)


def play_a_round(*players: CheckedClient, game: Json) -> None:
    """A bid, and a dudo on it."""
    by_seat = dict(enumerate(players))
    play(by_seat, game, action="bid", quantity=1, face=2)
    play(by_seat, game, action="dudo")


def leave(player: CheckedClient, game: Json) -> Json:
    return ok(player.post(f"{GAMES}{game['id']}/leave/"))


def view(client: CheckedClient, game: Json) -> Json:
    return ok(client.get(f"{GAMES}{game['id']}/"))


def events(client: CheckedClient, game: Json) -> list[Json]:
    found: list[Json] = ok(client.get(f"{GAMES}{game['id']}/events/"))["events"]
    return found


def ok(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None


def refused(answer: Any) -> tuple[int, str]:
    """Status and code of a refusal."""
    return answer.status_code, answer.json()["code"]
