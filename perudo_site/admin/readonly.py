"""Rows to look at: history is written by services, and by nobody's hand."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.contrib.admin import ShowFacets
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from unfold.admin import ModelAdmin

from perudo_site.admin.confirm import Act
from perudo_site.admin.keyset import KeysetList


class ReadOnlyAdmin(ModelAdmin):
    """Nothing is added, changed or deleted, whatever rights somebody has; who may view it, sees it."""

    list_fullwidth = True
    show_full_result_count = False
    actions = None
    acts: ClassVar[Mapping[str, Act]] = {}
    """What is done to a row by a button, by the name of the button's method."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Read once a request, though each button asks what state the row is in."""
        kept = request.__dict__.setdefault("_rows_of_the_admin", {})
        key = (self.opts.label, str(object_id), from_field)
        if key not in kept:
            kept[key] = super().get_object(request, object_id, from_field)
        return kept[key]

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """The buttons of those who may press them, and only those that lead somewhere as the row stands."""
        row = self.get_object(request, str(object_id))
        buttons = super().get_actions_detail(request, object_id)
        return [one for one in buttons if row is None or self.is_offered(one.method.original_function_name, row)]

    def is_offered(self, button: str, row: Any) -> bool:
        return button not in self.acts or self.acts[button].why_not(row) is None

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """What the log has of one row is for those who may read the log."""
        if not request.user.has_perm("admin.view_logentry"):
            raise PermissionDenied
        page: HttpResponse = super().history_view(request, object_id, extra_context)
        return page

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Only the filters of the list: by no other column of these rows, or of others, does anybody search them."""
        filters = self.get_list_filter(request)
        return lookup in {getattr(filter_, "parameter_name", None) for filter_ in filters}


class KeysetAdmin(ReadOnlyAdmin):
    """A list of any length. `keyset` names the columns of its order, which together tell its rows apart."""

    keyset: ClassVar[Sequence[str]] = ("-id",)
    list_per_page = 50
    list_filter_submit = True
    list_before_template = "admin/tabs.html"
    show_facets = ShowFacets.NEVER  # they would count all rows, once for each choice
    sortable_by: ClassVar[Sequence[str]] = ()

    def page_order(self, request: HttpRequest) -> Sequence[str]:
        return self.keyset

    def address_of(self, row: Any) -> str | None:
        """Where a row of the list leads, if not to a page of its own."""
        return None

    def prepare_page(self, request: HttpRequest, rows: Sequence[Any]) -> None:
        """Read what the rows of a page need beside themselves, in statements that do not grow with the page."""

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[KeysetList]:
        return KeysetList
