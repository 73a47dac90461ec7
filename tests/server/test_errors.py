"""Every error has one shape, and none is a 500 that a caller could bring about."""

import http.client
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest

from recollect import Memory, errors
from recollect.domain.clock import SystemClock
from recollect.server.errors import Refusal, status_of
from recollect.server.json_body import parse_json
from recollect.settings import load
from recollect.storage.sqlite import SqliteStore
from recollect.wiring import build

Serve = Callable[[Memory], httpx2.Client]
JSON = {"Content-Type": "application/json"}
STATUSES = {
    "error": 500,
    "invalid_input": 422,
    "invalid_setting": 422,
    "not_found": 404,
    "conflict": 409,
    "stale": 409,
    "disabled": 403,
    "closed": 503,
    "storage_error": 500,
    "storage_busy": 503,
    "storage_unavailable": 503,
    "storage_lost": 503,
    "storage_full": 507,
    "storage_read_only": 500,
    "storage_corrupt": 500,
    "not_a_database": 500,
    "schema_too_new": 500,
    "provider_error": 502,
    "provider_unavailable": 503,
    "unusable_answer": 502,
    "circuit_open": 503,
    "lease_lost": 409,
    "rate_limited": 429,
    "quota_exceeded": 403,
}


def family(kind: type[errors.RecollectError]) -> Iterator[type[errors.RecollectError]]:
    yield kind
    for child in kind.__subclasses__():
        yield from family(child)


def made(kind: type[errors.RecollectError]) -> errors.RecollectError:
    if issubclass(kind, errors.CircuitOpen):
        return kind("words", retry_after=1.2)
    return kind("words", field="place")


OURS = [kind for kind in family(errors.RecollectError) if kind.__module__ == "recollect.errors"]


def test_every_error_of_the_tree_has_its_status() -> None:
    assert {kind.code: status_of(kind) for kind in OURS} == STATUSES


class Failing(SqliteStore):
    """A store whose list of agents fails as it is told."""

    failure: Exception

    def every_agent(self, **_: object) -> tuple[()]:
        raise self.failure


@pytest.fixture
def failing(tmp_path: Path, serve: Serve) -> Callable[[Exception], httpx2.Response]:
    store = Failing(tmp_path / "failing.sqlite", clock=SystemClock())
    house = build(load(embedding_backend="none"), store=store)
    client = serve(Memory(house, background=False))

    def ask(failure: Exception) -> httpx2.Response:
        store.failure = failure
        return client.get("/agents")

    return ask


def test_an_error_of_ours_is_told_with_its_code_words_and_field(
    failing: Callable[[Exception], httpx2.Response],
) -> None:
    for kind in OURS:
        answer = failing(made(kind))
        assert answer.status_code == STATUSES[kind.code]
        told = {"code": kind.code, "message": "words"}
        assert answer.json() == {
            "error": told if kind is errors.CircuitOpen else told | {"field": "place"}
        }


def test_who_should_come_back_later_is_told_when(
    failing: Callable[[Exception], httpx2.Response],
) -> None:
    assert failing(errors.StorageBusy("x")).headers["Retry-After"] == "1"
    assert failing(errors.CircuitOpen("x", retry_after=1.2)).headers["Retry-After"] == "2"
    busy = errors.ProviderUnavailable("x", retry_after=7.0)
    assert failing(busy).headers["Retry-After"] == "7"
    assert "Retry-After" not in failing(errors.ProviderUnavailable("x")).headers


