"""Whether a request without a key is answered: only where nobody has ever wanted keys.

Revoking the last key, or losing the file of keys, must not open a server. So the first time that
one requires a key is recorded in its database, which all servers of a PostgreSQL share.
"""

import logging
import time
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Scope

from recollect.domain.access_store import AccessRecords
from recollect.domain.clock import SystemClock
from recollect.domain.loopback import LOOPBACK, is_loopback
from recollect.domain.ports import Clock
from recollect.errors import StorageError
from recollect.server.guard import host_name
from recollect.settings import Settings
from recollect.settings.keys import KeyFile

_log = logging.getLogger(__name__)
# What another process has recorded is seen this long after at the latest.
_FRESH_SECONDS: Final = 0.5
# Between attempts to write to a database that is full, busy or read-only.
_RETRY_SECONDS: Final = 60.0
# Proxies add these; a client on this machine has no reason to.
_ADDED_BY_PROXIES: Final = frozenset(
    {"forwarded", "via", "x-real-ip", "x-client-ip", "cf-connecting-ip", "true-client-ip"}
)
_FORWARDED: Final = "x-forwarded-"
NEEDS_KEY: Final = (
    "create one on the server's machine with recollect keys add NAME, or set allow_anonymous = true"
    " if everybody who can reach the server may read, change and erase everything"
)

ANYBODY: Final = (
    "allow_anonymous = true: while there is no API key, EVERYBODY who can reach this server may"
    " read, change and erase everything"
)


@dataclass(slots=True)
class AnonymousAccess:
    """Decides on requests while there are no keys."""

    settings: Settings
    keys: KeyFile
    records: AccessRecords
    clock: Clock = field(default_factory=SystemClock)
    since: datetime | None = None
    _is_recorded: bool = False
    _read_at: float | None = None

    def is_fresh(self) -> bool:
        """Whether it can be decided without waiting; for ever, once it is recorded."""
        if self._is_recorded:
            return True
        if self._read_at is None or (self.since is None and self.keys.list()):
            return False
        wait = _FRESH_SECONDS if self.since is None else _RETRY_SECONDS
        return time.monotonic() - self._read_at < wait

    def refresh(self) -> None:
        """Read whether keys are required, and record it if they are from now on."""
        self._read_at = time.monotonic()
        found = self.records.keys_required_since()
        if found is None and (self.since or self.keys.list() or self._is_exposed):
            found = self._recorded()
        if found is not None:
            self.since, self._is_recorded = found, True

    def _recorded(self) -> datetime | None:
        # This process requires keys from now on, whatever becomes of the keys or the record.
        self.since = self.since or self.clock.now()
        try:
            self.records.require_keys(self.since)
        except StorageError as error:
            _log.warning("it was not recorded that keys are required: %s", error.message)
            return None
        return self.records.keys_required_since()

    def start(self) -> None:
        """Read and record what is required, and warn of a server that answers all or nobody."""
        self.refresh()
        if self.settings.allow_anonymous:
            _log.warning(ANYBODY)
        elif self.since is not None and not self.keys.list():
            _log.warning(
                "every request is refused: %s: %s", self._closed_since(self.since), NEEDS_KEY
            )

    def problem(self, scope: Scope) -> str | None:
        """Why a request is not answered without a key, if it is not; only asked without keys."""
        if self.settings.allow_anonymous:
            return None
        if self._is_exposed:
            return "other machines can reach this server, and it has no key yet"
        if self.since is not None:
            return self._closed_since(self.since)
        if sign := foreign_sign(scope):
            return f"this request comes from another machine ({sign}), and the server has no key"
        return None

    @staticmethod
    def _closed_since(since: datetime) -> str:
        return f"this server has required a key since {since:%Y-%m-%d}, and there is none"

    @property
    def _is_exposed(self) -> bool:
        return self.settings.is_exposed and not self.settings.allow_anonymous


def foreign_sign(scope: Scope) -> str | None:
    """What shows that a request does not come from this machine, if anything does."""
    headers = Headers(scope=scope)
    client = scope.get("client")
    # A Unix socket has no address; its file says who may connect.
    if client is not None and not is_loopback(client[0]):
        return "its address"
    if host_name(headers.get("host", "")) not in LOOPBACK:
        return "the header Host"
    for name in headers:
        if name in _ADDED_BY_PROXIES or name.startswith(_FORWARDED):
            return f"the header {name}"
    return None
