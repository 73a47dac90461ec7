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
