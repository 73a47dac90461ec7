"""The audit log in two files of JSON lines in the home directory, the older one full.

Not only in the database: restoring changes that, and the log is to say what was erased since. Every
process appends under a lock of the file, so servers that share a home directory share the log.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from recollect.domain.audit import AuditEvent, AuditFilter, event_from, event_text
from recollect.domain.clock import SystemClock
from recollect.domain.ports import Clock
from recollect.errors import StorageError

from .files import locked
from .settings import Settings

_MB: Final = 2**20
_OWNER_ONLY: Final = 0o600


class AuditFile:
    """The audit log of one home directory, bounded by `audit_days` and `audit_max_mb`."""

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        self.path = settings.audit_path
        self._older = self.path.with_name("audit.1.jsonl")
        self._days = timedelta(days=settings.audit_days)
        # Each file has half of what is allowed.
        self._most = settings.audit_max_mb * _MB // 2
        self._clock = clock or SystemClock()

    def append(self, events: Sequence[AuditEvent]) -> None:
        """Add events; they are on their way to the disk on return."""
        text = "".join(f"{event_text(event)}\n" for event in events)
        with locked(self.path):
            try:
                self._rotate(len(text))
                flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
                handle = os.open(self.path, flags, _OWNER_ONLY)
                with os.fdopen(handle, "wb") as file:
                    file.write(text.encode())
            except OSError as error:
                raise StorageError(f"{self.path} cannot be written: {error.strerror}") from None

    def read(self, chosen: AuditFilter, limit: int) -> list[AuditEvent]:
        """The newest events that match, newest first."""
        oldest = self._clock.now() - self._days
        found: list[AuditEvent] = []
        names: dict[str | None, str] | None = None
        for event in self._newest_first():
            if event.key is None and event.key_id is not None:
                # A key that was revoked is known by what it did before.
                names = self._names_of_keys() if names is None else names
                event = replace(event, key=names.get(event.key_id))  # noqa: PLW2901 - named
            if len(found) >= limit or event.at < oldest:
                break
            if chosen.matches(event):
                found.append(event)
        return found

    def _names_of_keys(self) -> dict[str | None, str]:
        return {event.key_id: event.key for event in self._newest_first() if event.key is not None}

    def _newest_first(self) -> Iterator[AuditEvent]:
        for path in (self.path, self._older):
            try:
                lines = path.read_bytes().splitlines()
            except FileNotFoundError:
                continue
            except OSError as error:
                raise StorageError(f"{path} cannot be read: {error.strerror}") from None
            for line in reversed(lines):
                # A line may be cut where the disk was full or the machine stopped.
                if (event := event_from(line)) is not None:
                    yield event

    def _rotate(self, coming: int) -> None:
        now = self._clock.now()
        older = _if_there(self._older.stat)
        if older is not None and older.st_mtime < (now - self._days).timestamp():
            self._older.unlink()
        current = _if_there(self.path.stat)
        if current is None or not current.st_size:
            return
        with self.path.open("rb") as file:
            first = event_from(file.readline())
        is_old = first is not None and first.at < now - self._days / 2
        if is_old or current.st_size + coming > self._most:
            self.path.replace(self._older)


def _if_there(look: Callable[[], os.stat_result]) -> os.stat_result | None:
    try:
        return look()
    except FileNotFoundError:
        return None
