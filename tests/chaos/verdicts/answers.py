"""What clients were told as done is in the history, once; what they were refused is not; nothing there is nobody's."""

from collections import Counter, defaultdict
from collections.abc import Mapping

from tests.chaos.history import Event, GameHistory, by_seat
from tests.chaos.journal import Entry, Journal
from tests.chaos.verdicts.verdict import Verdict

Asked = dict[tuple[str, str, int], list[Entry]]
"""The requests for moves, by game, account and version."""


def judge(journal: Journal, games: Mapping[str, GameHistory]) -> list[Verdict]:
    asked: Asked = defaultdict(list)
    for game_id, entry in journal.moves():
        assert entry.body is not None
        asked[game_id, entry.who, entry.body["version"]].append(entry)
    return [
        _numbered(games),
        _moves(asked, games),
        _refused(asked, games),
        _nobodys(asked, games),
        _seats(journal, games),
        _leavings(journal, games),
        _made_once(journal, games),
    ]


def is_of(entry: Entry, event: Event | None, seat: int | None) -> bool:
    """Whether an event is what a request for a move wanted, made by its own seat and not by time."""
    body = entry.body or {}
    wanted = (body.get("action"), body.get("quantity"), body.get("face"))
    return (
        event is not None
        and (event.what, event.quantity, event.face) == wanted
        and event.seat == seat
        and not event.by_time
    )


def _numbered(games: Mapping[str, GameHistory]) -> Verdict:
    verdict = Verdict("the events of every game are numbered by one, without a gap and without a double")
    for game in games.values():
        if game.started_seq is not None:
            numbers = [event.seq for event in game.events]
            expected = list(range(game.started_seq, game.version + 1))
            verdict.check(numbers == expected, f"{game.id}: {numbers} up to {game.version}")
    return verdict


def _moves(asked: Asked, games: Mapping[str, GameHistory]) -> Verdict:
    verdict = Verdict("every move that was answered as done is in the history, once")
    made = Counter[tuple[str, int]]()
    for (game_id, who, version), entries in asked.items():
        game = games[game_id]
        seat, event = by_seat(game).get(who), game.at(version + 1)
        for entry in entries:
            if entry.is_done:
                verdict.check(is_of(entry, event, seat), f"{game_id} v{version} {who}: {entry.body} is {event}")
                made[game_id, version] += entry.status == 201
    for (game_id, version), times in made.items():
        verdict.check(times <= 1, f"{game_id} v{version}: {times} answers say that the move was made just then")
    repeats = sum(entry.status == 200 for entries in asked.values() for entry in entries)
    verdict.notes.append(f"{sum(made.values())} moves made, {repeats} answered as made before")
    return verdict


def _refused(asked: Asked, games: Mapping[str, GameHistory]) -> Verdict:
    verdict = Verdict("no move that was refused, and never answered as done, is in the history")
    codes = Counter[str]()
    for (game_id, who, version), entries in asked.items():
        game = games[game_id]
        done = [entry.body for entry in entries if entry.is_done]
        for entry in entries:
            if entry.is_refused:
                codes[entry.code or ""] += 1
                there = is_of(entry, game.at(version + 1), by_seat(game).get(who))
                verdict.check(entry.body in done or not there, f"{game_id} v{version} {who}: {entry.body}")
    verdict.notes.append("refused: " + ", ".join(f"{code} {times}" for code, times in codes.most_common()))
    return verdict


def _nobodys(asked: Asked, games: Mapping[str, GameHistory]) -> Verdict:
    verdict = Verdict("every move in the history that is not time's nor a server bot's was asked for by its player")
    for game in games.values():
        for event in game.events:
            if event.what not in ("bid", "dudo", "calza") or event.by_time or event.seat in game.bots:
                continue
            assert event.seat is not None
            entries = asked.get((game.id, game.seats[event.seat] or "", event.seq - 1), [])
            verdict.check(any(is_of(entry, event, event.seat) for entry in entries), f"{game.id}: {event}")
    return verdict


def _seats(journal: Journal, games: Mapping[str, GameHistory]) -> Verdict:
    verdict = Verdict("whoever was told that they had taken a seat has it")
    for entry in journal.entries:
        if entry.path.endswith("/join/") and entry.is_done:
            game = games[entry.path.split("/")[1]]
            verdict.check(entry.who in by_seat(game), f"{game.id}: {entry.who}")
    return verdict


def _leavings(journal: Journal, games: Mapping[str, GameHistory]) -> Verdict:
    verdict = Verdict(
        "whoever was told that they had left has left, once; whoever asked for nothing has not", rare=True
    )
    asked: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    for entry in journal.entries:
        if entry.path.endswith("/leave/"):
            asked[entry.path.split("/")[1], entry.who].append(entry)
    for (game_id, who), entries in asked.items():
        game = games[game_id]
        seat = by_seat(game).get(who)
        left = [event for event in game.events if event.what == "left" and event.seat == seat]
        if any(entry.is_done for entry in entries):
            verdict.check(len(left) == 1, f"{game_id} {who}: {left}")
    for game in games.values():
        for event in game.events:
            if event.what == "left":
                assert event.seat is not None
                verdict.check((game.id, game.seats[event.seat] or "") in asked, f"{game.id}: {event}")
    return verdict


def _made_once(journal: Journal, games: Mapping[str, GameHistory]) -> Verdict:
    verdict = Verdict("every table that was answered as opened is there, and an Idempotency-Key opened one")
    keys: dict[tuple[str, str], set[str]] = defaultdict(set)
    unanswered = Counter[str]()
    for entry in journal.entries:
        if entry.path != "games/" or entry.method != "POST" or entry.key is None:
            continue
        found = keys[entry.who, entry.key]
        if entry.is_done:
            assert entry.seen is not None
            found.add(entry.seen["id"])
    opened = Counter[str]()
    for (who, key), made in keys.items():
        verdict.check(len(made) <= 1 and made <= games.keys(), f"{who}, key {key}: {sorted(made)}")
        opened[who] += len(made)
        unanswered[who] += not made
    rows = Counter(game.creator for game in games.values())
    for who, number in opened.items():
        verdict.check(
            number <= rows[who] <= number + unanswered[who],
            f"{who} opened {number} (and {unanswered[who]} without an answer), and there are {rows[who]}",
        )
    return verdict
