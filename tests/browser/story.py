"""What the page must say at a moment, in English."""

from collections.abc import Callable, Sequence

from games.rules.actions import DepartureReason
from games.rules.state import CallKind, DiceChange, ResolvedRound, RoundState
from tests.browser.expected import Json, Moment, bid_words
from tests.builders import FACE_WORDS

LEFT = {
    DepartureReason.LEFT: "{} leaves the game.",
    DepartureReason.TIMEOUT: "{} is out of time for the second time, and leaves.",
    DepartureReason.REMOVED: "{} is removed from the game.",
}


def story(moment: Moment, record: Json) -> str:
    """The sentences of a moment, with the names of the record."""
    names = [seat["player"] for seat in record["seats"]]
    if moment.kind == "end":
        winner = record["winner"]
        return "The game was given up here." if winner is None else f"{names[winner]} wins the game."
    return TELLERS[moment.kind](moment, names)


def decided(moment: Moment, record: Json) -> str:
    """What the panel of the analysis says was decided."""
    names = [seat["player"] for seat in record["seats"]]
    assert moment.maker is not None
    bid, name = bid_words(moment.round.bids[-1].bid), names[moment.maker]
    if moment.kind == "bid":
        return f"{name} bid {bid}"
    assert moment.resolved is not None
    return f"{name} called {moment.resolved.call.kind} on {bid}"


def kept(moment: Moment, record: Json) -> str:
    """All that it says where it would tell of dice that are hidden: what anybody heard, and where to look."""
    assert moment.maker is not None
    name = record["seats"][moment.maker]["player"]
    why = f"What that was worth would tell of the dice under the cup of {name}."
    return f"{decided(moment, record)}{why}As seen by {name}With all hands"


def _rolloff(moment: Moment, names: Sequence[str]) -> str:
    assert moment.thrown is not None
    dice = ", ".join(f"{names[seat]} – {FACE_WORDS[die - 1]}" for seat, die in moment.thrown.items())
    return f"The highest die opens. Pass {moment.address.rpartition('=')[2]}: {dice}."


def _roll(moment: Moment, names: Sequence[str]) -> str:
    round_ = moment.round
    assert isinstance(round_, RoundState)
    if round_.is_palifico:
        return f"Round {round_.number} is palifico: ones are not wild. {names[round_.turn]} opens."
    return f"Round {round_.number}. The cups are down, {names[round_.turn]} opens."


def _bid(moment: Moment, names: Sequence[str]) -> str:
    made = moment.round.bids[-1]
    if made.timeout:
        return f"Time is up: it bids {bid_words(made.bid)} for {names[made.seat]}."
    return f"{names[made.seat]} bids {bid_words(made.bid)}."


def _left(moment: Moment, names: Sequence[str]) -> str:
    assert moment.left is not None
    return LEFT[moment.left.reason].format(names[moment.left.seat])


def _call(moment: Moment, names: Sequence[str]) -> str:
    assert moment.resolved is not None
    call, bid = moment.resolved.call, bid_words(moment.resolved.bids[-1].bid)
    if call.kind is CallKind.CALZA:
        return f"{names[call.seat]} calls calza: exactly {bid}."
    return (
        f"Time is up: it calls dudo for {names[call.seat]}."
        if call.timeout
        else f"{names[call.seat]} doubts {bid}: dudo."
    )


def _reveal(moment: Moment, names: Sequence[str]) -> str:
    round_ = moment.round
    assert isinstance(round_, ResolvedRound)
    if round_.count is None:
        return "Nobody has called. All cups are up."
    return f"All cups are up. Dice that count: {round_.count}. The bid: {bid_words(round_.bids[-1].bid)}."


def _result(moment: Moment, names: Sequence[str]) -> str:
    round_ = moment.round
    assert isinstance(round_, ResolvedRound)
    opener = "" if round_.next_opener is None else f" {names[round_.next_opener]} opens next."
    return _changed(round_, names) + opener


def _changed(round_: ResolvedRound, names: Sequence[str]) -> str:
    match round_.call.kind, round_.dice_change:
        case CallKind.DEPARTURE, _:
            return "The last opponent has left."
        case CallKind.CALZA, None:
            return f"Exactly right. {names[round_.call.seat]} has every die already."
        case _, None:
            return "No die is lost, for the bidder has left."
        case _, DiceChange(seat, _, 0):
            return f"{names[seat]} loses the last die and is out."
        case _, DiceChange(seat, before, after) if after > before:
            return f"Exactly right. {names[seat]} takes back a die: {before}, now {after}."
        case _, DiceChange(seat, before, after):
            return f"{names[seat]} loses a die: {before}, now {after}."
    raise AssertionError(round_)


TELLERS: dict[str, Callable[[Moment, Sequence[str]], str]] = {
    "rolloff": _rolloff,
    "roll": _roll,
    "bid": _bid,
    "left": _left,
    "call": _call,
    "reveal": _reveal,
    "result": _result,
}
