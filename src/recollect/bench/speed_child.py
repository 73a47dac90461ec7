"""Measurements that need a fresh process: the time to open a file, and the memory it takes.

`python -m recollect.bench.speed_child open PATH AGENT BACKEND`, or `touch PATH LIMIT_MB`; prints JSON.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from recollect.bench.synthetic_data import open_without_model
from recollect.memory import Memory

STAND_IN = "stand-in"
_QUESTION = "What did Alice say about the coffee in the garden last summer?"
_STATUS = Path("/proc/self/status")


def run_in_fresh_process(*args: object) -> dict[str, Any]:
    """The results of a measurement in a new process."""
    command = [sys.executable, "-m", "recollect.bench.speed_child", *map(str, args)]
    ended = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603
    result: dict[str, Any] = json.loads(ended.stdout)
    return result


def main(args: list[str]) -> None:
    """Run one measurement and print the result."""
    match args:
        case ["open", path, agent, backend]:
            print(json.dumps(_open(Path(path), agent, backend)))
        case ["touch", path, limit]:
            print(json.dumps(_touch(Path(path), int(limit))))
        case _:
            sys.exit(__doc__)


def _open(path: Path, agent: str, backend: str) -> dict[str, float | None]:
    """Open a file and search once."""
    start = time.perf_counter()
    with _memory(path, backend) as memory:
        assert memory.agent(agent).search(_QUESTION)
        took = time.perf_counter() - start
        return {"seconds": took, "resident": _size("VmRSS"), "peak": _size("VmHWM")}


@contextmanager
def _memory(path: Path, backend: str) -> Iterator[Memory]:
    if backend == STAND_IN:
        with open_without_model(path) as opened:
            yield opened.memory
    else:
        with Memory.open(path, background=False, embedding_backend=backend) as memory:
            yield memory


def _touch(path: Path, limit: int) -> dict[str, float | None]:
    """Search the memory of every agent once, with a small index cache."""
    greatest = 0
    with open_without_model(path, index_cache_mb=limit) as opened:
        before = _size("VmRSS")
        for summary in opened.memory.agents():
            opened.memory.agent(summary.id).search(_QUESTION)
            greatest = max(greatest, opened.memory.recall.indexes.nbytes)
        after = _size("VmRSS")
    grown = None if before is None or after is None else after - before
    return {"greatest": greatest / 2**20, "grown": grown}


def _size(name: str) -> float | None:
    """A memory figure of this process in MB, if the system has it."""
    if not _STATUS.exists():
        return None
    lines = dict(line.split(":", 1) for line in _STATUS.read_text("ascii").splitlines())
    return int(lines[name].split()[0]) / 1024


if __name__ == "__main__":
    main(sys.argv[1:])
