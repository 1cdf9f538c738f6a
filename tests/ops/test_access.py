"""Who may read /metrics, and where all these addresses stand."""

from typing import Any

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from games.ops.access import network

LOOPBACK = ["127.0.0.1", "::1"]


@pytest.mark.parametrize(
    ("allowed", "proxies", "address", "forwarded", "status"),
    [
        (LOOPBACK, 0, "127.0.0.1", None, 200),
        (LOOPBACK, 0, "::1", None, 200),
        (LOOPBACK, 0, "::ffff:127.0.0.1", None, 200),
        (LOOPBACK, 0, "10.0.0.7", None, 403),
        (LOOPBACK, 0, "", None, 403),  # a socket of the file system
        ([], 0, "127.0.0.1", None, 403),
        (["10.0.0.0/8"], 0, "10.0.0.7", None, 200),
        (["10.0.0.0/8"], 0, "11.0.0.7", None, 403),
        (["2001:db8::/32"], 0, "2001:db8::7", None, 200),
        # What comes through a proxy comes from the address that the proxy wrote down, and has no other.
        (LOOPBACK, 1, "127.0.0.1", None, 200),
        (LOOPBACK, 1, "127.0.0.1", "203.0.113.9", 403),
        (LOOPBACK, 1, "127.0.0.1", "127.0.0.1, 203.0.113.9", 403),
        (["203.0.113.9"], 1, "127.0.0.1", "203.0.113.9", 200),
        (["203.0.113.9"], 1, "127.0.0.1", "nobody", 403),
        (LOOPBACK, 0, "127.0.0.1", "203.0.113.9", 403),
        (LOOPBACK, 0, "127.0.0.1", "127.0.0.1", 403),
    ],
)
def test_by_address(
    allowed: list[str], proxies: int, address: str, forwarded: str | None, status: int, settings: Any, db: None
) -> None:
    settings.METRICS_ALLOWED, settings.TRUSTED_PROXIES = allowed, proxies
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    answer = Client().get("/metrics", REMOTE_ADDR=address, headers=headers)
    assert answer.status_code == status
    assert (b"perudo" in answer.content) == (status == 200)


@pytest.mark.parametrize(
    ("token", "sent", "status"),
    [
        ("s3cret", "Bearer s3cret", 200),
        ("s3cret", "Bearer s3cre", 403),
        ("s3cret", "s3cret", 403),
        ("s3cret", "", 403),
        ("", "Bearer ", 403),
        ("", "", 403),
    ],
)
def test_by_token(token: str, sent: str, status: int, settings: Any, db: None) -> None:
    settings.METRICS_TOKEN = token
    answer = Client().get("/metrics", REMOTE_ADDR="203.0.113.9", headers={"Authorization": sent})
    assert answer.status_code == status


def test_an_address_that_cannot_be_read_stops_the_server() -> None:
    with pytest.raises(ValueError, match=r"10\.0\.0\.1/8 has host bits set"):
        network("10.0.0.1/8")


@pytest.mark.parametrize("accept", ["", "application/openmetrics-text; version=1.0.0"])
def test_the_text_is_prometheus_own(accept: str, db: None) -> None:
    answer = Client().get("/metrics", headers={"Accept": accept})
    assert answer.headers["Content-Type"].startswith(accept.partition(";")[0] or "text/plain; version=")
    names = {family.name for family in text_string_to_metric_families(answer.content.decode())}
    assert {"perudo_moves", "perudo_overdue_games", "perudo_sweep_lag_seconds", "process_cpu_seconds"} <= names


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/metrics"])
@pytest.mark.parametrize("method", ["get", "head", "post"])
def test_they_are_plain_addresses(path: str, method: str, settings: Any, transactional_db: None) -> None:
    """No host is asked for, no session, no redirect to TLS, and nothing is kept on the way."""
    settings.ALLOWED_HOSTS = ["perudo.example.org"]
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_REDIRECT_EXEMPT = [r"^(livez|readyz|metrics)$"]
    answer = getattr(Client(enforce_csrf_checks=True), method)(path, headers={"Host": "10.0.0.7"})
    assert answer.status_code == (405 if method == "post" else 200)
    assert method == "post" or "no-store" in answer.headers["Cache-Control"]
    assert not answer.cookies
