"""Whether another process has a database file open, as far as the system tells."""

import os
import struct
import sys

from recollect.storage.sqlite.unused_bytes import FILES

# Where SQLite locks a file for as long as a connection in WAL mode is open.
_SHARED_FIRST, _SHARED_SIZE = 0x40000002, 510
_FLOCK = "@hhqqi4x"


def is_open_elsewhere(path: str) -> bool:
    """Whether another process has the file open; True if the system does not say."""
    if sys.platform != "linux":
        return True
    import fcntl  # noqa: PLC0415 - not on Windows

    asked = struct.pack(_FLOCK, fcntl.F_WRLCK, os.SEEK_SET, _SHARED_FIRST, _SHARED_SIZE, 0)
    with FILES.used(path):
        # Our own handle: to close another one would end SQLite's locks in this process.
        found = fcntl.fcntl(FILES.handle(path), fcntl.F_GETLK, asked)
    return bool(struct.unpack(_FLOCK, found)[0] != fcntl.F_UNLCK)
