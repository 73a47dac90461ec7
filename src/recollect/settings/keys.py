"""API keys, of which only the hashes are stored: in a file, or shared in the database."""

import hmac
import json
import secrets
import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeAlias

from recollect.domain.access import Access, Key, Right
from recollect.domain.clock import SystemClock
from recollect.domain.plain import plain
from recollect.domain.ports import Clock
from recollect.domain.shared import Document
from recollect.errors import Conflict, InvalidInput, NotFound, StorageCorrupt

from .files import FileDocument

PREFIX: Final = "rck_"
# 256 random bits cannot be guessed, so a fast hash is enough.
_BYTES: Final = 32
_ID_LENGTH: Final = 8

# An alias, because `KeyFile.list` hides the built-in `list`.
_Keys: TypeAlias = list[Key]


class KeyFile:
    """The keys of one home directory, or of a database that many servers share."""

    def __init__(
        self,
        path: Path,
        clock: Clock | None = None,
        document: Document | None = None,
        before_change: Callable[[], None] = lambda: None,
    ) -> None:
        self.path = path
        self._before_change = before_change
        self._clock = clock or SystemClock()
        self._document = document or FileDocument(path)
        self._mutex = threading.Lock()
        self._text: str | None = None
        self._keys: tuple[Key, ...] = ()

    def is_fresh(self) -> bool:
        """Whether the keys can be read without waiting."""
        return self._document.is_fresh()

    def list(self) -> tuple[Key, ...]:
        """Every key, oldest first, including changes by other processes."""
        with self._mutex:
            text = self._document.read()
            if text is not self._text:
                self._keys = _parsed(text, self._document.name)
                self._text = text
            return self._keys

    def find(self, secret: str) -> Key | None:
        """The key with this secret, unless it has expired."""
        return self.with_hash(_digest(secret))

    def with_hash(self, digest: str) -> Key | None:
        """The key whose secret has this hash, unless it has expired."""
        key = self._with_hash(digest)
        return None if key is None or key.has_expired(self._clock.now()) else key

    @staticmethod
    def id_of(secret: str) -> str:
        """The id that a key with this secret has, or had before it was revoked."""
        return _digest(secret)[:_ID_LENGTH]

    def expired(self, secret: str) -> Key | None:
        """The key with this secret, if it has expired."""
        key = self._with_hash(_digest(secret))
        return key if key is not None and key.has_expired(self._clock.now()) else None

    def _with_hash(self, digest: str) -> Key | None:
        found = None
        # All of them, in constant time: how long it takes says nothing about any key.
        for key in self.list():
            if hmac.compare_digest(key.hash, digest):
                found = key
        return found

    def add(
        self,
        name: str,
        *,
        agents: Sequence[str],
        rights: Sequence[Right],
        expires_at: datetime | None = None,
    ) -> tuple[Key, str]:
        """Add a key, and return it with its secret, which is not stored."""
        if expires_at is not None and expires_at <= self._clock.now():
            raise InvalidInput("a new key must expire in the future", field="expires")
        secret = PREFIX + secrets.token_urlsafe(_BYTES)
        digest = _digest(secret)
        access = Access(agents=tuple(agents), rights=frozenset(rights))
        key = Key(
            id=digest[:_ID_LENGTH],
            name=name,
            hash=digest,
            access=access,
            created_at=self._clock.now(),
            expires_at=expires_at,
        )

        def added(keys: _Keys) -> _Keys:
            if any(known.name == name for known in keys):
                raise Conflict(f"there is already a key named {name!r}", field="name")
            return [*keys, key]

        self._change(added)
        return key, secret

    def revoke(self, name: str) -> Key:
        """Revoke a key by its name or id, effective from the next request."""
        revoked: _Keys = []

        def left(keys: _Keys) -> _Keys:
            revoked[:] = [key for key in keys if name in (key.name, key.id)][:1]
            if not revoked:
                raise NotFound(f"there is no key {name!r}: recollect keys lists them", field="name")
            return [key for key in keys if key is not revoked[0]]

        self._change(left)
        return revoked[0]

    def _change(self, change: Callable[[_Keys], _Keys]) -> None:
        # First, so that a crash in between leaves a server closed rather than open.
        self._before_change()
        self._document.change(lambda text: _written(change([*_parsed(text, self._document.name)])))


def check_patterns(agents: Sequence[str]) -> tuple[str, ...]:
    """Non-empty patterns of agent names, without duplicates."""
    if not agents or not all(agents):
        raise InvalidInput("agents takes names or patterns such as alice or team-*", field="agents")
    return tuple(dict.fromkeys(agents))


def _digest(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def names_of_keys(text: str | None) -> tuple[str, ...]:
    """The names of the keys in a stored text."""
    return tuple(key.name for key in _parsed(text, "the API keys"))


def _parsed(text: str | None, name: str) -> tuple[Key, ...]:
    try:
        return tuple(map(_key, json.loads(text)["keys"])) if text is not None else ()
    except (ValueError, KeyError, TypeError):
        problem = "is not a valid key file; all keys are refused until it is repaired or removed"
        raise StorageCorrupt(f"{name} {problem}") from None


def _key(item: dict[str, Any]) -> Key:
    rights = frozenset(Right(right) for right in item["rights"])
    expires_at = item.get("expires_at")
    return Key(
        id=item["id"],
        name=item["name"],
        hash=item["hash"],
        access=Access(agents=tuple(item["agents"]), rights=rights),
        created_at=datetime.fromisoformat(item["created_at"]),
        expires_at=None if expires_at is None else datetime.fromisoformat(expires_at),
    )


def _written(keys: Sequence[Key]) -> str:
    items = [
        {
            "id": key.id,
            "name": key.name,
            "hash": key.hash,
            "agents": key.access.agents,
            "rights": sorted(key.access.rights),
            "created_at": plain(key.created_at),
            "expires_at": plain(key.expires_at),
        }
        for key in keys
    ]
    return json.dumps({"keys": items}, indent=2) + "\n"
