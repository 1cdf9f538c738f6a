"""Exceptions as problem documents, whatever raises them and wherever."""

import logging
from typing import Any

import pytest
from django.core.exceptions import (
    BadRequest,
    DisallowedHost,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFieldsSent,
)
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.test import Client, RequestFactory
from django.urls import path, re_path
from rest_framework import exceptions
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from perudo_site.http.problem_types import PROBLEM_TYPES
from perudo_site.http.problems import as_refusal, problem
from perudo_site.http.views import unknown_address
from perudo_site.refusals import Code, Refusal
from perudo_site.wsgi import application
from tests.client import CheckedClient
from tests.conftest import As, MakePlayer

SECRET = "the colour of the dice"

RAISED: dict[str, tuple[Exception, int, str]] = {
    "refusal": (Refusal(Code.NO_BID, "Bid first."), 409, "no_bid"),
    "invalid": (exceptions.ValidationError({"a": ["no"]}), 400, "invalid"),
    "parse": (exceptions.ParseError(), 400, "invalid"),
    "anonymous": (exceptions.NotAuthenticated(), 401, "not_authenticated"),
    "token": (exceptions.AuthenticationFailed(), 401, "bad_token"),
    "forbidden": (exceptions.PermissionDenied(), 403, "forbidden"),
    "djangos-forbidden": (PermissionDenied(SECRET), 403, "forbidden"),
    "missing": (exceptions.NotFound(), 404, "not_found"),
    "djangos-missing": (Http404(SECRET), 404, "not_found"),
    "method": (exceptions.MethodNotAllowed("GET"), 405, "method_not_allowed"),
    "form": (exceptions.NotAcceptable(), 406, "not_acceptable"),
    "media": (exceptions.UnsupportedMediaType("x/y"), 415, "unsupported_media_type"),
    "throttled": (exceptions.Throttled(2.1), 429, "throttled"),
    "throttled-for-ever": (exceptions.Throttled(), 429, "throttled"),
    "suspicious": (SuspiciousOperation(SECRET), 400, "invalid"),
    "host": (DisallowedHost(SECRET), 400, "invalid"),
    "fields": (TooManyFieldsSent(SECRET), 400, "invalid"),
    "big": (RequestDataTooBig(SECRET), 413, "too_large"),
    "bad": (BadRequest(SECRET), 400, "invalid"),
    "gone": (UnreadablePostError(SECRET), 400, "invalid"),
    "api-fault": (exceptions.APIException(SECRET), 500, "internal_error"),
    "fault": (RuntimeError(SECRET), 500, "internal_error"),
    "attribute-fault": (AttributeError(SECRET), 500, "internal_error"),
    "deep-fault": (RecursionError(SECRET), 500, "internal_error"),
}


class Raising(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)
    schema = None

    def get(self, request: Request, name: str) -> Response:
        raise RAISED[name][0]

    def post(self, request: Request, name: str) -> Response:
        assert request.data
        raise RAISED[name][0]


class Unrenderable(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)
    schema = None

    def get(self, request: Request) -> Response:
        return Response({SECRET: object()})


def plain(request: HttpRequest, name: str) -> HttpResponse:
    """A view of Django alone."""
    raise RAISED[name][0]


urlpatterns = [
    path("api/v1/raising/<slug:name>/", Raising.as_view()),
    path("api/v1/plain/<slug:name>/", plain),
    path("api/v1/unrenderable/", Unrenderable.as_view()),
    path("page/<slug:name>/", plain),
    re_path("^api(?:/|$)", unknown_address),
]


@pytest.fixture
def quiet() -> Client:
    """A client that does not raise the server's faults itself."""
    return Client(raise_request_exception=False)


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize("name", RAISED)
@pytest.mark.parametrize("view", ["raising", "plain"])
def test_every_exception_is_a_problem(view: str, name: str, debug: bool, quiet: Client, settings: Any) -> None:
    settings.DEBUG = debug
    _, status, code = RAISED[name]
    answer = quiet.get(f"/api/v1/{view}/{name}/")
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
    assert SECRET not in answer.content.decode()
    document = answer.json()
    assert {**document, **PROBLEM_TYPES[Code(code)].as_dict()} == document
    assert document["detail"]
    assert ("WWW-Authenticate" in answer) == (status == 401)


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("debug", [False, True])
def test_an_answer_that_cannot_be_written_is_a_fault(quiet: Client, settings: Any, debug: bool) -> None:
    settings.DEBUG = debug
    answer = quiet.get("/api/v1/unrenderable/")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
    assert SECRET not in answer.content.decode()


@pytest.mark.urls(__name__)
def test_other_pages_keep_djangos_own_answers(quiet: Client) -> None:
    assert quiet.get("/page/fault/")["Content-Type"].startswith("text/html")


