"""The requests that README shows, run as a reader would paste them."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "README.md").read_text("utf-8")


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl here")
def test_the_requests_of_the_first_page_run(opened, serve):
    (block,) = (
        text for text in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL) if "curl" in text
    )
    memory = opened()
    here = str(serve(memory).base_url).rstrip("/")
    asked = re.sub(r"^\$ curl", "curl -sSf", block, flags=re.MULTILINE)
    script = asked.replace("http://127.0.0.1:8377", here)
    told = subprocess.run(["bash", "-ec", script], check=True, capture_output=True, text=True)
    assert "User: I moved to Lisbon in May." in told.stdout
    assert len(memory.agent("alice").turns("c1")) == 2
