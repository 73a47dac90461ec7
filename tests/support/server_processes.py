"""Servers and workers in processes of their own, as a user starts them, to be killed."""

import re
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from forked import COMMAND, start_python

_ADDRESS = re.compile(r"http://[\w.:\[\]]+")


@dataclass
class Started:
    """A process of `recollect`; a server's `url` is None until it says where it is."""

    process: "subprocess.Popen[bytes]"
    log: Path

    @property
    def url(self) -> str | None:
        found = _ADDRESS.search(self.log.read_text("utf-8"))
        return found[0] if found else None

    def wait_for_url(self) -> str:
        while (url := self.url) is None:
            assert self.process.poll() is None, self.log.read_text("utf-8")
            time.sleep(0.05)
        return url

    def end(self) -> None:
        self.process.kill()
        self.process.wait()


def start(folder: Path, *command: str, program: str = COMMAND, **settings: object) -> Started:
    """Start `recollect COMMAND`, or a program that does, with settings as variables."""
    home = folder / f"home-{time.monotonic_ns()}"
    home.mkdir()
    log = home / "stderr.txt"
    log.touch()
    given = {f"RECOLLECT_{name.upper()}": str(value) for name, value in settings.items()}
    base = {"RECOLLECT_HOME": str(home), "RECOLLECT_EMBEDDING_BACKEND": "none"}
    return Started(start_python(program, *command, stderr=log, **base | given), log)
