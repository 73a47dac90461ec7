"""Errors of ours, in the format of the API that was called: its clients show the message."""

import pytest

from recollect.domain.access import Right
from recollect.settings.keys import KeyFile

OPENAI, ANTHROPIC, OLLAMA = "/v1/responses", "/v1/messages", "/api/chat"
AGENT = {"X-Recollect-Agent-Id": "alice"}


def told(path, error):
    """The code, the message and the type of an error, each where the API has it."""
    if path == OLLAMA:
        return error["code"], error["error"], None
    if path == ANTHROPIC:
        assert error["type"] == "error"
    else:
        assert "param" in error["error"]
    return error["error"]["code"], error["error"]["message"], error["error"]["type"]


@pytest.mark.parametrize("path", [OPENAI, ANTHROPIC, OLLAMA])
def test_each_api_gets_its_own_format(opened, serve, path):
    proxy = serve(opened())
    answer = proxy.post(path, json={"model": "m"}, headers=AGENT)
    code, message, kind = told(path, answer.json())
    assert (answer.status_code, code) == (503, "no_upstream")
    assert "upstream_base_url" in message
    assert kind in {"upstream_error", None}
    assert answer.headers["x-should-retry"] == "false"
    answer = proxy.post(path, json={}, headers=AGENT | {"X-Recollect-Memory": "maybe"})
    code, message, kind = told(path, answer.json())
    assert (answer.status_code, code) == (422, "invalid_input")
    assert "'maybe' is not known" in message
    assert kind in {"invalid_request_error", None}


@pytest.mark.parametrize("path", [OPENAI, ANTHROPIC, OLLAMA])
def test_errors_before_the_route_have_it_too(opened, serve, tmp_path, path):
    KeyFile(tmp_path / "keys.json").add("phone", agents=["*"], rights=[Right.READ])
    proxy = serve(opened(home=tmp_path))
    code, message, kind = told(path, proxy.post(path, json={}).json())
    assert code == "unauthorized"
    assert "X-Recollect-Key" in message
    assert kind in {"authentication_error", None}


def test_a_relayed_call_of_an_anthropic_client_has_its_format(opened, serve):
    answer = serve(opened()).get("/v1/models", headers={"anthropic-version": "2023-06-01"})
    assert answer.json()["type"] == "error"


def test_other_routes_keep_our_format(opened, serve):
    answer = serve(opened()).get("/api/v1/receipts/none", params={"agent_id": "alice"})
    assert answer.json()["error"].keys() <= {"code", "message", "field"}
