"""The Django side of the server. Importing this sets Django up."""

import os

import django
from django.core.handlers.wsgi import WSGIHandler

from perudo_site.http.requests import Utf8Request

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "perudo_site.settings")


class Handler(WSGIHandler):
    request_class = Utf8Request


django.setup(set_prefix=False)
application = Handler()
