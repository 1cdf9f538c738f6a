"""Rulesets and server bots: what a table can be made of."""

from dataclasses import fields
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import shapes
from games.bots.registry import REGISTRY
from games.rules.ruleset import CURRENT, Options, RuleSet
from perudo_site.http.pagination import Whole


class RulesetsView(GenericAPIView[Any]):
    permission_classes = (AllowAny,)
    pagination_class = Whole
    filter_backends = ()

    @extend_schema(operation_id="list_rulesets", responses=shapes.RulesetSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Every ruleset, with its options, the values they take and a sentence each."""
        return self.get_paginated_response([_ruleset(ruleset) for ruleset in CURRENT.values()])


class BotsView(GenericAPIView[Any]):
    permission_classes = (AllowAny,)
    pagination_class = Whole
    filter_backends = ()

    @extend_schema(operation_id="list_bots", responses=shapes.BotSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The server's own bots."""
        bots = [
            {"name": bot.name, "title": bot.title, "strength": bot.strength, "describes": bot.describes}
            for bot in REGISTRY.values()
        ]
        return self.get_paginated_response(bots)


def _ruleset(ruleset: RuleSet) -> dict[str, Any]:
    values = ruleset.options.as_dict()
    return {
        "name": ruleset.name,
        "version": ruleset.version,
        "title": ruleset.title,
        "source": ruleset.source,
        "options": [
            {
                "name": option.name,
                "value": values[option.name],
                "choices": [choice if isinstance(choice, bool | int) else str(choice) for choice in choices],
                "describes": option.metadata["doc"],
            }
            for option in fields(Options)
            for choices in [option.metadata["choices"]]
        ],
    }
