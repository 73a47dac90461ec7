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
from typing import Any

_LOADED = (
    *("cli.entry_point", "cli.serve", "cli.worker", "cli.mcp", "cli.chat", "cli.memories"),
    *("cli.keys", "cli.bench_answers", "mcp.stdio", "server.run", "wiring.build"),
)
COMMAND = "import sys; from recollect.cli import main; sys.exit(main())"


def start_python(
    program: str, *arguments: object, stderr: Path, **variables: str
) -> "subprocess.Popen[bytes]":
    """Start a Python program in a process of its own; what it logs goes into a file."""
    with stderr.open("ab") as log:
        return popen(
            program,
            *arguments,
            env={**os.environ, **variables},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=log,
        )


def popen(program: str, *arguments: object, **how: Any) -> "subprocess.Popen[Any]":
    """Start a Python program in a process of its own, as `subprocess.Popen` does."""
    kind = Forked if hasattr(os, "pidfd_open") else subprocess.Popen
    return kind([sys.executable, "-c", program, *map(str, arguments)], **how)


def run_python(
    program: str, *arguments: object, given: bytes = b"", **variables: str
) -> "subprocess.CompletedProcess[bytes]":
    """Run a Python program in a process of its own to its end, and return what it wrote."""
    pipe, environment = subprocess.PIPE, {**os.environ, **variables}
    with popen(
        program, *arguments, env=environment, stdin=pipe, stdout=pipe, stderr=pipe
    ) as process:
        out, err = process.communicate(given)
    return subprocess.CompletedProcess(program, process.returncode, out, err)


class Forked(subprocess.Popen[Any]):
    """A Python program in a process of its own, which is forked and not this one's child."""

    def _execute_child(self, args: list[str], *others: Any) -> None:
        # As in Python 3.11 to 3.14, after nine other arguments: both ends of the pipes.
        env, pipes = others[5], others[9:15]
        # Threads may ask how it ended while another one waits for that.
        self._asking = threading.Lock()
        self._answers = socket.socket(socket.AF_UNIX)
        self._answers.connect(_nursery())
        request = {
            "program": args[2],
            "arguments": args[1:2] + args[3:],
            "environment": dict(os.environ if env is None else env),
            "folder": others[4] or str(Path.cwd()),
        }
        theirs = [
            number if end == -1 else end for number, end in enumerate(pipes[i] for i in (0, 3, 5))
        ]
        socket.send_fds(self._answers, [b"."], theirs)
        self._answers.sendall(json.dumps(request).encode() + b"\n")
        self._close_pipe_fds(*pipes)
        self.pid = int(_line(self._answers))
        self._child_created = True

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


@cache
def _nursery() -> str:
    """The address of the process that forks, which ends with this one."""
    address = str(Path(tempfile.mkdtemp(prefix="recollect-forked-")) / "socket")
    # It reads the end of this process from a pipe that nobody writes to.
    end, _ = os.pipe()
    command = [sys.executable, __file__, address]
    actions = [(os.POSIX_SPAWN_DUP2, end, 0)]
    pid = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
    while not Path(address).exists():
        assert os.waitpid(pid, os.WNOHANG) == (0, 0), "the process that forks could not start"
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
            _, streams, _, _ = socket.recv_fds(asker, 1, 3)
            request = json.loads(_line(asker))
            pid = os.fork()
            if pid == 0:
                for _, other in running.values():
                    other.close()
                listener.close()
                asker.close()
                return _become(request, streams)
            for stream in streams:
                os.close(stream)
            running[os.pidfd_open(pid)] = pid, asker
            asker.sendall(b"%d\n" % pid)


def _become(request: dict, streams: list[int]) -> str:
    """Take on the streams and the environment of a new process, and return its program."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - descriptors
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, encoding="utf-8", closefd=False)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(request["environment"])
    time.tzset()
    os.chdir(request["folder"])
    sys.argv = request["arguments"]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return str(request["program"])


if __name__ == "__main__":
    for _module in _LOADED:
        importlib.import_module(f"recollect.{_module}")
    # What has been imported is never collected: the processes share it.
    gc.freeze()
    exec(_fork_for_each_request(sys.argv[1]), {"__name__": "__main__"})
