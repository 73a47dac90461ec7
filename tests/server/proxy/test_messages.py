"""Anthropic's Messages through the proxy: memory where its caches allow it, and nothing else changed."""

import json
from threading import Event
from typing import Any

import pytest

from recollect import Memory

HEADERS = {"X-Recollect-Agent-Id": "alice", "x-api-key": "sk-ant", "anthropic-version": "2023-06-01"}  # fmt: skip
QUESTION = {"role": "user", "content": "Where does Alice live?"}
MARK = "<recollect_memory_"
CALL = {"role": "assistant", "content": [
    {"type": "thinking", "thinking": "Let me look.", "signature": "c2ln"},
    {"type": "tool_use", "id": "t1", "name": "look", "input": {"where": "map"}},
]}  # fmt: skip
RESULT = {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "t1", "content": "42", "cache_control": {"type": "ephemeral"}},
    {"type": "text", "text": "<system-reminder>\nThe list is empty.\n</system-reminder>"},
]}  # fmt: skip


def reply(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [*blocks],
            "stop_reason": "end_turn", "usage": {"input_tokens": 3, "output_tokens": 2}}  # fmt: skip


def text(words: str) -> dict[str, str]:
    return {"type": "text", "text": words}


def event(kind: str, **data: object) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **data})}\n\n".encode()


def deltas(index: int, block: dict[str, Any], *pieces: dict[str, str]) -> list[bytes]:
    start = event("content_block_start", index=index, content_block=block)
    middle = [event("content_block_delta", index=index, delta=piece) for piece in pieces]
    return [start, *middle, event("content_block_stop", index=index)]


def said(*pieces: str) -> list[bytes]:
    return deltas(1, text(""), *({"type": "text_delta", "text": piece} for piece in pieces))


STOP = [event("message_delta", delta={"stop_reason": "end_turn"}), event("message_stop")]


@pytest.fixture
def known(memory: Memory) -> Memory:
    memory.agent("alice").remember("Alice lives in Lisbon.", conversation="old")
    return memory


@pytest.fixture
def ask(proxy, upstream):
    def ask(*said: dict[str, Any], **more: Any) -> Any:
        if not upstream.answers:
            upstream.replies(reply(text("Fine.")))
        body = {"model": "m", "max_tokens": 9, "messages": [*said], **more}
        answer = proxy.post("/v1/messages", json=body, headers=HEADERS)
        assert answer.status_code == 200
        return answer

    return ask


def test_what_was_said_in_one_conversation_is_known_in_the_next(ask, upstream, turns):
    ask({"role": "user", "content": "I live in Lisbon, near the river."})
    upstream.replies(
        reply(
            {"type": "thinking", "thinking": "Hm.", "signature": "s"}, text("In Lis"), text("bon.")
        )
    )
    answer = ask({"role": "user", "content": "Where do I live?"})
    assert "near the river" in upstream.asked[1].messages[0]["content"]
    assert answer.headers["X-Recollect-Memory"] == "used"
    assert turns()[-1] == ("assistant", "In Lisbon.")


def test_the_callers_credentials_and_version_pass(ask, upstream):
    ask(QUESTION)
    sent = upstream.asked[0].headers
    assert (sent["x-api-key"], sent["anthropic-version"]) == ("sk-ant", "2023-06-01")
    assert upstream.asked[0].path == "/v1/messages"


def test_blocks_that_are_cached_keep_their_bytes(known, ask, upstream):
    known.agent("alice").overrides.add("Writes short lines.")
    cached = {"type": "ephemeral", "ttl": "1h"}
    system = [text("Be kind.") | {"cache_control": cached}]
    question = {
        "role": "user",
        "content": [text("Where does Alice live?") | {"cache_control": cached}],
    }
    ask(
        question,
        system=system,
        tools=[{"name": "look", "input_schema": {}, "cache_control": cached}],
    )
    body = upstream.asked[0].body
    assert body["system"][:-1] == system
    assert "short lines" in body["system"][-1]["text"]
    assert body["messages"][0]["content"][:-1] == question["content"]
    assert "Lisbon" in body["messages"][0]["content"][-1]["text"]
    added = (body["system"][-1], body["messages"][0]["content"][-1])
    assert all(set(block) == {"type", "text"} for block in added)


@pytest.mark.parametrize("system", ["Be kind.", None, "absent"])
def test_a_system_prompt_is_continued_or_made(known, ask, upstream, system):
    known.agent("alice").overrides.add("Writes short lines.")
    ask(QUESTION, **({} if system == "absent" else {"system": system}))
    made = upstream.asked[0].body["system"]
    assert made.startswith(system if system == "Be kind." else MARK)
    assert "short lines" in made
    assert upstream.asked[0].content.count(b'"system"') == 1


