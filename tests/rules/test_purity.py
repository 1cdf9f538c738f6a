"""`games.rules` and `games.bots` need nothing but the standard library; the rules no clock, chance, input or output."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULES = sorted((ROOT / "games" / "rules").rglob("*.py"))
BOTS = sorted((ROOT / "games" / "bots").rglob("*.py"))

AMBIENT = {
    "random",
    "time",
    "os",
    "secrets",
    "uuid",
    "io",
    "pathlib",
    "logging",
    "socket",
    "threading",
    "asyncio",
    "sys",
}
"""Modules by which chance, time and the world outside come in."""
AMBIENT_CALLS = {"open", "print", "input", "exec", "eval", "__import__"}
CLOCKS = {"now", "utcnow", "today", "time", "monotonic"}


def imported(source: Path) -> Iterator[str]:
    """The full names of the modules that a file imports, also inside functions."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source}: imports are written out in full"
            yield node.module or ""


def is_within(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(package + ".") for package in packages)


@pytest.mark.parametrize("source", RULES, ids=lambda p: p.name)
def test_rules_import_the_standard_library_and_themselves(source: Path) -> None:
    for module in imported(source):
        top = module.partition(".")[0]
        assert top in sys.stdlib_module_names or is_within(module, "games.rules"), module
        assert top not in AMBIENT, module


@pytest.mark.parametrize("source", RULES, ids=lambda p: p.name)
def test_rules_ask_no_clock_and_touch_nothing(source: Path) -> None:
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in AMBIENT_CALLS, node.func.id
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            assert node.func.attr not in CLOCKS, node.func.attr


@pytest.mark.parametrize("source", BOTS, ids=lambda p: p.name)
def test_bots_import_the_standard_library_the_rules_and_themselves(source: Path) -> None:
    for module in imported(source):
        top = module.partition(".")[0]
        assert top in sys.stdlib_module_names or is_within(module, "games.rules", "games.bots"), module


IMPORT_ALL = """
import importlib, sys

class NoDjango:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("django", "rest_framework", "perudo_site", "players"):
            raise ModuleNotFoundError(f"{name} is blocked here")

sys.meta_path.insert(0, NoDjango())
sys.path.insert(0, sys.argv[1])
before = set(sys.modules)
for name in sys.argv[2:]:
    importlib.import_module(name)
foreign = {
    name for name in set(sys.modules) - before
    if name.partition(".")[0] not in sys.stdlib_module_names and not name.startswith(("games.rules", "games.bots"))
}
print(sorted(foreign - {"games"}))
"""


def module_name(source: Path) -> str:
    return ".".join(source.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def test_they_import_without_django_and_without_any_package() -> None:
    """In a Python of its own, without site-packages and with Django blocked."""
    names = [module_name(source) for source in (*RULES, *BOTS)]
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", IMPORT_ALL, str(ROOT), *names], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.stdout == "[]\n"
