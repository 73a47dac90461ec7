"""SPEC "Always": nothing acknowledged is lost on `kill -9`; several processes share one file (HOUSE, SQLite)."""

import json
from pathlib import Path

import pytest

import forked
from forked import start_python
from tests.faults.interrupted_work import WORKS

pytestmark = [
    pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="needs fork"),
    pytest.mark.timeout(1_800),
]
PLACES = [str(Path(__file__).parents[2]), str(Path(forked.__file__).parent)]
PROGRAM = """
import json, sys
from pathlib import Path
sys.path[:0] = {places}
from tests.faults import {module}
result = {module}.{name}(Path(sys.argv[1]), *{arguments})
Path(sys.argv[1], "result.json").write_text(json.dumps(result))
"""
# The share of all kills of each kind of work, and how many in a short run; most of it is only in the long one.
KILLED = {
    "learning": (0.1, 0),
    "learning again": (0.05, 0),
    "importing an export": (0.04, 0),
    "importing turns": (0.04, 0),
    "exporting": (0.03, 0),
    "upgrading": (0.05, 0),
    "backing up": (0.05, 0),
    "restoring": (0.04, 0),
    "undoing": (0.03, 3),
    "redoing": (0.03, 0),
    "erasing": (0.05, 0),
    "deleting": (0.03, 0),
    "optimizing": (0.03, 0),
    "changing keys": (0.03, 0),
}


def run(folder: Path, module: str, name: str, *arguments: object) -> dict:
    log = folder / "log"
    program = PROGRAM.format(places=PLACES, module=module, name=name, arguments=arguments)
    code = start_python(program, str(folder), stderr=log).wait()
    assert code == 0, log.read_text("utf-8")[-4000:]
    return json.loads((folder / "result.json").read_text("utf-8"))


@pytest.mark.attack("kill", "storing, erasing and learning in threads")
def test_killing_at_any_moment_loses_no_acknowledged_turn(tmp_path, kills, tried):
    wanted = kills(0.3, 4)
    seen = run(tmp_path, "crashes", "kill", wanted, 1)
    assert seen["kills"] == wanted
    # The victims did get somewhere before they died, or nothing would be shown.
    assert {"turn", "batch", "erased"} <= set(seen["kinds"])
    assert seen["lost"] == []
    assert seen["half_batches"] == []
    assert seen["twice"] == []
    assert seen["disorder"] == []
    assert seen["faults"] == []
    assert seen["sync"][1:] == [0, 0], "work orphaned by a crash is taken up (M9)"
    assert seen["unembedded"] == 0
    tried(seen["kills"])


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name,
            marks=[
                pytest.mark.attack("kill", name),
                *([] if short else [pytest.mark.slow]),
            ],
        )
        for name, (_, short) in KILLED.items()
    ],
)
def test_killed_work_is_done_or_not_begun_and_can_be_done_again(tmp_path, name, kills, tried):
    seen = run(tmp_path, "interrupted_work", "interrupt", name, kills(*KILLED[name]), 1)
    tried(seen["killed"])
    assert seen["wrong"] == []
    assert seen["killed"] == kills(*KILLED[name]), f"{seen['attempts']} attempts"


def test_every_kind_of_work_is_killed():
    assert set(KILLED) == set(WORKS)


@pytest.mark.attack("fault", "many processes and threads on one file")
@pytest.mark.parametrize(
    ("processes", "threads", "turns"),
    [(8, 4, 20), pytest.param(8, 32, 4, marks=pytest.mark.slow)],
    ids=["8x4", "8x32"],
)
def test_processes_and_threads_lose_double_and_reorder_nothing(tmp_path, processes, threads, turns):
    seen = run(tmp_path, "crashes", "crowd", processes, threads, turns)
    assert seen["codes"] == [0] * processes
    assert seen["lost"] == 0
    assert seen["doubled"] == 0
    assert seen["disorder"] == 0
    assert seen["gaps"] == 0
    assert seen["unembedded"] == 0
    assert seen["faults"] == []
