"""Shapes of request bodies and query strings. Shape only: no rule of the game stands in a serializer."""

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.fields import empty
from rest_framework.request import Request


class StrictSerializer(serializers.Serializer[Any]):
    """A body's shape. A field that it does not declare is an error of that field, code `unknown_field`."""

    def __init__(self, instance: Any = None, data: Any = empty, **kwargs: Any) -> None:
        # An empty form comes as a QueryDict, from which the framework would read absent booleans as false.
        super().__init__(instance, data.dict() if isinstance(data, QueryDict) else data, **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        errors = self._unknown(data) if isinstance(data, Mapping) else {}
        try:
            value = super().to_internal_value(data)
        except serializers.ValidationError as exc:
            raise serializers.ValidationError({**errors, **_by_field(exc)}) from None
        if errors:
            raise serializers.ValidationError(errors)
        return value

    def _unknown(self, data: Mapping[str, Any]) -> dict[str, Any]:
        known = {name for name, field in self.fields.items() if not field.read_only}
        message = ErrorDetail("There is no such field.", code="unknown_field")
        return {name: [message] for name in data if name not in known}


class QuerySerializer(serializers.Serializer[Any]):
    """A query string's shape: the last value of each parameter counts, an empty one is as good as none.

    Parameters that it does not declare are ignored. Integers and booleans want the Query fields.
    """

    def __init__(self, instance: Any = None, data: Any = empty, **kwargs: Any) -> None:
        if isinstance(data, QueryDict):
            data = {name: value for name, value in data.dict().items() if value != ""}
        super().__init__(instance, data, **kwargs)


def read_body(shape: type[StrictSerializer], request: Request) -> dict[str, Any]:
    """The body of `request` in that shape; a ValidationError, answered as `invalid`, names every fault in it."""
    return _read(shape(data=request.data))


def read_query(shape: type[QuerySerializer], request: Request) -> dict[str, Any]:
    """The query string of `request` in that shape; see `read_body`."""
    return _read(shape(data=request.query_params))


def _read(serializer: serializers.Serializer[Any]) -> dict[str, Any]:
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def _by_field(exc: serializers.ValidationError) -> dict[str, Any]:
    assert isinstance(exc.detail, dict)
    return exc.detail
