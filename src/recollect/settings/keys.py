"""Keys in a file beside the settings: hashes only, readable by its owner alone, written whole or not at all."""

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

from .files import changing, write_whole

PREFIX: Final = "rck_"
# 256 bits nobody can guess, so a plain hash is enough; a slow one would only slow down every request.
_BYTES: Final = 32
_SHOWN: Final = 8

_Seen: TypeAlias = tuple[int, int, int]
# Named here, because a counter of keys has a `list` of its own.
_Keys: TypeAlias = list[Key]


@dataclass(slots=True)
class KeyFile:
    """The keys of one home directory; a change by another process is seen by the next look."""

    path: Path
    clock: Clock = field(default_factory=SystemClock)
    _mutex: threading.Lock = field(default_factory=threading.Lock)
    _seen: _Seen | None = None
    _keys: tuple[Key, ...] = ()

    def list(self) -> tuple[Key, ...]:
        """Every key, oldest first."""
        with self._mutex:
            seen = _identity(self.path)
            if seen != self._seen:
                self._keys = _read(self.path)
                self._seen = seen
            return self._keys

    def of(self, secret: str) -> Key | None:
        """The key with this secret; how long the look takes says nothing about any of them."""
        digest = _digest(secret)
        found = None
        for key in self.list():
            if hmac.compare_digest(key.hash, digest):
                found = key
        return found

    def add(self, name: str, *, agents: Sequence[str], rights: Sequence[Right]) -> tuple[Key, str]:
        """A new key, and its secret, which is shown this once and kept nowhere."""
        secret = PREFIX + secrets.token_urlsafe(_BYTES)
        digest = _digest(secret)
        access = Access(agents=tuple(agents), rights=frozenset(rights))
        made = Key(
            id=digest[:_SHOWN], name=name, hash=digest, access=access, created_at=self.clock.now()
        )
        with self._changing() as keys:
            if any(key.name == name for key in keys):
                raise Conflict(f"there is already a key named {name!r}", field="name")
            keys.append(made)
        return made, secret

    def revoke(self, name: str) -> Key:
        """Take a key away, by its name or id; whoever holds it is refused from the next request on."""
        with self._changing() as keys:
            gone = next((key for key in keys if name in (key.name, key.id)), None)
            if gone is None:
                raise NotFound(f"there is no key {name!r}: recollect keys lists them", field="name")
            keys.remove(gone)
        return gone

    @contextmanager
    def _changing(self) -> Iterator[_Keys]:
        """The keys to change; nobody else changes them meanwhile."""
        with changing(self.path):
            keys = [*self.list()]
            yield keys
            _write(self.path, keys)


def check_patterns(agents: Sequence[str]) -> tuple[str, ...]:
    """Patterns of agents' names, none of them empty."""
    if not agents or not all(agents):
        raise InvalidInput("agents takes names or patterns such as alice or team-*", field="agents")
    return tuple(dict.fromkeys(agents))


def _digest(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _identity(path: Path) -> _Seen | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _read(path: Path) -> tuple[Key, ...]:
    try:
        items = json.loads(path.read_text("utf-8"))["keys"]
        return tuple(_key(item) for item in items)
    except FileNotFoundError:
        return ()
    except (ValueError, KeyError, TypeError):
        message = (
            f"{path} is not a file of keys; nobody is let in by it until it is mended or removed"
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
    write_whole(path, json.dumps({"keys": items}, indent=2) + "\n")
