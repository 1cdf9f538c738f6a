"""Plays a game with the typed client that a public generator made from the OpenAPI document.

Run by test_generated_client.py with the generated package on the path: `generated_game.py SERVER`.
"""

import sys
import time
from typing import TypeVar, cast

from attrs import evolve
from perudo_client import AuthenticatedClient, Client
from perudo_client.api.games import create_game, get_game, list_events, list_rounds, make_move
from perudo_client.api.players import register
from perudo_client.models import (
    CredentialsRequest,
    Events,
    Game,
    GameStatus,
    MoveRequest,
    MoveRequestAction,
    OptionsRequest,
    Problem,
    Registered,
    RolledEvent,
    TableRequest,
    You,
)

Answer = TypeVar("Answer")


def wanted(kind: type[Answer], answer: object) -> Answer:
    """The answer, which must be of this kind."""
    assert isinstance(answer, kind), answer
    return answer


def decide(game: Game, you: You) -> MoveRequest:
    """Dudo where that may be called, from the third bid on; else the first legal bid."""
    bids = [] if game.round_ is None else game.round_.bids
    if len(bids) > 2 or not you.legal_bids:
        return MoveRequest(action=MoveRequestAction.DUDO, version=game.version)
    legal = you.legal_bids[0]
    return MoveRequest(action=MoveRequestAction.BID, version=game.version, quantity=legal.min_, face=legal.face)


def main(server: str) -> None:
    account = CredentialsRequest(username="typed", password="seven fours 7")
    # The generator takes a token that may be sent for one that must be; who registers has none yet.
    stranger = cast("AuthenticatedClient", Client(base_url=server))
    registered = wanted(Registered, register.sync(client=stranger, body=account))
    client = AuthenticatedClient(base_url=server, token=registered.token)
    options = OptionsRequest(starting_dice=2)
    table = TableRequest(ruleset="aces", seats=3, bots=["random", "odds"], options=options)
    game = wanted(Game, create_game.sync(client=client, body=table))
    assert game.options.starting_dice == 2
    first = decide(game, wanted(You, game.you))
    refused = wanted(Problem, make_move.sync(game.id, client=client, body=evolve(first, version=99)))
    present = wanted(Game, refused.game)
    assert present.id == game.id
    assert present.version >= game.version  # a bot that opens may have bid meanwhile
    while game.status == GameStatus.ACTIVE:
        you = wanted(You, game.you)
        if you.actions:
            answer = make_move.sync(game.id, client=client, body=decide(game, you))
            assert not isinstance(answer, Problem) or isinstance(answer.game, Game), answer
        else:
            time.sleep(0.05)
        game = wanted(Game, get_game.sync(game.id, client=client))
    events = wanted(Events, list_events.sync(game.id, client=client))
    rounds = list_rounds.sync(game.id, client=client, limit=100)
    assert events.version == game.version == events.events[-1].seq
    assert not isinstance(rounds, Problem)
    assert rounds is not None
    rolls = [event.data for event in events.events if isinstance(event, RolledEvent)]
    assert [roll.number for roll in rolls] == [one.number for one in rounds.results]
    assert len(rolls[0].dice) == 2
    print(f"{len(rounds.results)} rounds, places {[seat.place for seat in game.seats]}")  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1])
