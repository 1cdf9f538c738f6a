"""The examples of the documents do what the documents say, on a server as its users start it."""

import copy
import json
import random
import shutil
import socket
import subprocess
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from games.bots.base import Bot
from games.rules.ruleset import CURRENT
from games.terminal import dice_proof
from tests.api.table import open_table
from tests.bots.table import play
from tests.client import CheckedClient
from tests.conftest import As, MakePlayer
from tests.docs.examples import STRICT, is_run, python_blocks, run_bash, script
from tests.docs.markdown import Document
from tests.servers import free_port
from tests.site.processes import PROJECT, START_SECONDS, Environment, play_a_game_of_bots, running, serving

README, DOCS = PROJECT / "README.md", PROJECT / "docs"
LANGUAGES = {"bash", "python", "javascript", "json", "nginx", ""}


def documents() -> list[Path]:
    return [*PROJECT.glob("*.md"), *DOCS.rglob("*.md")]


@pytest.fixture
def port(site: Environment, log: Path) -> Any:
    """The port of a server whose bots act at once."""
    if not shutil.which("curl"):
        pytest.skip("needs curl")
    with serving(site, log) as (_, port):
        yield port


# --- Bash ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("path", [README, DOCS / "api.md"], ids=lambda path: path.name)
def test_the_session_works_as_pasted(path: Path, port: int) -> None:
    done = run_bash(script(Document(path.read_text())), port)
    assert done.returncode == 0, done.stdout + done.stderr
    assert '"version":' in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    "wrong",
    [
        "curl -s http://127.0.0.1:8000/api/v1/nothing/\n",
        "false\n",
        "echo $NOT_SET\n",
    ],
)
def test_an_example_that_fails_is_found(wrong: str, port: int) -> None:
    assert run_bash(STRICT + wrong, port).returncode != 0


@pytest.mark.slow
@pytest.mark.parametrize(("code", "fails"), [("not_found", False), ("invalid", True)])
def test_an_example_must_be_refused_as_it_says(code: str, fails: bool, port: int) -> None:
    text = f"<!-- refused: {code} -->\n```bash\ncurl -s http://127.0.0.1:8000/api/v1/nothing/\n```\n"
    assert (run_bash(script(Document(text)), port).returncode != 0) is fails


def test_examples_are_run_or_say_why_not() -> None:
    """Bash outside README and docs/api.md is not run, and says so; only the commands of the processes are, below."""
    for path in documents():
        for block in Document(path.read_text()).blocks:
            assert block.language in LANGUAGES, (path, block)
            if block.language == "bash" and path not in (README, DOCS / "api.md"):
                assert not is_run(block) or block.marker == "processes", (path, block)


# --- Python -------------------------------------------------------------------------------------------------------


def defined(path: Path, name: str) -> Any:
    """What the one Python example of a document that defines `name` defines it as."""
    [block] = [block for block in python_blocks(path) if f" {name}(" in block.text]
    scope: dict[str, Any] = {}
    exec(block.text, scope)
    return scope[name]


def test_every_python_example_is_known_here() -> None:
    """One that begins with a prompt is a doctest, run where its document is tested."""
    found = {path.name: [b for b in python_blocks(path) if not b.text.startswith(">>> ")] for path in documents()}
    assert {name: len(blocks) for name, blocks in found.items() if blocks} == {
        "api.md": 1,
        "bots.md": 1,
        "fairness.md": 1,
    }


def test_the_bot_of_ones_own_plays() -> None:
    first: Bot = defined(DOCS / "bots.md", "FirstBot")()
    for seed in range(20):
        *_, last = play([first] * 3, CURRENT["boxed"].options, seed)
        assert last.state.winner is not None


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("asmodee", {"starting_dice": 2}),
        ("boxed", {"starting_dice": 3}),
        ("aces", {"starting_dice": 1, "first_opener": "roll_off"}),
    ],
)
def test_the_fold_of_docs_api_keeps_a_view_up_to_date(
    make_player: MakePlayer, as_player: As, ruleset: str, options: dict[str, Any]
) -> None:
    fold, chance = defined(DOCS / "api.md", "fold"), random.Random(ruleset)
    players: list[Any] = [as_player(make_player(name)) for name in ("ada", "bea", "cleo")]
    spectator: Any = CheckedClient()
    for _ in range(2):
        table = open_table(players, spectator, chance=chance, ruleset=ruleset, options=options)
        views = {seat: table.seen(seat) for seat in (None, 0)}
        while not table.is_over:
            table.step(chance, leaves=0.05, timeouts=0.1)
            for seat, view in views.items():
                client = spectator if seat is None else players[seat]
                after = client.get(f"{table.path}events/?after={view['version']}").json()["events"]
                for event in copy.deepcopy(after):
                    fold(view, event)
                assert view == table.seen(seat)


