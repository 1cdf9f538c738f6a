"""How a token's secret comes about: drawn at random, or derived anew for a request that is sent again."""

from dataclasses import dataclass, field
from hmac import compare_digest

from knox.crypto import create_token_string, hash_token

from players.idempotency import keyed_digest
from players.models import Token


@dataclass(frozen=True)
class SecretSource:
    """Makes the secret of a token from its id, under SECRET_KEY.

    `salt` is 256 random bits, so the secret is as random; or the request's Idempotency-Key, so that the same request
    gives the same secret and nothing of it need be stored. As a key may be guessed, the password then goes in too.
    The id makes a new token's secret differ from that of a revoked one.
    """

    password: str = field(default="", repr=False)
    salt: str = field(default_factory=create_token_string, repr=False)

    def secret(self, token_id: str) -> str:
        """64 hexadecimal digits."""
        return keyed_digest("token", token_id, self.salt, self.password)

    def made(self, token: Token) -> bool:
        """Whether `token` is one of this source."""
        return compare_digest(hash_token(self.secret(token.public_id)), token.digest)
