"""All errors that callers may see, in one tree. The code of each class never changes.

RecollectError
├── InvalidInput              invalid_input          a wrong value; `field` names it
│   └── InvalidSetting        invalid_setting        an unknown setting, or a value outside its range
├── NotFound                  not_found
├── Conflict                  conflict               the id or key exists with other content
│   └── Stale                 stale                  changed since it was read: read it again
├── Disabled                  disabled               memory is switched off (`enabled = false`)
├── RateLimited               rate_limited           too often: `retry_after` says how long to wait
├── QuotaExceeded             quota_exceeded         the agent may not store more
├── Closed                    closed                 used after close(), or in a forked child
├── StorageError              storage_error
│   ├── StorageBusy           storage_busy           another process locked the file for too long
│   │   └── StorageUnavailable  storage_unavailable  the database server cannot be reached
│   │       └── StorageLost   storage_lost           the file was removed or replaced while open
│   ├── StorageFull           storage_full
│   ├── StorageReadOnly       storage_read_only
│   ├── StorageCorrupt        storage_corrupt
│   ├── NotADatabase          not_a_database
│   └── SchemaTooNew          schema_too_new         written by a newer Recollect
├── ProviderError             provider_error         a model refused or gave an invalid answer: not retried
│   ├── ProviderUnavailable   provider_unavailable   time-out, connection, 429, 5xx: retried
│   ├── UnusableAnswer        unusable_answer        the answer does not match the schema
│   └── CircuitOpen           circuit_open           not called: it has just failed too often
└── LeaseLost                 lease_lost             another worker has taken over this job
"""

import traceback
from pathlib import Path
from typing import ClassVar


def fault_location(fault: BaseException) -> str:
    """Where an internal error happened, without its message, which may contain user text."""
    frame = traceback.extract_tb(fault.__traceback__)[-1]
    return f"{type(fault).__name__} at {Path(frame.filename).name}:{frame.lineno}"


class RecollectError(Exception):
    """The base of all errors; `code` is stable, `message` is for people."""

    code: ClassVar[str] = "error"

    def __init__(self, message: str, *, field: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.field = field


class InvalidInput(RecollectError, ValueError):
    """A value cannot be used; nothing was changed."""

    code = "invalid_input"


class InvalidSetting(InvalidInput):
    """A setting has an unknown name or a value outside its range."""

    code = "invalid_setting"


class NotFound(RecollectError, LookupError):
    """The agent has nothing with this id."""

    code = "not_found"


class Conflict(RecollectError):
    """The id or key is already in use for something else; nothing was changed."""

    code = "conflict"


class Stale(Conflict):
    """The data has changed since it was read; nothing was written."""

    code = "stale"


class Disabled(RecollectError):
    """Memory is switched off, so nothing is recorded; reading and deleting still work."""

    code = "disabled"


class RateLimited(RecollectError):
    """Too much in too short a time; it may be tried again after `retry_after` seconds."""

    code = "rate_limited"

    def __init__(self, message: str, *, field: str | None = None, retry_after: float = 1.0) -> None:
        super().__init__(message, field=field)
        self.retry_after = retry_after


class QuotaExceeded(RecollectError):
    """The agent may not store more; nothing of this write was stored."""

    code = "quota_exceeded"


class Closed(RecollectError):
    """The memory has been closed, or was opened before a fork."""

    code = "closed"


class StorageError(RecollectError):
    """The database failed; writes that returned before are safe."""

    code = "storage_error"


class StorageBusy(StorageError):
    """Another process locked the file for longer than the busy timeout."""

    code = "storage_busy"


class StorageUnavailable(StorageBusy):
    """The database server cannot be reached or takes no writes now; a retry may help."""

    code = "storage_unavailable"


class StorageLost(StorageUnavailable):
    """The open database file was removed or replaced, or its disk is gone; nothing is stored."""

    code = "storage_lost"


class StorageFull(StorageError):
    """The disk is full; nothing of this write was stored."""

    code = "storage_full"


class StorageReadOnly(StorageError):
    """The file or its directory cannot be written to."""

    code = "storage_read_only"


class StorageCorrupt(StorageError):
    """A row or the database file is damaged."""

    code = "storage_corrupt"


class NotADatabase(StorageError):
    """The file is not a Recollect database; it was left as it is."""

    code = "not_a_database"


class SchemaTooNew(StorageError):
    """The file was written by a newer Recollect; it was left as it is."""

    code = "schema_too_new"


class ProviderError(RecollectError):
    """A model refused the request or gave an invalid answer; a retry would not help.

    `this_only` means that other requests may still succeed.
    """

    code = "provider_error"

    def __init__(self, message: str, *, field: str | None = None, this_only: bool = False) -> None:
        super().__init__(message, field=field)
        self.this_only = this_only


class ProviderUnavailable(ProviderError):
    """A model could not be reached or is overloaded; a retry may help.

    `retry_after` is the pause that the service asked for, in seconds. `is_down`: it would run on
    this machine and does not, so that only somebody who starts it helps.
    """

    code = "provider_unavailable"
    is_down = False

    def __init__(
        self, message: str, *, field: str | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(message, field=field)
        self.retry_after = retry_after


class UnusableAnswer(ProviderError):
    """A model's answer does not match the schema; the error keeps only its `length`."""

    code = "unusable_answer"

    def __init__(self, message: str, *, field: str | None = None, length: int = 0) -> None:
        super().__init__(message, field=field, this_only=True)
        self.length = length


class CircuitOpen(ProviderError):
    """A model has failed too often and is not called for `retry_after` seconds."""

    code = "circuit_open"

    def __init__(self, message: str, *, retry_after: float) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class LeaseLost(RecollectError):
    """Another worker has taken over this job, so this result is not stored."""

    code = "lease_lost"
