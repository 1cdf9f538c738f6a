"""Rows to look at: history is written by services, and by nobody's hand."""

from typing import Any

from django.http import HttpRequest
from unfold.admin import ModelAdmin


class ReadOnlyAdmin(ModelAdmin):  # type: ignore[misc]  # unfold has no types
    """Nothing is added, changed or deleted, whatever rights somebody has; who may view it, sees it."""

    list_fullwidth = True
    list_filter_submit = False
    show_full_result_count = False
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
