"""What the whole API shares: its document, its documentation page, its problems, and its unknown addresses."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from drf_spectacular import renderers
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from perudo_site.http.pagination import Whole
from perudo_site.http.problem_types import PROBLEM_TYPES
from perudo_site.http.problems import problem_response
from perudo_site.http.schema import document
from perudo_site.refusals import Code, Refusal

# Everything that the page needs stands on this server, and no browser is to fetch anything from another.
DOCS_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)


class SchemaView(APIView):
    """The OpenAPI 3.1 document, as JSON, or as YAML if that is accepted."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    renderer_classes = (
        renderers.OpenApiJsonRenderer2,
        renderers.OpenApiJsonRenderer,
        renderers.OpenApiYamlRenderer2,
        renderers.OpenApiYamlRenderer,
    )

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        return Response(document())


class DocsView(SpectacularSwaggerSplitView):
    """The document to read and to try in a browser."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        response: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        response["Content-Security-Policy"] = DOCS_POLICY
        return response


class ProblemTypeSerializer(serializers.Serializer[Any]):
    """What all problems of one code have in common."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()


class ProblemsView(GenericAPIView[Any]):
    permission_classes = (AllowAny,)
    pagination_class = Whole
    filter_backends = ()

    @extend_schema(operation_id="list_problems", responses=ProblemTypeSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The codes that a request can be refused with."""
        return self.get_paginated_response([kind.as_dict() for kind in PROBLEM_TYPES.values()])


class ProblemView(APIView):
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="get_problem", responses=ProblemTypeSerializer)
    def get(self, request: Request, code: str) -> Response:
        """What one code means: the document that a problem's `type` refers to."""
        try:
            kind = PROBLEM_TYPES[Code(code)]
        except ValueError:
            raise NotFound from None
        return Response(kind.as_dict())


def unknown_address(request: HttpRequest) -> HttpResponse:
    """Whatever is asked for below /api/ that does not exist; with DEBUG on, too."""
    return problem_response(Refusal(Code.NOT_FOUND, "There is no such address. Addresses end with a slash."))
