"""Schemathesis on the served document: whatever it sends, the server answers as the document says, and never with 5xx.

And a request that is refused changes nothing: SQLite tells another connection whether anything was committed since.
"""

import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

import schemathesis
from schemathesis import auths, hooks
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema

from tests.fuzz.world import World, populate

CHECKS: Final = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "unsupported_method",
    "allow_header_conformance",
    "ignored_auth",
)
LIKELY: Final = 0.8
"""How often a name in a request that is well-formed is made one that exists."""


class Fuzz:
    """One run. `cases` counts the requests by status, `phases` by kind; `faults` tells what was wrong, each once."""

    def __init__(self, world: World, port: int, database: str, *, seed: int, examples: int, only: str = "") -> None:
        self.world = world
        self.cases: Counter[int] = Counter()
        self.phases: Counter[str] = Counter()
        self.faults: dict[str, str] = {}
        self._watch = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
        self._version = self._changes()
        self._chance = random.Random(seed)
        schema = self._loaded(port, seed, examples)
        self._schema = schema.include(path_regex=only) if only else schema

    def run(self) -> None:
        """Positive, negative and stateful, until the engine has had enough."""
        with self._hooked():
            for event in from_schema(self._schema).execute():
                if isinstance(event, events.ScenarioFinished):
                    self.phases[event.phase.value] += len(event.recorder.interactions)
                for title, text in _failures(event):
                    self.faults.setdefault(title, text)
        self._watch.close()

    def _loaded(self, port: int, seed: int, examples: int) -> Any:
        config = SchemathesisConfig.from_dict(
            {
                "seed": seed,
                "continue-on-failure": True,
                "generation": {"mode": "all", "max-examples": examples, "database": "none", "no-shrink": True},
                "checks": {"enabled": False, **{check: {"enabled": True} for check in CHECKS}},
                "workers": 1,
            }
        )
        return schemathesis.openapi.from_url(f"http://127.0.0.1:{port}/api/v1/schema/", config=config)

    @contextmanager
    def _hooked(self) -> Iterator[None]:
        """What happens around each call; the library knows such hooks for all of a process only."""

        def before_call(context: Any, case: Any, kwargs: Any) -> None:
            self._prepare(case)
            self._version = self._changes()  # not of the call before: checks make calls of their own

        def after_call(context: Any, case: Any, response: Any) -> None:
            self._judge(case, response)

        def filter_failure(context: Any, failure: Any, case: Any, response: Any) -> bool:
            return not _is_as_good_as_none(failure, response)

        for hook in (before_call, after_call, filter_failure):
            schemathesis.hook(hook)
        schemathesis.auth(refresh_interval=None)(_somebody(self.world, self._chance))
        try:
            yield
        finally:
            hooks.unregister_all()
            auths.unregister()

    # --- What is sent ---------------------------------------------------------------------------------------------

    def _prepare(self, case: Any) -> None:
        """Where the request is well-formed, names that exist, and the version that is current."""
        if case.meta is None or case.meta.generation.mode.is_negative:
            return
        for values in (case.path_parameters, case.query, case.body):
            if isinstance(values, dict):
                self._replace(values)
        if isinstance(case.body, dict) and "version" in case.body and self._chance.random() < LIKELY:
            case.body["version"] = self.world.version_of(case.path_parameters["game_id"]) or 1

    def _replace(self, values: dict[str, Any]) -> None:
        for name in values:
            known = self.world.some(name, self._chance)
            if known is not None and self._chance.random() < LIKELY:
                values[name] = known

    # --- What is answered -----------------------------------------------------------------------------------------

    def _judge(self, case: Any, response: Any) -> None:
        self.cases[response.status_code] += 1
        if response.status_code == 204:  # a token, a password or an account less
            populate(self.world)
            return
        if response.status_code >= 400 and self._changes() != self._version:
            self.faults.setdefault(
                f"{case.method} {case.path}: refused with {response.status_code}, and something was changed",
                f"{case.as_curl_command()}\n{response.content!r}",
            )

    def _changes(self) -> int:
        """A number that is another one whenever something was committed by another connection."""
        version: int = self._watch.execute("PRAGMA data_version").fetchone()[0]
        return version


def _somebody(world: World, chance: random.Random) -> type:
    """Each request is of another one of those who have a token, and now and then of nobody."""

    class Somebody:
        def get(self, case: Any, context: Any) -> str | None:
            return chance.choice(world.tokens)

        def set(self, case: Any, data: str, context: Any) -> None:
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}

    return Somebody


def _is_as_good_as_none(failure: Any, response: Any) -> bool:
    """A parameter of a query whose value is empty counts as absent (docs/api.md, "Conventions")."""
    sent = parse_qsl(urlsplit(response.request.url).query, keep_blank_values=True)
    return type(failure).__name__ == "AcceptedNegativeData" and "" in dict(sent).values()


def _failures(event: Any) -> Iterator[tuple[str, str]]:
    if isinstance(event, events.NonFatalError | events.FatalError):
        yield f"schemathesis: {event}", repr(vars(event) if hasattr(event, "__dict__") else event)
    if not isinstance(event, events.ScenarioFinished):
        return
    for checks in event.recorder.checks.values():
        for check in checks:
            if check.failure_info is not None:
                failure = check.failure_info.failure
                yield f"{failure.operation}: {failure.title}", f"{failure.message}\n{check.failure_info.code_sample}"
