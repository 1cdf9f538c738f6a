"""The OpenAPI document: what drf-spectacular finds, and beside it every problem an operation can answer with."""

from collections.abc import Callable
from functools import lru_cache
from http import HTTPStatus
from itertools import groupby
from threading import Lock
from typing import Any, Final, Literal, TypeVar

from drf_spectacular.drainage import get_override, set_override
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import build_media_type_object
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from perudo_site.http.problem_types import PROBLEM_TYPES
from perudo_site.http.problems import CONTENT_TYPE
from perudo_site.refusals import Code

Handler = TypeVar("Handler", bound=Callable[..., Any])
Shape = TypeVar("Shape", bound=type[serializers.BaseSerializer[Any]])

IF_NONE_MATCH: Final = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` of the answer that the caller has: 304 while it would be the same.",
)


def _header(kind: str, description: str) -> dict[str, Any]:
    return {"schema": {"type": kind}, "required": True, "description": description}


_ETAG: Final = {"ETag": _header("string", "Names this content, for `If-None-Match` when it is asked for again.")}
_OF_PROBLEMS: Final = {
    HTTPStatus.UNAUTHORIZED: {"WWW-Authenticate": _header("string", "`Bearer`: the way to authenticate.")},
    HTTPStatus.TOO_MANY_REQUESTS: {"Retry-After": _header("integer", "Seconds to wait.")},
}
_WITHOUT_BODY: Final = {
    HTTPStatus.NO_CONTENT: "It is done. There is no body.",
    HTTPStatus.NOT_MODIFIED: "The content is still that of the ETag that was sent. There is no body.",
}
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


def has_etag(shape: Shape) -> Shape:
    """Say that every answer of this shape has an ETag. Those of calls that may answer 304 have one anyway."""
    shape.has_etag = True  # type: ignore[attr-defined]
    return shape


class DescribedField(serializers.JSONField):
    """A value that is in the document as `schema` says, which may name a component of another app."""

    def __init__(self, schema: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        set_override(self, "field", schema)


class FieldErrorSerializer(serializers.Serializer[Any]):
    """What is wrong with one field, parameter or header of a request."""

    field = serializers.CharField(
        help_text="The dotted name of the field, parameter or header; empty for the whole body."
    )
    code = serializers.CharField(help_text="What is wrong, for programs: `required`, `unknown_field`, `min_value`, …")
    detail = serializers.CharField(help_text="The same in a sentence.")


class ProblemSerializer(serializers.Serializer[Any]):
    """A refusal (RFC 9457). Some codes add members of their own, which are absent otherwise."""

    type = serializers.CharField(help_text="A relative reference that says what the code means.")
    title = serializers.CharField(help_text="The code in a sentence.")
    status = serializers.IntegerField(help_text="The HTTP status.")
    detail = serializers.CharField(help_text="This refusal in a sentence, for people.")
    code = serializers.ChoiceField(
        choices=[(str(code), str(code)) for code in Code], help_text="The reason, for programs."
    )
    errors = FieldErrorSerializer(  # type: ignore[assignment]  # the base's is its own
        many=True, required=False, help_text="Every field at fault, where fields are."
    )
    legal_bids = DescribedField(
        {"type": "array", "items": {"$ref": "#/components/schemas/LegalRange"}},
        required=False,
        help_text="With `illegal_bid`: the bids that the caller may make now.",
    )
    game = DescribedField(
        {"$ref": "#/components/schemas/Game"},
        required=False,
        help_text="With `stale_version`: the game as the caller may see it now, to decide anew on.",
    )
    scope = serializers.CharField(
        required=False,
        help_text="With `forbidden`, where the token lacks the scope that is needed: `read`, `play` or `account`.",
    )


class Schema(AutoSchema):
    """A handler's docstring gives summary (its first line) and description (the rest), a shape's own its description.

    A call that may answer 304 takes If-None-Match, and what it shows has an ETag; so has a shape with `has_etag`.
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
        for name, answer in answers.items():
            plain = HTTPStatus(int(name))
            answer["description"] = _WITHOUT_BODY.get(plain, answer["description"] or plain.phrase)
            if self._may_be_unchanged():
                answer["headers"] = answer.get("headers", {}) | _ETAG
        problem = self.resolve_serializer(ProblemSerializer, "response").ref
        codes = sorted(self._refusals(), key=lambda code: (PROBLEM_TYPES[code].status, code))
        for status, same in groupby(codes, key=lambda code: PROBLEM_TYPES[code].status):
            answers[str(int(status))] = _problem_answer(status, list(same), problem)
        return answers

    def _get_response_for_code(self, serializer: Any, status_code: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        answer: dict[str, Any] = super()._get_response_for_code(serializer, status_code, *args, **kwargs)  # type: ignore[no-untyped-call]
        if getattr(serializer, "has_etag", False):
            answer["headers"] = answer.get("headers", {}) | _ETAG
        return answer

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> dict[str, Any]:
        shape: dict[str, Any] = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        if not vars(type(serializer)).get("__doc__"):  # what a class inherits is said of another one
            shape.pop("description", None)
        return shape

    def _get_serializer_field_meta(self, field: Any, direction: Any) -> dict[str, Any]:
        meta: dict[str, Any] = super()._get_serializer_field_meta(field, direction)  # type: ignore[no-untyped-call]
        said = get_override(field, "field")  # what a field says of itself counts more than what its class implies
        return {name: value for name, value in meta.items() if not isinstance(said, dict) or name not in said}

    def get_override_parameters(self) -> list[Any]:
        parameters: list[Any] = super().get_override_parameters()
        return [*parameters, IF_NONE_MATCH] if self._may_be_unchanged() else parameters

    def _may_be_unchanged(self) -> bool:
        shapes: Any = self.get_response_serializers()
        return isinstance(shapes, dict) and HTTPStatus.NOT_MODIFIED in shapes

    def _get_request_body(self, direction: Literal["request", "response"] = "request") -> Any:
        shape = getattr(self._handler(), "takes", None)
        if shape is None:
            return super()._get_request_body(direction)  # type: ignore[no-untyped-call]
        schema = self.resolve_serializer(shape, "request").ref
        examples = self._get_examples(shape(), "request", "application/json")  # type: ignore[no-untyped-call]
        return {"content": {"application/json": build_media_type_object(schema, examples)}, "required": True}

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
        parameters = [p for p in self._get_parameters() if p["name"] != IF_NONE_MATCH.name]  # which may be any text
        places = {parameter["in"] for parameter in parameters}
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
    if status in _OF_PROBLEMS:
        answer["headers"] = _OF_PROBLEMS[status]
    return answer


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Names the one way to authenticate in the document, and for each operation the scope that it asks of a token."""

    target_class = "players.api.authentication.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token, from `POST /api/v1/players/` or `POST /api/v1/tokens/`.",
        }

    def get_security_requirement(self, auto_schema: AutoSchema) -> dict[str, list[str]]:
        permissions = auto_schema.view.get_permissions()
        return {self.name: [str(p.needed(auto_schema.method)) for p in permissions if hasattr(p, "needed")]}


def without_marks(result: Any, **kwargs: Any) -> Any:
    """A hook for the document: the generator's own marks on choices (`x-spec-enum-id`) are nobody's affair."""
    if isinstance(result, dict):
        return {name: without_marks(part) for name, part in result.items() if name != "x-spec-enum-id"}
    return [without_marks(part) for part in result] if isinstance(result, list) else result


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
