"""The audit log: of the home directory, and of all servers that share a PostgreSQL database."""

import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

from recollect.domain.audit import AuditEvent, AuditFilter
from recollect.domain.clock import SystemClock
from recollect.domain.shared import Shared
from recollect.errors import RecollectError, StorageError
from recollect.settings import Settings
from recollect.settings.audit_file import AuditFile
from recollect.wiring.keys import opened_postgres

_MB: Final = 2**20
_MOST_WAITING: Final = 10_000


class AuditTrail:
    """The file of this home directory and, if servers share a database, the log there.

    Both have every event of this process: a restored backup of the database lacks those since, and
    the file has them; the file of a container may be gone, and the database has them.
    """

    def __init__(self, settings: Settings, shared: Shared | None) -> None:
        self._file = AuditFile(settings)
        self._shared = shared
        self._days = timedelta(days=settings.audit_days)
        self._max_bytes = settings.audit_max_mb * _MB
        # What the database did not take yet.
        self._waiting: deque[AuditEvent] = deque(maxlen=_MOST_WAITING)
        self._mutex = threading.Lock()

    def append(self, events: Sequence[AuditEvent]) -> None:
        """Add events; StorageError if they are not where they are to be read."""
        try:
            self._file.append(events)
        except StorageError:
            # The home directory of a container may be read-only.
            if self._shared is None:
                raise
        if self._shared is not None:
            self._share(self._shared, events)

    def _share(self, shared: Shared, events: Sequence[AuditEvent]) -> None:
        oldest = SystemClock().now() - self._days
        with self._mutex:
            self._waiting += events
            try:
                shared.add_audit_events([*self._waiting], oldest=oldest, max_bytes=self._max_bytes)
            except RecollectError as error:
                message = f"{len(self._waiting)} are not in the database yet: {error.message}"
                raise StorageError(message) from error
            self._waiting.clear()

    def read(self, chosen: AuditFilter, limit: int) -> list[AuditEvent]:
        """The newest events that match, newest first."""
        found = self._file.read(chosen, limit)
        if self._shared is None:
            return found
        oldest = SystemClock().now() - self._days
        found += self._shared.audit_events(chosen, oldest, limit)
        # The database knows the names of more keys.
        once = {(e.at, e.action, e.call, e.client, e.request_id): e for e in found}
        return sorted(once.values(), key=lambda each: each.at, reverse=True)[:limit]


@contextmanager
def opened_audit_trail(settings: Settings, database: str | None = None) -> Iterator[AuditTrail]:
    """The audit log of a database, by default that of the settings."""
    with opened_postgres(settings, database) as store:
        yield AuditTrail(settings, store.shared if store else None)
