"""How the database goes about statements: its plans, with what they took where it tells."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

EXPLAIN = {"postgresql": "EXPLAIN (ANALYZE, COSTS OFF, BUFFERS OFF)", "sqlite": "EXPLAIN QUERY PLAN"}


@contextmanager
def plans(write: Callable[[str], Any]) -> Iterator[None]:
    """Write the plan of every statement of the block, at its end. For reads only: PostgreSQL runs them again."""
    statements: list[tuple[str, Any]] = []

    def note(execute: Callable[..., Any], sql: str, params: Any, *rest: Any) -> Any:
        statements.append((sql, params))
        return execute(sql, params, *rest)

    with connection.execute_wrapper(note):
        yield
    with connection.cursor() as cursor:
        for sql, params in statements:
            write(f"\n{sql}")
            cursor.execute(f"{EXPLAIN[connection.vendor]} {sql}", params)
            for row in cursor.fetchall():
                write(f"  {row[-1]}")
