"""Faults at every function of the server's own, none of them named: found by watching what runs, and raised there."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

ROOT: Final = Path(__file__).parents[3]
OURS: Final = tuple(f"{ROOT / name}/" for name in ("games", "players", "perudo_site"))


class Fault(Exception):
    """What is raised. It says nothing itself: what it tells is what the place that it was raised in lets out."""


def places(do: Callable[[], object]) -> list[CodeType]:
    """The functions of the server that run meanwhile, in the order in which they come to their end."""
    found: dict[CodeType, None] = {}
    with _watching(lambda code: found.setdefault(code)):
        do()
    return list(found)


@contextmanager
def fault_in(place: CodeType) -> Iterator[None]:
    """The first time that the function returns, it raises instead, with all that it has worked out still in hand."""

    def trip(code: CodeType) -> None:
        if code is place:
            raise Fault

    with _watching(trip):
        yield


@contextmanager
def _watching(ended: Callable[[CodeType], object]) -> Iterator[None]:
    """Tells of each function of the server that returns. One that raises is not told of, but where it ends."""

    def entered(frame: FrameType, event: str, argument: Any) -> Any:
        if not frame.f_code.co_filename.startswith(OURS):
            return None
        frame.f_trace_lines = False
        return left

    def left(frame: FrameType, event: str, argument: Any) -> Any:
        if event == "return":
            ended(frame.f_code)
        return left

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        yield
    finally:
        sys.settrace(before)
