"""The examples of docs/proxy.md, run as a reader would, where there is a server and a model."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[3] / "docs" / "proxy.md").read_text("utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def response(name: str) -> dict[str, object]:
    text = {"type": "output_text", "text": "Fine.", "annotations": []}
    said = {
        "type": "message",
        "id": "m1",
        "role": "assistant",
        "status": "completed",
        "content": [text],
    }
    return {"id": name, "object": "response", "created_at": 1, "model": "m", "status": "completed", "output": [said],
            "parallel_tool_calls": True, "tool_choice": "auto", "tools": []}  # fmt: skip


@pytest.fixture
def here(opened, serve, upstream) -> str:
    """The address that stands in the place of the page's."""
    memory = opened(
        upstream_base_url=upstream.url,
        core_model_base_url=upstream.url,
        core_model_provider="openai",
        core_model_name="m",
    )
    return str(serve(memory).base_url).rstrip("/")


def test_the_python_of_the_page_runs(here, upstream, capsys):
    names: dict[str, object] = {}
    block = next(block for block in blocks("python") if "from openai" in block)
    exec(compile(block.replace("http://127.0.0.1:8377", here), "proxy.md", "exec"), names)
    assert capsys.readouterr().out == "Fine.\n"
    assert len(upstream.asked) == 1
    for number in (1, 2):
        upstream.replies(response(f"resp_{number}"))
    block = next(block for block in blocks("python") if "client.responses" in block)
    exec(compile(block, "proxy.md", "exec"), names)
    names["client"].close()
    assert capsys.readouterr().out == "Fine.\n"
    assert upstream.asked[2].body["previous_response_id"] == "resp_1"


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl here")
def test_the_commands_of_the_page_run(here, upstream):
    start, *commands = blocks("bash")
    assert start.endswith("recollect serve\n")
    for command in commands:
        asked = command.replace("http://127.0.0.1:8377", here).replace("curl ", "curl -sf ")
        told = subprocess.run(["bash", "-c", asked], check=True, capture_output=True, text=True)
        assert "Fine." in told.stdout
    assert len(upstream.asked) == len(commands) == 3


def test_the_page_names_every_outcome_and_error():
    for word in ("used", "none", "late", "busy", "failed", "off", "unreadable"):
        assert f"`{word}`" in PAGE
    for code in ("no_upstream", "upstream_unreachable", "upstream_timeout", "no_model"):
        assert f"`{code}`" in PAGE
