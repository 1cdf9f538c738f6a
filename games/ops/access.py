"""Who may read the metrics: some addresses, and whoever has the token."""

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from perudo_site.http.arrival import address_of


@lru_cache
def network(text: str) -> IPv4Network | IPv6Network:
    """An address or a network ("10.0.0.0/8"). Raises ValueError."""
    return ip_network(text)


for _text in settings.METRICS_ALLOWED:
    network(_text)  # one that cannot be read stops the server at its start, not each request


def may_read_metrics(request: HttpRequest) -> bool:
    given, token = request.headers.get("Authorization", ""), settings.METRICS_TOKEN
    return (bool(token) and constant_time_compare(given, f"Bearer {token}")) or _is_allowed(request)


def _is_allowed(request: HttpRequest) -> bool:
    if not settings.TRUSTED_PROXIES and "X-Forwarded-For" in request.headers:
        return False  # from behind a proxy that nobody told of: the address is the proxy's, and so anybody's
    try:
        address = ip_address(address_of(request))
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return any(address in network(text) for text in settings.METRICS_ALLOWED)
