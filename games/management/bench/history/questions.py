"""What is asked of a history: each list at its first and its last page, one game in every form, the admin's pages."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.core import signing
from django.test import Client
from django.urls import reverse

from games.management.bench.history.fill import REGULAR
from games.models import Game
from players.models import HeadToHead, Pace, Player, Rating, RatingPool
from players.services import Terms, issue_token

LAST: Final = "last page"
FIRST: Final = "first page"
ROUNDS: Final = 12
"""Of the game that is asked for, so that it is of one length in every history."""
EXPORTED: Final = 20
ADMIN: Final = "history-admin"


@dataclass(frozen=True)
class Question:
    """One request, of the API or of the admin, by a client that may make it."""

    name: str
    path: str
    client: Client

    def ask(self) -> int:
        """Make the request and read the whole answer; its length. Raises RuntimeError if it is refused."""
        answer: Any = self.client.get(self.path)
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        if answer.status_code != 200:
            raise RuntimeError(f"{self.path} was answered {answer.status_code}")
        return len(content)


def questions() -> Iterator[Question]:
    """All of them, in the order in which they are told of."""
    busy = _regular()
    anybody, admin = Client(), Client()
    player = Client(headers={"Authorization": f"Bearer {issue_token(player=busy, terms=Terms()).secret}"})
    known = Player.objects.filter(username=ADMIN).first()
    admin.force_login(known or Player.objects.create_superuser(ADMIN, None))
    for name, path in _api_lists(busy):
        yield Question(f"{name}, {FIRST}", path, anybody)
        yield Question(f"{name}, {LAST}", _at_the_end(path), anybody)
    for name, path in _deep_lists(busy):
        yield Question(f"{name}, a page in the middle", path, anybody)
    for name, path in _own_lists():
        yield Question(f"{name}, {FIRST}", path, player)
        yield Question(f"{name}, {LAST}", _at_the_end(path), player)
    for name, path in _one_game():
        yield Question(name, path, anybody)
    for name, path in _players(busy):
        yield Question(name, path, anybody)
    for name, path in _admin_lists(busy):
        yield Question(f"admin: {name}, {FIRST}", path, admin)
        yield Question(f"admin: {name}, {LAST}", f"{path}{'&' if '?' in path else '?'}p=last", admin)
    for name, path in _admin_pages(busy):
        yield Question(f"admin: {name}", path, admin)


def dismiss() -> None:
    """The administrator who was made to ask is gone again."""
    Player.objects.filter(username=ADMIN).delete()


def _regular() -> Player:
    """Who has played most, in every history (history/crowd.py)."""
    return Player.objects.get(username=REGULAR)


def _at_the_end(path: str) -> str:
    """The address of a list's last page, as the list itself would write it."""
    bare, _, query = path.partition("?")
    return f"{bare}?{query}{'&' if query else ''}cursor={_cursor(bare, reverse=True)}"


def _cursor(path: str, *, reverse: bool = False, position: str | None = None) -> str:
    return signing.Signer(salt=f"cursor {path}").sign_object([0, reverse, position])


def _api_lists(busy: Player) -> Iterator[tuple[str, str]]:
    games = "/api/v1/games/"
    yield "all games", games
    for status in Game.Status.values:
        yield f"{status} games", f"{games}?status={status}"
    yield "games of a ruleset", f"{games}?ruleset=aces"
    yield "finished games of a ruleset", f"{games}?status=finished&ruleset=boxed"
    yield "abandoned games of a ruleset", f"{games}?status=abandoned&ruleset=boxed"
    yield "games with a player", f"{games}?player={busy.username}"
    yield "finished games of a ruleset with a player", f"{games}?status=finished&ruleset=aces&player={busy.username}"
    yield "games with a server bot", f"{games}?player=random"
    yield "a player's games", f"/api/v1/players/{busy.username}/games/"
    yield "a server bot's games", "/api/v1/players/random/games/"
    yield "leaderboard", "/api/v1/leaderboards/asmodee/"
    yield "leaderboard of bots", "/api/v1/leaderboards/asmodee/?kind=bot"
    yield "resolved rounds of a game", f"/api/v1/games/{_game()}/rounds/"


