"""Writes, by concept: a module each."""

from players.services.accounts import ensure_server_players, log_in, register
from players.services.bot_accounts import issue_bot_token, register_bot
from players.services.passwords import change_password, set_password
from players.services.tokens import Issued, Terms, issue_token, note_use, revoke_all_tokens, revoke_token

__all__ = [
    "Issued",
    "Terms",
    "change_password",
    "ensure_server_players",
    "issue_bot_token",
    "issue_token",
    "log_in",
    "note_use",
    "register",
    "register_bot",
    "revoke_all_tokens",
    "revoke_token",
    "set_password",
]
