"""What the processes wrote to their logs: nothing secret, and of faults those only that the run itself made."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from tests.chaos.verdicts.verdict import Verdict

SECRET = re.compile(r"\b[0-9a-f]{64}\b")
HAND = re.compile(r"""[\[(][1-6](?:, [1-6]){2,4},?[\])]|['"][1-6]{3,5}['"]""")
TRACEBACK = "Traceback (most recent call last):"
RAISED = re.compile(r"^([A-Za-z_][\w.]*)(?::|$)")
RECORD = re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} (WARNING|ERROR|CRITICAL) ([\w.]+): (.*)")

EXPECTED: Mapping[str, re.Pattern[str]] = {
    "the database went away": re.compile(
        r"^(psycopg\.OperationalError|psycopg\.InterfaceError|psycopg\.errors\.(AdminShutdown|CrashShutdown|"
        r"CannotConnectNow)|django\.db\.utils\.(OperationalError|InterfaceError))$"
    ),
    "a stalled transaction was undone": re.compile(
        r"^(psycopg\.errors\.IdleInTransactionSessionTimeout|django\.db\.utils\.InternalError)$"
    ),
    "Redis went away": re.compile(
        r"^(redis\.exceptions\.(ConnectionError|TimeoutError|BusyLoadingError)|kombu\.exceptions\.OperationalError|"
        r"celery\.beat\.SchedulingError)$"
    ),
    "a connection was cut": re.compile(r"^(ConnectionResetError|ConnectionRefusedError|BrokenPipeError|TimeoutError)$"),
}
"""Kinds of exceptions that come of what the run breaks."""


@dataclass(frozen=True, slots=True)
class Written:
    """A traceback's last exception (`raised`), or a line of a fault."""

    log: str
    raised: str | None
    text: str


def judge(logs: Mapping[str, str], secrets: Collection[str], words: Collection[str]) -> list[Verdict]:
    """`secrets` are of 64 hexadecimal digits: tokens, seeds, keys; `words` are passwords and other keys."""
    hidden = Verdict("no token, password, seed, key or hand is in any log")
    known = set(secrets)
    for name, text in logs.items():
        for number, line in enumerate(text.splitlines(), 1):
            told = known.intersection(SECRET.findall(line))
            bad = told or HAND.search(line) or any(word in line for word in words)
            hidden.check(not bad, f"{name}, line {number}")
    return [hidden, _faults(logs)]


def _faults(logs: Mapping[str, str]) -> Verdict:
    verdict = Verdict("no traceback but of what the run itself broke")
    verdict.examined = sum(len(text.splitlines()) for text in logs.values())
    kinds = Counter[str]()
    for name, text in logs.items():
        for raised in tracebacks(text):
            kind = next((kind for kind, pattern in EXPECTED.items() if pattern.match(raised)), None)
            if kind is None:
                verdict.faults.append(f"{name}: {raised}")
            else:
                kinds[f"{kind} ({raised})"] += 1
    verdict.notes += [f"{times} × {kind}" for kind, times in kinds.most_common()]
    verdict.notes += [f"{times} × {line}" for line, times in lines(logs).most_common()]
    return verdict


def tracebacks(text: str) -> Iterator[str]:
    """The name of the exception at the end of each traceback."""
    inside = False
    for line in text.splitlines():
        if line.strip() == TRACEBACK:
            inside = True
        elif inside and line and not line.startswith((" ", "\t")):
            match = RAISED.match(line)
            yield match[1] if match else line[:80]
            inside = False


def lines(logs: Mapping[str, str]) -> Counter[str]:
    """Warnings and errors, alike ones as one: by service, level, logger and the words of the message."""
    found = Counter[str]()
    for name, text in logs.items():
        for line in text.splitlines():
            if match := RECORD.match(line):
                words = re.sub(r"(?<=game )\w+|\b(?=\w*\d)[\w.:/-]+|'[^']*'", "…", match[3])[:70]
                found[f"{name.partition('.')[0]} {match[1]} {match[2]}: {words}"] += 1
    return found
