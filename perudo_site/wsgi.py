"""The Django side of the server. Importing this sets Django up."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "perudo_site.settings")

application = get_wsgi_application()
