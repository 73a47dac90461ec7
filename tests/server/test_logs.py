"""One line for each request, and not a word of anybody's."""

import io
import json
import logging
import re
from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from recollect import logs
from recollect.settings import load

Connect = Callable[[str], httpx2.Client]
SECRET = "Zwiebelkuchen"
JSON = {"Content-Type": "application/json"}


def test_nothing_that_was_said_asked_or_named_is_logged(
    spawned: Callable[..., Any], connect: Connect
) -> None:
    server = spawned(log_level="debug", log_format="json")
    turn = {"content": SECRET, "speaker": SECRET, "metadata": {SECRET: SECRET}}
    body = {"agent_id": SECRET, "conversation_id": SECRET, "turns": [turn]}
    with connect(server.url) as client:
        client.post("/memory/ingest", json=body)
        client.post("/memory/ingest", json=body | {"turns": [{"role": SECRET, "content": SECRET}]})
        client.post("/memory/ingest", json=body | {SECRET: 1})
        client.post("/memory/ingest", content=f'{{"{SECRET}', headers=JSON)
        client.post("/memory/ingest", content=SECRET, headers={"Content-Type": SECRET})
        client.get("/agents", params={"cursor": SECRET, "limit": "1"})
        client.get("/agents", params={"limit": SECRET})
        client.get(f"/{SECRET}")
        client.get("/agents", headers={"Host": SECRET})
        client.get("/agents", headers={"Origin": SECRET, "X-Request-Id": SECRET})
        client.request(SECRET.upper(), "/agents")
    server.process.terminate()
    assert server.process.wait() == 0
    assert SECRET.lower() not in server.text().lower()
    # Made for a machine to read, there is no banner between the lines.
    lines = [json.loads(line) for line in server.text().splitlines()]
    assert (lines[0]["event"], lines[0]["url"]) == ("listening", server.url)
    assert lines[-1]["event"] == "stopped"
    requests = [line for line in lines if line["event"] == "request"]
    assert [(line["method"], line["path"], line["status"]) for line in requests] == [
        ("POST", "/memory/ingest", 202),
        ("POST", "/memory/ingest", 422),
        ("POST", "/memory/ingest", 422),
        ("POST", "/memory/ingest", 400),
        ("POST", "/memory/ingest", 415),
        ("GET", "/agents", 200),
        ("GET", "/agents", 422),
        ("GET", "unknown", 404),
        ("GET", "/agents", 403),
        ("GET", "/agents", 403),
        ("other", "/agents", 405),
    ]
    assert len({line["request_id"] for line in requests}) == len(requests)
    # On the line that an operator reads, not only in the record.
    assert {line["client"] for line in requests} == {"127.0.0.1"}


FAULT = f"""
from recollect import Memory
from recollect import logs
from recollect.server.run import _announce, _config, _listening, _Server, _url
from recollect.domain.clock import SystemClock
from recollect.settings import load
from recollect.storage.sqlite import SqliteStore
from recollect.wiring import build

class Failing(SqliteStore):
    def every_agent(self, **_):
        raise RuntimeError("{SECRET}")

settings = load(embedding_backend="none")
logs.configure(settings)
memory = Memory(build(settings, store=Failing(":memory:", clock=SystemClock())))
with _listening("127.0.0.1", 0) as listener:
    _announce(settings, _url(listener), ":memory:")
    _Server(_config(memory)).run(sockets=[listener])
memory.close()
"""


def test_an_unexpected_error_leaves_its_place_and_not_its_words(
    spawn: Callable[..., Any], connect: Connect
) -> None:
    server = spawn(FAULT)
    with connect(server.url) as client:
        answer = client.get("/agents")
    server.process.terminate()
    server.process.wait()
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "internal")
    assert SECRET not in server.text() + answer.text
    assert "Traceback" not in server.text()
    (fault,) = [json.loads(line) for line in server.text().splitlines() if "unexpected" in line]
    assert fault["error"] == "RuntimeError"
    assert "memory.py:" in fault["where"]
    assert fault["request_id"] == answer.headers["X-Request-Id"]


@pytest.fixture
def configured(own_logging: None) -> Callable[..., io.StringIO]:
    def configured(**settings: object) -> io.StringIO:
        stream = io.StringIO()
        logs.configure(load(**settings), stream)
        return stream

    return configured


def test_lines_of_other_rooms_come_in_the_same_form(
    configured: Callable[..., io.StringIO],
) -> None:
    stream = configured(log_format="json")
    logging.getLogger("recollect.jobs.worker").info("job %s done", 7)
    line = json.loads(stream.getvalue())
    assert (line["event"], line["level"], line["logger"]) == (
        "job 7 done",
        "info",
        "recollect.jobs.worker",
    )
    assert line["timestamp"].endswith("Z")


def test_an_exception_shows_where_it_was_and_never_its_words(
    configured: Callable[..., io.StringIO],
) -> None:
    stream = configured(log_format="json")
    try:
        int(SECRET)
    except ValueError:
        logging.getLogger("uvicorn.error").exception("Exception in application\n%s", SECRET)
    line = json.loads(stream.getvalue())
    assert (line["event"], line["error"]) == ("Exception in application", "ValueError")
    assert line["where"].startswith("test_logs.py:")
    assert SECRET not in stream.getvalue()


def test_a_field_that_nobody_planned_is_left_out(configured: Callable[..., io.StringIO]) -> None:
    stream = configured(log_format="json")
    logging.getLogger("recollect.x").info("request", extra={"body": SECRET, "status": 200})
    assert json.loads(stream.getvalue())["status"] == 200
    assert SECRET not in stream.getvalue()


def test_a_line_that_cannot_be_made_shows_nothing(
    configured: Callable[..., io.StringIO], capsys: pytest.CaptureFixture[str]
) -> None:
    configured(log_format="json")
    logging.getLogger("recollect.x").info("%d", SECRET)
    assert SECRET not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("level", "heard"),
    [("debug", "dewh"), ("info", "ewh"), ("warning", "wh"), ("error", "")],
)
def test_the_level_decides_and_strangers_are_heard_from_warnings_on(
    configured: Callable[..., io.StringIO], level: str, heard: str
) -> None:
    stream = configured(log_format="json", log_level=level)
    logging.getLogger("recollect.x").debug("d")
    logging.getLogger("recollect.x").info("e")
    logging.getLogger("recollect.x").warning("w")
    logging.getLogger("httpx2").info("stranger")
    logging.getLogger("httpx2").warning("h")
    assert "".join(json.loads(x)["event"] for x in stream.getvalue().splitlines()) == heard


def test_console_and_auto(configured: Callable[..., io.StringIO]) -> None:
    for form, starts in (("console", r"\d\d:\d\d:\d\d "), ("auto", r"\{")):
        stream = configured(log_format=form)
        logging.getLogger("recollect.x").info("hello")
        assert re.match(starts, stream.getvalue())
        assert "hello" in stream.getvalue()


def test_a_health_check_is_logged_only_if_it_fails_or_at_debug(
    serve: Callable[..., httpx2.Client], opened: Callable[..., Any], caplog: Any, until: Any
) -> None:
    client = serve(opened(allow_anonymous=True))
    with caplog.at_level(logging.DEBUG):
        client.get("/health/live")
        client.get("/agents")
        until(lambda: len(logged_levels(caplog)) == 2)  # written after the answer was sent
    assert logged_levels(caplog) == {"/health/live": logging.DEBUG, "/agents": logging.INFO}


def logged_levels(caplog: Any) -> dict[str, int]:
    found = [record for record in caplog.records if record.message == "request"]
    return {record.path: record.levelno for record in found}
