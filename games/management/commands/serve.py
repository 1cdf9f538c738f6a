"""`manage.py serve`: the server as one process."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from perudo_site import embedded


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
        address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        if not embedded.run(listener, started=lambda: self._greet(address)):
            raise CommandError("The server has stopped because a part of it failed; the log above says which.")

    def _check_tables(self) -> None:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            raise CommandError("The database is not up to date. First run: python manage.py migrate")

    def _greet(self, address: str) -> None:
        self.stdout.write(
            f"Perudo server on {address}\n"
            f"  API    {address}/api/v1/docs/\n"
            f"  admin  {address}/admin/\n"
            "  play   make play, in another terminal\n"
            "Ctrl-C stops it."
        )
        self.stdout.flush()
