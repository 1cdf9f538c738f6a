"""The OpenAPI document and its page."""

import re
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from django.test import Client
from openapi_spec_validator import OpenAPIV31SpecValidator

from perudo_site.http.problem_types import PROBLEM_TYPES
from perudo_site.http.schema import document
from perudo_site.refusals import Code

OPERATIONS = [
    pytest.param(path, method, operation, id=f"{method} {path}")
    for path, methods in document()["paths"].items()
    for method, operation in methods.items()
]


def test_is_a_valid_openapi_3_1_document() -> None:
    served = Client().get("/api/v1/schema/")
    assert served["Content-Type"] == "application/json"
    assert served.json()["openapi"].startswith("3.1.")
    OpenAPIV31SpecValidator(served.json()).validate()


def test_is_made_without_a_warning(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    call_command("spectacular", "--fail-on-warn", "--validate", "--file", str(tmp_path / "schema.yml"))


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("*/*", "application/json"),
        ("application/json", "application/json"),
        ("application/vnd.oai.openapi+json", "application/vnd.oai.openapi+json"),
        ("application/yaml", "application/yaml"),
    ],
)
def test_comes_in_the_form_that_is_accepted(accept: str, kind: str) -> None:
    answer = Client().get("/api/v1/schema/", HTTP_ACCEPT=accept)
    assert answer["Content-Type"].startswith(kind)
    assert yaml.safe_load(answer.content)["info"]["title"] == "Perudo server"


def test_names_every_operation_once() -> None:
    names = [operation["operationId"] for methods in document()["paths"].values() for operation in methods.values()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(("path", "method", "operation"), OPERATIONS)
def test_an_operation_is_said_in_words(path: str, method: str, operation: Any) -> None:
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", operation["operationId"])
    assert operation["summary"]
    assert operation["tags"]


@pytest.mark.parametrize(("path", "method", "operation"), OPERATIONS)
def test_an_operation_names_its_problems(path: str, method: str, operation: Any) -> None:
    named: set[str] = set()
    for status, answer in operation["responses"].items():
        if int(status) < 400:
            continue
        assert list(answer["content"]) == ["application/problem+json"]
        assert answer["content"]["application/problem+json"]["schema"] == {"$ref": "#/components/schemas/Problem"}
        codes = re.findall(r"`(\w+)`", answer["description"])
        assert codes
        assert {PROBLEM_TYPES[Code(code)].status for code in codes} == {int(status)}
        named |= set(codes)
    assert named >= {"throttled", "not_acceptable", "bad_token"}
    # Even a POST in which nothing is to be said has a body, and a DELETE that wants a password.
    assert ("too_large" in named) == (method == "post" or "requestBody" in operation)
    assert ("{" not in path) or "not_found" in named
    assert {} in operation["security"] or "not_authenticated" in named


def test_tells_how_to_authenticate() -> None:
    scheme = document()["components"]["securitySchemes"]
    assert {name: (one["type"], one["scheme"]) for name, one in scheme.items()} == {"bearer": ("http", "bearer")}


def test_a_problem_lists_every_code() -> None:
    schemas = document()["components"]["schemas"]
    code = schemas["Problem"]["properties"]["code"]
    listed = schemas[code["$ref"].rpartition("/")[2]] if "$ref" in code else code
    assert listed["enum"] == [str(code) for code in Code]


def test_the_page_loads_nothing_from_elsewhere() -> None:
    client = Client()
    page = client.get("/api/v1/docs/", HTTP_ACCEPT="text/html,*/*;q=0.8")
    assert page.status_code == 200
    html = page.content.decode()
    assert not re.findall(r"(?:https?:)?//[\w.-]+", html)
    assert "connect-src 'self'" in page["Content-Security-Policy"]
    addresses = re.findall(r'(?:src|href)="([^"]+)"', html)
    assert len(addresses) == 5
    for address in addresses:
        answer = client.get(address.replace("&amp;", "&"))
        assert answer.status_code == 200, address
        assert b"".join(answer) if answer.streaming else answer.content
    script = client.get(next(address for address in addresses if "script" in address)).content.decode()
    assert not re.findall(r"https?://[\w.-]+", script)
    assert '"validatorUrl": null' in script
    assert "Set-Cookie" not in page
