"""docs/http.md is what the server gives, and what it says of keys is so."""

import re
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import httpx2
import pytest

from forked import run_python
from recollect import Memory
from recollect.domain.access import Right
from recollect.server.app import _ROUTERS
from recollect.settings.keys import KeyFile

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "http.md").read_text("utf-8")
ROWS = re.findall(r"^\| `([A-Z]+) (/\S*)` \|.*\| ([^|]*) \|$", PAGE, re.MULTILINE)
RIGHTS = {(method, path): right for method, path, right in ROWS}
# The code of a refusal behind its status, as the sources write it.
CODED = re.compile(r"HTTPStatus\.(\w+),\s*\"(\w+)\"")


def test_the_page_is_what_the_server_gives() -> None:
    program = (
        f"import runpy, sys; sys.path.insert(0, {str(ROOT)!r});"
        "runpy.run_module('tools.http_reference', run_name='__main__')"
    )
    made = "python -m tools.http_reference"
    assert run_python(program).stdout.decode("utf-8") == PAGE, f"run: {made} > docs/http.md"


def test_every_route_is_on_the_page() -> None:
    routes = {
        (method, route.path.replace(":path}", "}"))
        for router in _ROUTERS
        for route in router.routes
        for method in route.methods
    }
    assert routes | {("GET", "/openapi.json")} == set(RIGHTS)


def test_every_code_of_a_refusal_is_on_the_page() -> None:
    sources = (file.read_text("utf-8") for file in ROOT.glob("src/recollect/server/**/*.py"))
    found = {(HTTPStatus[status].value, code) for status, code in CODED.findall("\n".join(sources))}
    assert (503, "no_model") in found
    for status, code in found:
        assert f"\n| {status} | `{code}` |" in PAGE, code


@pytest.mark.parametrize("held", [frozenset({right}) for right in (Right.READ, Right.WRITE)])
def test_a_key_can_do_what_the_page_says_and_no_more(
    held: frozenset[Right], house: tuple[httpx2.Client, KeyFile]
) -> None:
    client, keys = house
    _, secret = keys.add(f"only {held}", agents=["a", "default", "demo"], rights=[*held])
    for (method, path), asked in _asked(client.get("/openapi.json").json()):
        answer = client.request(method, headers=_with(secret), **asked)
        needs = RIGHTS[method, path]
        may = needs in {"open", "any"} or set(needs.split(", ")) <= held
        # What is hidden is told like what is not there.
        told = _is_refused(answer) or (answer.status_code == 404 and not may)
        assert told is not may, f"{method} {path}: {answer.status_code}"


def test_a_key_for_one_agent_cannot_do_what_is_for_all(
    house: tuple[httpx2.Client, KeyFile],
) -> None:
    client, keys = house
    one = keys.add("one", agents=["a"], rights=[Right.ADMIN])[1]
    every = keys.add("every", agents=["*"], rights=[Right.ADMIN])[1]
    reads = keys.add("reads", agents=["*"], rights=[Right.READ])[1]
    house_wide = [key for key, needs in RIGHTS.items() if needs.endswith(" of all")]
    assert house_wide
    for (method, path), asked in _asked(client.get("/openapi.json").json()):
        told = {
            name: _is_refused(client.request(method, headers=_with(key), **asked))
            for name, key in (("one", one), ("reads", reads), ("every", every))
            if (method, path) in house_wide
        }
        if told:
            reading = RIGHTS[method, path] == "read of all"
            assert told == {"one": True, "reads": not reading, "every": False}, path


@pytest.fixture
def house(
    opened: Callable[..., Memory], serve: Callable[[Memory], httpx2.Client], tmp_path: Path
) -> tuple[httpx2.Client, KeyFile]:
    memory = opened(home=tmp_path / "home")
    memory.agent("a").remember("I like tea.", conversation="c", id="t")
    memory.agent("a").memories.add("Likes tea")
    return serve(memory), KeyFile(memory.settings.keys_path)


def _with(secret: str) -> dict[str, str]:
    return {"X-Recollect-Key": secret, "X-Recollect-Agent-Id": "a"}


def _asked(schema: dict[str, Any]) -> Iterator[tuple[tuple[str, str], dict[str, Any]]]:
    """One request for each route that the OpenAPI describes, all about the agent `a`."""
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            named = {one["name"]: one for one in operation.get("parameters", ())}
            query = {"agent_id": "a"} if named.get("agent_id", {}).get("in") == "query" else {}
            query |= {"name": "qwen2.5:7b"} if "name" in named else {}
            url = path.replace("{agent_id}", "a").replace("{conversation_id}", "c")
            url = url.replace("{category}", "website_knowledge")
            asked: dict[str, Any] = {"url": re.sub(r"\{\w+\}", "x", url), "params": query}
            content = operation.get("requestBody", {}).get("content", {})
            if body := _example(content.get("application/json", {}), path):
                asked["json"] = body
            yield (method.upper(), path), asked


def _example(content: dict[str, Any], path: str) -> dict[str, Any]:
    examples = [*content.get("examples", {}).values()]
    body = dict(examples[0]["value"]) if examples else {}
    return body | {"agent_id": "a"} if "agent_id" in body or path.endswith("/run") else body


def _is_refused(answer: httpx2.Response) -> bool:
    return answer.status_code == 403 and '"code": "forbidden"' in answer.text
