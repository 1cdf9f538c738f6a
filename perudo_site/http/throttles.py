"""How often one caller may ask. Counts are kept in the cache and cost no SQL.

Rates are `settings.THROTTLE_RATES`, read at each request; one that is empty lifts its limit. A count is of a fixed
window (this minute, this hour), because such a count is one atomic addition: no two requests at once pass as one.
Without the cache (its server is down) nobody is throttled: the game goes on.
"""

import hashlib
import logging
import math
import time
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import cache
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from perudo_site.http.arrival import address_of

if TYPE_CHECKING:  # the module of views imports this one
    from rest_framework.views import APIView

log = logging.getLogger(__name__)

_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}


@lru_cache
def parse_rate(rate: str) -> tuple[int, int]:
    """Requests, and the seconds that they are allowed in: "30/hour" is (30, 3600)."""
    number, _, period = rate.partition("/")
    if period not in _SECONDS or not number.isascii() or not number.isdigit():
        raise ValueError(f"{rate!r} is not a rate: say number/period, the period one of {', '.join(_SECONDS)}.")
    return int(number), _SECONDS[period]


for _rate in filter(None, settings.THROTTLE_RATES.values()):
    parse_rate(_rate)  # a rate that cannot be read stops the server at its start, not each request


class RateThrottle(BaseThrottle):
    """Counts the requests of what `ident` tells apart; None is not counted. `scope` names the rate."""

    scope: str
    timer: Callable[[], float] = staticmethod(time.time)

    def ident(self, request: Request) -> str | None:
        raise NotImplementedError

    def allow_request(self, request: Request, view: "APIView") -> bool:
        rate = settings.THROTTLE_RATES.get(self.scope)
        ident = self.ident(request) if rate else None
        if not rate or ident is None:
            return True
        number, seconds = parse_rate(rate)
        window, into = divmod(self.timer(), seconds)
        self._wait = seconds - into
        # A digest, because a key of the cache may not be long nor hold any character.
        digest = hashlib.sha256(f"{self.scope} {ident} {window:.0f}".encode()).hexdigest()
        return _count(f"throttle:{digest}", seconds) <= number

    def wait(self) -> float:
        """Seconds until the next window."""
        return math.ceil(self._wait)

    def address(self, request: Request) -> str:
        return address_of(request)


class AnonymousThrottle(RateThrottle):
    """Requests without a token, by address."""

    scope = "anonymous"

    def ident(self, request: Request) -> str | None:
        return None if request.user.is_authenticated else self.address(request)


class BadTokenThrottle(RateThrottle):
    """Requests with a token that is not valid, by address; they count with those without a token."""

    scope = "anonymous"

    def ident(self, request: Request) -> str | None:
        return self.address(request)


class PlayerThrottle(RateThrottle):
    """Requests with a token, by account."""

    scope = "player"

    def ident(self, request: Request) -> str | None:
        return str(request.user.pk) if request.user.is_authenticated else None


class RegisterThrottle(RateThrottle):
    """Registrations, by address."""

    scope = "register"

    def ident(self, request: Request) -> str | None:
        return self.address(request)


class RegisterNameThrottle(RateThrottle):
    """Registrations, by the name asked for, in whatever case: tries from many addresses add up."""

    scope = "register_name"

    def ident(self, request: Request) -> str | None:
        return _name_asked_for(request)


class ExportThrottle(RateThrottle):
    """Exports of many games, by account, without a token by address."""

    scope = "export"

    def ident(self, request: Request) -> str | None:
        return f"account {request.user.pk}" if request.user.is_authenticated else self.address(request)


class LoginAddressThrottle(RateThrottle):
    """Log-ins, good and bad, by address."""

    scope = "login_address"

    def ident(self, request: Request) -> str | None:
        return self.address(request)


class LoginNameThrottle(RateThrottle):
    """Log-ins, good and bad, by the name asked for, in whatever case: guesses from many addresses add up."""

    scope = "login_name"

    def ident(self, request: Request) -> str | None:
        return _name_asked_for(request)


class FormNameThrottle(RateThrottle):
    """The same for the admin's form, whose log-ins add up with those of the API."""

    scope = "login_name"

    def ident(self, request: Request) -> str | None:
        return str(request.POST.get("username", "")).lower()


class OwnPasswordThrottle(RateThrottle):
    """Requests with a token that try the account's password; they add up with log-ins under its name."""

    scope = "login_name"

    def ident(self, request: Request) -> str | None:
        return request.user.get_username().lower() if request.user.is_authenticated else None


def _name_asked_for(request: Request) -> str | None:
    assert isinstance(request.data, dict)  # the parser's doing; without a body the framework's
    username = request.data.get("username")
    return username.lower() if isinstance(username, str) else None


def _count(key: str, seconds: int) -> int:
    """One more under `key`, which is forgotten after `seconds`; how many that makes."""
    try:
        cache.add(key, 0, timeout=seconds)
        return cache.incr(key)
    except ValueError:  # it expired, or was evicted, between the two
        return 1
    except (RedisError, OSError) as exc:
        log.warning("the cache does not answer, nobody is throttled: %s", exc)
        return 0
