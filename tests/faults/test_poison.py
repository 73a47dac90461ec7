"""Work that kills its own process: it must not do so for ever."""

import pytest

from forked import start_python
from recollect import Memory

pytestmark = pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="needs fork")

# A process which dies while it learns, as one does that the system kills for its memory.
DIES = """
import os, signal, sys
from recollect import Memory
from recollect.wiring import learning

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

learning.propose = die
with Memory.open(sys.argv[1]) as memory:
    memory.sync()
"""


@pytest.mark.attack("fault", "work that kills its own process")
def test_what_kills_its_process_three_times_is_a_dead_letter_that_can_be_retried(tmp_path):
    path = tmp_path / "memory.sqlite"

    def ended() -> int:
        return start_python(DIES, str(path), stderr=tmp_path / "log").wait(120)

    with Memory.open(path, background=False) as memory:
        memory.agent("a").remember("I live in Porto.")
    for attempt in (1, 2, 3):
        assert ended() == -9, f"attempt {attempt} did not reach the work"
    assert ended() == 0
    with Memory.open(path) as memory:
        (dead,) = memory.jobs.list(state="dead")
        assert (dead.kind, dead.attempts) == ("learn", 3)
        assert dead.outcome == "interrupted, 3 attempts: its worker ended before the work was done"
        memory.jobs.retry(dead.id)
        assert memory.sync().ok
        assert [entry.content for entry in memory.agent("a").memories.list()]
