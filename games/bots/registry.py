"""The bots that games can seat, by name: the one module of `games.bots` that is imported elsewhere."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.bots.base import Bot
from games.bots.fallback import safest_move
from games.bots.odds import OddsBot
from games.bots.random_bot import RandomBot

__all__ = ["REGISTRY", "Bot", "safest_move"]

REGISTRY: Final[Mapping[str, Bot]] = MappingProxyType({bot.name: bot for bot in (RandomBot(), OddsBot())})
"""From the weakest to the strongest."""
