"""`manage.py serve`: the server as one process."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.terminal.arguments import DEFAULT_PORT
from perudo_site import embedded

_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where we listen is HOST's to say
"""Addresses that one listens on and cannot ask, and where to ask instead."""


class Command(BaseCommand):
    """Serve on HOST and PORT until Ctrl-C or SIGTERM. At the first start an admin account is made."""

    help = (
        "Serve the API, the admin and the docs on HOST and PORT. Without BROKER_URL the same process also runs the "
        "workers and the clock; with it, they are started on their own."
    )

    def handle(self, **options: Any) -> None:
        """Refuse with a sentence what cannot work; else serve."""
        self._check_tables()
        try:
            listener = embedded.listen(settings.HOST, settings.PORT)
        except embedded.CannotStart as error:
            raise CommandError(str(error)) from error
        call_command("first_start", stdout=self.stdout)
        host, port = listener.getsockname()[:2]
        if not embedded.run(listener, started=lambda: self._greet(host, port)):
            raise CommandError("The server has stopped because a part of it failed; the log above says which.")

    def _check_tables(self) -> None:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            raise CommandError("The database is not up to date. First run: python manage.py migrate")

    def _greet(self, host: str, port: int) -> None:
        self.stdout.write(greeting(host, port))
        self.stdout.flush()


def greeting(host: str, port: int) -> str:
    """Where to go next, for one who sits at this machine."""
    address = _address(_EVERYWHERE.get(host, host), port)
    return (
        f"Perudo server on {_address(host, port)}\n"
        f"  API    {address}/api/v1/docs/\n"
        f"  admin  {address}/admin/\n"
        f"  play   {_play(address)}   (in another terminal)\n"
        "Ctrl-C stops it."
    )


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _play(address: str) -> str:
    """The command that plays here; without an address it asks where the server is if nothing is set."""
    return (
        "make play" if address == _address("127.0.0.1", int(DEFAULT_PORT)) else f'make play ARGS="--server {address}"'
    )
