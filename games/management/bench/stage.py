"""What a benchmark calls: a running server, or this process with a database of its own."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from django.conf import settings

from games.management.bench.calls import Caller, InProcess, OverHttp
from games.management.bench.scratch import scratch_database

NewCaller = Callable[[], Caller]


def stage(server: str | None) -> AbstractContextManager[NewCaller]:
    """The server named, or this process."""
    return nullcontext(lambda: OverHttp(server)) if server else _in_this_process()


@contextmanager
def _in_this_process() -> Iterator[NewCaller]:
    from perudo_site.wsgi import application

    # Requests are counted as ever, which is a part of what each costs, but no limit is reached.
    settings.THROTTLE_RATES = dict.fromkeys(settings.THROTTLE_RATES, "1000000000/day")
    host = next((host for host in settings.ALLOWED_HOSTS if host != "*"), "localhost").lstrip(".")
    with scratch_database():
        yield lambda: InProcess(application, host=host)
