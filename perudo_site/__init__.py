"""The site. Importing it makes the Celery app the one that tasks belong to."""

from perudo_site.celery import app as celery_app

__all__ = ["celery_app"]
