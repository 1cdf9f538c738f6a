"""Fields that take a value of their own JSON type and convert nothing, and their likes for query strings."""

import re
from typing import Any

from rest_framework import serializers

INT64 = 2**63


class StrictIntegerField(serializers.IntegerField):
    """An integer written as one: no `true`, `3.0` or `"3"`. Within 64 bits unless bounded otherwise."""

    def __init__(self, *, min_value: int | None = -INT64, max_value: int | None = INT64 - 1, **kwargs: Any) -> None:
        super().__init__(min_value=min_value, max_value=max_value, **kwargs)

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return data


class StrictBooleanField(serializers.BooleanField):
    """`true` or `false`, and no stand-in for them."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class StrictCharField(serializers.CharField):
    """Text, taken as it is: no number turned into text, nothing trimmed, no NUL and no unpaired surrogate."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"trim_whitespace": False, **kwargs})

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return data


class StrictChoiceField(serializers.ChoiceField):
    """One of several words."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


class QueryIntegerField(StrictIntegerField):
    """An integer in a query string, in ASCII digits."""

    def to_internal_value(self, data: Any) -> int:
        if not re.fullmatch(r"-?[0-9]{1,19}", data):
            self.fail("invalid")
        return int(data)


class QueryBooleanField(StrictBooleanField):
    """`true` or `false` in a query string."""

    def to_internal_value(self, data: Any) -> bool:
        if data not in ("true", "false"):
            self.fail("invalid", input=data)
        return bool(data == "true")