def test_while_tools_are_at_work_the_memory_stays_byte_for_byte(known, ask, upstream, turns):
    upstream.replies(reply(*CALL["content"]) | {"stop_reason": "tool_use"})
    ask(QUESTION, system="Be kind.")
    known.agent("alice").remember("Alice lives in Porto since May.", conversation="old")
    ask(QUESTION, CALL, RESULT, system="Be kind.")
    first, second = (asked.body for asked in upstream.asked)
    assert second["messages"] == [*first["messages"], CALL, RESULT]
    assert second["system"] == first["system"]
    assert MARK in first["messages"][0]["content"]
    assert ("user", QUESTION["content"]) in turns()
    assert [words for role, words in turns() if role == "assistant"] == ["Fine."]


def test_what_is_said_beside_a_tools_result_is_a_question(known, ask, upstream, turns):
    stop = {"role": "user", "content": [*RESULT["content"], text("No. Where does Alice live?")]}
    ask({"role": "user", "content": "Hi"}, CALL, stop)
    *before, last = upstream.asked[0].messages[-1]["content"]
    assert before == stop["content"]
    assert "Lisbon" in last["text"]
    assert turns()[-2] == ("user", "No. Where does Alice live?")


def test_a_stream_arrives_event_by_event_and_is_kept_before_it_ends(proxy, upstream, turns):
    heard = Event()
    thought = deltas(
        0, {"type": "thinking", "thinking": ""}, {"type": "thinking_delta", "thinking": "Hm."}
    )
    parts = [event("message_start", message=reply()), *thought, *said("Grü", "ße."), event("ping")]
    upstream.streams(*parts, heard, *STOP)
    body = {"model": "m", "max_tokens": 9, "stream": True, "messages": [QUESTION]}
    received = b""
    with proxy.stream("POST", "/v1/messages", json=body, headers=HEADERS) as answer:
        for chunk in answer.iter_raw():
            received += chunk
            if b"event: ping" in received:
                heard.set()
            if b"event: message_stop" in received:
                assert turns()[-1] == ("assistant", "Grüße.")
    assert received == b"".join([*parts, *STOP])


def test_text_around_a_tool_of_the_upstream_is_two_lines(proxy, upstream, turns):
    search = deltas(2, {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}})
    upstream.streams(*said("Let me ", "look."), *search, *said("Found", " it."), *STOP)
    body = {"model": "m", "stream": True, "messages": [QUESTION]}
    proxy.post("/v1/messages", json=body, headers=HEADERS)
    assert turns()[-1] == ("assistant", "Let me look.\nFound it.")


def test_a_stream_that_fails_is_marked_unfinished(proxy, upstream, memory):
    upstream.streams(*said("Half"), event("error", error={"type": "overloaded_error"}))
    body = {"model": "m", "stream": True, "messages": [QUESTION]}
    proxy.post("/v1/messages", json=body, headers=HEADERS)
    last = memory.agent("alice").turns()[-1]
    assert (last.content, dict(last.metadata)) == ("Half", {"unfinished": True})


def test_tokens_are_counted_without_memory(known, proxy, upstream):
    body = {"model": "m", "messages": [QUESTION]}
    proxy.post("/v1/messages/count_tokens", json=body, headers=HEADERS)
    assert upstream.asked[0].body == body


def test_a_note_of_the_system_after_the_question_is_not_a_step_of_a_tool(known, ask, upstream):
    note = {"role": "system", "content": "It is late."}
    ask(QUESTION, note)
    known.agent("alice").remember("Alice lives in Porto since May.", conversation="old")
    ask(QUESTION, note)
    first, second = (asked.messages for asked in upstream.asked)
    assert first[1:] == second[1:] == [note]
    assert "Lisbon" in first[0]["content"]
    assert "Porto" in second[0]["content"]


@pytest.mark.parametrize("content", [QUESTION["content"], [text(QUESTION["content"])]])
def test_the_cache_mark_of_a_request_is_before_the_memory(known, ask, upstream, content):
    mark = {"type": "ephemeral", "ttl": "1h"}
    ask({"role": "user", "content": content}, cache_control=mark)
    (asked,) = upstream.asked
    said, added = asked.messages[0]["content"]
    assert said == text(QUESTION["content"]) | {"cache_control": mark}
    assert set(added) == {"type", "text"}
    assert asked.body["cache_control"] == mark


def test_no_cache_mark_is_added_beyond_the_four_that_are_allowed(known, ask, upstream):
    mark = {"cache_control": {"type": "ephemeral"}}
    system = [text("Be kind.") | mark, text("Be brief.") | mark, text("Be right.") | mark]
    ask(QUESTION, system=system, **mark)
    assert upstream.asked[0].content.count(b'"cache_control"') == 4
    marked = {"role": "user", "content": [text(QUESTION["content"]) | mark]}
    ask(marked, **mark)
    assert upstream.asked[1].messages[0]["content"][0] == marked["content"][0]
