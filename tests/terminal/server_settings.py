"""Settings of the server that the client is tested on: guests come quickly where passwords are not slow to make."""

from perudo_site.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
