"""Accounts and their tokens."""

from datetime import timedelta
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.crypto import hash_token
from knox.models import AbstractAuthToken
from knox.settings import CONSTANTS

from perudo_site.ids import LENGTH, new_id
from players import names


class PlayerQuerySet(models.QuerySet["Player"]):
    def named(self, username: str) -> "PlayerQuerySet":
        """The player of that name, in whatever case, by the index that keeps names unique."""
        # Only well-formed names: others have lower-case forms that are ASCII (the Kelvin sign's is "k").
        if not names.is_well_formed(username):
            return self.none()
        return self.alias(name_key=Lower("username")).filter(name_key=username.lower())

    def beginning(self, start: str) -> "PlayerQuerySet":
        """The players whose names begin so, in whatever case; by an index of its own on PostgreSQL."""
        return self.alias(name_key=Lower("username")).filter(name_key__startswith=start.lower())


class PlayerManager(BaseUserManager["Player"]):
    def get_queryset(self) -> PlayerQuerySet:
        return PlayerQuerySet(self.model, using=self._db)

    def named(self, username: str) -> PlayerQuerySet:
        return self.get_queryset().named(username)

    def beginning(self, start: str) -> PlayerQuerySet:
        return self.get_queryset().beginning(start)

    def get_by_natural_key(self, username: str | None) -> "Player":
        return self.named(username or "").get()

    def create_user(self, username: str, password: str | None = None, **fields: Any) -> "Player":
        """A new player; without a password nobody can log in as them."""
        player = self.model(username=username, **fields)
        player.set_password(password)
        player.save(using=self._db, force_insert=True)
        return player

    def create_superuser(self, username: str, password: str | None = None, **fields: Any) -> "Player":
        return self.create_user(username, password, **{"is_staff": True, "is_superuser": True, **fields})


class Player(AbstractBaseUser, PermissionsMixin):  # type: ignore[django-manager-missing]  # knox has no types
    """An account: a person's, a client program's, or a server bot's (nobody logs in as that one).

    The username keeps the case that it was registered in, and is unique whatever the case.
    """

    class Kind(models.TextChoices):
        HUMAN = "human"
        BOT = "bot"
        SERVER = "server"

    username = models.CharField(
        max_length=names.MAX_LENGTH,
        unique=True,  # what Django's auth asks of a username; the constraint below is the stronger one
        validators=[names.validate_username],
        error_messages={"unique": "The username is taken."},
    )
    kind = models.CharField(max_length=6, choices=Kind.choices, default=Kind.HUMAN)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)
    owner = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="bots", help_text="Who answers for a bot account."
    )
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)
    banned_at = models.DateTimeField(null=True, blank=True, editable=False)
    is_active = models.BooleanField(default=True, help_text="Not one that is banned or deleted.")
    is_staff = models.BooleanField(_("staff status"), default=False, help_text=_("May log in to the admin."))

    objects: ClassVar[PlayerManager] = PlayerManager()

    USERNAME_FIELD = "username"

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        default_permissions = ("view",)  # accounts are registered, and changed by services
        permissions = [("moderate_player", "Can ban, unban and rename players")]
        indexes = [models.Index(fields=["joined_at"], name="player_joined")]
        constraints = [
            models.UniqueConstraint(
                Lower("username"), name="player_username_any_case", violation_error_message="The username is taken."
            ),
            models.CheckConstraint(condition=models.Q(kind__in=["human", "bot", "server"]), name="player_kind_known"),
            models.CheckConstraint(
                condition=models.Q(kind="bot", owner__isnull=False)
                | ~models.Q(kind="bot") & models.Q(owner__isnull=True),
                name="player_bot_has_owner",
            ),
            models.CheckConstraint(
                condition=models.Q(banned_at__isnull=True) | models.Q(is_active=False), name="player_banned_is_inactive"
            ),
        ]

    def __str__(self) -> str:
        """As the admin's pages say it, in the reader's language."""
        return names.name_in_words(self.shown_name)

    @property
    def shown_name(self) -> str:
        """What everybody else sees: the name, or that there is none any more (no username has a space)."""
        return names.DELETED_NAME if self.deleted_at else self.username

    @property
    def may_act(self) -> bool:
        """Whether requests in the account's name count: nobody has shut it out, nor the one who answers for it."""
        return self.is_active and (self.owner is None or self.owner.is_active)

    @property
    def principal_id(self) -> int:
        """Who answers for this account: its owner, or itself."""
        return self.owner_id or self.pk


class Scope(models.TextChoices):
    """What a token is good for; what needs no token is open to every one."""

    READ = "read"
    """See what is the player's own: private games, the own hand, the own list of games."""
    PLAY = "play"
    """Open, join and leave tables, and move."""
    ACCOUNT = "account"
    """Tokens, passwords, bot accounts, export, deletion."""


def all_scopes() -> list[str]:
    return list(Scope.values)


class TokenManager(models.Manager["Token"]):
    def keep(self, *, token_id: str, player: Player, secret: str, lifetime: timedelta | None, **fields: Any) -> "Token":
        """Store the digest of `secret`, under the id that its owner will know it by; None lives until it is revoked."""
        return self.create(
            public_id=token_id,
            user=player,
            digest=hash_token(secret),
            token_key=secret[: CONSTANTS.TOKEN_KEY_LENGTH],
            expiry=None if lifetime is None else timezone.now() + lifetime,
            **fields,
        )


class Token(AbstractAuthToken):  # type: ignore[misc]
    """A bearer token, by its SHA-512 digest: the token itself is shown once and kept nowhere.

    `token_key`, its first 15 hexadecimal digits, finds the row; the other 49 (196 bits) are the secret.
    """

    public_id = models.CharField(max_length=LENGTH, unique=True, default=new_id, editable=False)
    label = models.CharField(max_length=40, blank=True)
    scopes = models.JSONField(default=all_scopes, help_text="What the token is good for.")
    last_used_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects: ClassVar[TokenManager] = TokenManager()

    class Meta:
        ordering = ["-created", "-public_id"]

    def __str__(self) -> str:
        return self.public_id  # not the digest: this text may reach a log or the admin

    @property
    def is_expired(self) -> bool:
        return self.expiry is not None and self.expiry <= timezone.now()

    def allows(self, scope: Scope) -> bool:
        return scope in self.scopes


class ReservedName(models.Model):
    """A name that nobody may register before `until`: a deleted account's."""

    name = models.CharField(primary_key=True, max_length=names.MAX_LENGTH, help_text="In lower case")
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.name
