"""Which pages of other sites may read the API's answers from a browser: none, unless they are named."""

from collections.abc import Sequence
from typing import Final

from starlette.middleware.cors import CORSMiddleware

from perudo_site.body import App, Receive, Scope, Send

METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
SENT: Final = ("Authorization", "Content-Type", "Idempotency-Key", "If-None-Match", "Last-Event-ID")
"""What a page may send beside what every page may."""
READ: Final = ("Allow", "Content-Disposition", "ETag", "Retry-After", "WWW-Authenticate")
"""What a page may read beside what every page may."""
DAY: Final = 86_400


class CrossOrigin:
    """ASGI middleware: below /api/ the pages of `origins` ("https://club.example", or "*" for all) may call and read.

    It stands outermost, so that refusals that no view makes (a body that is too large, too many requests, a fault) can
    be read like every other answer. Cookies are never allowed: a page that wants to act brings a token. The
    admin is nobody else's to read.
    """

    def __init__(self, app: App, *, origins: Sequence[str]) -> None:
        self.app = app
        self.api: App = app
        if origins:
            self.api = CORSMiddleware(
                app,
                allow_origins=origins,
                allow_methods=METHODS,
                allow_headers=SENT,
                expose_headers=READ,
                max_age=DAY,
            )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; a question beforehand (a preflight) is answered here."""
        is_api = scope["type"] == "http" and scope["path"].startswith("/api/")
        await (self.api if is_api else self.app)(scope, receive, send)
