"""A game that is over, looked at again: what each bid and call was worth to the one who made it (docs/analysis.md)."""

from games.rules.analysis.judge import Choice, Judged, JudgedRound, judge
from games.rules.analysis.summary import Summary, summaries

__all__ = ["Choice", "Judged", "JudgedRound", "Summary", "judge", "summaries"]
