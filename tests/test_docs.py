"""The documents, held against the code: nothing is left out, and nothing is told that is not there.

A check takes the documents, so that each can be shown one with a mistake in it, which it must find. The examples are
run in tests/docs/test_examples.py.
"""

import ast
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from django.core.management import get_commands
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from games.bots.registry import REGISTRY
from games.rules.ruleset import CURRENT, Options
from perudo_site.http.problem_types import PROBLEM_TYPES
from perudo_site.http.schema import document
from tests.docs.markdown import Document, codes

ROOT = Path(__file__).parent.parent
METHODS = {"get", "post", "put", "patch", "delete"}
# docs/api.md says once what any call of a kind may answer; each call names the others.
SAID_ONCE = {
    "not_acceptable",
    "throttled",
    "bad_token",
    "not_authenticated",
    "invalid",
    "too_large",
    "unsupported_media_type",
    "request_timeout",
    "not_found",
}
# Shapes of events, and of their data.
EVENTS = r"(Started|Rolled|Bid|Left|RoundEnded|Finished|Abandoned)(Event|Data|Seat)$"

Docs = Mapping[str, Document]
Check = Callable[[Docs], None]


def all_docs() -> dict[str, Document]:
    """Every document of the project, by its path from the top."""
    paths = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    return {path.relative_to(ROOT).as_posix(): Document(path.read_text()) for path in paths}


# --- The API ------------------------------------------------------------------------------------------------------


