"""Who plays: accounts of people, of whom few play much, and the server's bots; and what games are opened."""

import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from games.management.bench.history.play import Table
from games.models import Game
from games.rules.ruleset import CURRENT
from perudo_site.ids import ALPHABET, LENGTH

FIRST: Final = datetime(2024, 1, 1, tzinfo=UTC)
SPAN: Final = timedelta(days=700)
"""All games were opened within so long, evenly."""
SIZES: Final = (2, 2, 2, 2, 2, 2, 3, 3, 4, 5, 6)
TURNS: Final = (30, 60, 60, 300, 86_400, None)
UNDECIDED: Final = 30
"""The newest games: so many open tables, and so many that are being played at."""


@dataclass(frozen=True)
class Crowd:
    """`people` are keys of accounts, `bots` of server bots. `games` is how many there will be."""

    people: range
    bots: tuple[int, ...]
    games: int

    def table(self, number: int, chance: random.Random) -> Table:
        """The game of that number, from 1 on, which is its key too."""
        ruleset = CURRENT[chance.choice(sorted(CURRENT))]
        seats = chance.choice(SIZES)
        bots = chance.randrange(seats) if chance.random() < 0.3 else 0
        # Every seventh table is one of the same account's, who plays most: it is asked for in the measurements.
        sitters = chance.sample(range(len(self.people)), seats - bots)
        people = [self.people[int(drawn**2 / len(self.people))] for drawn in sitters]
        if len(set(people)) < len(people):
            people = [self.people[drawn] for drawn in sitters]
        if number % 7 == 0 and self.people[0] not in people:
            people[0] = self.people[0]
        status, moves = self._fate(number, chance)
        turn_seconds, private = chance.choice(TURNS), chance.random() < 0.05
        rated = not private and len(people) > 1 and chance.random() < 0.5
        game = Game(
            pk=number,
            public_id="".join(chance.choices(ALPHABET, k=LENGTH)),
            ruleset=ruleset.name,
            ruleset_version=ruleset.version,
            options=ruleset.options.as_dict(),
            creator_id=people[0],
            turn_seconds=turn_seconds,
            rated=rated,
            rated_number=number if rated and status is Game.Status.FINISHED else None,
            private=private,
            join_code="sesame" if private else "",
            server_seed=chance.randbytes(32).hex(),
            created_at=FIRST + SPAN * (number / self.games),
        )
        players = [(player, False) for player in people] + [(chance.choice(self.bots), True) for _ in range(bots)]
        return Table(game, players, status, moves)

    def _fate(self, number: int, chance: random.Random) -> tuple[Game.Status, int | None]:
        """The newest are open or being played at; of the others some were given up, the rest came to their end."""
        if number > self.games - UNDECIDED:
            return Game.Status.OPEN, None
        if number > self.games - 2 * UNDECIDED:
            return Game.Status.ACTIVE, chance.randint(1, 6)
        if chance.random() < 0.04:
            return Game.Status.ABANDONED, chance.randint(0, 8)
        return Game.Status.FINISHED, None
