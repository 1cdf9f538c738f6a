"""Which requests have been answered already."""

from django.db import models


class IdempotentRequest(models.Model):
    """A request with an Idempotency-Key, by a keyed digest, and the id of what it made (players/idempotency.py)."""

    digest = models.CharField(primary_key=True, max_length=64)
    made = models.CharField(max_length=40)
    created_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.made