@pytest.mark.urls(__name__)
def test_a_fault_is_logged_without_the_body(quiet: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        quiet.post("/api/v1/raising/fault/?join_code=swordfish", {"x": "hunter2"}, content_type="application/json")
    assert "POST /api/v1/raising/fault/ failed" in caplog.text
    assert "RuntimeError" in caplog.text
    assert "hunter2" not in caplog.text
    assert "swordfish" not in caplog.text


@pytest.mark.urls(__name__)
def test_a_refusal_is_not_logged_as_a_fault(quiet: Client, caplog: pytest.LogCaptureFixture) -> None:
    quiet.get("/api/v1/raising/refusal/")
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(("name", "seconds"), [("throttled", "3"), ("throttled-for-ever", None)])
def test_retry_after_is_in_whole_seconds(name: str, seconds: str | None, quiet: Client) -> None:
    assert quiet.get(f"/api/v1/raising/{name}/").get("Retry-After") == seconds


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "OPTIONS"])
@pytest.mark.parametrize(
    "path",
    [
        "/api",
        "/api/",
        "/api/v1",
        "/api/v1/",
        "/api/v2/players/",
        "/api/v1/players",
        "/api/v1/players/ada",
        "/api/v1/tokens",
        "/api/v1/nothing/",
        "/api/v1/%00/",
        "/api/v1/%ff%fe/",
        "/api/v1/players/a\u0308da/",
        "/api//v1/players/",
        "/api/v1/players/ada/../../tokens/",
        "/api/" + "x" * 5000,
    ],
)
def test_unknown_addresses_are_not_found(path: str, method: str, debug: bool, settings: Any) -> None:
    settings.DEBUG = debug
    answer = Client().generic(method, path, "{}", content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize("host", ["evil.example", "a b", "localhost:x", "\u00e9", ""])
def test_an_unknown_host_is_refused(host: str, debug: bool, settings: Any) -> None:
    settings.DEBUG = debug
    settings.ALLOWED_HOSTS = ["testserver"]
    answer = Client().get("/api/v1/problems/", HTTP_HOST=host)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


@pytest.mark.parametrize(
    "query", ["%ff%fe", "limit=%ff", "a=%00", "a=\u00e9", "=&=&&", "%", "a" * 10_000, "x[]=1", "a=1;b=2"]
)
def test_strange_queries_do_no_harm(api: CheckedClient, query: str) -> None:
    assert api.get(f"/api/v1/problems/?{query}").status_code == 200


@pytest.mark.parametrize("charset", ["utf-16", "zlib", "idna", "nonsense", "\0", ""])
def test_a_claimed_charset_has_no_say_in_the_query(charset: str) -> None:
    environ = RequestFactory().get("/api/v1/tokens/?a=%31&b=%c3%a9").environ
    request = application.request_class({**environ, "CONTENT_TYPE": f"text/plain; charset={charset}"})
    assert request.GET.dict() == {"a": "1", "b": "\u00e9"}


def test_too_many_parameters_are_refused(make_player: MakePlayer, as_player: As) -> None:
    answer = as_player(make_player("ada")).get("/api/v1/tokens/?" + "a=1&" * 2000)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


def test_data_adds_members_and_replaces_none() -> None:
    refusal = Refusal(Code.ILLEGAL_BID, "Too low.", legal_bids=[1], status=200, title="x")
    document = problem(refusal)
    assert document["legal_bids"] == [1]
    assert (document["status"], document["code"]) == (400, "illegal_bid")
    assert document["title"] == PROBLEM_TYPES[Code.ILLEGAL_BID].title


def test_nested_fields_are_named_with_dots() -> None:
    detail: dict[str, Any] = {
        "bots": {1: ["not a name"]},
        "options": {"a": {"b": ["no"]}},
        "list": [{"x": ["no"]}, {}],
        "non_field_errors": ["whole"],
    }
    refusal = as_refusal(exceptions.ValidationError(detail))
    assert refusal is not None
    assert [error["field"] for error in refusal.errors] == ["bots.1", "options.a.b", "list.0.x", ""]


def test_every_code_has_its_type_which_resolves(api: CheckedClient) -> None:
    assert set(PROBLEM_TYPES) == set(Code)
    listed = api.get("/api/v1/problems/").json()["results"]
    assert [kind["code"] for kind in listed] == list(PROBLEM_TYPES)
    for kind in listed:
        assert api.get(kind["type"]).json() == kind
    assert api.get("/api/v1/problems/none_such/").json()["code"] == "not_found"


@pytest.mark.parametrize("path", ["/api/v1/problems/", "/api/v1/nothing/", "/api/v1/players/me/"])
def test_headers_keep_answers_private_and_plain(api: CheckedClient, path: str) -> None:
    answer = api.get(path)
    assert answer["Cache-Control"] == "private, no-store"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert "Set-Cookie" not in answer


def test_options_names_the_methods_only(api: CheckedClient) -> None:
    answer = api.options("/api/v1/players/")
    assert answer.json() == {"methods": ["POST", "OPTIONS"]}
    assert answer["Allow"] == "POST, OPTIONS"


def test_head_is_get_without_its_body(api: CheckedClient) -> None:
    answer = Client().head("/api/v1/problems/")
    assert (answer.status_code, answer.content) == (200, b"")


def test_the_root_leads_to_the_documentation() -> None:
    assert Client().get("/")["Location"] == "/api/v1/docs/"
