"""What README shows, run from top to bottom in one memory, as a reader would who keeps the server running."""

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from recollect import Memory

ROOT = Path(__file__).parents[3]
SHOWN = (ROOT / "README.md").read_text("utf-8").partition("## Thirty seconds each")[2]
EXAMPLES = {
    title: re.findall(r"^```(\w+)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    for title, text in re.findall(r"^### (.*?)\n(.*?)(?=^##)", SHOWN, re.MULTILINE | re.DOTALL)
}
ADDRESS = "http://127.0.0.1:8377"


@pytest.fixture
def memory(upstream, tmp_path, monkeypatch) -> Iterator[Memory]:
    """The server's memory, in the home where a reader's program looks too."""
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BACKEND", "none")
    monkeypatch.delenv("RECOLLECT_EXTRACTOR")  # tests of a server learn nothing otherwise
    with Memory.open(upstream_base_url=upstream.url) as memory:
        yield memory


def example(title: str, *kinds: str) -> list[str]:
    assert [kind for kind, _ in EXAMPLES[title]] == [*kinds]
    return [text for _, text in EXAMPLES[title]]


def run(code: str) -> None:
    exec(compile(code, "README.md", "exec"), {})


def test_the_examples_run_in_the_order_in_which_they_stand(memory, proxy, upstream, capsys):
    assert [*EXAMPLES] == ["Python", "curl", "Proxy", "MCP", "LangGraph"]
    here = str(proxy.base_url).rstrip("/")

    run(example("Python", "python")[0])
    printed = capsys.readouterr().out
    assert "User: I'm allergic to peanuts." in printed
    assert re.search(r"^\d.* 20\d\d: User is allergic to peanuts\.$", printed, re.MULTILINE)

    (requests,) = example("curl", "sh")
    script = requests.replace(ADDRESS, here).replace("curl ", "curl -sSf ")
    told = subprocess.run(["bash", "-ec", script], check=True, capture_output=True, text=True)
    assert "I moved to Lisbon in May" in told.stdout
    assert len(memory.agent("alice").turns("tuesday")) == 2

    _, asking = example("Proxy", "sh", "python")
    run(asking.replace(ADDRESS, here))
    assert capsys.readouterr().out == "Fine.\n"
    (asked,) = upstream.asked
    assert "peanuts" in asked.content.decode()

    (connect,) = example("MCP", "sh")
    words = shlex.split(connect.replace("\\\n", "").splitlines()[-1], comments=True)
    name, _, value = words[-1].partition(": ")
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    path = words[words.index("recollect") + 1].removeprefix(ADDRESS)
    headers = {name: value, "Accept": "application/json, text/event-stream"}
    listed = proxy.post(path, json=call, headers=headers)
    assert "memory_search" in listed.text


def test_the_example_for_langgraph_is_the_one_that_its_suite_runs():
    page = (ROOT / "docs" / "integrations" / "langgraph.md").read_text("utf-8")
    _, code = example("LangGraph", "sh", "python")
    assert f"```python\n{code}```" in page
