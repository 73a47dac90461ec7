"""The pages stand alone: they load nothing, and what they say works."""

import re
import shutil
import subprocess
from collections.abc import Callable
from html import unescape

import httpx2
import pytest

from recollect import Memory

HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize("path", ["/", "/docs"])
def test_a_page_loads_nothing_from_anywhere(shared: httpx2.Client, path: str) -> None:
    page = shared.get(path, headers=HTML)
    own = str(shared.base_url).rstrip("/")
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert page.headers["Content-Security-Policy"].startswith("default-src 'none';")
    assert "unsafe" not in page.headers["Content-Security-Policy"]
    assert not re.search(r"<(iframe|object|embed)|@import|url\(|\son\w+=", page.text)
    assert all(place.startswith("/") for place in re.findall(r'(?:src|href)="([^"]+)"', page.text))
    assert set(re.findall(r"https?://[\w.:]+", page.text)) <= {own}


def test_every_link_of_the_pages_leads_somewhere(shared: httpx2.Client) -> None:
    for page in ("/", "/docs"):
        links = re.findall(r'href="([^"]+)"', shared.get(page, headers=HTML).text)
        assert links
        assert {shared.get(link, follow_redirects=True).status_code for link in links} == {200}


def test_the_root_tells_a_program_where_things_are(shared: httpx2.Client) -> None:
    here = shared.get("/").json()
    assert here["name"] == "recollect"
    got = [shared.get(path, follow_redirects=True) for path in here["places"]]
    assert {answer.status_code for answer in got} == {200}


def test_the_page_lists_every_route_of_the_openapi(shared: httpx2.Client) -> None:
    page = shared.get("/docs").text
    paths = shared.get("/openapi.json").json()["paths"]
    assert {"/memory/ingest", "/api/v1/search", "/agents", "/metrics"} <= set(paths)
    for path, methods in paths.items():
        for method in methods:
            assert f"{method.upper()} {path}" in page


def test_every_route_documents_its_errors_in_our_shape(shared: httpx2.Client) -> None:
    schema = shared.get("/openapi.json").json()
    assert "HTTPValidationError" not in schema["components"]["schemas"]
    for methods in schema["paths"].values():
        for operation in methods.values():
            assert operation["summary"]
            assert operation["description"]
            refusals = [said for status, said in operation["responses"].items() if status >= "4"]
            schemas = [said["content"]["application/json"]["schema"] for said in refusals]
            shapes = {each["$ref"] for shape in schemas for each in shape.get("anyOf", [shape])}
            named = {shape.removeprefix("#/components/schemas/") for shape in shapes}
            of_clients = {"OpenAIErrorOut", "AnthropicErrorOut", "OllamaErrorOut"}
            assert named <= {"ErrorOut", "StartingOut", "NotReadyOut", *of_clients}


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl here")
def test_the_commands_on_the_page_work_when_pasted(
    opened: Callable[..., Memory], serve: Callable[[Memory], httpx2.Client]
) -> None:
    memory = opened()
    page = serve(memory).get("/docs").text
    shown = [unescape(text) for text in re.findall(r"<pre>(.*?)</pre>", page, re.DOTALL)]
    # Those that need a model are pasted where there is one.
    commands = [
        text
        for text in shown
        if not re.search(r"\d/v1/(?:models|messages|responses)\b|/chat\b", text)
    ]
    assert len(commands) > 20
    for command in commands:
        asked = ["bash", "-c", command.replace("curl ", "curl --fail --silent ")]
        subprocess.run(asked, check=True, capture_output=True)
    assert [(agent.id, agent.turns) for agent in memory.agents()] == [
        ("demo", 30),
        ("my-agent", 5),
    ]


def test_the_documentation_is_shown_to_everyone_and_loads_nothing_from_elsewhere(
    shared: httpx2.Client,
) -> None:
    led = shared.get("/help")
    assert (led.status_code, led.headers["Location"]) == (307, "/help/index.html")
    page = shared.get("/help/index.html")
    assert shared.get("/help/").text == page.text
    policy = page.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    assert not re.search(r"<script(?! src)|<style|\son\w+=", page.text)
    loaded = re.findall(r'(?:src|<link[^>]*href)="([^"]+)"', page.text)
    assert {shared.get(f"/help/{name}").status_code for name in loaded} == {200}
    assert "window.recollectPages" in shared.get("/help/search.js").text
    again = shared.get("/help/index.html", headers={"If-None-Match": page.headers["ETag"]})
    assert again.status_code == 304
    assert shared.get("/help/../pyproject.toml").status_code == 404
    assert shared.get("/help/nothing.html").status_code == 404
