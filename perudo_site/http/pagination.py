"""Lists by cursor: `{"results", "next", "previous"}`, and no count, which would have to visit every row."""

from typing import Any

from django.core import signing
from django.db.models import QuerySet
from rest_framework import pagination
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from perudo_site.http.fields import QueryIntegerField
from perudo_site.http.serializers import QuerySerializer, read_query

DEFAULT_LIMIT = 25
MAX_LIMIT = 100


def page_schema(results: dict[str, Any]) -> dict[str, Any]:
    """The shape of every list, in the terms of OpenAPI 3.1."""
    link = {"type": ["string", "null"], "format": "uri"}
    return {
        "type": "object",
        "required": ["results", "next", "previous"],
        "properties": {"results": results, "next": link, "previous": link},
    }


class PageQuery(QuerySerializer):
    limit = QueryIntegerField(
        min_value=1, max_value=MAX_LIMIT, default=DEFAULT_LIMIT, help_text="How many results a page has at most."
    )


class Cursor(pagination.CursorPagination):
    """Pages of a query, in the order that the view's `ordering` gives: field names, "-" for descending.

    The first field should be unique or nearly so, and must not change: a page begins where its value left off, so
    that rows added meanwhile neither repeat nor hide others. A cursor is signed, for the address it belongs to;
    any other text is `invalid`.
    """

    page_size = DEFAULT_LIMIT
    page_size_query_param = "limit"
    max_page_size = MAX_LIMIT
    template = None
    request: Request

    def get_page_size(self, request: Request) -> int:
        limit: int = read_query(PageQuery, request)["limit"]
        return limit

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> tuple[str, ...]:
        return tuple(view.ordering)

    def decode_cursor(self, request: Request) -> pagination.Cursor | None:
        self.request = request
        text = request.query_params.get(self.cursor_query_param)
        if not text:
            return None
        try:
            offset, reverse, position = self._signer().unsign_object(text)
        except (signing.BadSignature, ValueError):
            message = "This is not a cursor of this list."
            raise ValidationError({self.cursor_query_param: [ErrorDetail(message, code="invalid")]}) from None
        return pagination.Cursor(offset=offset, reverse=reverse, position=position)

    def encode_cursor(self, cursor: pagination.Cursor) -> str:
        text = self._signer().sign_object([cursor.offset, cursor.reverse, cursor.position])
        assert self.base_url is not None  # paginate_queryset has set it
        return replace_query_param(self.base_url, self.cursor_query_param, text)

    def _signer(self) -> signing.Signer:
        return signing.Signer(salt=f"cursor {self.request.path}")

    def get_paginated_response(self, data: Any) -> Response:
        return Response({"results": data, "next": self.get_next_link(), "previous": self.get_previous_link()})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        return page_schema(schema)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        cursor, limit = super().get_schema_operation_parameters(view)
        cursor["description"] = "Where the page begins; `next` and `previous` hold it ready."
        limit["description"] = PageQuery().fields["limit"].help_text
        limit["schema"] = {"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": DEFAULT_LIMIT}
        return [cursor, limit]


class Whole(pagination.BasePagination):
    """A short list that is all on one page, in the shape of the others: for `get_paginated_response`."""

    def get_paginated_response(self, data: Any) -> Response:
        return Response({"results": data, "next": None, "previous": None})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        return page_schema(schema)
