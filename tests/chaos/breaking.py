"""The faults of a run, each in a thread at its time, and when each was there."""

import random
import signal
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import redis
from psutil import NoSuchProcess

from tests.chaos.plan import Planned
from tests.chaos.services import Service
from tests.chaos.worlds import WEB_PROCESSES, World
from tests.site.processes import running


@dataclass(frozen=True, slots=True)
class Window:
    """From when to when something was broken, in seconds since 1970, until all was up again."""

    kind: str
    begin: float
    end: float
    recovered: bool


def _kill(name: str) -> Callable[[World, Planned], bool]:
    def kill(world: World, _: Planned) -> bool:
        service = world.service(name)
        life = service.lives
        service.kill()
        return service.wait_until_ready(life=life + 1, times=WEB_PROCESSES if name == "web" else 1)

    return kill


def _suspend(name: str) -> Callable[[World, Planned], bool]:
    def suspend(world: World, fault: Planned) -> bool:
        service, end = world.service(name), time.monotonic() + fault.seconds
        while time.monotonic() < end:
            service.suspend()
            time.sleep(0.05)
            if world.database.is_in_transaction(name):
                break
            # The worst moment is sought: when it holds the lock of a game.
            service.resume()
            time.sleep(0.01)
        service.suspend()
        time.sleep(max(0.0, end - time.monotonic()))
        service.resume()
        return True

    return suspend


def _kill_web_process(world: World, fault: Planned) -> bool:
    web = world.service("web")
    life, ready = web.lives, web.times_ready()
    if not _to_one_child(web, fault, lambda child: child.kill()):
        return True
    return web.wait_until_ready(life=life, times=ready + 1)


def _suspend_web_process(world: World, fault: Planned) -> bool:
    def hold(child: object) -> None:
        child.suspend()  # type: ignore[attr-defined]
        time.sleep(fault.seconds)
        child.resume()  # type: ignore[attr-defined]

    _to_one_child(world.service("web"), fault, hold)
    return True


def _to_one_child(web: Service, fault: Planned, do: Callable[..., object]) -> bool:
    """Do something to one of the web's processes; False where it has none at the moment, or it is gone."""
    children = web.children()
    if not children:
        return False
    try:
        do(random.Random(fault.at).choice(children))
    except NoSuchProcess:
        return False
    return True


def _stop_redis(world: World, fault: Planned) -> bool:
    assert world.redis is not None
    world.redis.kill()
    time.sleep(fault.seconds)
    world.redis.start()
    return True


def _flush_redis(world: World, _: Planned) -> bool:
    assert world.redis is not None
    try:
        with redis.Redis.from_url(world.redis.url, socket_timeout=2) as client:
            client.flushall()
    except redis.RedisError:  # it is stopped at the moment, and comes back empty
        pass
    return True


def _hang_redis(world: World, fault: Planned) -> bool:
    assert world.redis is not None
    assert world.redis.process is not None
    process = world.redis.process
    process.send_signal(signal.SIGSTOP)
    time.sleep(fault.seconds)
    process.send_signal(signal.SIGCONT)
    return True


def _restart_postgres(mode: str) -> Callable[[World, Planned], bool]:
    def restart(world: World, fault: Planned) -> bool:
        assert world.postgres is not None
        world.postgres.restart(mode, after=fault.seconds)
        return True

    return restart


def _two_beats(world: World, fault: Planned) -> bool:
    beat = world.service("beat")
    with running(beat.arguments, world.environment, Path(world.folder) / "beat.second.log"):
        time.sleep(fault.seconds)
    return True


DOING: Final[dict[str, Callable[[World, Planned], bool]]] = {
    "kill worker of deadlines": _kill("deadlines"),
    "kill worker of bots": _kill("bots"),
    "kill beat": _kill("beat"),
    "kill a web process": _kill_web_process,
    "kill all of web": _kill("web"),
    "stop Redis": _stop_redis,
    "flush Redis": _flush_redis,
    "hang Redis": _hang_redis,
    "restart PostgreSQL, fast": _restart_postgres("fast"),
    "restart PostgreSQL, immediate": _restart_postgres("immediate"),
    "two beats": _two_beats,
    "suspend worker of deadlines": _suspend("deadlines"),
    "suspend worker of bots": _suspend("bots"),
    "suspend a web process": _suspend_web_process,
    "kill the server": _kill("server"),
}
"""What each kind of fault does: break, hold, mend; whether all was up again after it."""


class Breaking:
    """Carries out what is planned, from `start` on."""

    def __init__(self, world: World, faults: Sequence[Planned]) -> None:
        self.windows: list[Window] = []
        self.failed: list[str] = []
        self._world, self._faults = world, faults
        self._one_at_a_time = {"PostgreSQL": threading.Lock(), "Redis": threading.Lock()}

    def run(self) -> None:
        """Start all, each at its time, and wait until all are over."""
        begin = time.monotonic()
        threads = [
            threading.Thread(target=self._carry_out, args=(fault, begin), name=fault.kind) for fault in self._faults
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _carry_out(self, fault: Planned, start: float) -> None:
        time.sleep(max(0.0, start + fault.at - time.monotonic()))
        begin = time.time()
        recovered = False
        try:
            with self._lock(fault):
                begin = time.time()
                recovered = DOING[fault.kind](self._world, fault)
        except Exception as error:
            self.failed.append(f"{fault.kind}: {type(error).__name__}: {error}")
        self.windows.append(Window(fault.kind, begin, time.time(), recovered))
        if not recovered:
            self.failed.append(f"{fault.kind}: not all was up again")

    def _lock(self, fault: Planned) -> threading.Lock:
        """One server is not stopped and started by two faults at once."""
        found = (lock for name, lock in self._one_at_a_time.items() if name in fault.kind)
        return next(found, threading.Lock())