# --- One's own hand, in Python and in JavaScript -------------------------------------------------------------------


def in_python(views: list[Any]) -> list[bool]:
    return [bool(defined(DOCS / "fairness.md", "my_hand_is_fair")(view)) for view in views]


def in_javascript(views: list[Any]) -> list[bool]:
    """The document's function, given all views at once."""
    if not (node := shutil.which("node")):
        pytest.skip("needs Node.js 20 or newer: install nodejs")
    [block] = [b for b in Document((DOCS / "fairness.md").read_text()).blocks if b.language == "javascript"]
    ask = """
        const views = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
        Promise.all(views.map(myHandIsFair)).then((all) => console.log(JSON.stringify(all)));
    """
    done = subprocess.run(
        [node, "--eval", block.text + ask], input=json.dumps(views), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def views_of_players(make_player: MakePlayer, as_player: As) -> list[Any]:
    """Of each player with dice, after each step of games in which dice are lost; half of the players sent seeds."""
    players: list[Any] = [as_player(make_player(name)) for name in ("ada", "bea", "cleo")]
    found = []
    for ruleset in CURRENT:
        chance = random.Random(ruleset)
        table = open_table(players, CheckedClient(), chance=chance, ruleset=ruleset, options={"starting_dice": 3})
        while not table.is_over:
            found += [view for seat in range(3) if (view := table.seen(seat))["you"]["dice"]]
            table.step(chance)
    return found


def altered(view: Any) -> list[Any]:
    """The same view with another die, key, commitment, client seed, id, or a die less."""
    you, seats = view["you"], view["seats"]
    first = {**seats[0], "client_seed": f"{seats[0]['client_seed']} "}
    other_key = ("1" if you["key"][0] == "0" else "0") + you["key"][1:]
    commitments = [{**one, "commitment": other_key} for one in view["round"]["commitments"]]
    return [
        {**view, "you": {**you, "dice": [you["dice"][0] % 6 + 1, *you["dice"][1:]]}},
        {**view, "you": {**you, "key": other_key}},
        {**view, "round": {**view["round"], "commitments": commitments}},
        {**view, "seats": [first, *seats[1:]]},
        {**view, "id": view["id"][::-1]},
    ]


def is_as_good(view: Any) -> bool:
    """Whether a view's own hand follows from it, by the client's own statement of the rules of fairness."""
    you, seeds = view["you"], [seat["client_seed"] for seat in view["seats"]]
    commitments = {one["seat"]: one["commitment"] for one in view["round"]["commitments"]}
    dice = dice_proof.hand(you["key"], dice_proof.table_seed(view["id"], seeds), len(you["dice"]))
    return (dice_proof.commitment(you["key"]), dice) == (commitments[you["seat"]], you["dice"])


def test_players_check_their_own_hands_by_their_views_alone(make_player: MakePlayer, as_player: As) -> None:
    views = views_of_players(make_player, as_player)
    assert {len(view["you"]["dice"]) for view in views} == {1, 2, 3}
    of_three = [other for view in views if len(view["you"]["dice"]) == 3 for other in altered(view)]
    for verdicts in (in_python, in_javascript):
        assert verdicts(views) == [True] * len(views)
        found = verdicts(of_three)
        assert not any(found[::5] + found[1::5] + found[2::5])
        # What makes other dice of the same key is found unless by chance it makes the same three.
        assert found == [is_as_good(view) for view in of_three]
        assert not all(found[3::5])
        assert not all(found[4::5])


# --- The processes of docs/operation.md ------------------------------------------------------------------------------


def wait_for_answers(port: int) -> None:
    end = time.monotonic() + START_SECONDS
    while True:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.redis
@pytest.mark.slow
def test_the_processes_of_docs_operation_play_a_game(site: Environment, redis_url: str, tmp_path: Path) -> None:
    [block] = [block for block in Document((DOCS / "operation.md").read_text()).blocks if block.marker == "processes"]
    port = free_port()
    text = block.text.replace("--port 8000", f"--port {port}")
    environment = {**site, "BROKER_URL": redis_url, "SECRET_KEY": "a key that all of them share, and nobody else knows"}
    with ExitStack() as stack:
        processes = [
            stack.enter_context(running(["-m", *line.split()], environment, tmp_path / str(number)))
            for number, line in enumerate(text.replace(".venv/bin/", "").splitlines())
        ]
        assert len(processes) == 4
        wait_for_answers(port)
        play_a_game_of_bots(port)
        for process in processes:
            process.stop()
            assert "Traceback" not in process.output, process.output
