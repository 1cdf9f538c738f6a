"""Rows to look at: history is written by services, and by nobody's hand."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.http import HttpRequest
from unfold.admin import ModelAdmin

from perudo_site.admin.keyset import KeysetList


class ReadOnlyAdmin(ModelAdmin):
    """Nothing is added, changed or deleted, whatever rights somebody has; who may view it, sees it."""

    list_fullwidth = True
    show_full_result_count = False
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Only the filters of the list: by no other column of these rows, or of others, does anybody search them."""
        filters = self.get_list_filter(request)
        return lookup in {getattr(filter_, "parameter_name", None) for filter_ in filters}


class KeysetAdmin(ReadOnlyAdmin):
    """A list of any length. `keyset` names the columns of its order, which together tell its rows apart."""

    keyset: ClassVar[Sequence[str]] = ("-id",)
    list_per_page = 50
    list_filter_submit = True
    sortable_by: ClassVar[Sequence[str]] = ()

    def page_order(self, request: HttpRequest) -> Sequence[str]:
        return self.keyset

    def prepare_page(self, request: HttpRequest, rows: Sequence[Any]) -> None:
        """Read what the rows of a page need beside themselves, in statements that do not grow with the page."""

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[KeysetList]:
        return KeysetList