def test_what_nobody_expected_is_a_500_that_tells_nothing_but_its_id(
    failing: Callable[[Exception], httpx2.Response], caplog: pytest.LogCaptureFixture
) -> None:
    answer = failing(RuntimeError("private words"))
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "internal"
    assert answer.headers["X-Request-Id"] in answer.json()["error"]["message"]
    (line,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert line.request_id == answer.headers["X-Request-Id"]
    assert "test_errors.py" in line.where
    assert "private words" not in answer.text + caplog.text


def test_a_message_with_half_a_surrogate_pair_is_still_an_answer(
    failing: Callable[[Exception], httpx2.Response],
) -> None:
    answer = failing(errors.NotFound("no \ud800"))
    assert json.loads(answer.content)["error"]["message"] == "no \ud800"


TURN = '{"agent_id": "a", "conversation_id": "c", "turns": [{"content": "x", %s}]}'
MALFORMED = {
    "cut off": b'{"agent_id": "a"',
    "comma": b'{"agent_id": "a",}',
    "two values": b"{} {}",
    "single quotes": b"{'agent_id': 'a'}",
    "blank": b"   ",
    "nan": (TURN % '"metadata": {"n": NaN}').encode(),
    "infinity": (TURN % '"metadata": {"n": -Infinity}').encode(),
    "twice": b'{"agent_id": "a", "agent_id": "b"}',
    "twice inside": (TURN % '"metadata": {"n": 1, "n": 2}').encode(),
    "half a key twice": (TURN % '"metadata": {"\\ud800": 1, "\\ud800": 2}').encode(),
    "not utf-8": b'{"agent_id": "\xff"}',
    "utf-16": '{"agent_id": "a"}'.encode("utf-16"),
    "encoded surrogate": b'{"agent_id": "\xed\xa0\x80"}',
    "huge number": b"1" * 5000,
    "huge number inside": (TURN % f'"metadata": {{"n": {"1" * 5000}}}').encode(),
    "very deep": b"[" * 100_000,
    "deep objects": b'{"a":' * 100_000,
    "deep in a turn": (TURN % f'"role": {"[" * 900}{"]" * 900}').encode(),
    "control character": b'{"agent_id": "a\x01"}',
}


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
def test_what_is_not_plain_json_is_refused(shared: httpx2.Client, body: bytes) -> None:
    answer = shared.post("/memory/ingest", content=body, headers=JSON)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "malformed_json")


def test_a_name_twice_is_found_quickly_among_many() -> None:
    names = [*range(20_000), 19_999]
    body = "{" + ", ".join(f'"{name}": 0' for name in names) + "}"
    began = time.perf_counter()
    with pytest.raises(Refusal, match="'19999' twice"):
        parse_json(body.encode())
    assert time.perf_counter() - began < 1


INVALID = {
    "no body": (b"", None),
    "null": (b"null", None),
    "list": (b"[]", None),
    "number": (b"5", None),
    "text": (b'"x"', None),
    "empty": (b"{}", "agent_id"),
    "agent is a number": (b'{"agent_id": 1, "conversation_id": "c", "turns": []}', "agent_id"),
    "agent is empty": (b'{"agent_id": "", "conversation_id": "c", "turns": []}', "agent_id"),
    "agent is null": (b'{"agent_id": null, "conversation_id": "c", "turns": []}', "agent_id"),
    "agent is half": (b'{"agent_id": "\\ud800", "conversation_id": "c", "turns": []}', "agent_id"),
    "agent has nul": (b'{"agent_id": "\\u0000", "conversation_id": "c", "turns": []}', "agent_id"),
    "talk is huge": (
        b'{"agent_id": "a", "conversation_id": 1' + b"0" * 4000 + b', "turns": []}',
        "conversation_id",
    ),
    "no turns": (b'{"agent_id": "a", "conversation_id": "c"}', "turns"),
    "turns is null": (b'{"agent_id": "a", "conversation_id": "c", "turns": null}', "turns"),
    "turns is one": (b'{"agent_id": "a", "conversation_id": "c", "turns": {}}', "turns"),
    "one field more": (b'{"agent_id": "a", "conversation_id": "c", "turns": [], "x": 1}', "x"),
    "half a name": (b'{"agent_id": "a", "conversation_id": "c", "turns": [], "\\ud800": 1}', None),
    "nul in a turn": ((TURN % '"speaker": "\\u0000"').encode(), "turns[0].speaker"),
    "half in metadata": ((TURN % '"metadata": {"\\udfff": 1}').encode(), "turns[0].metadata"),
    "too big a float": ((TURN % '"metadata": {"n": 1e999}').encode(), "turns[0].metadata"),
    "deep metadata": (
        (TURN % f'"metadata": {{"n": {"[" * 40}{"]" * 40}}}').encode(),
        "turns[0].metadata",
    ),
}


@pytest.mark.parametrize(("body", "field"), INVALID.values(), ids=INVALID)
def test_json_that_is_no_batch_is_refused_and_the_field_is_named(
    shared: httpx2.Client, body: bytes, field: str | None
) -> None:
    answer = shared.post("/memory/ingest", content=body, headers=JSON)
    told = answer.json()["error"]
    assert (answer.status_code, told["code"], told.get("field")) == (422, "invalid_input", field)
    assert "Input should" not in told["message"]
    assert shared.get("/agents").json()["agents"] == []


