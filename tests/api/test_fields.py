"""Tables of what strict fields take and refuse."""

from typing import Any

import pytest
from django.http import QueryDict
from rest_framework import serializers

from perudo_site.http import fields
from perudo_site.http.serializers import QuerySerializer, StrictSerializer

INT64 = 2**63
INTEGER = fields.StrictIntegerField()
BOUNDED = fields.StrictIntegerField(min_value=2, max_value=6)
BOOLEAN = fields.StrictBooleanField()
TEXT = fields.StrictCharField(max_length=3)
CHOICE = fields.StrictChoiceField(choices=["1", "bid"])
QUERY_INTEGER = fields.QueryIntegerField(min_value=0)
QUERY_BOOLEAN = fields.QueryBooleanField()

GOOD: list[tuple[Any, Any, Any]] = [
    *[(INTEGER, value, value) for value in (0, -1, INT64 - 1, -INT64)],
    *[(BOUNDED, value, value) for value in (2, 6)],
    *[(BOOLEAN, value, value) for value in (True, False)],
    *[(TEXT, value, value) for value in ("a", " a ", "\u00e9\u00e9\u00e9", "\U0001f3b2")],
    *[(CHOICE, value, value) for value in ("1", "bid")],
    (QUERY_INTEGER, "0", 0),
    (QUERY_INTEGER, "007", 7),
    (QUERY_BOOLEAN, "true", True),
    (QUERY_BOOLEAN, "false", False),
]
NONSENSE: list[Any] = [None, [], {}, [1], {"a": 1}, 1.5, object]
BAD: list[tuple[Any, Any]] = [
    *[(INTEGER, value) for value in (*NONSENSE, True, False, "1", 1.0, "", INT64, -INT64 - 1, float("nan"))],
    *[(BOUNDED, value) for value in (1, 7, True)],
    *[(BOOLEAN, value) for value in (*NONSENSE, 0, 1, "true", "false", "", "on")],
    *[(TEXT, value) for value in (*NONSENSE, 1, True, "", "abcd", "\0", "\ud800", "\udfff")],
    *[(CHOICE, value) for value in (*NONSENSE, 1, True, "", "Bid", "bid ")],
    *[(QUERY_INTEGER, value) for value in ("-1", "1.0", "1e3", "+1", " 1", "1 ", "\u0661", "0x1", "", "9" * 20, "1\n")],
    *[(QUERY_BOOLEAN, value) for value in ("True", "1", "yes", " true", "\0")],
]


@pytest.mark.parametrize(("field", "value", "result"), GOOD)
def test_good_values_are_taken_as_they_are(field: Any, value: Any, result: Any) -> None:
    taken = field.run_validation(value)
    assert taken == result
    assert type(taken) is type(result)


@pytest.mark.parametrize(("field", "value"), BAD)
def test_bad_values_are_refused(field: Any, value: Any) -> None:
    with pytest.raises(serializers.ValidationError):
        field.run_validation(value)


class Inner(StrictSerializer):
    face = fields.StrictIntegerField()


class Outer(StrictSerializer):
    inner = Inner(required=False)
    faces = serializers.ListField(child=fields.StrictIntegerField(), required=False)
    sit = fields.StrictBooleanField(default=True)
    shown = fields.StrictCharField(read_only=True)


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({"x": 1}, {"x": ["unknown_field"]}),
        ({"shown": "x"}, {"shown": ["unknown_field"]}),
        ({"inner": {"face": 1, "y": 2}}, {"inner": {"y": ["unknown_field"]}}),
        ({"inner": {"face": True}, "x": 1}, {"inner": {"face": ["invalid"]}, "x": ["unknown_field"]}),
        ({"inner": []}, {"inner": {"non_field_errors": ["invalid"]}}),
        ({"faces": {"0": 1}}, {"faces": ["not_a_list"]}),
        ({"faces": "12"}, {"faces": ["not_a_list"]}),
        ({"faces": [1, "2"]}, {"faces": {1: ["invalid"]}}),
        ([], {"non_field_errors": ["invalid"]}),
        ("x", {"non_field_errors": ["invalid"]}),
    ],
)
def test_unknown_fields_are_errors_of_their_own(body: Any, errors: Any) -> None:
    serializer = Outer(data=body)
    assert not serializer.is_valid()
    assert codes(serializer.errors) == errors


def codes(detail: Any) -> Any:
    if isinstance(detail, dict):
        return {name: codes(inner) for name, inner in detail.items()}
    return [error.code for error in detail]


def test_an_empty_form_is_an_empty_object() -> None:
    serializer = Outer(data=QueryDict(""))
    assert serializer.is_valid()
    assert serializer.validated_data == {"sit": True}


class Query(QuerySerializer):
    limit = fields.QueryIntegerField(default=25)
    my_turn = fields.QueryBooleanField(default=False)


@pytest.mark.parametrize(
    ("query", "result"),
    [
        ("", {"limit": 25, "my_turn": False}),
        ("limit=&my_turn=&x=1", {"limit": 25, "my_turn": False}),
        ("limit=3&my_turn=true", {"limit": 3, "my_turn": True}),
        ("limit=x&limit=4", {"limit": 4, "my_turn": False}),
    ],
)
def test_queries(query: str, result: dict[str, Any]) -> None:
    serializer = Query(data=QueryDict(query))
    assert serializer.is_valid()
    assert serializer.validated_data == result
