"""A Redis, as the tests of processes have it."""

from tests.site.conftest import log as log
from tests.site.conftest import redis_url as redis_url
from tests.site.conftest import site as site