@pytest.mark.parametrize(
    ("offset", "takes"), [("abc", "a whole number, not 'abc'"), ("-5", "0 or more, not '-5'")]
)
def test_a_parameter_is_refused_with_what_it_takes_and_what_was_sent(
    shared: httpx2.Client, offset: str, takes: str
) -> None:
    answer = shared.get("/api/v1/agents/a/namespaces", params={"offset": offset})
    assert (answer.status_code, answer.json()["error"]["message"]) == (422, f"offset takes {takes}")


def test_a_byte_order_mark_is_no_mistake(shared: httpx2.Client) -> None:
    body = b'\xef\xbb\xbf{"agent_id": "a", "conversation_id": "c", "turns": []}'
    assert shared.post("/memory/ingest", content=body, headers=JSON).status_code == 202


@pytest.mark.parametrize(
    "path", ["/nothing", "/agents/", "/memory", "//agents", "/%ff%00", "/docs/x"]
)
def test_an_unknown_path_is_a_404_in_our_shape(shared: httpx2.Client, path: str) -> None:
    parts = urlsplit(str(shared.base_url))
    connection = http.client.HTTPConnection(parts.netloc)
    connection.request("GET", path)
    answer = connection.getresponse()
    assert (answer.status, json.loads(answer.read())["error"]["code"]) == (404, "not_found")
    connection.close()


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [("GET", "/memory/ingest", "POST"), ("DELETE", "/agents", "GET"), ("BREW", "/agents", "GET")],
)
def test_another_method_is_a_405_that_says_which_is_meant(
    shared: httpx2.Client, method: str, path: str, allowed: str
) -> None:
    answer = shared.request(method, path)
    told = answer.json()["error"]
    assert (answer.status_code, answer.headers["Allow"]) == (405, allowed)
    assert told["code"] == "method_not_allowed"
    assert allowed in told["message"]


def test_a_memory_that_was_closed_answers_503(tmp_path: Path, serve: Serve) -> None:
    memory = Memory.open(tmp_path / "closed.sqlite", embedding_backend="none")
    client = serve(memory)
    memory.close()
    answer = client.get("/agents")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "closed")


def test_an_unknown_query_parameter_is_refused_on_every_route(shared: httpx2.Client) -> None:
    """Ignored, /optimizer/run?agent_id=x ran for all agents."""
    tried = 0
    for path, operations in shared.get("/openapi.json").json()["paths"].items():
        # The proxy relays its parameters, and probes may add one.
        if path.startswith(("/v1/", "/chat/completions", "/api/chat", "/health", "/metrics")):
            continue
        if path == "/api/{path}":
            continue
        for method in operations:
            at = path.replace("{", "").replace("}", "")
            answer = shared.request(method, at, params={"nonsense": "1"}, json={})
            told = answer.json()["error"]
            assert (answer.status_code, told.get("field")) == (422, "nonsense"), (method, path)
            assert "unknown parameter 'nonsense'" in told["message"]
            tried += 1
    assert tried > 60


@pytest.mark.parametrize(
    ("method", "path", "body", "hint"),
    [
        ("POST", "/api/v1/optimizer/run?agent_id=x", None, "send it in the JSON body"),
        ("POST", "/api/v1/search?agent_id=x", {"query": "tea"}, "send it in the JSON body"),
        (
            "POST",
            "/api/v1/conversations/c1/messages",
            {"agent_id": "x", "content": "Hello"},
            "send it in the address, ?agent_id=…",
        ),
    ],
)
def test_an_agent_in_the_wrong_place_is_refused_with_the_right_one(
    shared: httpx2.Client, method: str, path: str, body: object, hint: str
) -> None:
    answer = shared.request(method, path, json=body)
    told = answer.json()["error"]
    assert (answer.status_code, told["field"]) == (422, "agent_id")
    assert told["message"].endswith(hint)


def test_probes_and_scrapers_may_add_parameters(shared: httpx2.Client) -> None:
    assert shared.get("/health/live?now=1").status_code == 200
    assert shared.get("/metrics?name[]=recollect_requests_total").status_code == 200
