"""Checks of the disk: writable, enough space, local, and the database not locked."""

import re
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from recollect.cli.doctor.check import Check, fail, ok, warn
from recollect.cli.formatting import human_size

_LOW_SPACE = 2**30
_NO_SPACE = 100 * 2**20
_MOUNTS = Path("/proc/self/mountinfo")
# SQLite's locks and shared memory are unreliable on file systems shared between machines or with
# a virtual machine.
_NETWORK = frozenset(
    "9p afs afpfs ceph cifs davfs drvfs fuse.sshfs fuse.rclone glusterfs lustre ncpfs nfs nfs4"
    " prl_fs smb2 smb3 smbfs vboxsf vmhgfs webdav".split()
)
_LOCK_SECONDS = 3.0


def home(path: Path) -> Check:
    """Check that the home directory is writable or can be created."""
    exists = path.is_dir()
    parent = path if exists else _existing(path)
    try:
        # Writes a file, because permission bits do not cover read-only disks or root.
        with tempfile.TemporaryFile(dir=parent):
            pass
    except OSError as error:
        found = f"{path} cannot be {'written to' if exists else f'created in {parent}'}"
        advice = "Fix the permissions, or set RECOLLECT_HOME to another directory."
        return fail("home", f"{found}: {error.strerror}", advice)
    if exists:
        return ok("home", f"{path} is writable")
    return ok("home", f"{path} does not exist yet; the first use creates it")


def disk(path: Path) -> Check:
    """Check that there is enough disk space."""
    free = shutil.disk_usage(_existing(path)).free
    found = f"{human_size(free)} free"
    if free < _NO_SPACE:
        return fail("disk", found, "Writes may fail at any time: free some space.")
    if free < _LOW_SPACE:
        return warn("disk", found, "Disk space is running low.")
    return ok("disk", found)


def file_system(path: Path, mounts: Path = _MOUNTS) -> Check:
    """Check that the database is on a local disk, if the system reports it."""
    kind = _file_system_type(_existing(path.absolute()), mounts)
    if kind is None:
        return ok("file system", "not reported by this system")
    if kind in _NETWORK:
        found = f"{path} is on {kind}, which may be shared with other machines"
        advice = "Locks are unreliable there and the file can be damaged: move it to a local disk."
        return warn("file system", found, advice)
    return ok("file system", kind)


def lock(path: Path) -> Check | None:
    """Check that the database is not locked; None for errors that other checks report."""
    address = f"{path.absolute().as_uri()}?mode=rw"
    try:
        with closing(
            sqlite3.connect(address, uri=True, timeout=_LOCK_SECONDS, isolation_level=None)
        ) as database:
            database.execute("BEGIN IMMEDIATE")
            database.execute("ROLLBACK")
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None) or 0
        if code & 0xFF not in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            return None
        found = f"another process has locked {path} for more than {_LOCK_SECONDS:.0f} s"
        return fail("lock", found, f"Find the process, and stop it if it hangs: fuser {path}")
    return ok("lock", "not locked")


def _file_system_type(path: Path, mounts: Path) -> str | None:
    """Return the file system type of a path: that of its longest, last mount point."""
    try:
        lines = mounts.read_text("utf-8", "replace").splitlines()
    except OSError:
        return None
    best, kind = -1, None
    for line in lines:
        before, dash, behind = line.partition(" - ")
        if not dash:
            continue
        point = re.sub(r"\\(\d{3})", lambda octal: chr(int(octal[1], 8)), before.split()[4])
        if path.is_relative_to(point) and len(point) >= best:
            best, kind = len(point), behind.split()[0]
    return kind


def _existing(path: Path) -> Path:
    """Return the nearest existing ancestor."""
    while not path.exists() and path != path.parent:
        path = path.parent
    return path
