"""What every answer of the API says to browsers: not to be framed, sniffed or kept."""

from typing import Final

from django.http.response import HttpResponseBase

# An answer of the API is data: should a browser ever take it for a page, it may do nothing there.
API_HEADERS: Final = {
    "Cache-Control": "private, no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def with_api_headers(response: HttpResponseBase) -> HttpResponseBase:
    """The same answer, with those of the headers that it has not set for itself."""
    for name, value in API_HEADERS.items():
        response.setdefault(name, value)
    return response
