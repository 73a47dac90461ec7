"""The proxy is tried without a model: the reply is what a model would have read."""

import re
from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from openai import NotFoundError, OpenAI

from recollect import Memory
from recollect.server.proxy.echo import ECHO_URL
from recollect.server.proxy.paths import CHATS
from recollect.server.proxy.reply_reader import reader_for

SAID = [{"role": "user", "content": "Which snacks should I avoid?"}]


@pytest.fixture
def alice(
    opened: Callable[..., Memory],
    serve: Callable[[Memory], httpx2.Client],
    openai: Callable[..., OpenAI],
) -> tuple[Memory, OpenAI]:
    memory = opened(upstream_base_url=ECHO_URL)
    memory.agent("alice").memories.add("Avoids snacks with peanuts")
    return memory, openai(serve(memory), X_Recollect_Agent_Id="alice")


def test_a_reply_shows_the_memory_that_was_added_and_only_the_question_is_stored(
    alice: tuple[Memory, OpenAI],
) -> None:
    memory, client = alice
    raw = client.chat.completions.with_raw_response.create(model="any", messages=_messages())
    assert raw.headers["X-Recollect-Recording"] == "echo"
    text = raw.parse().choices[0].message.content or ""
    assert text.startswith("A model would have read this:\n\n[user]\nWhich snacks")
    assert "Avoids snacks with peanuts" in text
    stored = [turn.content for turn in memory.agent("alice").turns()]
    assert stored == ["Which snacks should I avoid?"]
    # A program that stores both sides itself, as in the tutorial.
    said = memory.agent("alice").remember(text, conversation="mine", role="assistant")
    quoted = memory.agent("alice").remember(text, conversation="mine")
    pair = {"user": "Hi", "assistant": text}
    memory.agent("alice").ingest("pairs", [pair])
    first_line = "A model would have read this: […]"
    assert said.content == first_line
    assert quoted.content == text.strip()
    assert [turn.content for turn in memory.agent("alice").turns("pairs")] == ["Hi", first_line]
    assert first_line not in memory.agent("alice").context("What would a model have read?").text


def test_a_streamed_reply_says_the_same(alice: tuple[Memory, OpenAI]) -> None:
    memory, client = alice
    chunks = client.chat.completions.create(model="any", messages=_messages(), stream=True)
    pieces = [chunk.choices[0].delta.content or "" for chunk in chunks]
    assert pieces[:4] == ["", "A ", "model ", "would "]
    text = "".join(pieces)
    whole = client.chat.completions.create(model="any", messages=_messages())
    assert _untagged(text) == _untagged(whole.choices[0].message.content or "")
    assert "Avoids snacks with peanuts" in text
    assert [turn.role for turn in memory.agent("alice").turns()] == ["user"]


def test_responses_are_answered_too(alice: tuple[Memory, OpenAI]) -> None:
    memory, client = alice
    asked = {"model": "any", "instructions": "Be kind.", "input": SAID[0]["content"]}
    reply = client.responses.create(**asked)
    assert reply.output_text.startswith("A model would have read this:\n\n[system]\nBe kind.")
    assert "Avoids snacks with peanuts" in reply.output_text
    with client.responses.stream(
        model="any", input="And sweets?", previous_response_id=reply.id
    ) as stream:
        pieces = [each.delta for each in stream if each.type == "response.output_text.delta"]
        assert len(pieces) > 9
        assert "".join(pieces) == stream.get_final_response().output_text
    assert "[user]\nAnd sweets?" in "".join(pieces)
    turns = memory.agent("alice").turns()
    assert [turn.content for turn in turns] == [SAID[0]["content"], "And sweets?"]
    assert len({turn.conversation for turn in turns}) == 1


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize(
    ("path", "more"), [("/v1/messages", {"system": "Be kind.", "max_tokens": 9}), ("/api/chat", {})]
)
def test_messages_and_ollama_are_answered_as_their_clients_read_it(
    alice: tuple[Memory, OpenAI], path: str, more: dict[str, Any], streamed: bool
) -> None:
    memory, client = alice
    body = {"model": "any", "messages": SAID, "stream": streamed, **more}
    headers = {"X-Recollect-Agent-Id": "alice"}
    answer = httpx2.post(client.base_url.join(path), json=body, headers=headers, timeout=60)
    assert answer.headers["X-Recollect-Recording"] == "echo"
    reader = reader_for(CHATS[path], answer.status_code, answer.headers)
    reader.feed(answer.content)
    text = reader.reply().text
    assert reader.is_complete
    assert text.startswith("A model would have read this:")
    assert "Avoids snacks with peanuts" in text
    assert ("Be kind." in text) is bool(more)
    assert [turn.role for turn in memory.agent("alice").turns()] == ["user"]


def test_an_address_with_v1_twice_is_told_so(alice: tuple[Memory, OpenAI]) -> None:
    _, client = alice
    for path in ("v1/messages", "v1/chat/completions"):
        answer = httpx2.post(client.base_url.join(path), json={"model": "m"}, timeout=60)
        assert answer.status_code == 404
        assert "leave /v1 out of the client's base URL" in answer.json()["error"]["message"]


def test_it_has_one_model_and_says_what_it_cannot_do(alice: tuple[Memory, OpenAI]) -> None:
    _, client = alice
    assert [model.id for model in client.models.list()] == ["echo"]
    with pytest.raises(NotFoundError, match="only answers GET /v1/models and chats") as caught:
        client.embeddings.create(model="echo", input="hello")
    assert caught.value.code == "not_found"
    for path in ("/v1/messages/count_tokens", "/v1/messages"):
        answer = httpx2.post(client.base_url.join(path), json={"model": "m"}, timeout=60)
        assert answer.status_code in {400, 404}
        assert answer.json()["type"] == "error"
        assert answer.json()["error"]["type"] in {"invalid_request_error", "not_found_error"}
    answer = httpx2.post(client.base_url.join("/api/embed"), json={"model": "m"}, timeout=60)
    assert "only answers" in answer.json()["error"]


def _untagged(text: str) -> str:
    """Without the names of tags, which a server makes up."""
    return re.sub(r"recollect_memory_\w+", "", text)


def _messages() -> Any:
    return SAID
