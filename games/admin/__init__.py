"""The admin of games: lists, and what runs the place. It reads through queries and writes through services only."""

from games.admin import game, log, player, remarkable

__all__ = ["game", "log", "player", "remarkable"]
