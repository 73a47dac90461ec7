"""API keys in a file of the home directory, which stores only their hashes."""

import hmac
import json
import secrets
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeAlias

from recollect.domain.access import Access, Key, Right
from recollect.domain.clock import SystemClock
from recollect.domain.plain import plain
from recollect.domain.ports import Clock
from recollect.errors import Conflict, InvalidInput, NotFound, StorageCorrupt, StorageError

from .files import FileState, file_state, locked, write_atomically

PREFIX: Final = "rck_"
# 256 random bits cannot be guessed, so a fast hash is enough.
_BYTES: Final = 32
_ID_LENGTH: Final = 8

# An alias, because `KeyFile.list` hides the built-in `list`.
_Keys: TypeAlias = list[Key]


@dataclass(slots=True)
class KeyFile:
    """The keys of one home directory, including changes by other processes."""

    path: Path
    clock: Clock = field(default_factory=SystemClock)
    _mutex: threading.Lock = field(default_factory=threading.Lock)
    _state: FileState | None = None
    _keys: tuple[Key, ...] = ()

    def list(self) -> tuple[Key, ...]:
        """Every key, oldest first."""
        with self._mutex:
            state = file_state(self.path)
            if state != self._state:
                self._keys = _read(self.path)
                self._state = state
            return self._keys

    def find(self, secret: str) -> Key | None:
        """The key with this secret, compared in constant time."""
        digest = _digest(secret)
        found = None
        for key in self.list():
            if hmac.compare_digest(key.hash, digest):
                found = key
        return found

    def add(self, name: str, *, agents: Sequence[str], rights: Sequence[Right]) -> tuple[Key, str]:
        """Add a key, and return it with its secret, which is not stored."""
        secret = PREFIX + secrets.token_urlsafe(_BYTES)
        digest = _digest(secret)
        access = Access(agents=tuple(agents), rights=frozenset(rights))
        key = Key(
            id=digest[:_ID_LENGTH],
            name=name,
            hash=digest,
            access=access,
            created_at=self.clock.now(),
        )
        with self._changing() as keys:
            if any(known.name == name for known in keys):
                raise Conflict(f"there is already a key named {name!r}", field="name")
            keys.append(key)
        return key, secret

    def revoke(self, name: str) -> Key:
        """Revoke a key by its name or id, effective from the next request."""
        with self._changing() as keys:
            revoked = next((key for key in keys if name in (key.name, key.id)), None)
            if revoked is None:
                raise NotFound(f"there is no key {name!r}: recollect keys lists them", field="name")
            keys.remove(revoked)
        return revoked

    @contextmanager
    def _changing(self) -> Iterator[_Keys]:
        """The keys to change, under a lock."""
        with locked(self.path):
            keys = [*self.list()]
            yield keys
            _write(self.path, keys)


def check_patterns(agents: Sequence[str]) -> tuple[str, ...]:
    """Non-empty patterns of agent names, without duplicates."""
    if not agents or not all(agents):
        raise InvalidInput("agents takes names or patterns such as alice or team-*", field="agents")
    return tuple(dict.fromkeys(agents))


def _digest(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _read(path: Path) -> tuple[Key, ...]:
    try:
        items = json.loads(path.read_text("utf-8"))["keys"]
        return tuple(_key(item) for item in items)
    except FileNotFoundError:
        return ()
    except (ValueError, KeyError, TypeError):
        message = (
            f"{path} is not a valid key file; all keys are refused until it is repaired or removed"
        )
        raise StorageCorrupt(message) from None
    except OSError as error:
        raise StorageError(f"{path} cannot be read: {error.strerror}") from None


def _key(item: dict[str, Any]) -> Key:
    rights = frozenset(Right(right) for right in item["rights"])
    return Key(
        id=item["id"],
        name=item["name"],
        hash=item["hash"],
        access=Access(agents=tuple(item["agents"]), rights=rights),
        created_at=datetime.fromisoformat(item["created_at"]),
    )


def _write(path: Path, keys: Sequence[Key]) -> None:
    items = [
        {
            "id": key.id,
            "name": key.name,
            "hash": key.hash,
            "agents": key.access.agents,
            "rights": sorted(key.access.rights),
            "created_at": plain(key.created_at),
        }
        for key in keys
    ]
    write_atomically(path, json.dumps({"keys": items}, indent=2) + "\n")
