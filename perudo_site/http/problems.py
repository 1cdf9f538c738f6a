"""Exceptions to problem documents (RFC 9457): the one place where a refusal becomes HTTP.

`handle` is Django REST framework's EXCEPTION_HANDLER. It answers everything, a fault of the server too, so that
no debug page and no exception's text ever reaches a client.
"""

import logging
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.core.signals import got_request_exception
from django.http import Http404, HttpResponse, UnreadablePostError
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.settings import api_settings

from perudo_site.http.problem_types import PROBLEM_TYPES
from perudo_site.refusals import Code, Refusal

log = logging.getLogger(__name__)

CONTENT_TYPE = "application/problem+json"

_PLAIN: list[tuple[type[Exception] | tuple[type[Exception], ...], Code]] = [
    (exceptions.NotAuthenticated, Code.NOT_AUTHENTICATED),
    (exceptions.AuthenticationFailed, Code.BAD_TOKEN),
    ((exceptions.PermissionDenied, PermissionDenied), Code.FORBIDDEN),
    ((exceptions.NotFound, Http404), Code.NOT_FOUND),
    (exceptions.MethodNotAllowed, Code.METHOD_NOT_ALLOWED),
    (exceptions.NotAcceptable, Code.NOT_ACCEPTABLE),
    (exceptions.UnsupportedMediaType, Code.UNSUPPORTED_MEDIA_TYPE),
    (exceptions.Throttled, Code.THROTTLED),
    (RequestDataTooBig, Code.TOO_LARGE),
    ((exceptions.ParseError, BadRequest, SuspiciousOperation, UnreadablePostError), Code.INVALID),
]


def handle(exc: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """The answer to `exc`, raised while a view of the API ran."""
    request = context.get("request")
    return respond(exc, getattr(request, "_request", request))


def respond(exc: Exception, request: Any) -> HttpResponse:
    """The answer to any exception; one that is not a refusal is logged, without the request's body, as a fault."""
    refusal = as_refusal(exc)
    if refusal is None:
        log.error("%s %s failed", request.method, request.path, exc_info=exc)
        got_request_exception.send(sender=None, request=request)
        refusal = Refusal(
            Code.INTERNAL_ERROR,
            "The server has a fault. What you asked for is done whole or not at all: look before you ask again.",
        )
    response = problem_response(refusal)
    wait = getattr(exc, "wait", None)  # of a Throttled: whole seconds
    if wait is not None:
        response["Retry-After"] = str(wait)
    return response


def as_refusal(exc: Exception) -> Refusal | None:
    """The refusal that `exc` means, or None if it is a fault of the server."""
    if isinstance(exc, Refusal):
        return exc
    if isinstance(exc, exceptions.ValidationError):
        return _invalid_fields(exc)
    for types, code in _PLAIN:
        if isinstance(exc, types):
            # Django's own exceptions may quote the request or the server's settings; the framework's are for clients.
            return Refusal(code, str(exc.detail) if isinstance(exc, exceptions.APIException) else "")
    return None


def problem_response(refusal: Refusal) -> HttpResponse:
    """`refusal` as an HTTP response."""
    document = problem(refusal)
    response = HttpResponse(JSONRenderer().render(document), content_type=CONTENT_TYPE, status=document["status"])
    if response.status_code == 401:
        response["WWW-Authenticate"] = "Bearer"
    return response


def problem(refusal: Refusal) -> dict[str, Any]:
    """`refusal` as a problem document. Its data may add members, and replaces none."""
    kind = PROBLEM_TYPES[refusal.code]
    document: dict[str, Any] = {**refusal.data, **kind.as_dict(), "detail": refusal.detail or f"{kind.title}."}
    if refusal.errors:
        document["errors"] = refusal.errors
    return document


def _invalid_fields(exc: exceptions.ValidationError) -> Refusal:
    errors = list(_flatten(exc.detail, ""))
    return Refusal(Code.INVALID, _summary(errors), errors=errors)


def _summary(errors: list[dict[str, str]]) -> str:
    if len(errors) == 1:
        [error] = errors
        return f"{error['field']}: {error['detail']}" if error["field"] else error["detail"]
    return f"{len(errors)} fields cannot be accepted; `errors` names each."


def _flatten(detail: Any, path: str) -> Iterator[dict[str, str]]:
    """The leaves of a ValidationError's detail, each with its dotted field; "" is the body as a whole."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            whole = name == api_settings.NON_FIELD_ERRORS_KEY
            yield from _flatten(inner, path if whole else f"{path}.{name}".lstrip("."))
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            # A list of messages belongs to the field; a list of objects to its items.
            nested = isinstance(inner, (Mapping, list))
            yield from _flatten(inner, f"{path}.{index}".lstrip(".") if nested else path)
    else:
        yield {"field": path, "code": getattr(detail, "code", "invalid"), "detail": str(detail)}
