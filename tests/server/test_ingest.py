"""D2: POST /memory/ingest."""

import json
import shutil
import subprocess
from collections.abc import Callable

import httpx2
import pytest

from recollect import InvalidInput, Memory
from recollect.learning import intake
from recollect.server.routes.ingest import ExchangeIn, MessageIn

# The seed's own example, host and name aside.
SEED = """curl {url}/memory/ingest \\
  -H "Content-Type: application/json" \\
  -d '{{
    "agent_id": "my-agent",
    "conversation_id": "session-1",
    "turns": [
      {{"user": "Hi, my name is Alice", "assistant": "Hello Alice! Nice to meet you."}},
      {{"user": "I work at Acme Corp", "assistant": "Got it, you work at Acme Corp."}}
    ]
  }}'"""

Serve = Callable[[Memory], httpx2.Client]
Opened = Callable[..., Memory]


def batch(*turns: object, agent: str = "alice", talk: str = "c1") -> dict[str, object]:
    return {"agent_id": agent, "conversation_id": talk, "turns": [*turns]}


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl here")
def test_the_seeds_own_command_works_as_written(opened: Opened, serve: Serve) -> None:
    memory = opened()
    client = serve(memory)
    command = SEED.format(url=str(client.base_url).rstrip("/"))
    said = subprocess.run(["bash", "-c", command], capture_output=True, check=True, text=True)
    turns = memory.agent("my-agent").turns("session-1")
    assert [(turn.role, turn.content) for turn in turns] == [
        ("user", "Hi, my name is Alice"),
        ("assistant", "Hello Alice! Nice to meet you."),
        ("user", "I work at Acme Corp"),
        ("assistant", "Got it, you work at Acme Corp."),
    ]
    assert [turn.id in said.stdout for turn in turns] == [True] * 4


def test_the_answer_says_what_happened(opened: Opened, serve: Serve) -> None:
    memory = opened()
    answer = serve(memory).post("/memory/ingest", json=batch({"user": "Hi", "assistant": "Hello"}))
    assert answer.status_code == 202
    assert answer.json() == {
        "agent_id": "alice",
        "conversation_id": "c1",
        "added": 2,
        "duplicates": 0,
        "turn_ids": [turn.id for turn in memory.agent("alice").turns()],
    }


def test_the_same_batch_again_changes_nothing(opened: Opened, serve: Serve) -> None:
    memory = opened()
    client = serve(memory)
    body = batch({"user": "Hi", "assistant": "Hello"}, {"user": "Hi", "assistant": "Hello"})
    first = client.post("/memory/ingest", json=body).json()
    again = client.post("/memory/ingest", json=body)
    assert again.status_code == 202
    assert again.json() == first | {"added": 0, "duplicates": 4}
    assert len(memory.agent("alice").turns()) == 4


def test_a_message_keeps_everything_it_came_with(opened: Opened, serve: Serve) -> None:
    memory = opened()
    message = {
        "role": "tool",
        "speaker": "Weather",
        "content": "Sonnig in Köln ☀️ 日本",
        "at": "2026-05-01T12:00:00+02:00",
        "id": "D1:3",
        "origin": "tool",
        "metadata": {"n": 1, "deep": {"list": [1.5, None, True]}},
    }
    answer = serve(memory).post("/memory/ingest", json=batch(message))
    (turn,) = memory.agent("alice").turns("c1")
    assert answer.json()["turn_ids"] == ["D1:3"]
    assert (turn.role, turn.speaker, turn.content, turn.id) == (
        "tool",
        "Weather",
        message["content"],
        "D1:3",
    )
    assert turn.at.isoformat() == "2026-05-01T10:00:00+00:00"
    assert turn.metadata == message["metadata"]
    assert turn.origin == "tool"


def test_the_same_id_with_other_words_is_a_conflict_and_keeps_none_of_the_batch(
    opened: Opened, serve: Serve
) -> None:
    memory = opened()
    client = serve(memory)
    client.post("/memory/ingest", json=batch({"id": "1", "content": "red"}))
    answer = client.post(
        "/memory/ingest",
        json=batch({"id": "2", "content": "new"}, {"id": "1", "content": "blue"}),
    )
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "conflict"
    assert [turn.content for turn in memory.agent("alice").turns()] == ["red"]


