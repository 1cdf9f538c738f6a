"""Hypothesis draws the same cases every time here, so that a run can be repeated."""

import os

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, database=None, deadline=None, max_examples=60)
settings.register_profile("searching", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))
