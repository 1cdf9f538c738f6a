"""Games in the admin: to look at. What is done to a game is done by services."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import URLPattern
from django.utils.translation import gettext_lazy as _

from games.admin.replay import replay_page
from games.admin.table import words_page
from games.admin.watch import news_page, watch_page
from games.models import Game
from perudo_site.admin.readonly import ReadOnlyAdmin

Page = Callable[[ReadOnlyAdmin], URLPattern]
# Pages of one game, each of a module of its own: it is called with the GameAdmin that it belongs to.
PAGES: Final[tuple[Page, ...]] = (replay_page, watch_page, news_page, words_page)


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """Every game, the newest first. Of its columns only those that anybody may know: no seed, no key, no join code."""

    list_display = ("public_id", "status", "ruleset", "created_at")
    list_display_links = ("public_id",)
    ordering = ("-id",)
    fields = ("public_id", "status", "ruleset", "created_at", "started_at", "finished_at")
    search_fields = ("public_id",)
    search_help_text = _("Id of a game, or name of a player")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).defer("server_seed", "join_code")  # type: ignore[no-any-return]

    def get_urls(self) -> list[URLPattern]:
        urls: list[Any] = [page(self) for page in PAGES]
        return [*urls, *super().get_urls()]
