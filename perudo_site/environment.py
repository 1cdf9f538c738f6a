"""Settings as the environment gives them: what cannot be understood is named, and said in one sentence.

A number or a name that is empty counts as unset.
"""

import math
from typing import Any, TypeVar

import environ
from django.core.exceptions import ImproperlyConfigured

_Number = TypeVar("_Number", int, float)


class WrongSetting(ImproperlyConfigured):
    """A variable has a value that will not do. The message is for people, and tells no secret."""


class Environment(environ.Env):  # type: ignore[misc]
    """Numbers, names and addresses of databases are read here, everything else by django-environ."""

    def whole(self, var: str, *, default: int, least: int = 0) -> int:
        given = self._given(var)
        try:
            number = int(given) if given else default
        except ValueError:
            raise WrongSetting(f"{var}={given} is no whole number.") from None
        return _at_least(least, number, f"{var}={given}")

    def number(self, var: str, *, default: float, least: float = 0.0) -> float:
        given = self._given(var)
        try:
            number = float(given) if given else default
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            raise WrongSetting(f"{var}={given} is no number.")
        return _at_least(least, number, f"{var}={given}")

    def name(self, var: str, *, default: str) -> str:
        """A text that is never empty."""
        return self._given(var) or default

    def one_of(self, var: str, *names: str, default: str) -> str:
        """One of these names, in whatever case it is given."""
        given = self.name(var, default=default)
        if given.upper() not in names:
            raise WrongSetting(f"{var}={given} is none of {', '.join(names)}.")
        return given.upper()

    def database(self, var: str, *, default: str) -> dict[str, Any]:
        """Where a database is, as Django wants it; nothing without an address. Addresses hold passwords."""
        url = self._given(var) or default
        wrong = WrongSetting(f"{var} is no address of a database such as postgres://user:password@host:port/name.")
        if url and url.partition("://")[0] not in self.DB_SCHEMES:
            raise wrong
        try:
            return dict(self.db_url_config(url)) if url else {}
        except ValueError:
            raise wrong from None

    def _given(self, var: str) -> str:
        return str(self.str(var, default="")).strip()


def _at_least(least: _Number, number: _Number, said: str) -> _Number:
    if number < least:
        raise WrongSetting(f"{said} is too little: {least:g} is the least that it may be.")
    return number
