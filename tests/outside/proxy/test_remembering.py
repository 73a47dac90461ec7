"""Every client remembers through the proxy, and gets its model's reply as it is."""

import json

import pytest
from node_clients import node_clients
from replies import SIGNATURE, TEXT, THOUGHT

from clients import CLIENTS as PYTHON
from clients import Client, Question

FACT = "My sister Ottilie lives in Reykjavik."
ASKED = "Where does my sister Ottilie live?"
MARK = "<recollect_memory_"
CLIENTS = PYTHON | node_clients()


@pytest.fixture(params=CLIENTS)
def client(request) -> Client:
    return CLIENTS[request.param]


@pytest.fixture
def ask(client, server, agent):
    url, headers = str(server.base_url).rstrip("/"), {"X-Recollect-Agent-Id": agent}
    return lambda text, **how: client(Question(url=url, headers=headers, text=text, **how))


def _messages(body):
    given = body.get("messages", body.get("input"))
    return [{"role": "user", "content": given}] if isinstance(given, str) else given


def _user_texts(body):
    """The contents of what the user says."""
    contents = [each["content"] for each in _messages(body) if each.get("role") == "user"]
    texts = [
        content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
        for content in contents
    ]
    return [text for text in texts if text]


@pytest.mark.parametrize("tools", [False, True], ids=["plain", "tools"])
@pytest.mark.parametrize("stream", [False, True], ids=["whole", "stream"])
def test_what_is_told_in_one_conversation_is_known_in_the_next(ask, upstream, turns, stream, tools):
    reply = "".join(TEXT)
    assert ask(FACT, stream=stream, tools=tools) == reply
    requests = len(upstream.received)
    assert ask(ASKED, stream=stream, tools=tools) == reply
    first, *more = (each.body for each in upstream.received[requests:])
    (question,) = _user_texts(first)
    assert question.startswith(ASKED)
    assert "Reykjavik" in question.partition(MARK)[2]
    # A question without tools is one request, one with tools two; either is one turn.
    assert (requests, len(more)) == ((2, 1) if tools else (1, 0))
    assert [_user_texts(each) for each in more if _user_texts(each)] in ([], [[question]])
    assert turns() == [[("user", text), ("assistant", reply)] for text in (FACT, ASKED)]


def test_what_the_model_thought_and_called_returns_to_it(ask, upstream):
    ask("What is the weather in Oslo and Rome?", tools=True, stream=True)
    after = upstream.received[-1].body
    sent = json.dumps(after, ensure_ascii=False)
    assert all(f"sunny in {city}" in sent for city in ("Oslo", "Rome"))
    if "previous_response_id" in after:
        assert after["previous_response_id"].startswith("resp_")
    elif upstream.received[-1].path != "/v1/chat/completions":
        assert any(mark in sent for mark in (SIGNATURE, THOUGHT, "rs_1"))
