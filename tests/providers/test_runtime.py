"""Models end with the process, quietly, whatever they are doing."""

import subprocess
import sys

import pytest

LEAVING = """
import threading, time
from pathlib import Path
from recollect.providers import runtime
from recollect.providers.message_reader import bundled_reader

def load():
    while True:
        begun.set()
        runtime.open_session(Path(runtime.__file__).parent / "reader" / "reader.onnx")

def read():
    while True:
        bundled_reader().read("", "My sister has moved to Porto.")
        begun.set()

begun = threading.Event()
threading.Thread(target={at_work}, daemon=True).start()
begun.wait()
time.sleep({later})
"""


@pytest.mark.parametrize(("at_work", "later"), [("load", 0.2), ("load", 0.5), ("read", 0.2)])
def test_a_process_that_ends_while_a_model_is_at_work_ends_quietly(at_work, later):
    script = LEAVING.format(at_work=at_work, later=later)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
