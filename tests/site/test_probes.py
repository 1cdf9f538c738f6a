"""Addresses for those who run the server, over real HTTP: /livez, /readyz, /metrics."""

import json
import time
from pathlib import Path

import pytest

from tests.site.processes import START_SECONDS, Environment, get, serving

pytestmark = pytest.mark.slow

TOKEN = "for the one who measures"


def test_an_embedded_server_says_that_it_is_well(site: Environment, log: Path) -> None:
    with serving({**site, "METRICS_TOKEN": TOKEN}, log) as (_, port):
        assert get(port, "/livez")[0] == 200
        wait_for_a_sweep(port)
        assert get(port, "/readyz")[0] == 200
        status, metrics = get(port, "/metrics")
        assert (status, "perudo_sweep_lag_seconds" in metrics) == (200, True)
        # Who comes through a proxy that nobody has named is no neighbour, whatever the proxy's address.
        assert get(port, "/metrics", X_Forwarded_For="203.0.113.9")[0] == 403
        assert get(port, "/metrics", X_Forwarded_For="203.0.113.9", Authorization=f"Bearer {TOKEN}")[0] == 200


def wait_for_a_sweep(port: int) -> None:
    end = time.monotonic() + START_SECONDS
    while json.loads(get(port, "/readyz")[1])["checks"]["sweep"]["state"] != "ok":
        assert time.monotonic() < end
        time.sleep(0.1)
