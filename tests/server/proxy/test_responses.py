"""OpenAI's Responses through the proxy, whoever keeps the history: the client or the upstream."""

import json
from itertools import count
from typing import Any

import pytest

from recollect import Memory

AGENT = {"X-Recollect-Agent-Id": "alice"}
MARK = "<recollect_memory_"
TOOL: Any = {"type": "function", "name": "look", "parameters": {}, "strict": None}
CALL = {"type": "function_call", "call_id": "k1", "name": "look", "arguments": "{}"}
RESULT = {"type": "function_call_output", "call_id": "k1", "output": "42"}


def message(*texts: str) -> dict[str, Any]:
    parts = [{"type": "output_text", "text": text, "annotations": []} for text in texts]
    return {
        "type": "message",
        "id": "m1",
        "role": "assistant",
        "status": "completed",
        "content": parts,
    }


@pytest.fixture
def reply():
    numbers = count(1)

    def reply(*items: dict[str, Any], status: str = "completed") -> dict[str, Any]:
        return {"id": f"resp_{next(numbers)}", "object": "response", "created_at": 1, "model": "m", "status": status,
                "output": [*items], "parallel_tool_calls": True, "tool_choice": "auto", "tools": []}  # fmt: skip

    return reply


def events(whole: dict[str, Any], *texts: str, end: str = "completed") -> list[bytes]:
    item = {"item_id": "m1", "output_index": 0, "content_index": 0}
    told: list[dict[str, Any]] = [
        {"type": "response.created", "response": whole | {"output": [], "status": "in_progress"}},
        {"type": "response.output_item.added", "output_index": 0, "item": message()},
        {"type": "response.content_part.added", "part": message("")["content"][0], **item},
        *({"type": "response.output_text.delta", "delta": text, "logprobs": [], **item} for text in texts),
        {"type": f"response.{end}", "response": whole},
    ]  # fmt: skip
    return [
        f"event: {one['type']}\ndata: {json.dumps(one | {'sequence_number': n})}\n\n".encode()
        for n, one in enumerate(told)
    ]


@pytest.fixture
def known(memory: Memory) -> Memory:
    memory.agent("alice").remember("Alice lives in Lisbon.", conversation="old")
    return memory


@pytest.fixture
def ask(proxy, upstream, openai, reply):
    client = openai(proxy, X_Recollect_Agent_Id="alice")

    def ask(said: Any, **more: Any) -> Any:
        if not upstream.answers:
            upstream.replies(reply(message("Fine.")))
        return client.responses.with_raw_response.create(model="m", input=said, **more)

    return ask


def test_what_was_said_in_one_conversation_is_known_in_the_next(ask, upstream, turns):
    answer = ask("I live in Lisbon, near the river.")
    assert answer.parse().output_text == "Fine."
    answer = ask("Where do I live?")
    assert upstream.asked[1].body["input"].startswith("Where do I live?\n\n" + MARK)
    assert "near the river" in upstream.asked[1].body["input"]
    assert answer.headers["X-Recollect-Memory"] == "used"
    assert len(turns()) == 4


def test_items_are_read_and_given_memory(known, ask, upstream, turns):
    known.agent("alice").overrides.add("Writes short lines.")
    parts = [
        {"type": "input_text", "text": "Where does Alice live?"},
        {"type": "input_image", "image_url": "data:,"},
    ]
    items = [{"role": "developer", "content": "Be kind."}, {"role": "user", "content": "Hi"}, message("Hello."),
             {"type": "message", "role": "user", "content": parts}]  # fmt: skip
    ask(items, instructions=None)
    body = upstream.asked[0].body
    assert body["input"][:3] == items[:3]
    assert body["input"][3]["content"][:2] == parts
    assert body["input"][3]["content"][2]["type"] == "input_text"
    assert "Lisbon" in body["input"][3]["content"][2]["text"]
    assert "short lines" in body["instructions"]
    assert upstream.asked[0].content.count(b'"instructions"') == 1
    assert turns()[-2] == ("user", "Where does Alice live?")


def test_a_response_is_continued_in_its_conversation(ask, upstream, turns):
    first = ask("I live in Lisbon, near the river.")
    second = ask("Yes", previous_response_id=first.parse().id)
    third = ask("Yes", previous_response_id=second.parse().id)
    names = {each.headers["X-Conversation-Id"] for each in (first, second, third)}
    (name,) = names
    assert [words for role, words in turns(conversation=name) if role == "user"] == [
        "I live in Lisbon, near the river.", "Yes", "Yes",
    ]  # fmt: skip
    # The upstream has it already.
    ask("Where do I live?", previous_response_id=third.parse().id)
    assert upstream.asked[3].body["input"] == "Where do I live?"
    # A retry is not said twice.
    ask("Yes", previous_response_id=first.parse().id)
    assert [words for role, words in turns(conversation=name) if role == "user"].count("Yes") == 2


@pytest.mark.parametrize("given", ["conv_1", {"id": "conv_1"}])
def test_a_conversation_of_the_upstream_is_one_of_ours(ask, turns, given):
    first = ask("Yes", conversation=given)
    second = ask("Yes", conversation=given)
    other = ask("Yes", conversation="conv_2")
    names = [each.headers["X-Conversation-Id"] for each in (first, second, other)]
    assert names[0] == names[1] != names[2]
    assert [words for role, words in turns(conversation=names[0]) if role == "user"] == [
        "Yes",
        "Yes",
    ]


