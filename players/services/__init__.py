"""Writes, by concept: a module each."""

from players.services.accounts import (
    Issued,
    ensure_server_players,
    issue_token,
    log_in,
    register,
    revoke_all_tokens,
    revoke_token,
)

__all__ = [
    "Issued",
    "ensure_server_players",
    "issue_token",
    "log_in",
    "register",
    "revoke_all_tokens",
    "revoke_token",
]
