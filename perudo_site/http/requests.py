"""Requests whose text is UTF-8, whatever charset they claim."""

from typing import Any

from django.core.handlers.wsgi import WSGIRequest
from django.utils.http import parse_header_parameters


class Utf8Request(WSGIRequest):
    """Django reads query strings in the charset of the Content-Type, and fails on one that is not for text (zlib).

    Here the charset has no say in that. Whether a body may come in it, its parser decides.
    """

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
