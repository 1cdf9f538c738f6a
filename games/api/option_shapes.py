"""Shapes of a game's options, made of the rules' own: the document has those that exist, and no others."""

from dataclasses import Field as Option
from dataclasses import fields
from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from games.rules.ruleset import Options

JSON_TYPES = {"type": ["string", "integer", "boolean"]}
"""What the value of any option is."""


def _field(option: "Option[Any]", **kwargs: Any) -> serializers.Field[Any, Any, Any, Any]:
    choices, kwargs = option.metadata["choices"], {"help_text": option.metadata["doc"], **kwargs}
    if isinstance(choices[0], bool):
        return serializers.BooleanField(**kwargs)
    if isinstance(choices[0], int):
        return serializers.IntegerField(min_value=min(choices), max_value=max(choices), **kwargs)
    return serializers.ChoiceField(choices=[str(choice) for choice in choices], **kwargs)


def _shape(name: str, doc: str, **kwargs: Any) -> type[serializers.Serializer[Any]]:
    declared = {option.name: _field(option, **kwargs) for option in fields(Options)}
    return type(name, (serializers.Serializer,), {"__doc__": doc, **declared})


OptionsSerializer = _shape("OptionsSerializer", "Every option of a game, by name.")
SomeOptionsSerializer = extend_schema_serializer(component_name="Options")(
    _shape("SomeOptionsSerializer", "Options to set otherwise than the ruleset does.", required=False)
)
