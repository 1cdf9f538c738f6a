"""The admin of games: lists, and what runs the place. It reads through queries and writes through services only."""

from games.admin import game

__all__ = ["game"]
