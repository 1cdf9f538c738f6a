"""What breaks, and when, follows from the seed."""

from dataclasses import replace

import pytest

from tests.chaos.plan import CALM, PRODUCTION, Plan
from tests.chaos.worlds import documented_processes

FULL = Plan(seed=7, seconds=300, games=1, faults=PRODUCTION, bot_delay=1, pace=1, dice=1)


def test_the_seed_says_it() -> None:
    assert FULL.draw() == FULL.draw()
    assert FULL.draw() != replace(FULL, seed=8).draw()


@pytest.mark.parametrize("seed", range(20))
def test_everything_breaks_as_often_as_said_and_is_over_by_the_end(seed: int) -> None:
    faults = replace(FULL, seed=seed).draw()
    assert [fault.at for fault in faults] == sorted(fault.at for fault in faults)
    for name, kind in PRODUCTION.items():
        assert [fault.kind for fault in faults].count(name) == kind.often
    assert all(fault.at >= CALM and fault.at + fault.seconds <= 300 for fault in faults)


def test_a_short_run_breaks_everything_once_and_for_a_short_time() -> None:
    faults = replace(FULL, seconds=25, share=0, longest=5).draw()
    assert sorted(fault.kind for fault in faults) == sorted(PRODUCTION)
    assert all(fault.seconds <= 5 and fault.at + fault.seconds <= 25 for fault in faults)


def test_the_processes_are_those_of_the_document() -> None:
    processes = documented_processes(1234)
    assert "1234" in processes["web"]
    assert all(arguments[0] == "-m" for arguments in processes.values())
