"""The map of docs/architecture.md, held against the code: who imports whom, and where clock, chance and secrets stand.

import-linter reads the directions of import from pyproject.toml; everything else is found in the syntax trees here.
Each check is shown a piece of code that it must refuse.
"""

import ast
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("games", "players", "perudo_site")
MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 60


@dataclass(frozen=True)
class Source:
    """One file of the project, by its path from the top."""

    path: str
    text: str

    @property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    def is_in(self, places: Iterable[str]) -> bool:
        """A place is a file, or a folder with its slash."""
        return any(self.path == place or (place.endswith("/") and self.path.startswith(place)) for place in places)


def sources(*places: str) -> list[Source]:
    """Every file of the packages but migrations; only those in `places`, if some are named."""
    files = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    found = [Source(path.relative_to(ROOT).as_posix(), path.read_text()) for path in files]
    return [s for s in found if "/migrations/" not in s.path and (not places or s.is_in(places))]


def found_by(check: Callable[[Source], Iterable[str]], files: Iterable[Source]) -> dict[str, list[str]]:
    """What a check finds in each file, files without findings left out."""
    findings = {source.path: list(check(source)) for source in files}
    return {path: found for path, found in findings.items() if found}


def assert_only_in(places: Iterable[str], check: Callable[[Source], Iterable[str]]) -> None:
    """The check finds something in each of the places, so that none is named in vain, and nothing anywhere else."""
    places = list(places)
    elsewhere = {
        path: found for path, found in found_by(check, sources()).items() if not Source(path, "").is_in(places)
    }
    assert elsewhere == {}
    assert [place for place in places if not found_by(check, sources(place))] == []


# --- Who imports whom ---------------------------------------------------------------------------------------------

# For each contract, by its name in pyproject.toml, an import that breaks it.
FORBIDDEN_IMPORTS = {
    "games may use players": ("players/queries/accounts.py", "import games.models"),
    "In games: edges": ("games/store/read.py", "import games.services.moves"),
    "In players: edges": ("players/models/__init__.py", "import players.services"),
    "In perudo_site: processes": ("perudo_site/http/problems.py", "import perudo_site.middleware"),
    "Only services write games": ("games/api/problems.py", "import games.store.write"),
    "Edges and reads ask services": ("games/queries.py", "import games.rules.engine"),
    "Of the bots only the registry": ("games/services/brains.py", "import games.bots.odds"),
    "Services ask bots": ("games/queries.py", "import games.bots.registry"),
    "A bot gets an observation": ("games/bots/odds.py", "import games.rules.engine"),
    "Of players' API only other APIs": ("games/services/moves.py", "import players.api.authentication"),
    "The terminal client": ("games/tasks.py", "import games.terminal.api"),
}


def lint_imports(folder: Path) -> tuple[int, str]:
    """import-linter's verdict on the packages in a folder, by the project's contracts; its lines joined."""
    command = [
        str(Path(sys.executable).parent / "lint-imports"),
        "--no-cache",
        "--config",
        str(ROOT / "pyproject.toml"),
    ]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, " ".join((done.stdout + done.stderr).split())


def test_imports_go_one_way() -> None:
    code, said = lint_imports(ROOT)
    assert code == 0, said


def test_every_contract_can_be_broken(tmp_path: Path) -> None:
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    for path, line in FORBIDDEN_IMPORTS.values():
        with (tmp_path / path).open("a") as file:
            file.write(f"\n{line}\n")
    code, said = lint_imports(tmp_path)
    assert code == 1
    assert f"Contracts: 0 kept, {len(FORBIDDEN_IMPORTS)} broken." in said
    assert all(name in said for name in FORBIDDEN_IMPORTS)


