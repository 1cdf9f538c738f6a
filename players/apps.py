"""The players app."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created
from django.utils.translation import gettext_lazy as _


class PlayersConfig(AppConfig):
    name = "players"
    verbose_name = _("Players")

    def ready(self) -> None:
        from perudo_site.disks import count_on_memory
        from perudo_site.stalled import limit_stalled_transactions
        from perudo_site.untold import keep_rows_untold

        connection_created.connect(keep_rows_untold)
        connection_created.connect(limit_stalled_transactions)
        connection_created.connect(count_on_memory)
