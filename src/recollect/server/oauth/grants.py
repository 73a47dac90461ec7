"""What people granted to MCP clients, in a file or the database; tokens only as hashes."""

import hmac
import json
import secrets
import threading
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Final

from recollect.domain.clock import SystemClock
from recollect.domain.ports import Clock
from recollect.domain.shared import Document
from recollect.errors import StorageCorrupt
from recollect.server.oauth.errors import OAuthError
from recollect.settings.files import FileDocument

CODE_SECONDS: Final = 120
ACCESS_SECONDS: Final = 3_600
# From the last use on: a client that is used at least once a month stays signed in.
REFRESH_SECONDS: Final = 30 * 24 * 3_600
# So many that are over are kept: they were perhaps taken for over by a clock that was ahead.
_ENDED_KEPT: Final = 1_000
_BYTES: Final = 32
_ID_BYTES: Final = 12
PREFIX: Final = "rct_"


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """One client's access; `key` is the hash of the API key that it was granted with."""

    id: str
    key: str
    client: str
    resource: str
    # The hash of the code, then of the refresh token: what the next exchange must present.
    next: str
    expires: int
    # Empty once the code has been exchanged.
    challenge: str = ""
    redirect_uri: str = ""
    access: str = ""
    access_expires: int = 0


@dataclass(frozen=True, slots=True)
class Tokens:
    """A new pair of tokens, whose hashes alone are stored."""

    access: str
    refresh: str


class GrantFile:
    """The grants of one home directory, or of a database that many servers share."""

    def __init__(
        self, path: Path, clock: Clock | None = None, document: Document | None = None
    ) -> None:
        self.path = path
        self._clock = clock or SystemClock()
        self._document = document or FileDocument(path)
        self._mutex = threading.Lock()
        self._text: str | None = None
        self._grants: dict[str, Grant] = {}

    def is_fresh(self) -> bool:
        """Whether the grants can be read without waiting."""
        return self._document.is_fresh()

    def add(self, *, key: str, client: str, resource: str, challenge: str, uri: str) -> str:
        """Add a grant and return its code."""
        grant_id = secrets.token_hex(_ID_BYTES)
        code, hashed = _secret(grant_id)
        grant = Grant(
            id=grant_id,
            key=key,
            client=_hash(client),
            resource=resource,
            next=hashed,
            expires=self._now() + CODE_SECONDS,
            challenge=challenge,
            redirect_uri=uri,
        )
        self._change(lambda grants: grants.update({grant_id: grant}))
        return code

    def exchange_code(
        self, code: str, *, client: str, resource: str, verifier: str, uri: str | None
    ) -> tuple[Grant, Tokens]:
        """The grant of a code, with its first tokens."""

        def fits(grant: Grant) -> bool:
            return uri in (None, grant.redirect_uri) and _matches(grant.challenge, verifier)

        return self._exchange(code, client, resource, fits)

    def exchange_refresh(self, token: str, *, client: str, resource: str) -> tuple[Grant, Tokens]:
        """The grant of a refresh token, with new tokens in place of the old ones."""
        return self._exchange(token, client, resource, lambda grant: not grant.challenge)

    def find(self, token: str) -> Grant | None:
        """The grant of a valid access token."""
        grant = self.all().get(_grant_id(token))
        if grant is None or not _is_hash_of(grant.access, token):
            return None
        return grant if _is_valid(grant.access_expires, self._now(), ACCESS_SECONDS) else None

    def _exchange(
        self, secret: str, client: str, resource: str, fits: Callable[[Grant], bool]
    ) -> tuple[Grant, Tokens]:
        exchanged: list[tuple[Grant, Tokens]] = []

        def exchange(grants: dict[str, Grant]) -> None:
            exchanged.clear()
            known = grants.get(_grant_id(secret))
            if known is not None and not _is_valid(known.expires, self._now(), REFRESH_SECONDS):
                return
            # A code or token presented twice, or with anything wrong, may have been stolen: the
            # grant ends, and with it the tokens that the thief or the owner already has.
            grant = grants.pop(_grant_id(secret), None)
            if grant and _is_usable(grant, secret, client, resource) and fits(grant):
                tokens, grants[grant.id] = self._renewed(grant)
                exchanged.append((grant, tokens))

        self._change(exchange)
        if exchanged:
            return exchanged[0]
        message = "it is unknown, used already, expired or another client's: sign in again"
        raise OAuthError("invalid_grant", message)

    def _renewed(self, grant: Grant) -> tuple[Tokens, Grant]:
        access, access_hash = _secret(grant.id)
        refresh, refresh_hash = _secret(grant.id)
        renewed = replace(
            grant,
            challenge="",
            redirect_uri="",
            next=refresh_hash,
            expires=self._now() + REFRESH_SECONDS,
            access=access_hash,
            access_expires=self._now() + ACCESS_SECONDS,
        )
        return Tokens(access, refresh), renewed

    def _change(self, change: Callable[[dict[str, Grant]], None]) -> None:
        """Change the grants, without those that have expired long ago."""

        def changed(text: str | None) -> str | None:
            before = _parsed(text, self._document.name)
            grants = _without_oldest(before, self._now())
            change(grants)
            if grants == before:
                return text
            items = [asdict(grant) for grant in grants.values()]
            return json.dumps({"grants": items}, indent=2) + "\n"

        self._document.change(changed)

    def all(self) -> dict[str, Grant]:
        """Every grant by its id, including changes by other processes."""
        with self._mutex:
            text = self._document.read()
            if text is not self._text:
                self._grants = _parsed(text, self._document.name)
                self._text = text
            return self._grants

    def _now(self) -> int:
        return int(self._clock.now().timestamp())


