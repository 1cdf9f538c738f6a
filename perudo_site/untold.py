"""Errors of the database without the rows that they quote.

PostgreSQL tells which row a constraint refused, with all of its columns ("DETAIL: Failing row contains ..."): a hand,
or a game with its seed. Whoever logs the error would log them.
"""

from collections.abc import Callable
from typing import Any

from django.db import Error
from django.db.backends.base.base import BaseDatabaseWrapper


def keep_rows_untold(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """To be told of each connection that is made (`connection_created`); it may be told several times."""
    if _first_line_only not in connection.execute_wrappers:
        connection.execute_wrappers.append(_first_line_only)


def _first_line_only(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001
    try:
        return execute(sql, params, many, context)
    except Error as error:
        for told in (error, error.__cause__):
            if told is not None and told.args:
                told.args = (str(told.args[0]).partition("\n")[0],)
        raise
