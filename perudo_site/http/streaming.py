"""A large JSON document, sent piece by piece, so that it is never held whole."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.http import StreamingHttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.utils.encoders import JSONEncoder

DISPOSITION: Final = OpenApiParameter(
    "Content-Disposition",
    str,
    OpenApiParameter.HEADER,
    required=True,
    response=[200],
    description="A name for the file that a browser saves the answer as.",
)
"""The header of a download, for `extend_schema(parameters=…)`."""


def json_download(document: Mapping[str, Any], *, filename: str) -> StreamingHttpResponse:
    """An answer that a browser saves as a file. Iterators in `document` become lists, read as they are sent."""
    return StreamingHttpResponse(
        _members(document),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{filename}"'},
    )


def _members(document: Mapping[str, Any]) -> Iterator[str]:
    before = ""
    yield "{"
    for name, value in document.items():
        yield f"{before}{_json(name)}:"
        yield from _items(value) if isinstance(value, Iterator) else [_json(value)]
        before = ",\n"
    yield "}"


def _items(values: Iterator[Any]) -> Iterator[str]:
    before = ""
    yield "["
    for value in values:
        yield f"{before}{_json(value)}"
        before = ",\n"
    yield "]"


def _json(value: Any) -> str:
    return json.dumps(value, cls=JSONEncoder, ensure_ascii=False, separators=(",", ":"))
