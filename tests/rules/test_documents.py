"""docs/rules.md held to account: its sections, its table of options, and that code cites sections that exist."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from games.rules.ruleset import CURRENT, Options
from tests.rules import documents

TEXT = documents.read("rules.md")
SECTIONS = re.findall(r"^## (\d+)\. (.+)$", TEXT, flags=re.MULTILINE)
OPTION_TABLE = documents.tables(documents.section(TEXT, "2. Options and rulesets"))[0]


def test_sections_are_numbered_as_they_are_cited() -> None:
    assert [number for number, _ in SECTIONS] == [str(n) for n in range(1, 11)]


@pytest.mark.parametrize("source", sorted(Path(documents.DOCS.parent / "games").rglob("*.py")), ids=lambda p: p.name)
def test_cited_sections_exist(source: Path) -> None:
    cited = re.findall(r"docs/rules\.md,? (\d+)((?:, \d+)*)", source.read_text(encoding="utf-8"))
    assert {n for first, more in cited for n in (first, *re.findall(r"\d+", more))} <= {n for n, _ in SECTIONS}


def test_every_option_is_documented() -> None:
    assert [row["option"] for row in OPTION_TABLE] == [option.name for option in fields(Options)]


@pytest.mark.parametrize("row", OPTION_TABLE, ids=lambda row: row["option"])
def test_option(row: dict[str, str]) -> None:
    """Its values, and what each ruleset sets it to."""
    choices = next(option.metadata["choices"] for option in fields(Options) if option.name == row["option"])
    values = re.sub("`", "", row["values"])
    assert values == ("1 to 5" if row["option"] == "starting_dice" else ", ".join(written(c) for c in choices))
    columns = {re.findall("`(.+?)`", heading)[0]: cell for heading, cell in row.items() if heading.count("`") == 2}
    assert set(columns) == set(CURRENT)
    for name, cell in columns.items():
        assert cell == written(CURRENT[name].options.as_dict()[row["option"]])


def written(value: object) -> str:
    return str(value).lower()


def test_rulesets_name_their_texts() -> None:
    """The numbers in a ruleset's source are those in its column of the table."""
    named = {re.findall("`(.+?)`", h)[0]: set(re.findall(r"\d{3}", h)) for h in OPTION_TABLE[0] if h.count("`") == 2}
    for name, texts in named.items():
        assert set(re.findall(r"\d{3}", CURRENT[name].source)) == texts


def test_the_four_texts_are_described() -> None:
    assert re.findall(r"^- \*\*(\d{3})\*\*: ", TEXT, flags=re.MULTILINE) == ["000", "002", "003", "004"]
    assert all((Path(__file__).parent / f"test_text_{n}.py").exists() for n in ("000", "002", "003", "004"))
