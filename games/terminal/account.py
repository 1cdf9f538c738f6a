"""Who plays: a guest made for this game, or an account with a password."""

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from games.terminal.api import Api
from games.terminal.errors import CannotGoOn, Problem

TRIES: Final = 3
NAME: Final = re.compile(r"[A-Za-z0-9_-]{3,20}")
"""What an account may be called (docs/accounts.md)."""

AskPassword = Callable[[str], str]
"""Asks for a password, which is not shown while it is typed."""
Say = Callable[[str], None]


@dataclass(frozen=True)
class SignedIn:
    username: str
    token_id: str | None
    """Of a token that is to be given back at the end. A guest's is simply forgotten: its password is, too."""


def sign_in(api: Api, name: str | None, *, ask: AskPassword, say: Say) -> SignedIn:
    """The API calls act for this account from now on. Nothing of it is kept on this machine."""
    if name is None:
        return _guest(api)
    if not NAME.fullmatch(name):
        raise CannotGoOn(f"{name!r} is no name for an account: it has 3 to 20 letters A to Z, digits, _ and -.")
    if api.player_exists(name):
        return SignedIn(name, _log_in(api, name, ask=ask, say=say))
    _new_account(api, name, ask=ask, say=say)
    return SignedIn(name, None)


def _guest(api: Api) -> SignedIn:
    name = f"guest-{secrets.token_hex(4)}"
    api.register(username=name, password=secrets.token_urlsafe(24))
    return SignedIn(name, None)


def _log_in(api: Api, name: str, *, ask: AskPassword, say: Say) -> str:
    for _ in range(TRIES):
        try:
            return api.log_in(username=name, password=ask(f"Password of {name}: "))
        except Problem as problem:
            if problem.code != "bad_token":
                raise
            say("That is not the password.")
    raise CannotGoOn("No password was right.")


def _new_account(api: Api, name: str, *, ask: AskPassword, say: Say) -> None:
    say(f"There is no account {name} yet: it is made now.")
    for _ in range(TRIES):
        password = ask("A password for it: ")
        if ask("The same again:    ") != password:
            say("These two are not the same.")
            continue
        try:
            api.register(username=name, password=password)
        except Problem as problem:
            if not _is_about_password(problem):
                raise
            say(problem.detail)
        else:
            return
    raise CannotGoOn("No account was made.")


def _is_about_password(problem: Problem) -> bool:
    return problem.code == "invalid" and any(e["field"] == "password" for e in problem.document.get("errors", []))
