"""What the servers of one database share besides memory."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, Protocol

from recollect.domain.audit import AuditEvent, AuditFilter
from recollect.domain.receipt import Receipt

ALIVE_SECONDS: Final = 60.0


class Document(Protocol):
    """A text that other processes read and change too."""

    name: str

    def is_fresh(self) -> bool:
        """Whether it can be read without waiting."""

    def read(self) -> str | None:
        """The text, the same object until it changes; None if there is none yet."""

    def change(self, change: Callable[[str | None], str | None]) -> None:
        """Replace the text by what is made of it, while nobody else does."""


@dataclass(frozen=True, slots=True)
class Response:
    """The response to an HTTP request."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


@dataclass(frozen=True, slots=True)
class Begun:
    """A request that some server has begun; `response` is None until it is done or if not kept."""

    body_hash: bytes
    is_done: bool
    response: Response | None


@dataclass(frozen=True, slots=True)
class Process:
    """A server or worker that uses the database."""

    name: str
    kind: str
    host: str
    pid: int
    version: str
    # Whether it runs background jobs.
    runs_jobs: bool
    started_at: datetime | None = None
    # How long ago it last gave a sign of life; one that is alive does every quarter of a minute.
    silent_seconds: float = 0.0

    @property
    def is_alive(self) -> bool:
        """Whether it gave a sign of life in the last minute."""
        return self.silent_seconds < ALIVE_SECONDS


class Shared(Protocol):
    """The part of a database that many servers have for what one server has in RAM and files.

    Deleting a user's words deletes them here in the same transaction.
    """

    def document(self, name: str, first: Path | None = None) -> Document:
        """A text by its name; one that is not there yet begins with this file, if that exists."""

    def put_receipt(self, receipt: Receipt, revisions: Sequence[int]) -> None:
        """Store a receipt, with the revisions of its agents that it was made from."""

    def receipt(self, receipt_id: str) -> Receipt | None:
        """A receipt, unless something of its agents has been deleted since."""

    def add_audit_events(
        self, events: Sequence[AuditEvent], *, oldest: datetime, max_bytes: int
    ) -> None:
        """Add events to the audit log; older ones than `oldest` are deleted sooner or later.

        So is the oldest part if all of them have more than `max_bytes`.
        """

    def audit_events(self, chosen: AuditFilter, oldest: datetime, limit: int) -> list[AuditEvent]:
        """The newest events that match and are not older than `oldest`, newest first."""

    def note_process(self, process: Process) -> None:
        """Store a sign of life of a server or worker."""

    def forget_process(self, name: str) -> None:
        """Remove a server or worker that ends as it should."""

    def processes(self) -> tuple[Process, ...]:
        """The servers and workers that run, and those of the last day that were killed."""

    def begin_request(self, name: bytes, body_hash: bytes) -> Begun | None:
        """Begin a request and return None, or return what became of it if it has begun already.

        One that was not renewed for some seconds was that of a server that died: it begins again.
        """

    def renew_request(self, name: bytes) -> None:
        """Say that a request is still running."""

    def end_request(self, name: bytes, response: Response | None, *, deletes: bool) -> None:
        """Store that a request is done; its response only if nothing was deleted meanwhile.

        With `deletes`, the request itself has deleted something.
        """

    def forget_request(self, name: bytes) -> None:
        """Let a request that failed begin again."""
