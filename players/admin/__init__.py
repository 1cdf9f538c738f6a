"""The admin of accounts and leaderboards. `PlayerAdmin` is registered by games.admin, which adds a player's games."""

from players.admin import group, leaderboard

__all__ = ["group", "leaderboard"]
