"""Two upstreams behind one address: each client's model finds its own, with that upstream's key."""

import json

import pytest
from servers import model_server, recollect_server

from clients import Question, anthropic_messages, openai_agents, openai_chat

FACT = "My sister Ottilie lives in Reykjavik."


@pytest.fixture
def routed(tmp_path):
    with model_server() as default, model_server() as claude:
        route = {"model": "claude-*", "base_url": claude.url, "api_key": "sk-of-the-route"}
        settings = {"upstream_base_url": f"{default.url}/v1", "upstreams": json.dumps([route])}
        with recollect_server(tmp_path, **settings) as server:
            yield str(server.base_url).rstrip("/"), default, claude
        assert "sk-of-the-route" not in (tmp_path / "server.log").read_text()


def test_what_is_told_to_one_model_is_known_to_another(routed):
    url, default, claude = routed
    asked = {"url": url, "headers": {"X-Recollect-Agent-Id": "alice"}, "key": "sk-of-the-caller"}
    openai_chat(Question(text=FACT, **asked))
    anthropic_messages(Question(text="Where does my sister Ottilie live?", **asked))
    openai_agents(Question(text="In which city is my sister Ottilie?", **asked))
    (received,) = claude.received
    assert "Reykjavik" in received.content.decode()
    assert received.headers["x-api-key"] == "sk-of-the-route"
    assert "sk-of-the-caller" not in str(received.headers)
    assert "Reykjavik" in default.received[1].content.decode()
    assert [each.headers["authorization"] for each in default.received] == [
        "Bearer sk-of-the-caller"
    ] * 2
