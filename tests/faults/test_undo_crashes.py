"""A process that is killed while it undoes and redoes leaves everything undone, or nothing."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from recollect import Memory

SETTINGS = {"background": False, "embedding_backend": "none"}
VICTIM = """
import sys
from recollect import Memory
with Memory.open(sys.argv[1], background=False, embedding_backend="none") as memory:
    alice = memory.agent("alice")
    print("ready", flush=True)
    while True:
        open_undos = [undone.id for undone in alice.undos.list() if undone.redone_at is None]
        if open_undos:
            alice.redo(open_undos[0])
        else:
            alice.undo(conversation="bad")
"""


@pytest.mark.parametrize("kills", [3, pytest.param(30, marks=pytest.mark.slow)])
def test_a_kill_leaves_all_or_nothing(tmp_path: Path, kills: int) -> None:
    path = tmp_path / "memory.sqlite"
    with Memory.open(path, **SETTINGS) as memory:
        alice = memory.agent("alice")
        alice.remember("I am allergic to penicillin. I live in Porto.", conversation="good")
        memory.sync()
        alice.remember("I am no longer allergic to penicillin. I like tea.", conversation="bad")
        memory.sync()
        states = {False: _state(memory)}
        undone = alice.undo(conversation="bad")
        states[True] = _state(memory)
        alice.redo(undone.id)
    assert states[True] != states[False]
    chance = random.Random(7)
    for _ in range(kills):
        victim = subprocess.Popen(
            [sys.executable, "-c", VICTIM, str(path)], stdout=subprocess.PIPE, text=True
        )
        assert victim.stdout
        assert victim.stdout.readline() == "ready\n"
        time.sleep(chance.uniform(0, 0.2))
        victim.kill()
        victim.wait()
        victim.stdout.close()
        with Memory.open(path, **SETTINGS) as memory:
            listed = memory.agent("alice").undos.list()
            is_undone = any(each.redone_at is None for each in listed)
            assert _state(memory) == states[is_undone]
            assert not memory.faults()


def _state(memory: Memory) -> set[tuple[str, str, int]]:
    every = ("active", "review", "superseded", "deleted")
    found = memory.agent("alice").memories.list(status=every)
    return {(entry.content, entry.status, entry.version) for entry in found}
