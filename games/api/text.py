"""Answers in other forms than JSON: plain text, and many documents, a line each."""

from collections.abc import Iterable
from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

from games.api.requests import RecordsQuery, ReplayQuery
from perudo_site.http.serializers import QuerySerializer, read_query


class PlainText(BaseRenderer):
    """A text as it is."""

    media_type = "text/plain"
    format = "text"
    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None) -> bytes:
        return b"" if data is None else str(data).encode()


class Lines(BaseRenderer):
    """JSON documents, a line each (NDJSON)."""

    media_type = "application/x-ndjson"
    format = "ndjson"
    charset = None

    def render(self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None) -> bytes:
        # Records are streamed and do not come here; what OPTIONS tells does.
        return b"" if data is None else JSONRenderer().render(data) + b"\n"


class ByFormat(DefaultContentNegotiation):
    """`?format=` says in which form the answer comes; without it the Accept header does."""

    query: type[QuerySerializer] = ReplayQuery

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        asked = read_query(self.query, request).get("format")
        for renderer in renderers:
            if renderer.format == asked:
                return renderer, renderer.media_type
        chosen: tuple[BaseRenderer, str] = super().select_renderer(request, renderers, format_suffix)
        return chosen


class ByFormatOfRecords(ByFormat):
    """The same for many records."""

    query = RecordsQuery
