"""The order of a list by columns that tell its rows apart, and a place in it, as addresses write it down."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Self

from django.core.exceptions import ValidationError
from django.db.models import F, Func, Model, QuerySet, Value
from django.db.models.fields import Field, IntegerField
from django.db.models.lookups import GreaterThan, LessThan

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

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(field.attname for field in self.fields)

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


def _value(field: "Field[Any, Any]", text: str) -> Any:
    """What the text says, if the column could hold it. Raises ValidationError, OverflowError."""
    value = field.to_python(text)
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValidationError("a moment in no time zone")
        return value.astimezone(UTC)
    field.run_validators(value)
    return value


def _row(expressions: Sequence[Any]) -> Func:
    """(a, b): compared with another, column by column, by one walk of an index that has both."""
    return Func(*expressions, function="", output_field=IntegerField())
