"""The game view (docs/api.md, "Game view"), redacted for its viewer."""

from games.models import Game
from games.rules.fairness import commit
from games.rules.observation import Observation, observe, observe_dice_in_play, observe_seats
from games.store.record import GameRecord
from games.viewpoint import values
from games.viewpoint.rounds import playing_round, resolved_round
from games.viewpoint.values import Json


def game_view(record: GameRecord, *, player_id: int | None) -> Json:
    """The whole view for an account, seated or not, or for anybody (None)."""
    viewer = record.seat_of(player_id)
    current, last = record.current_round, record.last_round
    return game_summary(record, player_id=player_id) | {
        "options": record.options.as_dict(),
        "round": None if current is None else playing_round(record, current),
        "last_round": None if last is None else resolved_round(record, last),
        "you": None if viewer is None else _you(record, viewer),
    }


def game_summary(record: GameRecord, *, player_id: int | None) -> Json:
    """A view without the rounds, the viewer's own part and the options; it needs no round's rows."""
    is_imported = record.game.imported_at is not None
    return game_facts(record, player_id=player_id) | {"imported": is_imported} | _invitation(record, player_id)


def game_facts(record: GameRecord, *, player_id: int | None) -> Json:
    """What views, summaries and replays share."""
    game = record.game
    return {
        "id": game.public_id,
        "status": game.status,
        "version": game.version,
        "ruleset": game.ruleset,
        "ruleset_version": game.ruleset_version,
        "standard": record.is_standard,
        "rated": game.rated,
        "private": game.private,
        "turn_seconds": game.turn_seconds,
        "created_at": values.time(game.created_at),
        "started_at": values.time(game.started_at),
        "finished_at": values.time(game.finished_at),
        "seats": _seats(record, record.seat_of(player_id)),
        "dice_in_play": _dice_in_play(record),
        "seed_commitment": commit(bytes.fromhex(game.server_seed)).hex(),
        "server_seed": game.server_seed if record.is_over else None,
        "winner": next((seat.number for seat in record.seats if seat.place == 1), None),
    }


def _invitation(record: GameRecord, player_id: int | None) -> Json:
    """How to bring somebody to a private table: for its guests to pass on, while it is open to joiners."""
    game = record.game
    if not game.private or not record.is_guest(player_id):
        return {"join_code": None, "invite": None}
    is_open = game.status == Game.Status.OPEN
    invite = f"/api/v1/games/{game.public_id}/?join_code={game.join_code}" if is_open else None
    return {"join_code": game.join_code, "invite": invite}


def own_part(record: GameRecord, seen: Observation) -> Json:
    """The dice of the viewer's own cup with the key that proves them, and what the viewer may do."""
    assert seen.viewer is not None
    return _own_dice(record, seen) | _own_choices(seen)


def _you(record: GameRecord, viewer: int) -> Json:
    if record.state is None:
        return {"seat": viewer, "dice": [], "key": None, "actions": [], "legal_bids": []}
    return {"seat": viewer} | own_part(record, observe(record.state, viewer))


def _own_dice(record: GameRecord, seen: Observation) -> Json:
    if not seen.dice or seen.round is None or seen.viewer is None:
        return {"dice": [], "key": None}
    key = record.dice.key(round_number=seen.round.number, seat=seen.viewer)
    return {"dice": list(seen.dice), "key": key.hex()}


def _own_choices(seen: Observation) -> Json:
    return {"actions": [str(move) for move in seen.actions], "legal_bids": values.legal_bids(seen.legal_bids)}


def _dice_in_play(record: GameRecord) -> int | None:
    if not record.has_started:
        return None
    return observe_dice_in_play(record.seat_states, options=record.options, is_over=not record.is_active)


def _seats(record: GameRecord, viewer: int | None) -> list[Json]:
    """The seats with their players; while a table is open nobody holds dice yet."""
    names = [
        {
            "seat": seat.number,
            "player": seat.shown_name,
            "kind": seat.kind,
        }
        for seat in record.seats
    ]
    if not record.has_started:
        nothing = {"dice_count": 0, "in_play": False, "had_palifico": False, "timeouts": 0, "place": None}
        return [name | nothing | {"client_seed": None} for name in names]
    seen = observe_seats(record.seat_states, options=record.options, is_over=not record.is_active, viewer=viewer)
    return [
        name
        | {
            "dice_count": state.dice_count,
            "in_play": state.in_play,
            "had_palifico": state.had_palifico,
            "timeouts": state.timeouts,
            "place": state.place,
            "client_seed": seat.client_seed,
        }
        for name, seat, state in zip(names, record.seats, seen, strict=True)
    ]
