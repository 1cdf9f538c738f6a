"""Queries whose SQL is compiled once a connection.

Django writes the SQL of a queryset anew each time, which for the reads on the path of a move costs several times what
the database and the rows do (docs/performance.md). Here a queryset is compiled with a stand-in for each value, and
later runs only bind the values. The rows become model instances as in any queryset, related ones included.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

Row = TypeVar("Row", bound=Model)


class CompiledQuery(Generic[Row]):
    """`CompiledQuery(build, int, str)` runs as `query(7, "x")` what the queryset `build(7, "x")` would.

    `build` must give the same SQL whatever the values: no None, and lists of one length. One with
    `select_for_update` must first run inside a transaction, as it must ever after.
    """

    def __init__(self, build: Callable[..., QuerySet[Row]], *types: type) -> None:
        self._build = build
        self._stand_ins = [_stand_in(index, kind) for index, kind in enumerate(types)]
        self._compiled: WeakKeyDictionary[BaseDatabaseWrapper, _Compiled] = WeakKeyDictionary()

    def __call__(self, *values: Any) -> list[Row]:
        connection = connections[DEFAULT_DB_ALIAS]  # the thread's own
        compiled = self._compiled.get(connection)
        if compiled is None:
            compiled = _compile(self._build(*self._stand_ins), self._stand_ins)
            self._compiled[connection] = compiled
        return compiled.run(values)


@dataclass(frozen=True)
class _Parameter:
    """One `%s` of the SQL: a value of its own, or the value given in one place, as the type the backend wants."""

    value: Any
    place: int | None

    def bound(self, values: Sequence[Any]) -> Any:
        return self.value if self.place is None else type(self.value)(values[self.place])


@dataclass(frozen=True)
class _Compiled:
    compiler: Any
    sql: str
    parameters: Sequence[_Parameter]
    columns: slice
    names: Sequence[str]
    populators: Sequence[Any]
    converters: Any

    def run(self, values: Sequence[Any]) -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute(self.sql, [parameter.bound(values) for parameter in self.parameters])
            rows = cursor.fetchall()
        model = self.compiler.query.model
        found = []
        for row in self.compiler.apply_converters(rows, self.converters):
            instance = model.from_db(connection.alias, self.names, row[self.columns])
            for populator in self.populators:
                populator.populate(row, instance)
            found.append(instance)
        return found


def _compile(queryset: QuerySet[Any], stand_ins: Sequence[Any]) -> _Compiled:
    compiler = queryset.query.get_compiler(connection.alias)
    sql, parameters = compiler.as_sql()
    select, info = compiler.select, compiler.klass_info
    columns = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
    return _Compiled(
        compiler=compiler,
        sql=sql,
        parameters=[_parameter(value, stand_ins) for value in parameters],
        columns=columns,
        names=[expression.target.attname for expression, _, _ in select[columns]],
        # The type stubs are those of a later Django, which has one argument more.
        populators=get_related_populators(info, select, connection.alias),  # type: ignore[call-arg]
        converters=compiler.get_converters([expression for expression, _, _ in select]),
    )


def _stand_in(index: int, kind: type) -> Any:
    """A value that no query has of its own."""
    return 2_000_000_000 + index if kind is int else f"stand-in {index}"


def _parameter(value: Any, stand_ins: Sequence[Any]) -> _Parameter:
    return _Parameter(value, stand_ins.index(value) if value in stand_ins else None)
