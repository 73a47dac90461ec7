import json
import re
from pathlib import Path

import typer

from recollect.cli.app import app
from recollect.mcp.arguments import MAX_ITEMS, MAX_TOKENS
from recollect.mcp.tools import TOOLS

PAGE = (Path(__file__).parents[2] / "docs" / "mcp.md").read_text("utf-8")


def test_every_tool_is_on_its_page_as_what_it_is():
    rows = dict(re.findall(r"^\| `(memory_\w+)` \|.*\| (\w+)[^|]*\|$", PAGE, re.MULTILINE))
    assert rows == {tool.name: "reads" if tool.read_only else "writes" for tool in TOOLS}


def test_every_argument_that_a_tool_requires_is_on_the_page():
    rows = dict(re.findall(r"^\| `(memory_\w+)` \| ([^|]*)\|", PAGE, re.MULTILINE))
    for tool in TOOLS:
        required = [f"`{name}`" for name in tool.required]
        assert [name for name in required if name not in rows[tool.name]] == []


def test_the_limits_on_the_page_are_those_that_hold():
    assert f"at most {MAX_ITEMS})" in PAGE
    assert f"{MAX_TOKENS:,} at most" in PAGE


def test_every_option_of_the_command_is_on_the_page():
    command = typer.main.get_command(app).commands["mcp"]
    for option in command.params:
        assert f"`{option.opts[0]}" in PAGE, option.name


def test_what_is_to_be_copied_into_a_client_is_json():
    blocks = re.findall(r"^```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert [[*json.loads(block)] for block in blocks] == [["mcpServers"], ["mcpServers"]]


def test_a_server_of_an_example_serves_one_agent_alone():
    pages = [PAGE, (Path(__file__).parents[2] / "README.md").read_text("utf-8")]
    started = [line for page in pages for line in page.splitlines() if "mcp --agent" in line]
    started += re.findall(r'"args": (.*)', PAGE)
    assert len(started) == 3
    assert all("--only" in line for line in started), started
