"""A client of the API that holds every answer against the served OpenAPI document."""

import json
import re
from functools import lru_cache
from typing import Any

from django.http import HttpResponse
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012
from rest_framework.test import APIClient

from perudo_site.cors import READ
from perudo_site.http.problems import CONTENT_TYPE
from perudo_site.http.schema import document

ROOT = "urn:openapi"
# Answers that belong to no operation: an unknown method, and a fault of the server.
UNDOCUMENTED = {405, 500}
# Headers that the document is to tell of: those that a client reads. `Allow` comes with every answer.
PROMISED = set(READ) - {"Allow"}


class CheckedClient(APIClient):
    """Raises AssertionError when an answer's status, headers, content type or body is not what the document says."""

    def request(self, **kwargs: Any) -> Any:
        response = read_whole(super().request(**kwargs))
        check(kwargs["REQUEST_METHOD"], kwargs["PATH_INFO"], response)
        return response


def read_whole(response: Any) -> Any:
    """A streamed answer as one that is not, so that it can be read more than once."""
    if not response.streaming:
        return response
    whole = HttpResponse(b"".join(response), status=response.status_code, headers=response.headers)
    whole.json = lambda: json.loads(whole.content)  # type: ignore[attr-defined]
    return whole


def check(method: str, path: str, response: Any) -> None:
    """Hold one answer against the document; addresses and methods that it does not know are not its affair."""
    template = next((known for known in _templates() if _templates()[known].fullmatch(path)), None)
    operation = document()["paths"].get(template, {}).get(method.lower())
    if operation is None or response.status_code in UNDOCUMENTED:
        return
    said = operation["responses"].get(str(response.status_code))
    assert said is not None, f"{method} {template} may not answer {response.status_code}: {response.content!r}"
    headers, sent = said.get("headers", {}), {name.title() for name in response.headers}
    assert {name.title() for name, header in headers.items() if header["required"]} <= sent, f"{template} lacks headers"
    told = {name.title() for name in headers}
    assert {name.title() for name in PROMISED} & sent <= told, f"{method} {template} has headers not told of"
    if "content" not in said:
        assert response.content == b""
        return
    media_type = response["Content-Type"].partition(";")[0]
    assert media_type in said["content"], f"{method} {template} may not answer in {media_type}"
    if media_type == CONTENT_TYPE:
        assert response.json().keys() <= document()["components"]["schemas"]["Problem"]["properties"].keys()
    _validator(
        f"/paths/{_escape(template or '')}/{method.lower()}/responses/{response.status_code}/content/"
        f"{_escape(media_type)}/schema"
    ).validate(response.json() if re.search(r"[/+]json$", media_type) else response.content.decode())


@lru_cache
def _templates() -> dict[str, re.Pattern[str]]:
    """Each path of the document as an expression; fixed words before parameters ("me" before a username)."""
    paths = sorted(document()["paths"], key=lambda path: path.replace("{", "~"))
    return {path: re.compile(re.sub(r"\{\w+\}", "[^/]+", path)) for path in paths}


@lru_cache
def _validator(pointer: str) -> Draft202012Validator:
    resource: Resource[Any] = Resource.from_contents(document(), default_specification=DRAFT202012)
    registry: Registry[Any] = Registry().with_resource(ROOT, resource)
    return Draft202012Validator({"$ref": f"{ROOT}#{pointer}"}, registry=registry)


def _escape(part: str) -> str:
    return part.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
