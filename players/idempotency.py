"""Idempotency-Key: a request sent again makes nothing again.

What was made is remembered, not the answer: the caller of `once` shows the thing anew. Nothing remembered can be
turned back: requests are kept as digests keyed by SECRET_KEY, and bodies are given to `once` without passwords.
"""

import hmac
import json
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from rest_framework.request import Request

from perudo_site.refusals import Code, Refusal
from players.models import IdempotentRequest

HEADER = "Idempotency-Key"
_KEY = re.compile(r"[ -~]{1,255}")


def key_of(request: Request) -> str | None:
    """The key that `request` carries, or None. A Refusal `invalid` unless it is 1 to 255 printable ASCII characters."""
    key = request.headers.get(HEADER)
    if key is None:
        return None
    if not _KEY.fullmatch(key):
        detail = "An Idempotency-Key is 1 to 255 printable ASCII characters."
        raise Refusal(Code.INVALID, detail, errors=[{"field": HEADER, "code": "invalid", "detail": detail}])
    return str(key)


def once(
    *,
    caller: str,
    path: str,
    key: str | None,
    body: Mapping[str, Any],
    create: Callable[[], str],
    repeats: Callable[[str], bool] = lambda made: True,
    now: datetime | None = None,
) -> tuple[str, bool]:
    """The id of what this request makes, and whether it was made now; in one transaction with `create`.

    `create` makes the thing and returns its id. It is not called if the same caller sent the same key and body to
    the same path (say "POST /api/v1/games/") within `settings.IDEMPOTENCY_WINDOW`; of two requests at once the
    second waits for the first. If `create` raises, nothing is remembered. If `repeats`, asked with the id made
    then, says no (the thing is gone, or the caller is not the same after all), the request counts as a new one.
    Without a key every request is new. `body` must hold no secret.
    """
    now = now or timezone.now()
    with transaction.atomic():
        if key is None:
            return create(), True
        row, new = IdempotentRequest.objects.select_for_update().get_or_create(
            digest=_digest(caller, path, key, body), defaults={"made": "", "created_at": now}
        )
        if not new and row.created_at > now - settings.IDEMPOTENCY_WINDOW and repeats(row.made):
            return row.made, False
        row.made, row.created_at = create(), now
        row.save()
        return row.made, True


def purge(*, now: datetime | None = None) -> int:
    """Forget requests older than the window; how many there were."""
    expired = IdempotentRequest.objects.filter(created_at__lte=(now or timezone.now()) - settings.IDEMPOTENCY_WINDOW)
    return expired.delete()[0]


def keyed_digest(*parts: str) -> str:
    """HMAC-SHA256 of `parts` under SECRET_KEY, in hex: as long as a token of knox, and of the same alphabet."""
    message = json.dumps(parts).encode()
    return hmac.digest(settings.SECRET_KEY.encode(), message, "sha256").hex()


def _digest(caller: str, path: str, key: str, body: Mapping[str, Any]) -> str:
    return keyed_digest("idempotent request", caller, path, key, json.dumps(body, sort_keys=True))
