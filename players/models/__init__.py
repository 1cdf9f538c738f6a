"""The players' rows."""

from players.models.accounts import Player, ReservedName, Scope, Token, all_scopes
from players.models.ratings import PACE_NAMES, BoardCount, Pace, Rating, RatingChange, RatingPool
from players.models.requests import IdempotentRequest
from players.models.stats import HeadToHead, PlayerStats

__all__ = [
    "PACE_NAMES",
    "BoardCount",
    "HeadToHead",
    "IdempotentRequest",
    "Pace",
    "Player",
    "PlayerStats",
    "Rating",
    "RatingChange",
    "RatingPool",
    "ReservedName",
    "Scope",
    "Token",
    "all_scopes",
]
