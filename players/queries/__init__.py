"""Reads, by concept: a module each."""

from players.queries.accounts import bots_of, own_bot, player_named, tokens_of

__all__ = ["bots_of", "own_bot", "player_named", "tokens_of"]