def schemas() -> dict[str, Any]:
    found: dict[str, Any] = document()["components"]["schemas"]
    return found


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every call of the OpenAPI document, as "GET /api/v1/…"."""
    for path, methods in document()["paths"].items():
        for method in METHODS & methods.keys():
            yield f"{method.upper()} {path}", methods[method]


def sections_of_calls(docs: Docs) -> dict[str, str]:
    """The sections of docs/api.md whose heading is a call."""
    sections = docs["docs/api.md"].sections
    return {heading.strip("`"): text for heading, text in sections.items() if re.match(r"`[A-Z]+ /", heading)}


def check_codes(docs: Docs) -> None:
    """Every code with its status, and with a sentence."""
    rows = docs["docs/api.md"].table("codes").rows
    assert {(row[1].strip("`"), int(row[0])) for row in rows} == {
        (str(t.code), t.status) for t in PROBLEM_TYPES.values()
    }
    assert all(row[2] for row in rows)


def check_calls(docs: Docs) -> None:
    """Every call has a section of its own, and there are no others."""
    assert sections_of_calls(docs).keys() == {call for call, _ in operations()}


def check_refusals(docs: Docs) -> None:
    """The codes that each call names are those of the OpenAPI document, but for what is said once for all."""
    for call, operation in operations():
        section = re.search(r"Refusals:\s+(.*?)\.(\s|$)", sections_of_calls(docs)[call], re.DOTALL)
        said = set(codes(section[1]) if section else [])
        answers = chain.from_iterable(codes(answer["description"]) for answer in operation["responses"].values())
        if scopes_of(operation):  # whoever lacks the scope is refused; who else, the call may say
            assert said - {"forbidden"} == set(answers) - SAID_ONCE - {"forbidden"}, call
        else:
            assert said == set(answers) - (SAID_ONCE - {"not_authenticated"}), call


def scopes_of(operation: Mapping[str, Any]) -> list[str]:
    """The scope that a call needs of a token; none if it is open to everybody."""
    return [scope for way in operation.get("security", []) for scope in way.get("bearer", [])]


def check_scopes(docs: Docs) -> None:
    """Every call that needs a token says which scope it needs of it, and no other does."""
    for call, operation in operations():
        said = re.findall(r"^Scope `(\w+)`\.", sections_of_calls(docs)[call], re.MULTILINE)
        assert said == scopes_of(operation), call


def check_parameters(docs: Docs) -> None:
    """Every parameter of a query string, and every header, is told of in the section of its call."""
    for call, operation in operations():
        for parameter in operation.get("parameters", []):
            name, section = parameter["name"], sections_of_calls(docs)[call]
            header = {"If-None-Match": "ETag"}.get(name, name)
            ways_to_say = {"path": [""], "query": [f"`{name}`", f"`?{name}=`"], "header": [f"[{header}](#conventions)"]}
            assert any(way in section for way in ways_to_say[parameter["in"]]), (call, name)


def check_fields(docs: Docs) -> None:
    """Every object that goes in or out has a table of its fields, and no others are told of."""
    tables = {
        name: table
        for table in docs["docs/api.md"].tables
        if table.marker.startswith("fields: ")
        for name in table.marker.removeprefix("fields: ").split(", ")
    }
    objects = {name: shape for name, shape in schemas().items() if shape.get("properties")}
    # A summary is a view without a few fields, a page is told of once, and what is in events with their types.
    once = {name for name in objects if re.match(EVENTS, name) or name.startswith("Paginated")} | {"GameSummary"}
    assert tables.keys() == (objects.keys() - once) | {"Event"}
    shapes = {name: objects[name] for name in tables if name != "Event"}
    shapes |= {name: objects[name] for name in once if name.endswith("Event")}
    for name, shape in shapes.items():
        table = tables["Event" if name.endswith("Event") else name]
        assert sorted(table.names()) == sorted(shape["properties"]), name


def check_summary(docs: Docs) -> None:
    """A summary lacks just what docs/api.md says that it lacks."""
    lacking = schemas()["Game"]["properties"].keys() - schemas()["GameSummary"]["properties"].keys()
    said = re.search(r"summaries: game views without (.*?)\.", docs["docs/api.md"].prose, re.DOTALL)
    assert said is not None
    assert set(codes(said[1])) == lacking


def check_events(docs: Docs) -> None:
    """Every type of event, and no other; of each, everything that its data has of its own."""
    rows = {codes(row[0])[0]: row[1] for row in docs["docs/api.md"].table("events").rows}
    mapping = schemas()["Event"]["discriminator"]["mapping"]
    assert sorted(rows) == sorted(mapping)
    for kind, said in rows.items():
        data = schemas()[mapping[kind].rpartition("/")[2].replace("Event", "Data")]["properties"]
        own = data.keys() - {"turn", "deadline", "actions", "legal_bids"}
        told = schemas()["ResolvedRound"]["properties"].keys() if "(#a-resolved-round)" in said else set(codes(said))
        lists = [shape["items"].get("$ref", "").rpartition("/")[2] for shape in data.values() if "items" in shape]
        assert own.union(*(schemas()[name]["properties"] for name in lists if re.match(EVENTS, name))) <= told, kind


def check_json(docs: Docs) -> None:
    """Every JSON example is JSON, and has the shape named before it: each field there is, of its type, and no other."""
    for path, doc in docs.items():
        for block in doc.blocks:
            if block.language == "json":
                example, shape = json.loads(block.text), block.marker.removeprefix("shape: ")
                assert shape != block.marker or path != "docs/api.md"
                assert shape == block.marker or list(_closed(shape).iter_errors(example)) == [], path


def _closed(name: str) -> Draft202012Validator:
    """A validator of a shape of the OpenAPI document that takes no field which the document does not know."""

    def close(value: Any) -> Any:
        if isinstance(value, list):
            return [close(item) for item in value]
        if not isinstance(value, dict):
            return value
        closed = {key: close(item) for key, item in value.items()}
        return closed | {"additionalProperties": False} if "properties" in value else closed

    known = json.loads(json.dumps(close(schemas()), default=str))
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": {"schemas": known}})


# --- Settings, commands, bots, options ----------------------------------------------------------------------------


def settings_in_code() -> dict[str, Any]:
    """Every variable that settings.py reads, with its default."""
    found: dict[str, Any] = {}
    for node in ast.walk(ast.parse((ROOT / "perudo_site/settings.py").read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            owner, name = node.func.value, node.args[0]
            if isinstance(owner, ast.Name) and owner.id == "env" and isinstance(name, ast.Constant):
                found[str(name.value)] = _default(node)
    return found


def _default(call: ast.Call) -> Any:
    """The default of a setting; a folder is said from the top of the project."""
    value = next(keyword.value for keyword in call.keywords if keyword.arg == "default")
    return eval(ast.unparse(value), {"BASE_DIR": Path(), "str": str})


def check_settings(docs: Docs) -> None:
    """README's table has every setting with its default; one without a default says "none"."""
    rows = docs["README.md"].table("settings").rows
    said = {row[0].strip("`"): row[1] for row in rows}
    assert said == {name: _as_written(default) for name, default in settings_in_code().items()}
    assert all(row[2] for row in rows)


def _as_written(default: Any) -> str:
    text = ",".join(default) if isinstance(default, list) else str(default)
    return f"`{text}`" if text else "none"


def check_limits(docs: Docs) -> None:
    """The limits that docs/api.md tells of have the defaults of the settings."""
    [table] = [t for t in docs["docs/api.md"].tables if t.rows[0][2:3] == ("`THROTTLE_ANONYMOUS`",)]
    defaults = settings_in_code()
    assert {row[2].strip("`"): row[3] for row in table.rows} == {
        name: str(defaults[name]) for name in defaults if name.startswith(("THROTTLE_", "MAX_", "BODY_"))
    }


