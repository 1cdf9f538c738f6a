"""Request bodies: JSON as RFC 8259 has it, within limits, an object, and nothing a database cannot store."""

import codecs
import json
import math
import re
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.conf import settings
from django.utils.http import parse_header_parameters
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.parsers import BaseParser

from perudo_site.refusals import Code, Refusal

MAX_DEPTH = 20
MAX_INTEGER_CHARACTERS = 20  # every 64-bit integer fits
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


class StrictJSONParser(BaseParser):
    """Parses a JSON object of at most `settings.MAX_BODY_BYTES`.

    Refused as `too_large`: a longer body, of which no more than the limit is read. As `invalid`: text that is not
    UTF-8 or not JSON, NaN and infinities, integers beyond 64 bits by length, a name given twice in one object,
    nesting deeper than `MAX_DEPTH`, NUL characters and unpaired surrogates, and any value that is not an object.
    Other charsets than UTF-8, and bodies that are compressed or otherwise encoded, are of no kind that we take.
    A body of no length never comes here; Django REST framework takes it as an empty object.
    """

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        request = (parser_context or {}).get("request")
        _check_charset(media_type or "")
        _check_encoding(media_type or "", request)
        return load_object(_read(stream, request))


def load_object(body: bytes) -> dict[str, Any]:
    """The object that `body` spells, or a Refusal `invalid` that says what is wrong with it."""
    try:
        value = json.loads(
            body.decode("utf-8"),
            parse_constant=_refuse_constant,
            parse_float=_finite,
            parse_int=_bounded,
            object_pairs_hook=_without_repeats,
        )
    except UnicodeDecodeError:
        raise Refusal(Code.INVALID, "The body is not UTF-8.") from None
    except json.JSONDecodeError as exc:
        raise Refusal(Code.INVALID, f"The body is not JSON: {exc}.") from None
    except RecursionError:
        raise Refusal(Code.INVALID, "The body is nested too deeply.") from None
    if not isinstance(value, dict):
        raise Refusal(Code.INVALID, "The body must be a JSON object.")
    _check_values(value)
    return value


def _check_charset(media_type: str) -> None:
    charset = parse_header_parameters(media_type)[1].get("charset", "utf-8")
    try:
        known = codecs.lookup(charset).name
    except (LookupError, ValueError):
        known = ""
    if known != "utf-8":
        raise UnsupportedMediaType(media_type, detail="The body must be JSON in UTF-8.")


def _check_encoding(media_type: str, request: Any) -> None:
    encoding = request.META.get("HTTP_CONTENT_ENCODING", "") if request is not None else ""
    if encoding.strip().lower() not in ("", "identity"):
        raise UnsupportedMediaType(media_type, detail="The body must be sent as it is, without a Content-Encoding.")


def _read(stream: IO[bytes], request: Any) -> bytes:
    limit: int = settings.MAX_BODY_BYTES
    announced = request.META.get("CONTENT_LENGTH") if request is not None else None
    if announced and int(announced) > limit:
        _refuse_size(limit)
    body = stream.read(limit + 1)
    if len(body) > limit:
        _refuse_size(limit)
    return body


def _refuse_size(limit: int) -> NoReturn:
    raise Refusal(Code.TOO_LARGE, f"The body may have {limit} bytes.")


def _refuse_constant(name: str) -> NoReturn:
    raise Refusal(Code.INVALID, f"{name} is not JSON.")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise Refusal(Code.INVALID, "The body has a number that is too large.")
    return number


def _bounded(text: str) -> int:
    if len(text) > MAX_INTEGER_CHARACTERS:
        raise Refusal(Code.INVALID, "The body has a number that is too large.")
    return int(text)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Refusal(Code.INVALID, "The body has an object that gives a name twice.")
    return found


def _check_values(value: Any) -> None:
    """Walk without recursion: nesting that the parser took may still be deeper than what comes after can."""
    level = [value]
    for _ in range(MAX_DEPTH):
        for item in level:
            if isinstance(item, str):
                _check_text(item)
        level = [part for item in level for part in _parts(item)]
        if not level:
            return
    raise Refusal(Code.INVALID, "The body is nested too deeply.")


def _parts(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    return value if isinstance(value, list) else []


def _check_text(text: str) -> None:
    if _UNSTORABLE.search(text):
        raise Refusal(Code.INVALID, "Text may hold no NUL and no unpaired surrogate.")
