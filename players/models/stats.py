"""What players have done, in sums."""

from django.db import models

from players.models.accounts import Player


class PlayerStats(models.Model):
    """What a player has done in one ruleset at tables of one size. Sums, so that games only add to them."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="stats", db_index=False)
    ruleset = models.CharField(max_length=30)
    seats = models.PositiveSmallIntegerField()
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    places = models.PositiveIntegerField(default=0, help_text="The sum of the places")
    bids = models.PositiveIntegerField(default=0)
    bluffs = models.PositiveIntegerField(default=0, help_text="Bids for which the own hand held less than its share")
    bids_doubted = models.PositiveIntegerField(default=0)
    bids_good = models.PositiveIntegerField(default=0, help_text="Doubted bids that were good")
    dudos = models.PositiveIntegerField(default=0)
    dudos_right = models.PositiveIntegerField(default=0)
    calzas = models.PositiveIntegerField(default=0)
    calzas_right = models.PositiveIntegerField(default=0)
    timeouts = models.PositiveIntegerField(default=0)
    leavings = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "ruleset", "seats"], name="stats_once")]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.ruleset}"


class HeadToHead(models.Model):
    """How often a player has met another, and in how many of those games took the better place."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="meetings", db_index=False)
    other = models.ForeignKey(Player, models.CASCADE, related_name="+")
    games = models.PositiveIntegerField(default=0)
    ahead = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "other"], name="head_to_head_once"),
            models.CheckConstraint(condition=~models.Q(player=models.F("other")), name="head_to_head_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} and {self.other_id}"
