"""When a request reached the server, which may be well before a thread is free to answer it; and where from."""

from datetime import UTC, datetime

from django.conf import settings
from django.http import HttpRequest
from rest_framework.request import Request

KEY = "perudo.received_at"


def stamp() -> dict[str, datetime]:
    """What the ASGI scope of a request gets once its body is whole (docs/rules.md 9: moves count by this moment)."""
    return {KEY: datetime.now(UTC)}


def received_at(request: Request | HttpRequest) -> datetime:
    """The stamp of a request; where no ASGI server has set one, the present moment."""
    scope = request.META.get("asgi.scope", {})
    moment: datetime = scope[KEY] if KEY in scope else datetime.now(UTC)
    return moment


def address_of(request: Request | HttpRequest) -> str:
    """The caller's address; what X-Forwarded-For says counts only as far as trusted proxies wrote it."""
    forwarded: str = request.META.get("HTTP_X_FORWARDED_FOR", "")
    hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()]
    trusted = min(settings.TRUSTED_PROXIES, len(hops))
    return hops[-trusted] if trusted else str(request.META.get("REMOTE_ADDR", ""))