def check_commands(docs: Docs) -> None:
    """docs/operation.md has every command of ours, and none is spoken of that does not exist."""
    ours = {name for name, app in get_commands().items() if app in ("games", "players")}
    assert {name.split()[1] for name in docs["docs/operation.md"].table("commands").names()} == ours
    for path, doc in docs.items():
        for name in re.findall(r"manage\.py ([a-z_]+)", doc.text):
            assert name in get_commands(), (path, name)


def check_bots(docs: Docs) -> None:
    """docs/bots.md has every server bot, in the order of strength, in its own words."""
    assert docs["docs/bots.md"].table("bots").rows == tuple(
        (f"`{bot.name}`", str(bot.strength), bot.describes) for bot in REGISTRY.values()
    )


def check_options(docs: Docs) -> None:
    """docs/rules.md has every option, its values, and what each ruleset makes of it."""
    [table] = [t for t in docs["docs/rules.md"].tables if t.rows[0][0] == "`starting_dice`"]
    head = next(line for line in docs["docs/rules.md"].text.splitlines() if line.startswith("| option |"))
    rulesets = codes(head)
    assert sorted(rulesets) == sorted(CURRENT)
    assert table.names() == [option.name for option in fields(Options)]
    for name, row in zip(table.names(), table.rows, strict=True):
        for ruleset, said in zip(rulesets, row[2:], strict=True):
            value = CURRENT[ruleset].options.as_dict()[name]
            assert said.strip("`") == (str(value).lower() if isinstance(value, bool) else str(value)), (ruleset, name)


# --- Links and names ----------------------------------------------------------------------------------------------


def check_links(docs: Docs) -> None:
    """Links within the project lead to files and headings that are there, and README leads to every document."""
    for path, doc in docs.items():
        for link in doc.links:
            if "://" not in link:
                file, _, anchor = link.partition("#")
                target = (ROOT / path).parent / file if file else ROOT / path
                assert target.exists(), (path, link)
                assert not anchor or anchor in docs[_from_top(target)].anchors, (path, link)
    linked = {_from_top(ROOT / link.partition("#")[0]) for link in docs["README.md"].links if "://" not in link}
    assert docs.keys() - {"README.md"} <= linked


def _from_top(path: Path) -> str:
    return path.resolve().relative_to(ROOT).as_posix()


def check_paths(docs: Docs) -> None:
    """Files and folders named in backticks are there."""
    for path, doc in docs.items():
        for name in codes(doc.prose):
            if re.fullmatch(r"(games|players|perudo_site|tests|docs)/[\w/.*-]*", name):
                assert list(ROOT.glob(name.rstrip("/"))), (path, name)


def check_citations(docs: Docs) -> None:
    """Documents cited in the code are there, with the section ("Errors", or a number) that is cited."""
    files = [file for place in ("games", "players", "perudo_site", "tests") for file in (ROOT / place).rglob("*.py")]
    for file in files:
        for path, title, number in re.findall(r'(docs/\w+\.md)(?:, "([^"]+)"|,? (\d+))?', file.read_text()):
            assert path in docs, file
            headings = docs[path].sections.keys()
            assert not title or title in headings, (file, path, title)
            assert not number or any(heading.startswith(f"{number}. ") for heading in headings), (file, path, number)


def check_make(docs: Docs) -> None:
    """What is to be made by make is a target, and README names every target."""
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    said = {path: set(re.findall(r"\bmake ([a-z]+)\b", _code_of(doc))) for path, doc in docs.items()}
    assert {path: names - targets for path, names in said.items() if names - targets} == {}
    assert said["README.md"] == targets


def check_variables(docs: Docs) -> None:
    """Environment variables that are set in an example, or look like one in backticks, are read by somebody."""
    read_by_examples = {"PERUDO_TOKEN"}  # of docs/examples
    known = settings_in_code().keys() | {"ARGS", "SCREENSHOTS_DIR"} | read_by_examples
    for path, doc in docs.items():
        if path == "CHANGELOG.md":
            continue
        named = [name for name in codes(doc.prose) if re.fullmatch(r"[A-Z]+(_[A-Z]+)+", name)]
        shells = "".join(
            block.text for block in doc.blocks if block.marker.startswith("not run") or path == "README.md"
        )
        given = re.findall(r"(?:^|\s)([A-Z][A-Z_]+)=", shells, re.MULTILINE)
        own = set(re.findall(r"\$\{?([A-Z]+)", shells))  # set here to be used here
        assert [name for name in [*named, *given] if name not in known | own] == [], path


def _code_of(doc: Document) -> str:
    return "\n".join([*codes(doc.prose), *(block.text for block in doc.blocks if block.language == "bash")])


# --- All of them, and what each must find -------------------------------------------------------------------------

