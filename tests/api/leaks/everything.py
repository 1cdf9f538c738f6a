"""What `make crawl` runs: everything is asked, by everybody, at every step of whole games."""

import os
import sys

import pytest

from tests.api.leaks.conftest import Laid
from tests.api.leaks.whole_games import RULESETS, SEED, crawl_games


@pytest.mark.parametrize("ruleset", RULESETS)
def test_hands_that_cannot_be_seen_change_nothing_whatever_is_asked(laid: Laid, ruleset: str) -> None:
    crawled = crawl_games(laid, ruleset, share=1, seed=int(os.environ.get("CRAWL_SEED", SEED)))
    sys.stdout.write(f"{crawled}\n")
