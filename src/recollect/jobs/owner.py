"""Names the worker that owns a lease, and checks whether that worker has ended."""

import os
import socket
from pathlib import Path
from uuid import uuid4


def new_owner_name() -> str:
    """A unique name for a worker: host, process id, process start time and a random suffix."""
    return f"{_host()}/{os.getpid()}/{_start_time(os.getpid())}/{uuid4().hex[:8]}"


def has_ended(name: str) -> bool:
    """Whether the worker with this name has certainly ended; False for workers on other hosts."""
    parts = name.rsplit("/", 3)
    if len(parts) != 4 or parts[0] != _host() or not parts[1].isdigit():  # noqa: PLR2004
        return False
    # On other systems than POSIX, `os.kill` would end the process instead of probing it.
    if os.name != "posix":
        return False
    pid = int(parts[1])
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        pass
    # The id may belong to a new process by now.
    return _start_time(pid) != parts[2]


def _host() -> str:
    """The host name and PID namespace: containers may share the first but not the second."""
    try:
        namespace = Path("/proc/self/ns/pid").readlink().name
    except OSError:
        namespace = ""
    return f"{socket.gethostname()}|{namespace}"


def _start_time(pid: int) -> str:
    """When a process started, in kernel ticks; empty if the system does not report it."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return ""
    return stat.rpartition(")")[2].split()[19]
