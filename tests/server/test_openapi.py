"""The OpenAPI is the reference: every route stands in it, and the server does as it says, also with nonsense."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import httpx2
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import SearchStrategy
from schemathesis import GenerationMode
from schemathesis.checks import CheckFunction, not_a_server_error
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from recollect.server.proxy.paths import CHATS

# Every route of the public face that takes and gives JSON, by method and path.
ROUTES = """
POST   /memory/ingest
GET    /agents
GET    /learning/optimizer/status
GET    /health/live
GET    /health/ready
POST   /api/v1/search
POST   /api/v1/context
POST   /api/v1/why-not
GET    /api/v1/receipts/{receipt_id}
GET    /api/v1/memory
POST   /api/v1/memory
DELETE /api/v1/memory
GET    /api/v1/memory/stats
GET    /api/v1/memory/days
GET    /api/v1/memory/export
POST   /api/v1/memory/import
GET    /api/v1/memory/{memory_id}
PATCH  /api/v1/memory/{memory_id}
DELETE /api/v1/memory/{memory_id}
GET    /api/v1/memory/{memory_id}/history
POST   /api/v1/memory/{memory_id}/restore
GET    /api/v1/review
POST   /api/v1/review/{memory_id}
GET    /api/v1/conversations
POST   /api/v1/conversations
DELETE /api/v1/conversations
GET    /api/v1/conversations/{conversation_id}
DELETE /api/v1/conversations/{conversation_id}
GET    /api/v1/conversations/{conversation_id}/messages
POST   /api/v1/conversations/{conversation_id}/messages
POST   /api/v1/conversations/{conversation_id}/compress
POST   /api/v1/conversations/{conversation_id}/rewrite
GET    /api/v1/conversations/{conversation_id}/context
GET    /api/v1/agents/{agent_id}
DELETE /api/v1/agents/{agent_id}
GET    /api/v1/agents/{agent_id}/profile
GET    /api/v1/agents/{agent_id}/profile/versions
GET    /api/v1/agents/{agent_id}/summaries
GET    /api/v1/agents/{agent_id}/overrides
POST   /api/v1/agents/{agent_id}/overrides
PUT    /api/v1/agents/{agent_id}/overrides/order
PATCH  /api/v1/agents/{agent_id}/overrides/{override_id}
DELETE /api/v1/agents/{agent_id}/overrides/{override_id}
GET    /api/v1/agents/{agent_id}/graph
GET    /api/v1/agents/{agent_id}/graph/entities
GET    /api/v1/agents/{agent_id}/knowledge
POST   /api/v1/agents/{agent_id}/knowledge
GET    /api/v1/agents/{agent_id}/knowledge/{category}/{key}
PUT    /api/v1/agents/{agent_id}/knowledge/{category}/{key}
POST   /api/v1/agents/{agent_id}/knowledge/{category}/{key}/use
PUT    /api/v1/agents/{agent_id}/items
GET    /api/v1/agents/{agent_id}/items/{key}
DELETE /api/v1/agents/{agent_id}/items/{key}
POST   /api/v1/agents/{agent_id}/items/search
GET    /api/v1/agents/{agent_id}/namespaces
POST   /api/v1/agents/{agent_id}/undo
GET    /api/v1/agents/{agent_id}/undos
POST   /api/v1/agents/{agent_id}/undos/{undo_id}/redo
POST   /api/v1/import
POST   /api/v1/sync
GET    /api/v1/jobs
GET    /api/v1/jobs/{job_id}
POST   /api/v1/jobs/{job_id}/retry
POST   /api/v1/optimizer/run
GET    /api/v1/optimizer/snapshots
GET    /api/v1/stats
GET    /api/v1/models/tier
"""
NAMES = [tuple(line.split()) for line in ROUTES.strip().splitlines()]
# What takes nothing, or any text, cannot be given anything wrong.
TAKES_ANYTHING = {
    ("GET", "/health/live"),
    ("GET", "/health/ready"),
    ("GET", "/api/v1/stats"),
    ("POST", "/api/v1/sync"),
    ("GET", "/api/v1/receipts/{receipt_id}"),
}
REPORTED = ("Memory", "Recording", "Receipt", "Tokens")
EXAMPLES = 5
CHECKS: list[CheckFunction] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]


def test_every_route_of_the_public_face_is_there(shared: httpx2.Client) -> None:
    paths = shared.get("/openapi.json").json()["paths"]
    there = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    assert there >= set(NAMES)


def test_every_route_and_parameter_is_documented(shared: httpx2.Client) -> None:
    schema = shared.get("/openapi.json").json()
    names = [
        operation["operationId"]
        for methods in schema["paths"].values()
        for operation in methods.values()
    ]
    assert len(names) == len(set(names))
    tags = {tag["name"] for tag in schema["tags"]}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            assert operation["summary"], path
            assert operation["description"], path
            assert set(operation["tags"]) <= tags, path
            for parameter in operation.get("parameters", ()):
                assert parameter["description"], (method, path, parameter["name"])
            content = operation.get("requestBody", {}).get("content", {})
            for body in content.values():
                assert body["examples"], (method, path)
    for name, shape in schema["components"]["schemas"].items():
        if "properties" in shape:
            assert shape["description"], name


def test_chats_say_that_too_many_requests_are_refused(shared: httpx2.Client) -> None:
    paths = shared.get("/openapi.json").json()["paths"]
    assert all("429" in paths[path]["post"]["responses"] for path in ("/chat", *CHATS))


def test_chats_declare_their_types_headers_and_the_errors_that_they_send(
    shared: httpx2.Client,
) -> None:
    schema = shared.get("/openapi.json").json()
    models = schema["components"]["schemas"]
    said = {"X-Recollect-Memory": "sometimes", "X-Recollect-Agent-Id": "a"}
    for path, kind in {"/chat": "text/plain", **dict.fromkeys(CHATS, "text/event-stream")}.items():
        responses = schema["paths"][path]["post"]["responses"]
        streamed = "application/x-ndjson" if path == "/api/chat" else kind
        assert responses["200"]["content"].keys() == {"application/json", streamed}, path
        headers = responses["200"]["headers"].keys() - {"X-Upstream-Request-Id"}
        assert headers == {"X-Conversation-Id"} | {f"X-Recollect-{name}" for name in REPORTED}
        answer = shared.post(path, json={"message": "Hi"}, headers=said)
        assert str(answer.status_code) in responses, (path, answer.text)
        (declared,) = responses[str(answer.status_code)]["content"].values()
        name = declared["schema"]["$ref"].rpartition("/")[2]
        assert answer.json().keys() == models[name]["properties"].keys(), path
        if isinstance(detail := answer.json()["error"], dict):
            inner = models[name]["properties"]["error"]["$ref"].rpartition("/")[2]
            assert {*models[inner]["required"]} <= detail.keys() <= {*models[inner]["properties"]}


def test_a_client_can_be_generated_from_it(shared: httpx2.Client) -> None:
    schema = shared.get("/openapi.json").json()
    assert {"key", "bearer"} == schema["components"]["securitySchemes"].keys()
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            there = {one["name"] for one in operation.get("parameters", ()) if one["in"] == "path"}
            assert there == set(re.findall(r"\{(\w+)\}", path)), (method, path)
            is_open = operation.get("security") == []
            assert is_open is path.startswith("/health/"), path
            assert is_open is ("401" not in operation["responses"]), path
    for name, shape in schema["components"]["schemas"].items():
        # Where two models have one name, pydantic puts their modules in front.
        assert "__" not in name
        if name.endswith("Out") and name != "StartingOut":
            assert set(shape["required"]) == set(shape["properties"]), name


@dataclass(frozen=True)
class Api:
    """A server that holds a little of everything, its schema, and what a path of it may name."""

    url: str
    schema: BaseSchema
    names: dict[str, str]

    def named(self, path: str) -> dict[str, str]:
        return {name: value for name, value in self.names.items() if f"{{{name}}}" in path}


@pytest.fixture(scope="module")
def api(shared: httpx2.Client) -> Api:
    here = "/api/v1/agents/my-agent"
    turns = [{"user": "I live in Lisbon.", "assistant": "Nice."}]
    body = {"agent_id": "my-agent", "conversation_id": "c1", "turns": turns}
    shared.post("/memory/ingest", json=body)
    tea = {"agent_id": "my-agent", "content": "Likes tea."}
    memory = shared.post("/api/v1/memory", json=tea).json()
    law = shared.post(f"{here}/overrides", json={"content": "Short answers."}).json()
    shared.post(f"{here}/knowledge", json={"category": "domain", "key": "k", "value": "v"})
    shared.post("/api/v1/conversations", json={"id": "c1"})
    undone = shared.post(f"{here}/undo", json={"conversation_id": "c1"}).json()
    context = shared.post("/api/v1/context", json={"agent_id": "my-agent"}).json()
    jobs = shared.get("/api/v1/jobs").json()["jobs"]
    url = str(shared.base_url).rstrip("/")
    names = {
        "agent_id": "my-agent",
        "memory_id": memory["id"],
        "override_id": law["id"],
        "conversation_id": "c1",
        "undo_id": undone["id"],
        "category": "domain",
        "key": "k",
        "job_id": jobs[0]["id"],
        "receipt_id": context["receipt"]["id"],
    }
    return Api(url, schemathesis.openapi.from_url(f"{url}/openapi.json"), names)


@pytest.fixture(scope="module")
def session() -> Iterator[requests.Session]:
    with requests.Session() as opened:
        # Nobody's proxy or password file decides where a test calls.
        opened.trust_env = False
        yield opened


def check(api: Api, session: requests.Session, cases: SearchStrategy[schemathesis.Case]) -> None:
    @given(cases)
    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def answers(case: schemathesis.Case) -> None:
        case.call_and_validate(base_url=api.url, session=session, checks=CHECKS)

    answers()


@pytest.mark.parametrize(("method", "path"), NAMES)
def test_a_route_answers_as_it_says(
    api: Api, session: requests.Session, method: str, path: str
) -> None:
    named = api.named(path)
    cases = api.schema[path][method].as_strategy(path_parameters=named or None)
    check(api, session, cases)


@pytest.mark.slow
@pytest.mark.parametrize(("method", "path"), [name for name in NAMES if name not in TAKES_ANYTHING])
def test_a_route_refuses_what_it_does_not_take(
    api: Api, session: requests.Session, method: str, path: str
) -> None:
    cases = api.schema[path][method].as_strategy(generation_mode=GenerationMode.NEGATIVE)
    check(api, session, cases)