@pytest.mark.parametrize("mode", ["on", "read-only"])
def test_while_tools_are_at_work_the_memory_stays_byte_for_byte(
    known, ask, upstream, reply, turns, mode
):
    header = {"X-Recollect-Memory": mode}
    known.agent("alice").overrides.add("Writes short lines.")
    upstream.replies(reply(CALL))
    first = ask(
        "Where does Alice live?", instructions="Be kind.", tools=[TOOL], extra_headers=header
    )
    known.agent("alice").overrides.add("Writes in German.")
    second = ask([RESULT], instructions="Be kind.", tools=[TOOL], extra_headers=header,
                 previous_response_id=first.parse().id)  # fmt: skip
    bodies = [asked.body for asked in upstream.asked]
    assert "Lisbon" in bodies[0]["input"]
    assert bodies[1]["input"] == [RESULT]
    assert bodies[1]["instructions"] == bodies[0]["instructions"]
    assert second.headers["X-Conversation-Id"] == first.headers["X-Conversation-Id"]
    kept = turns(conversation=first.headers["X-Conversation-Id"])
    expected = [("user", "Where does Alice live?"), ("assistant", "Fine.")]
    assert kept == (expected if mode == "on" else [])


def test_a_client_that_keeps_the_history_gets_the_same_memory_while_tools_work(
    known, ask, upstream
):
    question = {"role": "user", "content": "Where does Alice live?"}
    ask([question], store=False)
    known.agent("alice").remember("Alice lives in Porto since May.", conversation="old")
    ask([question, CALL, RESULT], store=False)
    first, second = (asked.body["input"] for asked in upstream.asked)
    assert second == [*first, CALL, RESULT]


def test_a_stream_passes_byte_for_byte_and_is_kept_and_continued(proxy, upstream, reply, turns):
    sent = events(reply(message("Grüße.")), "Grü", "ße.")
    upstream.streams(*sent)
    body = {"model": "m", "input": "Hello", "stream": True}
    first = proxy.post("/v1/responses", json=body, headers=AGENT)
    assert first.content == b"".join(sent)
    assert turns() == [("user", "Hello"), ("assistant", "Grüße.")]
    upstream.streams(*events(reply(message("Bye.")), "Bye."))
    again = proxy.post(
        "/v1/responses", json=body | {"previous_response_id": "resp_1"}, headers=AGENT
    )
    assert again.headers["X-Conversation-Id"] == first.headers["X-Conversation-Id"]


def test_the_official_client_reads_a_stream_of_text_and_refusals(proxy, upstream, openai, reply):
    upstream.streams(*events(reply(message("Fine.")), "Fi", "ne."))
    client = openai(proxy, X_Recollect_Agent_Id="alice")
    with client.responses.stream(model="m", input="Hello") as stream:
        pieces = [one.delta for one in stream if one.type == "response.output_text.delta"]
    assert pieces == ["Fi", "ne."]
    assert stream.get_final_response().output_text == "Fine."


@pytest.mark.parametrize(("end", "marked"), [("incomplete", {}), ("failed", {"unfinished": True})])
def test_a_stream_that_ends_early_is_kept_and_one_that_fails_is_marked(
    proxy, upstream, memory, reply, end, marked
):
    upstream.streams(*events(reply(), "Half", end=end))
    proxy.post("/v1/responses", json={"input": "Hello", "stream": True}, headers=AGENT)
    last = memory.agent("alice").turns()[-1]
    assert (last.content, dict(last.metadata)) == ("Half", marked)


def test_several_messages_and_a_refusal_are_read(ask, upstream, reply, turns):
    upstream.replies(
        reply(message("One."), {"type": "reasoning", "id": "r", "summary": []}, message("Two."))
    )
    ask("Hello")
    assert turns()[-1] == ("assistant", "One.\nTwo.")
    no = message() | {"content": [{"type": "refusal", "refusal": "I would rather not."}]}
    upstream.replies(reply(no))
    ask("Hello again")
    assert turns()[-1] == ("assistant", "I would rather not.")


def test_nobody_continues_the_response_of_another_agent(ask, proxy, upstream, reply):
    first = ask("Hello")
    upstream.replies(reply(message("Fine.")))
    body = {"model": "m", "input": "Go on", "previous_response_id": first.parse().id}
    other = proxy.post("/v1/responses", json=body, headers={"X-Recollect-Agent-Id": "bob"})
    assert other.headers["X-Conversation-Id"] != first.headers["X-Conversation-Id"]


def test_a_stored_prompt_is_not_replaced_by_instructions(known, ask, upstream):
    known.agent("alice").overrides.add("Writes short lines.")
    ask("Where does Alice live?", prompt={"id": "pmpt_1"})
    body = upstream.asked[0].body
    assert "instructions" not in body
    assert "short lines" in body["input"]
    assert "Lisbon" in body["input"]


def test_after_a_restart_the_chain_goes_on_in_a_conversation_of_its_own(
    serving_again, upstream, openai, reply
):
    names = []
    for previous in (None, "resp_1", "resp_2"):
        with serving_again() as (memory, proxy):
            client = openai(proxy, X_Recollect_Agent_Id="alice")
            upstream.replies(reply(message("Fine.")))
            more: Any = {"previous_response_id": previous} if previous else {}
            answer = client.responses.with_raw_response.create(model="m", input="Hello", **more)
            names.append(answer.headers["X-Conversation-Id"])
            assert len(memory.agent("alice").turns(names[-1])) == 2
    assert len(set(names)) == 3
