"""Filters of lists. `index` names the index by which one finds its rows; a list follows one index at a time.

Where the index does not have all rows, `parts` split them into those that it has and others. `is_narrow` where what is
chosen has few rows however many there are: then its index is followed before any other.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from typing import Any, ClassVar

from django import forms
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.text import capfirst
from unfold.contrib.filters.admin import DropdownFilter, TextFilter
from unfold.widgets import UnfoldAdminTextInputWidget


class ByIndex:
    """How the rows of a filter are found; as it stands here, by looking at each."""

    index: ClassVar[str | None] = None
    parts: ClassVar[Sequence[Q]] = (Q(),)

    @property
    def is_narrow(self) -> bool:
        return False


class Choice(ByIndex, DropdownFilter):
    """One of several, or all."""


class Text(ByIndex, TextFilter):
    """Something typed."""


class DateForm(forms.Form):
    """A day of the calendar; the browser has the means to choose it."""

    def __init__(self, *, name: str, label: str, data: dict[str, Any]) -> None:
        super().__init__(data)
        widget = UnfoldAdminTextInputWidget(attrs={"type": "date"})
        self.fields[name] = forms.CharField(label=label, required=False, widget=widget)


class Day(Text):
    """A day, as 2026-12-31; anything else filters nothing. `lookup` is held against its midnight, UTC."""

    lookup: ClassVar[str]
    form_class = DateForm

    @property
    def moment(self) -> datetime | None:
        try:
            day = date.fromisoformat(self.value() or "")
        except ValueError:
            return None
        return datetime(day.year, day.month, day.day, tzinfo=UTC)

    def choices(self, changelist: Any) -> Iterator[Any]:
        yield {
            "form": DateForm(
                name=self.parameter_name, label=capfirst(self.title), data={self.parameter_name: self.value()}
            )
        }

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        moment = self.moment
        return queryset if moment is None else queryset.filter(**{self.lookup: moment})
