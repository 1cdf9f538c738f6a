"""The OpenAPI document: what drf-spectacular finds, and beside it every problem an operation can answer with."""

from collections.abc import Callable
from functools import lru_cache
from http import HTTPStatus
from itertools import groupby
from threading import Lock
from typing import Any, Literal, TypeVar

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers

from perudo_site.http.problem_types import PROBLEM_TYPES
from perudo_site.http.problems import CONTENT_TYPE
from perudo_site.refusals import Code

Handler = TypeVar("Handler", bound=Callable[..., Any])

_EVERYWHERE = (Code.NOT_ACCEPTABLE, Code.THROTTLED)
_WITH_BODY = (Code.INVALID, Code.REQUEST_TIMEOUT, Code.TOO_LARGE, Code.UNSUPPORTED_MEDIA_TYPE)


def refuses(*codes: Code) -> Callable[[Handler], Handler]:
    """Say which codes a view's method may answer with, beside those that its shape implies (see `Schema`)."""

    def mark(handler: Handler) -> Handler:
        handler.refuses = codes  # type: ignore[attr-defined]
        return handler

    return mark


def takes(shape: type[serializers.BaseSerializer[Any]]) -> Callable[[Handler], Handler]:
    """Say which body a view's `delete` takes; for other methods `extend_schema` does."""

    def mark(handler: Handler) -> Handler:
        handler.takes = shape  # type: ignore[attr-defined]
        return handler

    return mark


class FieldErrorSerializer(serializers.Serializer[Any]):
    field = serializers.CharField(help_text="The dotted name of the field or parameter; empty for the whole body.")
    code = serializers.CharField()
    detail = serializers.CharField()


class ProblemSerializer(serializers.Serializer[Any]):
    """A refusal (RFC 9457). Some codes add members, such as `legal_bids` or `game`."""

    type = serializers.CharField(help_text="A relative reference that says what the code means.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.ChoiceField(choices=[(str(code), str(code)) for code in Code])
    errors = FieldErrorSerializer(many=True, required=False)  # type: ignore[assignment]  # the base's is its own


class Schema(AutoSchema):
    """A handler's docstring gives summary (its first line) and description (the rest).

    Implied problems: `invalid` and those of bodies where there is a body or a query, 401 where there is a token, 403
    where it needs a scope, 404 where the address has a parameter, 406 and 429 everywhere. `refuses` adds the others.
    """

    def get_summary(self) -> str:
        return self._docstring()[0]

    def get_description(self) -> str:  # type: ignore[override]  # as drf-spectacular has it
        return self._docstring()[1]

    def _docstring(self) -> tuple[str, str]:
        summary, _, description = super().get_description().partition("\n")
        return summary.strip(), description.strip()

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> dict[str, Any]:
        answers: dict[str, Any] = super()._get_response_bodies(direction)
        problem = self.resolve_serializer(ProblemSerializer, "response").ref
        codes = sorted(self._refusals(), key=lambda code: (PROBLEM_TYPES[code].status, code))
        for status, same in groupby(codes, key=lambda code: PROBLEM_TYPES[code].status):
            answers[str(int(status))] = _problem_answer(status, list(same), problem)
        return answers

    def _get_request_body(self, direction: Literal["request", "response"] = "request") -> Any:
        shape = getattr(self._handler(), "takes", None)
        if shape is None:
            return super()._get_request_body(direction)  # type: ignore[no-untyped-call]
        reference = self.resolve_serializer(shape, "request").ref
        return {"content": {"application/json": {"schema": reference}}, "required": True}

    def _handler(self) -> Any:
        return getattr(self.view, self.method.lower())

    def _refusals(self) -> set[Code]:
        codes = {*_EVERYWHERE, *getattr(self._handler(), "refuses", ())}
        if self.view.get_authenticators():
            codes.add(Code.BAD_TOKEN)
            if {} not in self.get_auth():
                codes.update((Code.NOT_AUTHENTICATED, Code.FORBIDDEN))
        if self.method in ("POST", "PUT", "PATCH") or hasattr(self._handler(), "takes"):  # an empty object is a body
            codes.update(_WITH_BODY)
        places = {parameter["in"] for parameter in self._get_parameters()}
        if places & {"query", "header"}:
            codes.add(Code.INVALID)
        if "path" in places:
            codes.add(Code.NOT_FOUND)
        return codes


def _problem_answer(status: HTTPStatus, codes: list[Code], schema: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "description": ", ".join(f"`{code}`" for code in codes),
        "content": {CONTENT_TYPE: {"schema": schema}},
    }
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        answer["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."}}
    if status == HTTPStatus.UNAUTHORIZED:
        answer["headers"] = {"WWW-Authenticate": {"schema": {"type": "string"}}}
    return answer


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Names the one way to authenticate in the document, and for each operation the scope that it asks of a token."""

    target_class = "players.api.authentication.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A token of `POST /api/v1/tokens/`."}

    def get_security_requirement(self, auto_schema: AutoSchema) -> dict[str, list[str]]:
        permissions = auto_schema.view.get_permissions()
        return {self.name: [str(p.needed(auto_schema.method)) for p in permissions if hasattr(p, "needed")]}


_making = Lock()


def document() -> dict[str, Any]:
    """The OpenAPI document. It depends on nothing but the code, so it is made once a process."""
    with _making:  # the generator fails when two threads begin to use it at once
        return _document()


@lru_cache
def _document() -> dict[str, Any]:
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    schema: dict[str, Any] = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return schema
