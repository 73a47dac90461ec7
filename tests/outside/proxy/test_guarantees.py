"""What docs/proxy.md promises, tried with the clients themselves."""

import threading

import pytest
from anthropic import Anthropic
from node_clients import node_clients
from openai import OpenAI
from replies import SIGNATURE, TEXT, THOUGHT
from servers import until

from clients import CLIENTS as PYTHON
from clients import Question

CLIENTS = PYTHON | node_clients()
REPLY = "".join(TEXT)
MARK = "<recollect_memory_"
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


@pytest.fixture
def how(server, agent):
    url = str(server.base_url).rstrip("/")
    return {"url": url, "headers": {"X-Recollect-Agent-Id": agent}}


@pytest.fixture
def openai(how):
    return OpenAI(base_url=f"{how['url']}/v1", api_key="sk", default_headers=how["headers"])


@pytest.fixture
def anthropic(how):
    return Anthropic(base_url=how["url"], api_key="sk", default_headers=how["headers"])


@pytest.mark.parametrize("name", CLIENTS)
def test_a_stream_arrives_while_the_model_still_writes(how, upstream, turns, name):
    # The model server waits for this in the middle of its reply.
    upstream.pause = threading.Event()
    question = Question(**how, text="Hello", stream=True, on_piece=upstream.pause.set)
    assert CLIENTS[name](question) == REPLY
    assert turns() == [[("user", "Hello"), ("assistant", REPLY)]]


# OpenAI's, Anthropic's and the AI SDK's clients retry by themselves; Ollama's does not.
@pytest.mark.parametrize("name", [name for name in CLIENTS if name != "ollama_chat"])
def test_a_retry_after_an_error_of_the_upstream_is_recorded_once(how, upstream, turns, name):
    upstream.errors.append((503, "overloaded"))
    assert CLIENTS[name](Question(**how, text="Hello")) == REPLY
    assert len(upstream.received) == 2
    assert turns() == [[("user", "Hello"), ("assistant", REPLY)]]


def test_a_client_that_leaves_ends_the_call_and_keeps_what_it_heard(openai, upstream, turns):
    upstream.pause = threading.Event()
    asked = [{"role": "user", "content": "Hello"}]
    with openai.chat.completions.create(model="m", messages=asked, stream=True) as stream:
        until(lambda: TEXT[1] in (next(stream).choices[0].delta.content or ""))
    assert upstream.hung_up.wait(30)
    until(lambda: len(turns()[0]) == 2)
    assert turns() == [[("user", "Hello"), ("assistant", "".join(TEXT[:2]))]]


def test_chat_completions_with_files_and_developer_messages(openai, upstream, server, agent):
    server.post(f"/api/v1/agents/{agent}/overrides", json={"content": "Answer in verse."})
    parts = [
        {"type": "text", "text": "What is in here?"},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PIXEL}"}},
        {"type": "file", "file": {"file_data": "data:application/pdf;base64,JVBERg==", "filename": "a.pdf"}},
    ]  # fmt: skip
    messages = [{"role": "developer", "content": "Be kind."}, {"role": "user", "content": parts}]
    openai.chat.completions.create(model="m", messages=messages)
    system, user = upstream.received[0].body["messages"]
    assert system["role"] == "developer"
    assert system["content"].startswith("Be kind.\n\n<recollect_memory_")
    assert user["content"][:3] == parts


def test_the_prefix_stays_for_the_upstreams_cache(openai, upstream, server, agent):
    server.post(f"/api/v1/agents/{agent}/overrides", json={"content": "Answer in verse."})
    messages = [{"role": "system", "content": "Be kind."}]
    sent = []
    for text in ("My dog is called Bello.", "And my cat Minka.", "Who is Bello?"):
        messages.append({"role": "user", "content": text})
        openai.chat.completions.create(model="m", messages=messages)
        messages.append({"role": "assistant", "content": REPLY})
        sent.append(upstream.received[-1].content)
    for text, before, after in zip(("Bello.", "Minka."), sent, sent[1:], strict=False):
        end = before.index(text.encode()) + len(text)
        assert after[:end] == before[:end]
        assert MARK.encode() in before[:end]


def test_messages_keep_cache_control_thinking_and_documents(anthropic, upstream, server, agent):
    server.post(f"/api/v1/agents/{agent}/overrides", json={"content": "Answer in verse."})
    mark = {"cache_control": {"type": "ephemeral"}}
    tools = [{"name": "weather", "input_schema": {"type": "object"}, **mark}]
    system = [{"type": "text", "text": "Be kind.", **mark}]
    document = {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "x"}}  # fmt: skip
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}}  # fmt: skip
    asked = [document, image | mark, {"type": "text", "text": "What is this?", **mark}]
    anthropic.messages.create(
        model="m", max_tokens=9, tools=tools, system=system,
        messages=[{"role": "user", "content": asked}],
    )  # fmt: skip
    received = upstream.received[0]
    assert received.body["tools"] == tools
    assert received.body["system"][:-1] == system
    assert "verse" in received.body["system"][-1]["text"]
    assert received.body["messages"][0]["content"][:3] == asked
    # Anthropic allows four.
    assert received.content.count(b'"cache_control"') == 4


def test_thinking_comes_back_as_it_was_signed(anthropic, upstream):
    asked = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi"}]}
    with anthropic.messages.stream(**asked) as stream:
        streamed = stream.get_final_message()
    whole = anthropic.messages.create(**asked)
    assert whole.content[0] == streamed.content[0]
    assert whole.content[1].text == streamed.content[1].text == REPLY
    thought = streamed.content[0]
    assert (thought.thinking, thought.signature) == (THOUGHT, SIGNATURE)
    assert streamed.usage.cache_read_input_tokens == 4


def test_a_chain_of_responses_is_one_conversation(openai, upstream, turns):
    first = openai.responses.create(model="m", input="My boat is called Gesine.")
    second = openai.responses.create(
        model="m", input="What is it called?", previous_response_id=first.id, store=True
    )
    assert second.output_text == REPLY
    assert upstream.received[1].body["previous_response_id"] == first.id
    # The upstream has the earlier messages, so they are not added again.
    assert "Gesine" not in upstream.received[1].content.decode()
    (told,) = turns()
    assert [text for role, text in told if role == "user"] == [
        "My boat is called Gesine.",
        "What is it called?",
    ]


def test_responses_keep_files_and_store(openai, upstream):
    parts = [
        {"type": "input_text", "text": "What is in here?"},
        {"type": "input_image", "detail": "auto", "image_url": f"data:image/png;base64,{PIXEL}"},
        {"type": "input_file", "filename": "a.pdf", "file_data": "data:application/pdf;base64,JVBERg=="},
    ]  # fmt: skip
    openai.responses.create(model="m", input=[{"role": "user", "content": parts}], store=False)
    body = upstream.received[0].body
    assert body["store"] is False
    assert body["input"][0]["content"][:3] == parts
