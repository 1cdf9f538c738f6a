"""Records as text, to be read and typed by people (docs/record.md, "The text, `perudo-text/1`")."""

from games.rules.notation.faults import NotationFault
from games.rules.notation.reader import read_each, read_games
from games.rules.notation.writer import write, write_all

__all__ = ["NotationFault", "read_each", "read_games", "write", "write_all"]
