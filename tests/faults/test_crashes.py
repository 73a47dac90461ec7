"""SPEC "Always": nothing acknowledged is lost on `kill -9`; several processes share one file (HOUSE, SQLite)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("crashes.py")

pytestmark = pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="needs fork")


def run(what: str, folder: Path, *numbers: int) -> dict:
    command = [sys.executable, str(SCRIPT), what, str(folder), *map(str, numbers)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    return {"stderr": done.stderr[-4000:], **json.loads(done.stdout)}


@pytest.mark.timeout(240)
@pytest.mark.parametrize("kills", [4, pytest.param(60, marks=pytest.mark.slow)])
def test_killing_at_any_moment_loses_no_acknowledged_turn(tmp_path, kills):
    seen = run("kill", tmp_path, kills, 1)
    assert seen["kills"] == kills
    # The victims did get somewhere before they died, or nothing would be shown.
    assert {"turn", "batch", "erased"} <= set(seen["kinds"])
    assert seen["lost"] == []
    assert seen["half_batches"] == []
    assert seen["twice"] == []
    assert seen["disorder"] == []
    assert seen["faults"] == []
    assert seen["sync"][1:] == [0, 0], "work orphaned by a crash is taken up (M9)"
    assert seen["unembedded"] == 0


@pytest.mark.timeout(240)
@pytest.mark.parametrize(
    ("processes", "threads", "turns"),
    [(8, 4, 20), pytest.param(8, 32, 4, marks=pytest.mark.slow)],
    ids=["8x4", "8x32"],
)
def test_processes_and_threads_lose_double_and_reorder_nothing(tmp_path, processes, threads, turns):
    seen = run("crowd", tmp_path, processes, threads, turns)
    assert seen["codes"] == [0] * processes, seen["stderr"]
    assert seen["lost"] == 0
    assert seen["doubled"] == 0
    assert seen["disorder"] == 0
    assert seen["gaps"] == 0
    assert seen["unembedded"] == 0
    assert seen["faults"] == []