def _deep_lists(busy: Player) -> Iterator[tuple[str, str]]:
    """A page that begins half-way down the list."""
    for name, player in (("a player's games", busy), ("a server bot's games", Player.objects.get(username="random"))):
        path, half = f"/api/v1/players/{player.username}/games/", Game.objects.count() // 2
        yield name, f"{path}?cursor={_cursor(path, position=str(half))}"


def _own_lists() -> Iterator[tuple[str, str]]:
    yield "all games, with a token", "/api/v1/games/"
    yield "games in which it is my turn", "/api/v1/games/?my_turn=true"


def _game() -> str:
    """A finished game of a middling length, the same in every history."""
    games = Game.objects.filter(status=Game.Status.FINISHED, private=False, round_number=ROUNDS).order_by("pk")
    return games.values_list("public_id", flat=True)[:1].get()


def _one_game() -> Iterator[tuple[str, str]]:
    path = f"/api/v1/games/{_game()}/"
    yield "a game", path
    yield "its events", f"{path}events/"
    yield "its replay", f"{path}replay/"
    yield "its replay as text", f"{path}replay/?format=text"
    yield "its analysis", f"{path}analysis/"


def _players(busy: Player) -> Iterator[tuple[str, str]]:
    path = f"/api/v1/players/{busy.username}/"
    yield "a player", path
    yield "a player's rating curve", f"{path}ratings/asmodee/"
    met = HeadToHead.objects.filter(player=busy, other__username__regex="^.{3}").order_by("-games", "other")
    yield "two players, head to head", f"{path}head-to-head/{met.select_related('other')[0].other.username}/"
    yield "leaderboard around a player", f"/api/v1/leaderboards/asmodee/around/{busy.username}/"
    over = Game.objects.filter(seats__player=busy, finished_at__isnull=False).order_by("-finished_at")
    since = over.values_list("finished_at", flat=True)[EXPORTED]
    assert since is not None
    for name, form in (("", "ndjson"), (" as text", "text")):
        yield f"export of {EXPORTED} games{name}", f"{path}games/export/?since={since:%Y-%m-%dT%H:%M:%SZ}&format={form}"


def _admin_lists(busy: Player) -> Iterator[tuple[str, str]]:
    games, players = reverse("admin:games_game_changelist"), reverse("admin:players_player_changelist")
    boards, rounds = reverse("admin:players_rating_changelist"), reverse("admin:games_remarkableround_changelist")
    yield "games", games
    for status in Game.Status.values:
        yield f"{status} games", f"{games}?status={status}"
    yield "games of a ruleset", f"{games}?ruleset=aces"
    yield "abandoned games of a ruleset", f"{games}?status=abandoned&ruleset=aces"
    yield "games with bots", f"{games}?bots=with"
    yield "open games with bots", f"{games}?status=open&bots=with"
    yield "games with a player", f"{games}?player={busy.username}"
    yield "abandoned games with a player", f"{games}?player={busy.username}&status=abandoned"
    yield "games of some days", f"{games}?since=2024-03-01&until=2024-09-01"
    yield "finished games of some days", f"{games}?since=2024-03-01&until=2024-09-01&status=finished&ruleset=boxed"
    yield "games found by a name", f"{games}?q={busy.username}"
    yield "players", players
    yield "bot accounts", f"{players}?kind=bot"
    yield "players found by how they begin", f"{players}?q=p1"
    pool = RatingPool.objects.get(ruleset="asmodee", pace=Pace.LIVE).pk
    yield "leaderboard", f"{boards}?pool={pool}"
    yield "leaderboard of bots", f"{boards}?pool={pool}&kind=bot"
    yield "longest biddings", rounds
    yield "boldest bids", f"{rounds}?kind=boldest"


def _admin_pages(busy: Player) -> Iterator[tuple[str, str]]:
    game = Game.objects.get(public_id=_game())
    yield "overview", reverse("admin:index")
    yield "a game", reverse("admin:games_game_change", args=[game.pk])
    yield "its replay", reverse("admin:games_game_replay", args=[game.public_id])
    yield "a game found by its id", f"{reverse('admin:games_game_changelist')}?q={game.public_id}"
    yield "a player", reverse("admin:players_player_change", args=[busy.pk])
    rating = Rating.objects.filter(player=busy).order_by("pk").values_list("pk", flat=True)[:1].get()
    yield "a player's rating", reverse("admin:players_rating_change", args=[rating])
