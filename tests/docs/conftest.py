"""A server as tests/site starts one."""

from tests.site.conftest import log, redis_url, site

__all__ = ["log", "redis_url", "site"]