CHECKS: list[Check] = [
    check_codes,
    check_calls,
    check_refusals,
    check_scopes,
    check_parameters,
    check_fields,
    check_summary,
    check_events,
    check_json,
    check_settings,
    check_limits,
    check_commands,
    check_bots,
    check_options,
    check_links,
    check_paths,
    check_citations,
    check_make,
    check_variables,
]
# A check, a document, what stands in it, and what would be wrong there.
MISTAKES: list[tuple[Check, str, str, str]] = [
    (check_codes, "docs/api.md", "| 409 | `no_bid` |", "| 400 | `no_bid` |"),
    (check_codes, "docs/api.md", "| 409 | `no_bid` |", "| 409 | `nobody` |"),
    (check_calls, "docs/api.md", "### `GET /api/v1/bots/`", "### Bots"),
    (check_calls, "docs/api.md", "### `GET /api/v1/bots/`", "### `POST /api/v1/bots/`"),
    (check_refusals, "docs/api.md", "Refusals: `username_taken`.", ""),
    (check_refusals, "docs/api.md", "Refusals: `username_taken`.", "Refusals: `username_taken`, `forbidden`."),
    (check_scopes, "docs/api.md", "Scope `read`.", "Scope `play`."),
    (check_scopes, "docs/api.md", "Registers an account: 201", "Scope `account`.\nRegisters an account: 201"),
    (check_parameters, "docs/api.md", "| `my_turn` |", "| `mine` |"),
    (check_parameters, "docs/api.md", "game. Has an [ETag](#conventions).", "game."),
    (check_fields, "docs/api.md", "| `had_palifico` |", "| `palifico` |"),
    (check_fields, "docs/api.md", "| `scope` |", "| `needed` |"),
    (check_fields, "docs/api.md", "`calza_callers`, ", ""),
    (check_fields, "docs/api.md", "| `seq` |", "| `number` |"),
    (check_fields, "docs/api.md", "<!-- fields: Call -->", ""),
    (check_summary, "docs/api.md", "game views without `options`, ", "game views without "),
    (check_events, "docs/api.md", "| `left` |", "| `gone` |"),
    (check_events, "docs/api.md", "in `bids`: `seat`, ", "in `bids`: "),
    (check_events, "docs/api.md", "its `dice_count`", "its dice"),
    (check_json, "docs/api.md", '{"action": "dudo", "version": 17}', '{"action": "doubt", "version": 17}'),
    (check_json, "docs/api.md", '"place": null, ', ""),
    (check_json, "docs/api.md", '"place": null, ', '"place": null, "chips": 3, '),
    (check_settings, "README.md", "| `PORT` | `8000` |", "| `PORT` | `8001` |"),
    (check_settings, "README.md", "| `PORT` |", "| `HARBOUR` |"),
    (check_limits, "docs/api.md", "| 600/minute |", "| 60/minute |"),
    (check_commands, "docs/operation.md", "| `manage.py play` |", "| `manage.py check` |"),
    (check_commands, "docs/operation.md", "manage.py migrate\n", "manage.py immigrate\n"),
    (check_bots, "docs/bots.md", "| `odds` | 40 |", "| `odds` | 41 |"),
    (
        check_options,
        "docs/rules.md",
        "| `calza_with_two` | true, false | true |",
        "| `calza_with_two` | true, false | false |",
    ),
    (check_options, "docs/rules.md", "| `calza_with_two` |", "| `calza_with_three` |"),
    (check_links, "docs/api.md", "(#conventions)", "(#habits)"),
    (check_links, "docs/api.md", "(bots.md)", "(robots.md)"),
    (check_links, "README.md", "[Bots](docs/bots.md)", "Bots"),
    (check_paths, "docs/architecture.md", "`games/store/`", "`games/storage/`"),
    (check_citations, "docs/api.md", "## Playing", "## Moves"),
    (check_citations, "docs/rules.md", "## 9. Leaving", "## 10. Leaving"),
    (check_make, "README.md", "make lint ", "make lunch "),
    (check_variables, "docs/operation.md", "export HTTPS=", "export HTTP_S="),
    (check_variables, "docs/bots.md", "`BOT_THINK_SECONDS`", "`BOT_DREAM_SECONDS`"),
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_documents_are_true(check: Check) -> None:
    check(all_docs())


@pytest.mark.parametrize(("check", "path", "old", "new"), MISTAKES)
def test_a_mistake_is_found(check: Check, path: str, old: str, new: str) -> None:
    docs = all_docs()
    assert old in docs[path].text
    docs[path] = Document(docs[path].text.replace(old, new, 1))
    with pytest.raises((AssertionError, ValueError)):
        check(docs)


def test_every_check_is_shown_a_mistake() -> None:
    assert {check.__name__ for check, *_ in MISTAKES} == {check.__name__ for check in CHECKS}
