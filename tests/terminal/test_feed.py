"""News between two looks, on a game that does not stand still meanwhile."""

from games.terminal.api import Api
from games.terminal.feed import Feed
from games.terminal.shapes import Event, View
from games.terminal.transport import Transport
from tests.terminal.positions import seat, view


class MovingGame(Api):
    """A game whose version is, at each look at it, the next one told."""

    def __init__(self, *versions: int) -> None:
        super().__init__(Transport("http://nowhere", say=print))
        self.versions = list(versions)

    def events(self, game_id: str, *, after: int) -> list[Event]:
        return [{"seq": seq, "type": "bid", "data": {}} for seq in range(after + 1, self.versions.pop(0) + 1)]

    def view(self, game_id: str) -> View:
        return view(seat(0, "ada", 5), version=self.versions.pop(0))


def news_of(*versions: int) -> tuple[list[list[int]], list[int]]:
    """The seqs that came at each look, and the version of the view after it; all the looks that are told are made."""
    game = MovingGame(*versions)
    feed = Feed(game, view(seat(0, "ada", 5), version=0))
    came, stood = [], []
    while game.versions:
        came.append([event["seq"] for event in feed.news()])
        stood.append(feed.view["version"])
    return came, stood


def test_the_view_is_the_one_after_the_news() -> None:
    assert news_of(3, 3, 5, 5) == ([[1, 2, 3], [4, 5]], [3, 5])


def test_without_news_the_view_is_not_asked_for() -> None:
    assert news_of(3, 3, 3, 3, 4, 4) == ([[1, 2, 3], [], [], [4]], [3, 3, 3, 4])


def test_what_happened_between_the_two_answers_is_told_too() -> None:
    assert news_of(2, 4, 4) == ([[1, 2, 3, 4]], [4])


def test_what_happened_after_the_view_is_told_with_the_next_one() -> None:
    assert news_of(2, 3, 5, 5, 5) == ([[1, 2, 3], [4, 5]], [3, 5])


def test_news_that_were_not_taken_come_again() -> None:
    feed = Feed(MovingGame(3, 3, 3, 3), view(seat(0, "ada", 5), version=0))
    assert next(event["seq"] for event in feed.news() if event["seq"] == 2) == 2
    assert [event["seq"] for event in feed.news()] == [2, 3]
