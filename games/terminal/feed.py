"""What happened since we last looked."""

from collections.abc import Iterator

from games.terminal.api import Api
from games.terminal.shapes import Event, View


class Feed:
    """Short polls of a game's events; `view` is always the view after the last event that was given out."""

    def __init__(self, api: Api, view: View) -> None:
        self.view = view
        self._api = api
        self._seen = 0

    def news(self) -> Iterator[Event]:
        """The events since the last call, in order; at the first call all of them.

        One that was given out counts as seen when the next is asked for: Ctrl-C in between loses none.
        """
        game_id = self.view["id"]
        events = self._api.events(game_id, after=self._seen)
        if not events:
            return
        self.view = self._api.view(game_id)
        version = self.view["version"]
        if version > events[-1]["seq"]:  # more happened between the two answers
            events = self._api.events(game_id, after=self._seen)
        for event in events:
            if event["seq"] <= version:
                yield event
                self._seen = event["seq"]
