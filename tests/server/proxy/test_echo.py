"""The proxy is tried without a model: the reply is what a model would have read."""

from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from openai import NotFoundError, OpenAI

from recollect import Memory
from recollect.server.proxy.echo import ECHO_URL

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
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
    assert "Avoids snacks with peanuts" in text
    assert [turn.role for turn in memory.agent("alice").turns()] == ["user"]


def test_it_has_one_model_and_says_what_it_cannot_do(alice: tuple[Memory, OpenAI]) -> None:
    _, client = alice
    assert [model.id for model in client.models.list()] == ["echo"]
    with pytest.raises(NotFoundError, match="only answers POST /v1/chat/completions"):
        client.embeddings.create(model="echo", input="hello")


def _messages() -> Any:
    return SAID
