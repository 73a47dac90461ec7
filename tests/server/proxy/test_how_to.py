"""The Python and the requests of docs/how-to.md, run as a reader would, and its settings for TLS."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from recollect.domain.access import Right
from recollect.settings.keys import KeyFile

PAGE = (Path(__file__).parents[3] / "docs" / "how-to.md").read_text("utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def here(proxy) -> str:
    """The address that stands in the place of the page's."""
    return str(proxy.base_url).rstrip("/")


def test_the_python_of_the_page_runs(here, upstream, turns, monkeypatch, capsys):
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BACKEND", "none")
    # The third is in tests/cli/test_how_to.py.
    streaming, looping, _ = blocks("python")
    exec(compile(streaming.replace("http://127.0.0.1:8377", here), "how-to.md", "exec"), {})
    assert capsys.readouterr().out == "Fine."
    assert [words for _, words in turns("me", "monday")][1] == "Fine."

    names: dict[str, object] = {}
    exec(compile(looping, "how-to.md", "exec"), names)
    assert names["system"].startswith("You are helpful.")


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl here")
def test_the_requests_of_the_page_run(here, turns):
    (requests,) = blocks("bash")
    asked = requests.replace("http://127.0.0.1:8377", here).replace("curl ", "curl -sSf ")
    told = subprocess.run(["bash", "-ec", asked], check=True, capture_output=True, text=True)
    assert '"receipt"' in told.stdout
    assert len(turns("me", "wednesday")) == 2


def test_behind_tls_the_public_name_is_let_in_with_a_key_alone(opened, serve, tmp_path):
    told = dict(re.findall(r"recollect config (allowed_\w+) (\S+)", PAGE))
    chosen = {name: [value] for name, value in told.items()}
    memory = opened(home=tmp_path / "home", **chosen)
    _, secret = KeyFile(memory.settings.keys_path).add("me", agents=["*"], rights=[Right.ADMIN])
    client = serve(memory)
    # As the page itself asks when a browser has it from https://memory.example.
    through = {"Host": "memory.example", "Origin": "https://memory.example"}
    assert client.get("/", headers=through | {"Accept": "text/html"}).status_code == 200
    assert client.get("/agents", headers=through).status_code == 401
    body = {"agent_id": "me", "content": "Likes tea"}
    made = client.post("/api/v1/memory", json=body, headers=through | {"X-Recollect-Key": secret})
    assert made.status_code == 201
    other = through | {"Host": "other.example", "X-Recollect-Key": secret}
    assert client.get("/agents", headers=other).status_code == 403
