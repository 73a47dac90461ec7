"""A chat that is over a limit goes on without memory, and says so."""

import json
import logging

import pytest

from recollect.errors import StorageError

HEADERS = {"X-Recollect-Agent-Id": "alice", "X-Conversation-Id": "c"}


def ask(client, text, **headers):
    body = {"model": "m", "messages": [{"role": "user", "content": text}]}
    answer = client.post("/v1/chat/completions", json=body, headers=HEADERS | headers)
    assert answer.json()["choices"][0]["message"]["content"] == "Fine."
    return answer.headers


@pytest.mark.parametrize("limit", ["key_requests_per_minute", "agent_requests_per_minute"])
def test_beyond_the_limit_nothing_is_read_or_stored(spawned, connect, upstream, limit):
    server = spawned(upstream_base_url=upstream.url, **{limit: 2})
    with connect(server.url) as client:
        found = [ask(client, f"Hello {n}")["X-Recollect-Memory"] for n in range(4)]
    assert found[2:] == ["limited", "limited"]
    assert "limited" not in found[:2]
    assert len(upstream.asked) == 4


def test_an_agent_or_a_conversation_that_may_not_be_stored_still_chats_and_is_told(
    spawned, connect, upstream
):
    server = spawned(upstream_base_url=upstream.url, max_turns_per_agent=2)
    with connect(server.url) as client:
        in_ram = {"id": "e", "agent_id": "alice", "retention": "ephemeral"}
        assert client.post("/api/v1/conversations", json=in_ram).status_code == 201
        headers = ask(client, "Hello", **{"X-Conversation-Id": "e"})
        assert headers["X-Recollect-Recording"] == "ephemeral"
        assert "recollect_chat_turns_total{" not in client.get("/metrics").text
        assert client.get("/agents").json()["agents"] == []
        assert "X-Recollect-Recording" not in ask(client, "Hello")
        stored = "/api/v1/conversations/c/messages?agent_id=alice"
        while len(client.get(stored).json()["messages"]) < 2:
            pass
        headers = ask(client, "Are you there?")
        assert headers["X-Recollect-Recording"] == "quota_exceeded"
        assert headers["X-Recollect-Memory"] in {"used", "none"}
        assert len(client.get(stored).json()["messages"]) == 2


LONG = "The log says: " + "word " * 1_000
CHAT = {"messages": [{"role": "user", "content": LONG}]}
FINE = {"type": "output_text", "text": "Fine.", "annotations": []}
RESPONSE = {"id": "r1", "output": [{"type": "message", "role": "assistant", "content": [FINE]}]}
MESSAGE = {"id": "m1", "type": "message", "content": [{"type": "text", "text": "Fine."}]}


def events(*sent):
    return [f"event: {each['type']}\ndata: {json.dumps(each)}\n\n".encode() for each in sent]


# The path, the request, the reply to it, and the reply to it as a stream.
APIS = [
    ("/v1/chat/completions", CHAT, None, None),
    (
        "/v1/responses",
        {"input": LONG},
        RESPONSE,
        events(
            {"type": "response.created", "response": {"id": "r1"}},
            {"type": "response.output_text.delta", "delta": "Fine."},
            {"type": "response.completed", "response": RESPONSE},
        ),
    ),
    (
        "/v1/messages",
        CHAT | {"max_tokens": 9},
        MESSAGE,
        events(
            {"type": "content_block_start", "content_block": {"type": "text", "text": ""}},
            {"type": "content_block_delta", "delta": {"type": "text_delta", "text": "Fine."}},
            {"type": "message_stop"},
        ),
    ),
]


def test_of_an_exchange_whose_message_is_too_long_nothing_is_stored_and_all_are_told(
    opened, serve, upstream, caplog
):
    memory = opened(upstream_base_url=upstream.url, max_content_kb=1)
    proxy = serve(memory)
    answers = []
    for path, body, reply, stream in APIS:
        for streamed in (False, True):
            if streamed and stream:
                upstream.streams(*stream)
            elif reply:
                upstream.replies(reply)
            sent = body | {"model": "m", "stream": streamed}
            answers.append(proxy.post(path, json=sent, headers=HEADERS))
            assert "Fine" in answers[-1].text
            assert LONG in upstream.asked[-1].content.decode()
    told = {answer.headers["X-Recollect-Recording"] for answer in answers}
    assert told == {"message_too_long"}
    assert memory.agent("alice").turns() == []
    lines = [line for line in caplog.records if "not recorded" in line.message]
    assert [line.request_id for line in lines] == [a.headers["X-Request-Id"] for a in answers]
    (found,) = {(line.levelno, line.error, line.agent, line.bytes) for line in lines}
    assert found == (logging.WARNING, "message_too_long", "alice", len(LONG.strip()))
    assert LONG[:20] not in caplog.text


def test_a_reply_that_is_too_long_is_not_stored_and_the_log_says_so(
    opened, serve, upstream, caplog, script
):
    memory = opened(upstream_base_url=upstream.url, max_content_kb=1)
    upstream.replies(script.completion({"content": LONG}))
    body = {"messages": [{"role": "user", "content": "What does the log say?"}]}
    answer = serve(memory).post("/v1/chat/completions", json=body, headers=HEADERS)
    assert LONG in answer.text
    assert [turn.role for turn in memory.agent("alice").turns()] == ["user"]
    (line,) = [line for line in caplog.records if "not recorded" in line.message]
    assert (line.agent, line.bytes, line.error) == ("alice", len(LONG), "invalid_input")
    assert line.request_id == answer.headers["X-Request-Id"]


def test_a_reply_is_not_stored_if_its_message_could_not_be(opened, serve, upstream, monkeypatch):
    memory = opened(upstream_base_url=upstream.url)
    agent = type(memory.agent("alice"))
    ingest, failures = agent.ingest, [StorageError("the disk is busy")]

    def fails_once(self, *given):
        if failures:
            raise failures.pop()
        return ingest(self, *given)

    monkeypatch.setattr(agent, "ingest", fails_once)
    body = {"messages": [{"role": "user", "content": "Hello"}]}
    proxy = serve(memory)
    proxy.post("/v1/chat/completions", json=body, headers=HEADERS)
    assert (failures, memory.agent("alice").turns()) == ([], [])
    # The next one is stored whole.
    proxy.post("/v1/chat/completions", json=body, headers=HEADERS)
    assert [turn.role for turn in memory.agent("alice").turns()] == ["user", "assistant"]
