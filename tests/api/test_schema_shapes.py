"""What the OpenAPI document says of bodies, headers, options and events is true, and said in words."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from rest_framework import serializers

from games.rules.ruleset import Options
from perudo_site.downloads import PATHS
from perudo_site.http.schema import Schema, document
from perudo_site.http.serializers import StrictSerializer
from players import names
from tests.client import check

Json = dict[str, Any]

ROOT = Path(__file__).parents[2]
SHAPES: Json = document()["components"]["schemas"]
OPERATIONS: dict[tuple[str, str], Json] = {
    (method.upper(), path): operation
    for path, methods in document()["paths"].items()
    for method, operation in methods.items()
}


def shape(name: str) -> Draft202012Validator:
    known = {"components": {"schemas": SHAPES}}
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", **known})


# --- Words ----------------------------------------------------------------------------------------------------------

# A page has no words of its own, and the one of any event has those of its types.
WORDLESS = r"Paginated\w+List|Event"
INTERNAL = r"docs/|[Ss]erializer|OpenAPI|framework|\bis the service's\b|\bdeclare|`\w+_export`|test of memory"


def words(part: Any) -> Iterator[str]:
    """Every description and summary in a part of the document."""
    if isinstance(part, dict):
        for name, inner in part.items():
            if name in ("description", "summary") and isinstance(inner, str):
                yield inner
            yield from words(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from words(inner)


def test_every_shape_has_words_of_its_own() -> None:
    said = {name: part.get("description") for name, part in SHAPES.items() if not re.fullmatch(WORDLESS, name)}
    assert [name for name, text in said.items() if not text] == []
    assert len(set(said.values())) == len(said), "a shape is described as another one"


def test_what_a_class_inherits_is_not_said_of_it() -> None:
    class Heir(StrictSerializer):
        seat = serializers.IntegerField()

    class Told(StrictSerializer):
        """A seat."""

        seat = serializers.IntegerField()

    schema = Schema()
    schema.view = None
    assert StrictSerializer.__doc__
    assert "description" not in schema._map_basic_serializer(Heir(context={"view": None}), "request")
    assert schema._map_basic_serializer(Told(context={"view": None}), "request")["description"] == "A seat."


def test_nothing_internal_is_said() -> None:
    said = list(words(document()))
    assert len(said) > 300
    assert [text for text in said if not text.strip() or re.search(INTERNAL, text)] == []


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_parameter_is_described(method: str, path: str) -> None:
    parameters = OPERATIONS[method, path].get("parameters", [])
    assert [p["name"] for p in parameters if p["in"] != "path" and not p.get("description")] == []


# --- Problems -------------------------------------------------------------------------------------------------------


def members_of_refusals() -> Iterator[str]:
    """What the code adds to problem documents."""
    for place in ("games", "players", "perudo_site"):
        for file in (ROOT / place).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                    yield from (str(keyword.arg) for keyword in node.keywords)


def test_every_member_of_a_problem_is_told_of() -> None:
    added = set(members_of_refusals())
    assert added >= {"errors", "legal_bids", "game", "scope"}
    assert added <= SHAPES["Problem"]["properties"].keys()
    assert not added & set(SHAPES["Problem"]["required"])


# --- Headers --------------------------------------------------------------------------------------------------------


def headers(answer: Json) -> set[str]:
    return {name for name, header in answer.get("headers", {}).items() if header["required"]}


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_header_is_told_of(method: str, path: str) -> None:
    operation = OPERATIONS[method, path]
    answers = operation["responses"]
    sent = {p["name"] for p in operation.get("parameters", []) if p["in"] == "header"}
    assert ("304" in answers) == ("If-None-Match" in sent)
    assert headers(answers["429"]) == {"Retry-After"}
    assert headers(answers.get("401", {})) == ({"WWW-Authenticate"} if "401" in answers else set())
    for status in answers.keys() & {"200", "201", "304"}:
        shown = answers[status].get("content", {}).get("application/json", {}).get("schema", {})
        is_tagged = "304" in answers or shown.get("$ref", "").endswith("/Game")
        is_download = PATHS.fullmatch(path) is not None
        assert headers(answers[status]) == {
            *(["ETag"] if is_tagged else []),
            *(["Content-Disposition"] if is_download else []),
        }


@pytest.mark.parametrize(
    ("status", "sent"),
    [
        (200, {"ETag": '"x"'}),
        (200, {"Retry-After": "1"}),
        (401, {}),
        (429, {}),
    ],
)
def test_a_header_that_is_missing_or_not_told_of_is_found(status: int, sent: dict[str, str]) -> None:
    answer = HttpResponse(b"{}", status=status, headers=sent)
    with pytest.raises(AssertionError, match="headers"):
        check("GET", "/api/v1/players/me/", answer)


# --- Requests -------------------------------------------------------------------------------------------------------

BODIES = {
    operation["operationId"]: operation["requestBody"]["content"]["application/json"]
    for operation in OPERATIONS.values()
    if "requestBody" in operation
}


@pytest.mark.parametrize("name", BODIES)
def test_a_body_has_examples_that_are_taken(name: str) -> None:
    """Otherwise the page makes some up, of the least numbers and of no words."""
    reference = BODIES[name]["schema"]["$ref"].rpartition("/")[2]
    examples = [example["value"] for example in BODIES[name].get("examples", {}).values()]
    assert examples or not SHAPES[reference].get("properties")
    for example in examples:
        assert list(shape(reference).iter_errors(example)) == []
        assert example.keys() <= SHAPES[reference]["properties"].keys()


@pytest.mark.parametrize("name", ["CredentialsRequest", "NewBotRequest"])
@pytest.mark.parametrize(
    "username",
    [
        "abc",
        "a" * 20,
        "A-_9",
        "ad",
        "a" * 21,
        "ada lovelace",
        "ada.l",
        "\u00e4d\u00e4",
        "\u212aate",
        "ada/",
        "",
        " ada",
    ],
)
def test_a_new_username_has_the_form_that_is_told(name: str, username: str) -> None:
    field = Draft202012Validator(SHAPES[name]["properties"]["username"])
    assert field.is_valid(username) == names.is_well_formed(username)
    assert field.is_valid("a" * names.MAX_LENGTH)


@pytest.mark.parametrize(
    ("name", "field"), [("CredentialsRequest", "password"), ("NewPasswordRequest", "new_password")]
)
def test_a_new_password_is_as_long_as_is_told(name: str, field: str) -> None:
    least = SHAPES[name]["properties"][field]["minLength"]
    validate_password("xq7-kzu3-vhd0"[:least])
    with pytest.raises(ValidationError):
        validate_password("xq7-kzu3-vhd0"[: least - 1])


@pytest.mark.parametrize("text", ["a", "m\u00e9", "x" * 150])
def test_whoever_logs_in_may_say_anything(text: str) -> None:
    assert shape("LogInRequest").is_valid({"username": text, "password": text})


# --- Options --------------------------------------------------------------------------------------------------------

STRANGE: list[Any] = [None, 0, 6, -1, 1.5, "", "x", "true", "1", [], {}]


@pytest.mark.parametrize("name", ["Options", "OptionsRequest"])
def test_the_options_are_those_of_the_rules(name: str) -> None:
    properties = SHAPES[name]["properties"]
    assert list(properties) == [option.name for option in fields(Options)]
    choices = {
        option.name: [choice if isinstance(choice, int) else str(choice) for choice in option.metadata["choices"]]
        for option in fields(Options)
    }
    everything = [value for values in choices.values() for value in values] + STRANGE
    for option, told in properties.items():
        taken = [value for value in everything if Draft202012Validator(told).is_valid(value)]
        # Types are compared too, since True == 1.
        assert {(type(v), v) for v in taken} == {(type(v), v) for v in choices[option]}, option


def test_options_are_all_shown_and_none_is_needed() -> None:
    assert sorted(SHAPES["Options"]["required"]) == sorted(option.name for option in fields(Options))
    assert "required" not in SHAPES["OptionsRequest"]
    for name, field in (("Game", "Options"), ("Replay", "Options"), ("TableRequest", "OptionsRequest")):
        assert f"/{field}'" in str(SHAPES[name]["properties"]["options"])


# --- Events ---------------------------------------------------------------------------------------------------------


def test_an_event_is_of_one_type_only() -> None:
    """Data of one type is none of another, so that a reader can tell by either."""
    for kind, reference in SHAPES["Event"]["discriminator"]["mapping"].items():
        name = reference.rpartition("/")[2]
        assert SHAPES[name]["properties"]["type"]["enum"] == [kind]
        needed = set(SHAPES[name.replace("Event", "Data")]["required"])
        others = {other for other in SHAPES if other.endswith("Data")} - {name.replace("Event", "Data")}
        for other in others:
            assert not needed <= set(SHAPES[other]["required"]), (name, other)
