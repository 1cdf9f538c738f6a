"""Reads, by concept: a module each."""

from players.queries.accounts import player_named, tokens_of

__all__ = ["player_named", "tokens_of"]
