"""A chat that is over a limit goes on without memory, and says so."""

import pytest

HEADERS = {"X-Recollect-Agent-Id": "alice", "X-Conversation-Id": "c"}


def ask(client, text):
    body = {"model": "m", "messages": [{"role": "user", "content": text}]}
    answer = client.post("/v1/chat/completions", json=body, headers=HEADERS)
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


def test_an_agent_that_may_store_no_more_still_chats_and_is_told(spawned, connect, upstream):
    server = spawned(upstream_base_url=upstream.url, max_turns_per_agent=2)
    with connect(server.url) as client:
        assert "X-Recollect-Recording" not in ask(client, "Hello")
        stored = "/api/v1/conversations/c/messages?agent_id=alice"
        while len(client.get(stored).json()["messages"]) < 2:
            pass
        headers = ask(client, "Are you there?")
        assert headers["X-Recollect-Recording"] == "quota_exceeded"
        assert headers["X-Recollect-Memory"] in {"used", "none"}
        assert len(client.get(stored).json()["messages"]) == 2
