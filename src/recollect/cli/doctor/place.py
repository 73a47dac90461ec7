"""Where the database lies: what kind of disk, how full, and whether somebody holds the file."""

import re
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from recollect.cli.doctor.check import Check, fail, ok, warn
from recollect.cli.wording import size

_TIGHT = 2**30
_FULL = 100 * 2**20
_MOUNTS = Path("/proc/self/mountinfo")
# SQLite's locks and its shared memory are not to be trusted on these: two machines, or a virtual one and its host.
_NETWORK = frozenset(
    "9p afs afpfs ceph cifs davfs drvfs fuse.sshfs fuse.rclone glusterfs lustre ncpfs nfs nfs4 prl_fs smb2 smb3 smbfs vboxsf"
    " vmhgfs webdav".split()
)
_LOCK_SECONDS = 3.0


def home(path: Path) -> Check:
    """Whether the home directory can be written to, or made."""
    there = path.is_dir()
    above = path if there else _existing(path)
    try:
        # Tried, not asked: rights alone do not tell a read-only disk, nor what root may do.
        with tempfile.TemporaryFile(dir=above):
            pass
    except OSError as error:
        found = f"{path} cannot be {'written to' if there else f'made in {above}'}"
        advice = "Allow it, or set RECOLLECT_HOME to another directory."
        return fail("home", f"{found}: {error.strerror}", advice)
    if there:
        return ok("home", f"{path} can be written to")
    return ok("home", f"{path} is not there yet; the first use makes it")


def disk(path: Path) -> Check:
    """Whether there is room to grow."""
    free = shutil.disk_usage(_existing(path)).free
    found = f"{size(free)} free"
    if free < _FULL:
        return fail("disk", found, "A write may fail at any moment: make room.")
    if free < _TIGHT:
        return warn("disk", found, "Soon there will be no room to grow.")
    return ok("disk", found)


def file_system(path: Path, mounts: Path = _MOUNTS) -> Check:
    """Whether it is a disk of this machine, where the system tells."""
    kind = _kind(_existing(path.absolute()), mounts)
    if kind is None:
        return ok("file system", "of a kind that this system does not tell")
    if kind in _NETWORK:
        found = f"{path} lies on {kind}, which is shared with other machines"
        advice = "Locks may not hold there, and the file can be damaged: move it to a local disk."
        return warn("file system", found, advice)
    return ok("file system", kind)


def lock(path: Path) -> Check | None:
    """Whether the database can be written to now; None where it is for others to say what is wrong with it."""
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
        found = f"another process holds {path}, for longer than {_LOCK_SECONDS:.0f} s"
        return fail("lock", found, f"Find out which, and stop it if it hangs: fuser {path}")
    return ok("lock", "nobody holds the database for long")


def _kind(path: Path, mounts: Path) -> str | None:
    """The kind of file system a path lies on: that of the longest mount point above it, the last of several."""
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
    """The nearest directory above that is there."""
    while not path.exists() and path != path.parent:
        path = path.parent
    return path