def imported(source: Source) -> Iterator[str]:
    """Every module that a file names in an import."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


# What needs nothing but Python: the packages of the project that each may import beside itself.
PURE = {"games/rules/": [], "games/bots/": ["games.rules"], "games/terminal/": []}


def impure_imports(source: Source, allowed: Iterable[str]) -> Iterator[str]:
    for name in imported(source):
        ours = any(name == package or name.startswith(f"{package}.") for package in allowed)
        if not ours and name.partition(".")[0] not in sys.stdlib_module_names:
            yield name


@pytest.mark.parametrize("place", PURE)
def test_rules_bots_and_terminal_need_python_alone(place: str) -> None:
    allowed = [place.strip("/").replace("/", "."), *PURE[place]]
    assert found_by(lambda source: impure_imports(source, allowed), sources(place)) == {}


def test_an_impure_import_is_found() -> None:
    source = Source("games/rules/bids.py", "import json\nfrom django.db import models\nfrom games.models import Game\n")
    assert list(impure_imports(source, ["games.rules"])) == ["django.db", "games.models"]


# --- Clock and chance: arguments everywhere but at the edges ------------------------------------------------------

CLOCKS = {
    "datetime": {"now", "utcnow", "today"},
    "date": {"today"},
    "timezone": {"now"},
    "time": {"time", "time_ns", "monotonic", "monotonic_ns", "perf_counter"},
}
READS_THE_CLOCK = [
    "games/api/",
    "games/tasks.py",
    "games/management/",
    "games/ops/",
    "perudo_site/http/",
    "perudo_site/pulse.py",
    "players/admin/",
    "games/admin/",
    "players/api/",
    "players/idempotency.py",
    "players/models/",
]


def clock_reads(source: Source) -> Iterator[str]:
    """`datetime.now` and its likes, called or handed on; a bare `now` that was imported; the database's `Now`."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name | ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else node.value.attr
            if node.attr in CLOCKS.get(owner, ()):
                yield f"line {node.lineno}: {owner}.{node.attr}"
        elif isinstance(node, ast.ImportFrom):
            names = {"time": CLOCKS["time"], "django.utils.timezone": {"now"}, "django.db.models.functions": {"Now"}}
            for alias in node.names:
                if alias.name in names.get(node.module or "", ()):
                    yield f"line {node.lineno}: {alias.name}"


def test_the_clock_is_read_at_the_edges_only() -> None:
    # games/terminal is a program of its own, on the player's machine.
    assert_only_in([*READS_THE_CLOCK, "games/terminal/"], clock_reads)


@pytest.mark.parametrize(
    "line",
    [
        "datetime.now(UTC)",
        "datetime.datetime.now()",
        "f(default=timezone.now)",
        "from time import monotonic",
        "from django.utils.timezone import now",
        "date.today()",
    ],
)
def test_a_clock_is_found(line: str) -> None:
    assert len(list(clock_reads(Source("games/services/moves.py", line)))) == 1


# Ids and seeds, the secret key, the first admin's password; accounts for measuring; the client's own seed.
DRAWS_BY_CHANCE = [
    "games/models.py",
    "games/management/",
    "games/terminal/",
    "perudo_site/ids.py",
    "perudo_site/settings.py",
    "players/secrets.py",
]
CHANCE_MODULES = {"secrets", "uuid", "random"}
CHANCE_NAMES = {"urandom", "SystemRandom", "get_random_string", "create_token_string"}


def draws(source: Source) -> Iterator[str]:
    """Chance from outside. A `random.Random` made with a seed, or named as a type, is none."""
    tree = source.tree
    unseeded = {id(n.func) for n in ast.walk(tree) if isinstance(n, ast.Call) and not n.args and not n.keywords}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in CHANCE_MODULES:
            if (node.value.id, node.attr) != ("random", "Random") or id(node) in unseeded:
                yield f"line {node.lineno}: {node.value.id}.{node.attr}"
        elif isinstance(node, ast.Attribute) and node.attr in CHANCE_NAMES:
            yield f"line {node.lineno}: {node.attr}"
        elif isinstance(node, ast.ImportFrom):
            chance = {alias.name for alias in node.names} & CHANCE_NAMES
            if chance or node.module in CHANCE_MODULES:
                yield f"line {node.lineno}: from {node.module}"


def test_chance_makes_ids_and_seeds_and_nothing_else() -> None:
    """Every die and every choice of a bot follows from the server seed (docs/fairness.md)."""
    assert_only_in(DRAWS_BY_CHANCE, draws)


@pytest.mark.parametrize(
    "line",
    [
        "random.choice(seats)",
        "rng = random.Random()",
        "from random import shuffle",
        "os.urandom(32)",
        "secrets.token_hex(32)",
        "from django.utils.crypto import get_random_string",
        "uuid.uuid4()",
    ],
)
def test_chance_is_found(line: str) -> None:
    assert len(list(draws(Source("games/services/moves.py", line)))) == 1


def test_a_seeded_generator_is_no_chance() -> None:
    assert list(draws(Source("a.py", "def f(rng: random.Random) -> None:\n    g = random.Random(seed)\n"))) == []


