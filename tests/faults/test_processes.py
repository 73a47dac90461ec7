"""`--processes` runs every test once and reports each, even if a test ends its process."""

import os
import subprocess
import sys
from pathlib import Path

import processes

PASSES = """
import os, pytest

@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    yield tmp_path_factory.getbasetemp()
    with open("finished", "a") as ended:
        ended.write(f"{os.getpid()}\\n")

@pytest.mark.parametrize("number", range(3))
def test_passes(shared, tmp_path, number):
    assert shared in tmp_path.parents and shared.name == os.environ["PYTEST_XDIST_WORKER"]
"""
FAILS = """
import os, pytest

def test_before(): ...
def test_ends_its_process(): os._exit(7)
def test_fails():
    print("printed before")
    assert 1 + 1 == 3
def test_skipped(): pytest.skip("for a reason")
"""


def test_every_test_is_run_and_reported_once(tmp_path):
    (tmp_path / "test_passes.py").write_text(PASSES)
    (tmp_path / "test_fails.py").write_text(FAILS)
    (tmp_path / "pytest.ini").touch()
    paths = {"PYTHONPATH": str(Path(processes.__file__).parent), "TMPDIR": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "-rs", "-p", "processes", "--processes", "2"],
        cwd=tmp_path,
        env=os.environ | paths | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert ran.returncode == 1
    assert ran.stdout.count(" PASSED ") == 4
    for words in (
        "its process ended with 7",
        "assert (1 + 1) == 3",
        "printed before",
        "for a reason",
        "2 failed, 4 passed, 1 skipped",
    ):
        assert words in ran.stdout
    # What tests share was finished once, in the process that had set it up.
    assert len((tmp_path / "finished").read_text().split()) == 1
    assert ran.stderr == ""
