"""One page of a list: its rows are found by where it begins, in the order of an index, and not by counting."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q, QuerySet

from perudo_site.admin.order import Order, Place

WINDOW: Final = 500
"""How many rows of an index are looked at for a page where the list is narrowed by more than that index."""
Key = tuple[Any, ...]


@dataclass(frozen=True)
class Walk:
    """A walk of so many rows from a place on.

    `parts` split the rows, so that each part has an index in this order, or is small; what they give is put in order
    here.
    """

    order: Order
    place: Place
    size: int
    parts: Sequence[Q] = (Q(),)

    @property
    def falls(self) -> bool:
        return self.order.falling != self.place.backwards

    def through_all(self, wanted: QuerySet[Any]) -> tuple[list[Key], Key | None]:
        """The keys of the page, each with the row's primary key behind it, and the key that the list goes on from."""
        found = [key for part in self.parts for key in self._keys(self._from_here(wanted.filter(part)))]
        return self._page(found, None)

    def through_some(self, wanted: QuerySet[Any], followed: QuerySet[Any]) -> tuple[list[Key], Key | None]:
        """The same of those among the next rows of `followed`; the list may go on although the page is not full."""
        found: list[Key] = []
        ends: list[Key] = []
        for part in self.parts:
            window = self._in_order(self._from_here(followed.filter(part)))[:WINDOW]
            found += self._keys(wanted.filter(pk__in=window.values("pk")))
            ends += window.values_list(*self.order.columns)[WINDOW - 1 : WINDOW]
        # Beyond the nearest end it is not known what another part has.
        end = None if not ends else max(ends) if self.falls else min(ends)
        return self._page([key for key in found if end is None or not self._is_beyond(key, end)], end)

    def _page(self, found: list[Key], end: Key | None) -> tuple[list[Key], Key | None]:
        found.sort(reverse=self.falls)
        page = found[: self.size]
        return page, page[-1][:-1] if len(found) > self.size else end

    def _keys(self, rows: QuerySet[Any]) -> list[Key]:
        return list(self._in_order(rows).values_list(*self.order.columns, "pk")[: self.size + 1])

    def _in_order(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        return self.order.rows(rows, backwards=self.place.backwards)

    def _from_here(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        key = self.place.key
        return rows if key is None else self.order.beyond(rows, key, backwards=self.place.backwards)

    def _is_beyond(self, key: Key, end: Key) -> bool:
        return key[:-1] < end if self.falls else key[:-1] > end
