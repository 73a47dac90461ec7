"""Processes that have imported Recollect already: forked from one that has, they start at once.

To import a server takes two seconds of a processor, more than most tests that need one of its own.
"""

import contextlib
import gc
import importlib
import json
import math
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from functools import cache
from pathlib import Path


def start_python(
    program: str, *arguments: str, stderr: Path, **variables: str
) -> "Forked | subprocess.Popen[bytes]":
    """Start a Python program in a process of its own; what it logs goes into a file."""
    if hasattr(os, "pidfd_open"):
        return Forked(program, *arguments, stderr=stderr, **variables)
    with stderr.open("ab") as log:
        return subprocess.Popen(
            [sys.executable, "-c", program, *arguments],
            env={**os.environ, **variables},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=log,
        )


class Forked:
    """A Python program in a process of its own, with the methods of `subprocess.Popen`."""

    def __init__(self, program: str, *arguments: str, stderr: Path, **variables: str) -> None:
        self.returncode: int | None = None
        # Threads may ask how it ended while another one waits for that.
        self._asking = threading.Lock()
        self._answers = socket.socket(socket.AF_UNIX)
        self._answers.connect(_nursery())
        request = {
            "program": program,
            "arguments": ["-c", *arguments],
            "environment": {**os.environ, **variables},
            "folder": str(Path.cwd()),
            "stderr": str(stderr),
        }
        self._answers.sendall(json.dumps(request).encode() + b"\n")
        self.pid = int(_line(self._answers))

    def poll(self, seconds: float = 0) -> int | None:
        """How it ended; None while it runs."""
        with self._asking:
            if self.returncode is None and select.select([self._answers], [], [], seconds)[0]:
                with self._answers:
                    self.returncode = int(_line(self._answers))
            return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end."""
        latest = time.monotonic() + (math.inf if timeout is None else timeout)
        while (code := self.poll(0.05)) is None:
            if time.monotonic() > latest:
                raise subprocess.TimeoutExpired("a forked process", timeout or 0)
        return code

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)


@cache
def _nursery() -> str:
    """The address of the process that forks, which ends with this one."""
    address = str(Path(tempfile.mkdtemp(prefix="recollect-forked-")) / "socket")
    # It reads the end of this process from a pipe that nobody writes to.
    end, _ = os.pipe()
    command = [sys.executable, __file__, address]
    os.posix_spawn(command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, end, 0)])
    while not Path(address).exists():
        time.sleep(0.01)
    return address


def _line(stream: socket.socket) -> bytes:
    read = b""
    while not read.endswith(b"\n"):
        piece = stream.recv(2**16)
        assert piece, "the process that forks has ended"
        read += piece
    return read


def _fork_for_each_request(address: str) -> str:
    """Fork for ever; in a new process, return its program."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(f"{address}.new")
    listener.listen()
    # Whoever sees it can connect.
    os.rename(f"{address}.new", address)  # noqa: PTH104 - a socket
    running: dict[int, tuple[int, socket.socket]] = {}
    while True:
        ready, _, _ = select.select([0, listener, *running], [], [])
        if 0 in ready:
            for pid, _ in running.values():
                os.kill(pid, signal.SIGKILL)
            Path(address).unlink()
            Path(address).parent.rmdir()
            sys.exit()
        for ended in running.keys() & ready:
            pid, asker = running.pop(ended)
            code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            os.close(ended)
            # Nobody may wait for it any more.
            with asker, contextlib.suppress(OSError):
                asker.sendall(b"%d\n" % code)
        if listener in ready:
            asker, _ = listener.accept()
            request = json.loads(_line(asker))
            pid = os.fork()
            if pid == 0:
                for _, other in running.values():
                    other.close()
                listener.close()
                asker.close()
                return _become(request)
            running[os.pidfd_open(pid)] = pid, asker
            asker.sendall(b"%d\n" % pid)


def _become(request: dict) -> str:
    """Take on the environment of a new process, and return its program."""
    nothing = os.open(os.devnull, os.O_RDWR)
    stderr = os.open(request["stderr"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for number, file in ((0, nothing), (1, nothing), (2, stderr)):
        os.dup2(file, number)
    os.environ.clear()
    os.environ.update(request["environment"])
    time.tzset()
    os.chdir(request["folder"])
    sys.argv = request["arguments"]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return str(request["program"])


if __name__ == "__main__":
    for _module in ("cli.serve", "cli.worker", "cli.entry_point", "server.run", "wiring.build"):
        importlib.import_module(f"recollect.{_module}")
    # What has been imported is never collected: the processes share it.
    gc.freeze()
    exec(_fork_for_each_request(sys.argv[1]), {"__name__": "__main__"})
