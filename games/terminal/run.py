"""From the command line's wishes to an exit status."""

import os
import signal
import sys
from contextlib import suppress
from typing import Any, Final

from games.terminal.account import SignedIn, sign_in
from games.terminal.api import Api
from games.terminal.arguments import Wishes
from games.terminal.console import Console, open_console
from games.terminal.errors import CannotGoOn
from games.terminal.session import Session
from games.terminal.table import sit_down
from games.terminal.text.story import greeting
from games.terminal.text.style import Mark, paragraph
from games.terminal.transport import Transport

FAILED: Final = 1
INTERRUPTED: Final = 130


def run(wishes: Wishes) -> int:
    """Play one game on standard input and output; the exit status. Nothing is ended by a traceback."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _stop)
    try:
        with open_console(colour=wishes.colour, ascii_only=wishes.ascii_only) as console:
            _play(wishes, console)
    except CannotGoOn as reason:
        sys.stderr.write(f"{reason}\n")
        return FAILED
    except (KeyboardInterrupt, EOFError):
        return INTERRUPTED
    except BrokenPipeError:
        # Nobody reads any more; nor may Python try to at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    return 0


def _play(wishes: Wishes, console: Console) -> None:
    def say(text: str) -> None:
        console.show(paragraph(text, Mark.DIM))

    transport = Transport(wishes.server, say=say)
    api = Api(transport)
    try:
        account = sign_in(api, wishes.name, ask=console.ask, say=say)
        try:
            _play_a_game(api, wishes, account, console)
        finally:
            _sign_out(api, account)
    finally:
        transport.close()


def _play_a_game(api: Api, wishes: Wishes, account: SignedIn, console: Console) -> None:
    titles = {ruleset["name"]: ruleset["title"] for ruleset in api.rulesets()}
    view, verifier = sit_down(api, wishes)
    title = titles.get(view["ruleset"], view["ruleset"])
    console.show(greeting(view, title=title, username=account.username))
    Session(api, view, title=title, verifier=verifier, console=console).run()


def _sign_out(api: Api, account: SignedIn) -> None:
    """Give the token back. A server that is away keeps it; it was written down nowhere."""
    if account.token_id is not None:
        with suppress(CannotGoOn):
            api.log_out(account.token_id)


def _stop(number: int, _: Any) -> None:
    raise SystemExit(128 + number)
