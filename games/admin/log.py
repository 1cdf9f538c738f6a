"""The admin's log: who did what, to what, and why. It is read, and by nobody written."""

from typing import Any, Final

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from perudo_site.admin.columns import column
from perudo_site.admin.readonly import KeysetAdmin

WHEN: Final = column("action_time", _("When"))
WHICH: Final = column("object_repr", _("Which"))


@admin.register(LogEntry)
class LogAdmin(KeysetAdmin):
    """The newest first."""

    list_display = (WHEN, "who", "what", WHICH, "message")
    list_display_links = (WHEN,)
    preserve_filters = False
    list_select_related = ("user", "content_type")

    def get_queryset(self, request: HttpRequest) -> QuerySet[LogEntry]:
        entries: QuerySet[LogEntry] = super().get_queryset(request)
        return entries

    def address_of(self, row: Any) -> str:
        """The page of what it was done to, if there is one; or else that of the line itself."""
        return row.get_admin_url() or reverse("admin:admin_logentry_change", args=[row.pk])

    @display(description=_("Who"))
    def who(self, entry: LogEntry) -> str:
        return str(entry.user)

    @display(description=_("Kind"))
    def what(self, entry: LogEntry) -> Any:
        model = entry.content_type.model_class() if entry.content_type else None
        return model._meta.verbose_name if model else ""

    @display(description=_("What and why"))
    def message(self, entry: LogEntry) -> str:
        return entry.get_change_message()