def test_agents_stay_apart(opened: Opened, serve: Serve) -> None:
    memory = opened()
    client = serve(memory)
    client.post("/memory/ingest", json=batch({"content": "mine"}, agent="alice"))
    client.post("/memory/ingest", json=batch({"content": "yours"}, agent="bob"))
    assert [turn.content for turn in memory.agent("bob").turns()] == ["yours"]


def test_an_empty_batch_is_no_mistake_and_makes_no_agent(opened: Opened, serve: Serve) -> None:
    memory = opened()
    answer = serve(memory).post("/memory/ingest", json=batch())
    assert (answer.status_code, answer.json()["turn_ids"]) == (202, [])
    assert memory.agents() == []


def test_while_memory_is_switched_off_nothing_is_said_to_be_kept(
    opened: Opened, serve: Serve
) -> None:
    client = serve(opened(enabled=False))
    answer = client.post("/memory/ingest", json=batch({"content": "x"}))
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "disabled")


@pytest.mark.parametrize(
    "turn",
    [
        {"role": "boss", "content": "x"},
        {"content": " "},
        {"content": "half \ud83d"},
        {"content": "x", "at": "yesterday"},
        {"content": "x", "at": "2026-05-01"},
        {"content": "x", "metadata": {"n": 2**70}},
        {"content": "x", "id": ""},
        {"content": "x", "origin": "manual"},
        {"content": "x", "origin": "user", "role": "assistant"},
        {"content": 5},
        {"text": "x"},
        {"user": "x", "content": "y"},
        {"user": None},
        {"assistant": None},
        {},
        "x",
        None,
    ],
)
def test_a_bad_turn_is_refused_in_the_words_of_the_library(
    shared: httpx2.Client, turn: object
) -> None:
    turns = [{"content": "good"}, turn]
    with (
        Memory.open(":memory:", embedding_backend="none") as memory,
        pytest.raises(InvalidInput) as python,
    ):
        memory.agent("alice").ingest("c1", turns)
    body = json.dumps(batch(*turns))
    headers = {"Content-Type": "application/json"}
    answer = shared.post("/memory/ingest", content=body, headers=headers)
    assert answer.status_code == 422
    assert answer.json()["error"] == {
        "code": "invalid_input",
        "message": python.value.message,
        "field": python.value.field,
    }
    assert str(python.value.field).startswith("turns[1]")
    assert shared.get("/agents").json()["agents"] == []


def test_a_mistyped_field_is_named_with_the_right_one(shared: httpx2.Client) -> None:
    answer = shared.post("/memory/ingest", json=batch({"usr": "Hi"}))
    message = answer.json()["error"]["message"]
    assert message.startswith("turns[0]: unknown field 'usr'; did you mean 'user'? A turn has")
    assert message.endswith("one with both sides has assistant, at, metadata, user")
    answer = shared.post("/memory/ingest", json=batch({"user": "Hi", "content": "Hi"}))
    message = answer.json()["error"]["message"]
    assert message.endswith(
        "unknown field 'content'. A turn with user and assistant has assistant, at, metadata, user"
    )


def test_the_documented_turns_are_those_the_library_takes() -> None:
    assert set(MessageIn.model_fields) == intake._TURN_FIELDS
    assert set(ExchangeIn.model_fields) == intake._PAIR_FIELDS


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/memory/ingest", batch({"user": "Hi", "at": "2026-03-02T23:30:00-08:00"})),
        (
            "/api/v1/conversations/c1/messages?agent_id=alice",
            {"role": "user", "content": "Hi", "at": "2026-03-02T23:30:00-08:00"},
        ),
    ],
)
def test_a_time_keeps_the_offset_it_was_sent_with(
    opened: Opened, serve: Serve, path: str, body: dict[str, object]
) -> None:
    memory = opened(timezone="Asia/Tokyo")
    memory.conversation("c1", agent="alice", retention="durable").begin()
    assert serve(memory).post(path, json=body).is_success
    (turn,) = memory.agent("alice").turns("c1")
    assert turn.at.isoformat() == "2026-03-03T07:30:00+00:00"
    assert turn.local.isoformat() == "2026-03-02T23:30:00-08:00"


def test_a_turn_without_a_time_is_of_the_servers_zone(opened: Opened, serve: Serve) -> None:
    memory = opened(timezone="Asia/Tokyo")
    serve(memory).post("/memory/ingest", json=batch({"user": "Hi"}))
    assert [turn.utc_offset for turn in memory.agent("alice").turns()] == [9 * 3600]
