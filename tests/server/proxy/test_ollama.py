"""Ollama's own API through the proxy."""

import json
from threading import Event
from typing import Any

import pytest

AGENT = {"X-Recollect-Agent-Id": "alice"}
LINES = {"Content-Type": "application/x-ndjson"}
QUESTION = {"role": "user", "content": "Where does Alice live?"}
CALL = {
    "role": "assistant",
    "content": "",
    "tool_calls": [{"function": {"name": "look", "arguments": {}}}],
}
RESULT = {"role": "tool", "tool_name": "look", "content": "42"}


def line(text: str = "", *, done: bool = False, **more: Any) -> bytes:
    said = {"role": "assistant", "content": text} | more
    return (
        json.dumps({"model": "m", "message": said, "done": done}, ensure_ascii=False).encode()
        + b"\n"
    )


@pytest.fixture
def ask(proxy, upstream):
    def ask(*said: dict[str, Any]) -> Any:
        if not upstream.answers:
            upstream.streams(
                line("Fi", thinking="Hm."), line("ne."), line(done=True), headers=LINES
            )
        return proxy.post("/api/chat", json={"model": "m", "messages": [*said]}, headers=AGENT)

    return ask


def test_what_was_said_in_one_conversation_is_known_in_the_next(ask, upstream, turns):
    ask({"role": "user", "content": "I live in Lisbon, near the river."})
    answer = ask({"role": "user", "content": "Where do I live?", "images": []})
    assert [asked.path for asked in upstream.asked] == ["/api/chat"] * 2
    assert "near the river" in upstream.asked[1].messages[0]["content"]
    assert answer.headers["X-Recollect-Memory"] == "used"
    assert turns()[1] == ("assistant", "Fine.")


def test_lines_pass_as_they_come_and_are_kept_before_the_last(proxy, upstream, turns):
    heard = Event()
    whole = line("Grüße, 世界!")
    upstream.streams(whole[:60], whole[60:], heard, line(" Da.") + line(done=True), headers=LINES)
    received = b""
    body = {"model": "m", "messages": [QUESTION]}
    with proxy.stream("POST", "/api/chat", json=body, headers=AGENT) as answer:
        for part in answer.iter_raw():
            received += part
            if received == whole:
                heard.set()
            if b'"done": true' in received:
                assert turns()[-1] == ("assistant", "Grüße, 世界! Da.")
    assert received == whole + line(" Da.") + line(done=True)


def test_an_answer_in_one_object_is_kept(proxy, upstream, turns):
    upstream.replies(json.loads(line("Fine.", done=True)))
    body = {"model": "m", "messages": [QUESTION], "stream": False}
    proxy.post("/api/chat", json=body, headers=AGENT)
    assert turns()[-1] == ("assistant", "Fine.")


def test_while_tools_are_at_work_the_memory_stays_byte_for_byte(memory, ask, upstream):
    alice = memory.agent("alice")
    alice.remember("Alice lives in Lisbon.", conversation="old")
    ask(QUESTION)
    alice.remember("Alice lives in Porto since May.", conversation="old")
    ask(QUESTION, CALL, RESULT)
    first, second = (asked.messages for asked in upstream.asked)
    assert "Lisbon" in first[0]["content"]
    assert second == [*first, CALL, RESULT]


def test_half_an_answer_is_marked_as_such(proxy, upstream, memory):
    upstream.streams(line("Half"), b'{"error": "gone"}\n', headers=LINES)
    proxy.post("/api/chat", json={"messages": [QUESTION]}, headers=AGENT)
    last = memory.agent("alice").turns()[-1]
    assert (last.content, dict(last.metadata)) == ("Half", {"unfinished": True})


def test_other_routes_are_passed_on_but_none_that_change_models(proxy, upstream):
    assert proxy.get("/api/tags").status_code == 200
    assert proxy.post("/api/generate", json={"prompt": "Hi"}).status_code == 200
    assert [asked.path for asked in upstream.asked] == ["/api/tags", "/api/generate"]
    for path in ("/api/pull", "/api/create", "/api/v1"):
        assert proxy.post(path, json={}).json()["error"]["code"] == "not_found"
    assert proxy.delete("/api/delete").status_code == 405
    assert len(upstream.asked) == 2


@pytest.mark.parametrize("kind", [{}, {"Content-Type": "application/x-www-form-urlencoded"}])
def test_json_needs_no_type_with_a_header_that_no_other_sites_page_can_send(
    proxy, upstream, turns, kind
):
    body = json.dumps({"model": "m", "stream": False, "messages": [QUESTION]}).encode()
    assert proxy.post("/api/chat", content=body, headers=kind).status_code == 415
    upstream.replies(json.loads(line("Fine.", done=True)))
    assert proxy.post("/api/chat", content=body, headers=kind | AGENT).status_code == 200
    assert turns() == [("user", QUESTION["content"]), ("assistant", "Fine.")]