# --- What must not leak -------------------------------------------------------------------------------------------

KNOWS_SECRETS = [
    "games/management/bench/history/",  # makes games of its own up, with their seeds and hands
    "games/models.py",
    "games/rules/",
    "games/services/",
    "games/store/",
    "games/viewpoint/",
]


def secret_reads(source: Source) -> Iterator[str]:
    """The server seed as an attribute or by name in a query, and rows of hands."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Attribute) and node.attr == "server_seed":
            yield f"line {node.lineno}: .server_seed"
        elif isinstance(node, ast.Constant) and node.value in ("server_seed", "hands", "hands__dice"):
            yield f"line {node.lineno}: {node.value!r}"
        elif isinstance(node, ast.ImportFrom) and node.module == "games.models":
            yield from (f"line {node.lineno}: {alias.name}" for alias in node.names if alias.name == "Hand")


def test_server_seeds_and_hands_are_read_behind_the_viewpoint_only() -> None:
    # The terminal client knows what the API shows, and no more.
    server_side = [source for source in sources() if not source.is_in([*KNOWS_SECRETS, "games/terminal/"])]
    assert found_by(secret_reads, server_side) == {}
    assert found_by(secret_reads, sources(*KNOWS_SECRETS)) != {}


@pytest.mark.parametrize(
    "line", ["game.server_seed", 'games.values("server_seed")', "from games.models import Game, Hand"]
)
def test_a_read_of_a_secret_is_found(line: str) -> None:
    assert len(list(secret_reads(Source("games/queries.py", line)))) == 1


# --- Transactions and tasks ---------------------------------------------------------------------------------------

WRITES = {"create", "bulk_create", "bulk_update", "get_or_create", "update_or_create"}


def transactions(source: Source) -> Iterator[str]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Attribute) and node.attr in ("atomic", "on_commit"):
            yield f"line {node.lineno}: {node.attr}"


def writes(source: Source) -> Iterator[str]:
    """Calls that change rows: `save`, and what creates or updates through a manager."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            by_manager = isinstance(node.func.value, ast.Attribute) and node.func.value.attr == "objects"
            if node.func.attr == "save" or (by_manager and node.func.attr in WRITES):
                yield f"line {node.lineno}: {node.func.attr}"


def test_transactions_are_the_services_affair() -> None:
    takes_back_what_it_wrote = "games/management/commands/bench_leaderboards.py"
    assert_only_in(
        ["games/services/", "players/services/", "players/idempotency.py", takes_back_what_it_wrote], transactions
    )


def test_games_are_written_by_store_and_services_only() -> None:
    reading = [s for s in sources("games/") if not s.is_in(["games/services/", "games/store/", "games/management/"])]
    assert found_by(writes, reading) == {}


def test_a_write_is_found() -> None:
    assert list(writes(Source("a.py", "game.save()\nGame.objects.create(x=1)\n{}.update(x=1)"))) == [
        "line 1: save",
        "line 2: create",
    ]
    assert list(transactions(Source("a.py", "with transaction.atomic():\n    pass"))) == ["line 1: atomic"]


def long_tasks(source: Source) -> Iterator[str]:
    """Functions that do more than one thing after their docstring."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef) and len(node.body) > 1 + bool(ast.get_docstring(node)):
            yield node.name


def test_a_task_is_one_call() -> None:
    assert found_by(long_tasks, sources("games/tasks.py")) == {}
    assert list(long_tasks(Source("a.py", "def f():\n    '''d'''\n    a()\n    b()"))) == ["f"]


# --- Sizes --------------------------------------------------------------------------------------------------------


def oversized(source: Source) -> Iterator[str]:
    if (lines := source.text.count("\n")) > MAX_FILE_LINES:
        yield f"{lines} lines"
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            if (lines := node.end_lineno - node.lineno + 1) > MAX_FUNCTION_LINES:
                yield f"{node.name} has {lines} lines"


def test_files_and_functions_are_small() -> None:
    assert found_by(oversized, sources()) == {}


def test_what_is_too_long_is_found() -> None:
    body = "    pass\n" * MAX_FUNCTION_LINES
    assert list(oversized(Source("a.py", f"def f():\n{body}"))) == ["f has 61 lines"]
    assert list(oversized(Source("a.py", "\n" * 401))) == ["401 lines"]