def _parsed(text: str | None, name: str) -> dict[str, Grant]:
    if text is None:
        return {}
    try:
        return {item["id"]: Grant(**item) for item in json.loads(text)["grants"]}
    except (ValueError, KeyError, TypeError):
        message = f"{name} is not valid; remove it, and MCP clients sign in again"
        raise StorageCorrupt(message) from None


def _is_valid(until: int, now: int, longest: int) -> bool:
    """Whether it has not ended, and was not made by a clock that was ahead, to last longer."""
    return now < until <= now + longest


def _without_oldest(grants: dict[str, Grant], now: int) -> dict[str, Grant]:
    """Those that are valid, and the last ones that are not."""
    over = [each for each in grants.values() if not _is_valid(each.expires, now, REFRESH_SECONDS)]
    over.sort(key=lambda each: each.expires)
    dropped = {each.id for each in over[:-_ENDED_KEPT]}
    return {each.id: each for each in grants.values() if each.id not in dropped}


def _is_usable(grant: Grant, secret: str, client: str, resource: str) -> bool:
    is_own = grant.client == _hash(client) and grant.resource == resource
    return is_own and _is_hash_of(grant.next, secret)


def _secret(grant_id: str) -> tuple[str, str]:
    """A new code or token of a grant, and its hash."""
    secret = f"{PREFIX}{grant_id}_{secrets.token_urlsafe(_BYTES)}"
    return secret, _hash(secret)


def _grant_id(secret: str) -> str:
    found = secret.removeprefix(PREFIX).partition("_")[0]
    return found if secret.startswith(PREFIX) else ""


def _matches(challenge: str, verifier: str) -> bool:
    """Whether the verifier is the one whose hash the client sent first (PKCE, S256)."""
    digest = sha256(verifier.encode("utf-8", "surrogatepass")).digest()
    return hmac.compare_digest(challenge, urlsafe_b64encode(digest).decode().rstrip("="))


def _is_hash_of(hashed: str, secret: str) -> bool:
    return hmac.compare_digest(hashed, _hash(secret))


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
