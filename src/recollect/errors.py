"""Every error a caller can meet, in one tree. Each class has one code that never changes.

RecollectError
├── InvalidInput              invalid_input          a value the caller can mend; `field` names it
│   └── InvalidSetting        invalid_setting        a setting's key, its value and the allowed range
├── NotFound                  not_found
├── Conflict                  conflict               the same id with other content
│   └── Stale                 stale                  it has changed since it was read: read it again
├── Disabled                  disabled               memory is switched off (`enabled = false`)
├── Closed                    closed                 used after close(), or in a forked child
├── StorageError              storage_error
│   ├── StorageBusy           storage_busy           another process held the file for too long
│   ├── StorageFull           storage_full
│   ├── StorageReadOnly       storage_read_only
│   ├── StorageCorrupt        storage_corrupt
│   ├── NotADatabase          not_a_database
│   └── SchemaTooNew          schema_too_new         written by a newer Recollect
├── ProviderError             provider_error         a model refused, or answered nonsense: not retried
│   ├── ProviderUnavailable   provider_unavailable   time-out, connection, 429, 5xx: retried
│   ├── UnusableAnswer        unusable_answer        an answer without the form that was asked for
│   └── CircuitOpen           circuit_open           not asked at all: it has just failed too often
└── LeaseLost                 lease_lost             another worker has taken this job over
"""

import traceback
from pathlib import Path
from typing import ClassVar


def place_of(fault: BaseException) -> str:
    """Where a fault of ours happened, and never what it was about: its message may hold people's words."""
    frame = traceback.extract_tb(fault.__traceback__)[-1]
    return f"{type(fault).__name__} at {Path(frame.filename).name}:{frame.lineno}"


class RecollectError(Exception):
    """What every error of Recollect is; `code` is stable, `message` is for people."""

    code: ClassVar[str] = "error"

    def __init__(self, message: str, *, field: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.field = field


class InvalidInput(RecollectError, ValueError):
    """The caller gave a value that cannot be used; nothing was changed."""

    code = "invalid_input"


class InvalidSetting(InvalidInput):
    """A setting has an unknown name or a value outside its range."""

    code = "invalid_setting"


class NotFound(RecollectError, LookupError):
    """There is no such thing under this agent."""

    code = "not_found"


class Conflict(RecollectError):
    """The id or key already stands for something else; nothing was changed."""

    code = "conflict"


class Stale(Conflict):
    """What was to be changed has changed meanwhile; nothing was written."""

    code = "stale"


class Disabled(RecollectError):
    """Memory is switched off, so nothing is recorded; reading and deleting still work."""

    code = "disabled"


class Closed(RecollectError):
    """This memory has been closed, or belongs to the process this one was forked from."""

    code = "closed"


class StorageError(RecollectError):
    """The database could not do what was asked; what was acknowledged before is safe."""

    code = "storage_error"


class StorageBusy(StorageError):
    """Another process held the file for longer than the busy timeout."""

    code = "storage_busy"


class StorageFull(StorageError):
    """There is no room left on the disk; nothing of this write was kept."""

    code = "storage_full"


class StorageReadOnly(StorageError):
    """The file or its directory cannot be written to."""

    code = "storage_read_only"


class StorageCorrupt(StorageError):
    """A stored row, or the file itself, does not hold what was written."""

    code = "storage_corrupt"


class NotADatabase(StorageError):
    """The path holds something other than a Recollect database; it was left as it is."""

    code = "not_a_database"


class SchemaTooNew(StorageError):
    """A newer Recollect has written this file; it was left as it is."""

    code = "schema_too_new"


class ProviderError(RecollectError):
    """A model refused the request or answered something unusable: asking again would not help.

    `this_only` says that it was this question, and that another may well be answered.
    """

    code = "provider_error"

    def __init__(self, message: str, *, field: str | None = None, this_only: bool = False) -> None:
        super().__init__(message, field=field)
        self.this_only = this_only


class ProviderUnavailable(ProviderError):
    """A model could not be reached or is overloaded: asking again may help.

    `retry_after` is how many seconds it wants to be left alone, where it said so.
    """

    code = "provider_unavailable"

    def __init__(
        self, message: str, *, field: str | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(message, field=field)
        self.retry_after = retry_after


class UnusableAnswer(ProviderError):
    """A model's answer has not the form that was asked for; only its `length` is kept, in characters."""

    code = "unusable_answer"

    def __init__(self, message: str, *, field: str | None = None, length: int = 0) -> None:
        super().__init__(message, field=field, this_only=True)
        self.length = length


class CircuitOpen(ProviderError):
    """A model has just failed too often and is not asked until `retry_after` seconds have passed."""

    code = "circuit_open"

    def __init__(self, message: str, *, retry_after: float) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class LeaseLost(RecollectError):
    """Another worker has taken this job over, so this one's result is not written."""

    code = "lease_lost"
