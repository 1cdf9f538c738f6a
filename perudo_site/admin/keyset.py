"""Lists of any length, a page at a time by where it begins and not by how many rows come before it.

So the last page costs what the first does. Nothing is counted beyond `COUNTED` rows. A list that is filtered by
several things at once follows the index of one of them, and looks at so many rows (`walk.WINDOW`) for the others; where
those do not fill a page, the next page goes on from there. So no choice of filters reads a whole table.
"""

from collections.abc import Sequence
from typing import Any, Final

from django.contrib.admin.views.main import PAGE_VAR
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from unfold.views import ChangeList

from perudo_site.admin.order import Order, Place
from perudo_site.admin.walk import Key, Walk

COUNTED: Final = 1000
WHOLE: Final = (Q(),)


class KeysetList(ChangeList):
    """The list of a `KeysetAdmin`. For the template: `first`, `previous`, `next`, `last` are addresses or None."""

    first: str | None
    previous: str | None
    next: str | None
    last: str | None

    def url_for_result(self, result: Any) -> str:
        address: str = self.model_admin.address_of(result) or super().url_for_result(result)
        return address

    def get_ordering(self, request: HttpRequest, queryset: QuerySet[Any]) -> list[str]:
        return list(self.model_admin.page_order(request))

    def get_results(self, request: HttpRequest) -> None:
        order = Order.of(self.model, self.model_admin.page_order(request))
        place = Place.read(request.GET.get(PAGE_VAR, ""), order)
        followed, parts, is_all = self._followed(request)
        walk = Walk(order, place, self.list_per_page, parts)
        keys, end = walk.through_all(self.queryset) if is_all else walk.through_some(self.queryset, followed)
        self._link(order, place, [key[:-1] for key in keys], end)
        by_pk = self.apply_select_related(self.root_queryset).in_bulk([key[-1] for key in keys])
        rows = [by_pk[key[-1]] for key in (reversed(keys) if place.backwards else keys) if key[-1] in by_pk]
        self.tabs = [self._tabs(spec) for spec in self.filter_specs if getattr(spec, "all_option", "") is None]
        self.result_list = rows
        self.model_admin.prepare_page(request, rows)
        self.is_all = is_all
        self.counted = None
        if place.key is None and (is_all or not (self.next or self.previous)):
            self.counted = _counted(followed, parts) if is_all else len(rows)
        self.is_counted = self.counted is not None and self.counted <= COUNTED
        self.counted_to = COUNTED
        self.result_count = self.full_result_count = len(rows)
        self.show_full_result_count = self.can_show_all = self.multi_page = False
        self.show_admin_actions = True
        self.paginator = self.model_admin.get_paginator(request, self.queryset, self.list_per_page)
        self.paginator.template_name = "admin/keyset.html"

    def _followed(self, request: HttpRequest) -> tuple[QuerySet[Any], Sequence[Q], bool]:
        """The rows of the index that is followed, the parts it is in, and whether they are all that is asked for."""
        chosen = [spec for spec in self.filter_specs if getattr(spec, "index", None) is not None and spec.value()]
        others = [spec for spec in self.filter_specs if getattr(spec, "index", None) is None and spec.value()]
        chosen.sort(key=lambda spec: not spec.is_narrow)
        rows: QuerySet[Any] = self.root_queryset
        if self.query and not (chosen and chosen[0].is_narrow):
            rows, _ = self.model_admin.get_search_results(request, rows, self.query)
            return rows, WHOLE, not chosen and not others
        followed = [spec for spec in chosen if spec.index == chosen[0].index]
        for spec in followed:
            rows = spec.queryset(request, rows)
        parts = chosen[0].parts if chosen else WHOLE
        return rows, parts, len(followed) == len(chosen) and not others and not self.query

    def _link(self, order: Order, place: Place, keys: Sequence[Key], end: Key | None) -> None:
        """Set the addresses of the pages around; the keys are in the order in which the list is walked."""
        came_from = keys[0] if keys and place.key is not None else None
        older, newer = (came_from, end) if place.backwards else (end, came_from)
        self.next = self._address(f"after.{order.written(older)}") if older else None
        self.previous = self._address(f"before.{order.written(newer)}") if newer else None
        self.first = self.get_query_string({PAGE_VAR: None}) if newer or (place.key and not keys) else None
        self.last = self._address("last") if older else None

    def _tabs(self, spec: Any) -> list[dict[str, Any]]:
        """The choices of a filter of which one is always chosen, to be seen above the list."""
        return [
            {
                "name": name,
                "address": self.get_query_string({spec.parameter_name: value}),
                "is_chosen": value == spec.value(),
            }
            for value, name in spec.lookup_choices
        ]

    def _address(self, place: str) -> str:
        return str(self.get_query_string({PAGE_VAR: place}))


def _counted(rows: QuerySet[Any], parts: Sequence[Q]) -> int:
    """How many there are, as far as it is told; each part by its own index."""
    return sum(rows.filter(part).order_by()[: COUNTED + 1].count() for part in parts)
