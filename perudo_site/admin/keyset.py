"""Lists of any length, a page at a time by where it begins and not by how many rows come before it.

So the last page costs what the first does. Nothing is counted beyond `COUNTED` rows. A list that is filtered by
several things at once follows the index of one of them, and looks at `WINDOW` rows for the others; where those do not
fill a page, the next page goes on from there. So no choice of filters reads a whole table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Self

from django.contrib.admin.views.main import PAGE_VAR
from django.core.exceptions import ValidationError
from django.db.models import F, Func, Model, QuerySet, Value
from django.db.models.fields import Field, IntegerField
from django.db.models.lookups import GreaterThan, LessThan
from django.http import HttpRequest
from unfold.views import ChangeList

COUNTED: Final = 1000
WINDOW: Final = 2000
_BETWEEN: Final = "~"


@dataclass(frozen=True)
class Order:
    """Columns of a model, which together tell its rows apart, all falling or all rising."""

    fields: Sequence["Field[Any, Any]"]
    falling: bool

    @classmethod
    def of(cls, model: type[Model], names: Sequence[str]) -> Self:
        """`Order.of(Game, ["-created_at", "-id"])`."""
        falling = {name.startswith("-") for name in names}
        assert len(falling) == 1, "one direction for all"
        fields = [model._meta.get_field(name.removeprefix("-")) for name in names]
        return cls([field for field in fields if isinstance(field, Field)], falling.pop())

    def rows(self, rows: QuerySet[Any], *, backwards: bool) -> QuerySet[Any]:
        sign = "-" if self.falling != backwards else ""
        return rows.order_by(*(f"{sign}{field.name}" for field in self.fields))

    def beyond(self, rows: QuerySet[Any], key: Sequence[Any], *, backwards: bool) -> QuerySet[Any]:
        """Those that come after the row of this key; before it, if the list is walked backwards."""
        compare = LessThan if self.falling != backwards else GreaterThan
        values = [Value(value, output_field=field) for value, field in zip(key, self.fields, strict=True)]
        return rows.filter(compare(_row([F(field.name) for field in self.fields]), _row(values)))

    def key(self, row: Model) -> tuple[Any, ...]:
        return tuple(getattr(row, field.attname) for field in self.fields)

    def written(self, key: Sequence[Any]) -> str:
        return _BETWEEN.join(value.isoformat() if hasattr(value, "isoformat") else str(value) for value in key)

    def read(self, text: str) -> tuple[Any, ...] | None:
        """The key that was written so; None for anything else."""
        parts = text.split(_BETWEEN)
        if len(parts) != len(self.fields):
            return None
        try:
            return tuple(_value(field, part) for part, field in zip(parts, self.fields, strict=True))
        except (ValidationError, OverflowError):
            return None


@dataclass(frozen=True)
class Place:
    """Where a page begins: after a key, before one, or at an end of the list."""

    key: tuple[Any, ...] | None = None
    backwards: bool = False

    @classmethod
    def read(cls, text: str, order: Order) -> Self:
        """`after.KEY`, `before.KEY`, `last`; anything else is the first page."""
        word, _, rest = text.partition(".")
        if word == "last":
            return cls(backwards=True)
        key = order.read(rest) if word in ("after", "before") else None
        return cls(key, word == "before") if key is not None else cls()


class KeysetList(ChangeList):
    """The list of a `KeysetAdmin`. For the template: `first`, `previous`, `next`, `last` are addresses or None."""

    first: str | None
    previous: str | None
    next: str | None
    last: str | None

    def get_ordering(self, request: HttpRequest, queryset: QuerySet[Any]) -> list[str]:
        return list(self.model_admin.page_order(request))

    def get_results(self, request: HttpRequest) -> None:
        order = Order.of(self.model, self.model_admin.page_order(request))
        place = Place.read(request.GET.get(PAGE_VAR, ""), order)
        followed, is_all = self._followed(request)
        rows, goes_on = self._page(order, place, followed, is_all=is_all)
        self._link(order, place, rows, goes_on)
        self.tabs = [self._tabs(spec) for spec in self.filter_specs if getattr(spec, "all_option", "") is None]
        self.result_list = rows
        self.model_admin.prepare_page(request, rows)
        self.is_all = is_all
        self.counted = followed.order_by()[: COUNTED + 1].count() if is_all and place.key is None else None
        self.is_counted = self.counted is not None and self.counted <= COUNTED
        self.counted_to = COUNTED
        self.result_count = self.full_result_count = len(rows)
        self.show_full_result_count = self.can_show_all = self.multi_page = False
        self.show_admin_actions = True
        self.paginator = self.model_admin.get_paginator(request, self.queryset, self.list_per_page)
        self.paginator.template_name = "admin/keyset.html"

    def _followed(self, request: HttpRequest) -> tuple[QuerySet[Any], bool]:
        """The rows of the index that is followed, and whether they are all that is asked for."""
        searched = bool(self.query)
        chosen = [spec for spec in self.filter_specs if getattr(spec, "index", None) is not None and spec.value()]
        others = [spec for spec in self.filter_specs if getattr(spec, "index", None) is None and spec.value()]
        rows: QuerySet[Any] = self.root_queryset
        if searched:
            rows, _ = self.model_admin.get_search_results(request, rows, self.query)
            return rows, not chosen and not others
        followed = [spec for spec in chosen if spec.index == chosen[0].index]
        for spec in followed:
            rows = spec.queryset(request, rows)
        return rows, len(followed) == len(chosen) and not others

    def _page(
        self, order: Order, place: Place, followed: QuerySet[Any], *, is_all: bool
    ) -> tuple[list[Any], tuple[Any, ...] | None]:
        """The rows of a page in the order in which the list is walked, and from which key it goes on, if it does."""
        size, wanted = self.list_per_page, self.queryset
        if is_all:
            wanted = _placed(order, place, wanted)
        else:
            window = _placed(order, place, order.rows(followed, backwards=place.backwards))[:WINDOW]
            wanted = wanted.filter(pk__in=window.values("pk"))
        found = list(order.rows(wanted, backwards=place.backwards)[: size + 1])
        if len(found) > size:
            return found[:size], order.key(found[size - 1])
        if is_all:
            return found, None
        end = window.values_list(*(field.attname for field in order.fields))[WINDOW - 1 : WINDOW]
        return found, next(iter(end), None)

    def _link(self, order: Order, place: Place, rows: list[Any], goes_on: tuple[Any, ...] | None) -> None:
        """Set the addresses of the pages around, and turn the rows into the order of the list."""
        came_from = order.key(rows[0]) if rows and place.key is not None else None
        older, newer = (came_from, goes_on) if place.backwards else (goes_on, came_from)
        if place.backwards:
            rows.reverse()
        self.next = self._address(f"after.{order.written(older)}") if older else None
        self.previous = self._address(f"before.{order.written(newer)}") if newer else None
        self.first = self.get_query_string({PAGE_VAR: None}) if newer or (place.key and not rows) else None
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


def _value(field: "Field[Any, Any]", text: str) -> Any:
    """What the text says, if the column could hold it. Raises ValidationError, OverflowError."""
    value = field.to_python(text)
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValidationError("a moment in no time zone")
        return value.astimezone(UTC)
    field.run_validators(value)
    return value


def _placed(order: Order, place: Place, rows: QuerySet[Any]) -> QuerySet[Any]:
    return rows if place.key is None else order.beyond(rows, place.key, backwards=place.backwards)


def _row(expressions: Sequence[Any]) -> Func:
    """(a, b): compared with another, column by column, by one walk of an index that has both."""
    return Func(*expressions, function="", output_field=IntegerField())
