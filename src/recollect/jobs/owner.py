"""Who holds a lease: a name for this worker, and whether the bearer of such a name still lives."""

import os
import socket
from pathlib import Path
from uuid import uuid4


def own_name() -> str:
    """A name no other worker has: host, process, when that process began, and a mark of its own."""
    return f"{_host()}/{os.getpid()}/{_began(os.getpid())}/{uuid4().hex[:8]}"


def is_gone(name: str) -> bool:
    """Whether the worker of this name has certainly ended; on another host one cannot know."""
    parts = name.rsplit("/", 3)
    if len(parts) != 4 or parts[0] != _host() or not parts[1].isdigit():  # noqa: PLR2004
        return False
    # Elsewhere than on POSIX systems, asking after a process by a signal would end it.
    if os.name != "posix":
        return False
    pid = int(parts[1])
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        pass
    # The number may have been given to another process since.
    return _began(pid) != parts[2]


def _host() -> str:
    """This machine, and the space of process numbers: containers may share the one but not the other."""
    try:
        space = Path("/proc/self/ns/pid").readlink().name
    except OSError:
        space = ""
    return f"{socket.gethostname()}|{space}"


def _began(pid: int) -> str:
    """When a process started, in the kernel's ticks; empty where the system does not tell."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return ""
    return stat.rpartition(")")[2].split()[19]
