"""The OpenAPI document, made when it is first asked for."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from perudo_site.http import schema
from tests.races.arena import WAIT

ASKING = 4


def test_several_ask_for_it_first() -> None:
    schema._document.cache_clear()
    together = Barrier(ASKING)

    def ask(_: int) -> dict[str, Any]:
        together.wait(timeout=WAIT)
        return schema.document()

    with ThreadPoolExecutor(ASKING) as threads:
        documents = list(threads.map(ask, range(ASKING)))
    assert all(document is documents[0] for document in documents)
