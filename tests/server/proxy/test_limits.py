"""A chat that is over a limit goes on without memory, and says so."""

import pytest

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
