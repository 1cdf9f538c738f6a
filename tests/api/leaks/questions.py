"""Every question that the served document knows: each address, method, parameter and shape of body, by no name of ours.

What a parameter or a field may be is the document's to say. `Known` has values that exist for the names that occur; a
name that it has never heard of gets each of those values, so that a new address is asked before anybody thinks of it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Any, Final

Json = dict[str, Any]
METHODS: Final = ("get", "head", "options", "post", "put", "patch", "delete")
FEW: Final = 3
"""How many of the addresses that a path with unknown names may mean are asked."""


@dataclass(frozen=True)
class Question:
    """A request. `operation` is what the document calls it, or the method where it knows of none there."""

    method: str
    path: str
    operation: str
    query: tuple[tuple[str, str], ...] = ()
    body: Json | None = field(default=None, hash=False)
    accept: str = "*/*"

    @property
    def is_change(self) -> bool:
        return self.method not in ("get", "head", "options")

    @property
    def is_plain(self) -> bool:
        """Whether it is an operation of the document without any parameter that could be left out."""
        return self.operation != self.method and not self.query and self.accept == "*/*"


@dataclass(frozen=True)
class Known:
    """Values that exist, by the name of a parameter or field; and whole bodies, by operation, where only some do."""

    values: Mapping[str, tuple[Any, ...]]
    bodies: Mapping[str, tuple[Json, ...]]

    def of(self, name: str, schema: Json) -> tuple[Any, ...]:
        if name in self.values:
            return self.values[name]
        return _by_shape(schema) or tuple(dict.fromkeys(values[0] for values in self.values.values()))


def questions(document: Json, known: Known) -> Iterator[Question]:
    """All of them, the plain ones of an operation first."""
    for template, operations in document["paths"].items():
        for method in METHODS:
            operation, paths = operations.get(method), list(_addresses(template, operations, known))
            if operation is None:
                yield Question(method, paths[0], method)
                continue
            for path in paths:
                yield from _of(document, operation, method, path, known)


def _of(document: Json, operation: Json, method: str, path: str, known: Known) -> Iterator[Question]:
    name = operation["operationId"]
    for body in _bodies(document, operation, known):
        yield Question(method, path, name, body=body)
    parameters = [parameter for parameter in operation.get("parameters", ()) if parameter["in"] == "query"]
    for parameter in parameters:
        for value in known.of(parameter["name"], parameter["schema"]):
            yield Question(method, path, name, query=((parameter["name"], _as_text(value)),))
    if len(parameters) > 1:
        first = tuple((p["name"], _as_text(known.of(p["name"], p["schema"])[0])) for p in parameters)
        yield Question(method, path, name, query=first)
    kinds = [kind for answer in operation["responses"].values() for kind in answer.get("content", ())]
    for kind in sorted(set(kinds) - {"application/json", "application/problem+json"}):
        yield Question(method, path, name, accept=kind)


def _addresses(template: str, operations: Json, known: Known) -> Iterator[str]:
    schemas = {
        p["name"]: p["schema"] for o in operations.values() for p in o.get("parameters", ()) if p["in"] == "path"
    }
    names = re.findall(r"\{(\w+)\}", template)
    values = [known.of(name, schemas.get(name, {})) for name in names]
    for chosen in islice(product(*values), FEW):
        yield template.format(**dict(zip(names, chosen, strict=True)))


def _bodies(document: Json, operation: Json, known: Known) -> Iterator[Json | None]:
    content = operation.get("requestBody", {}).get("content", {})
    if not content:
        yield None
        return
    if operation["operationId"] in known.bodies:
        yield from known.bodies[operation["operationId"]]
        return
    schema = _resolved(document, next(iter(content.values()))["schema"])
    fields = schema.get("properties", {})
    whole = {name: known.of(name, _resolved(document, shape))[0] for name, shape in fields.items()}
    required = {name: whole[name] for name in schema.get("required", ())}
    yield required
    if whole != required:
        yield whole


def _resolved(document: Json, schema: Json) -> Json:
    for part in (schema, *schema.get("allOf", ()), *schema.get("oneOf", ())):
        if "$ref" in part:
            found: Json = document["components"]["schemas"][part["$ref"].rpartition("/")[2]]
            return found
    return schema


def _by_shape(schema: Json) -> tuple[Any, ...]:
    if "enum" in schema:
        return tuple(value for value in schema["enum"] if value is not None)
    kinds = schema.get("type", ())
    if "boolean" in kinds:
        return (True, False)
    if "integer" in kinds:
        least = schema.get("minimum", 0)
        return tuple(dict.fromkeys((least, min(least + 1, schema.get("maximum", least + 1)))))
    if "array" in kinds:
        return ([],)
    if "object" in kinds:
        return ({},)
    return ()


def _as_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
