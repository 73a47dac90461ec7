"""A message sent without the ones before it is told apart from a retry; lost writes are reported."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import httpx2
import pytest
from openai import OpenAI

from recollect import Memory
from recollect.server.proxy.body import read
from recollect.server.proxy.dialects.chat_completions import CHAT_COMPLETIONS
from recollect.server.proxy.exchange import LAST_TURNS, RetryMark, exchange

Client = Callable[..., OpenAI]
YES = {"role": "user", "content": "Yes"}
CALL = {
    "role": "assistant",
    "content": None,
    "tool_calls": [{"id": "t", "type": "function", "function": {"name": "f", "arguments": "{}"}}],
}
RESULT = {"role": "tool", "tool_call_id": "t", "content": "42"}
SAID = [("user", "Yes"), ("assistant", "Fine.")]


@pytest.fixture
def memory(opened: Callable[..., Memory], upstream) -> Memory:
    # Whatever the machine does, reading what was said is not late.
    return opened(upstream_base_url=upstream.url, memory_deadline_ms=60_000)


@pytest.fixture
def client(proxy: httpx2.Client, openai: Client) -> OpenAI:
    return openai(proxy, X_Recollect_Agent_Id="alice", X_Conversation_Id="c")


def ask(client: OpenAI, *messages, **headers: str):
    made = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.chat.completions.with_raw_response.create(
        model="m", messages=list(messages), extra_headers=made
    )


def test_the_same_message_sent_alone_is_said_again_once_it_was_answered(client, turns):
    ask(client, {"role": "user", "content": "Hello"})
    for _ in range(3):
        ask(client, {"role": "system", "content": "Be kind."}, YES)
    assert turns()[2:] == SAID * 3
    # The requests after tool calls continue the last of them.
    ask(client, YES, CALL, RESULT)
    assert turns()[2:] == [*SAID * 3, SAID[1]]


def test_another_answer_to_the_first_message_does_not_store_the_message_again(
    client, turns, upstream
):
    ask(client, YES)
    upstream.replies(
        {"choices": [{"index": 0, "message": {"role": "assistant", "content": "Good."}}]}
    )
    ask(client, YES)
    assert turns() == [*SAID, ("assistant", "Good.")]


def test_the_first_message_is_said_again_when_its_answer_is_old(memory, client):
    ask(client, YES)
    stored = memory.agent("alice").turns("c")
    body = read(b'{"messages": [{"role": "user", "content": "Yes"}]}', dialect=CHAT_COMPLETIONS)
    same = exchange("alice", "c", body)
    for minutes, is_same in ((9, True), (11, False)):
        later = stored[-1].recorded_at + timedelta(minutes=minutes)
        assert (same.among(stored, RetryMark(), later).turn == stored[0].id) is is_same


@pytest.mark.parametrize("mark", [{"X_Stainless_Retry_Count": "1"}, {"Idempotency_Key": "k1"}])
def test_a_message_sent_alone_with_the_mark_of_a_retry_changes_nothing(client, turns, mark):
    for _ in range(3):
        ask(client, YES, **mark)
    assert turns() == SAID
    ask(client, YES, Idempotency_Key="k2")
    assert turns() == SAID * 2


def test_a_message_whose_answer_broke_off_is_not_said_again_by_a_retry(memory, client):
    alice = memory.agent("alice")
    ask(client, YES)
    alice.conversations.delete_turn("c", alice.turns("c")[-1].id)
    alice.ingest("c", [{"role": "assistant", "content": "Fi", "metadata": {"unfinished": True}}])
    ask(client, YES)
    assert [turn.content for turn in alice.turns("c")] == ["Yes", "Fi", "Fine."]


def test_words_from_long_ago_are_said_again(memory, client):
    alice = memory.agent("alice")
    ask(client, YES)
    alice.ingest("c", [{"content": f"Line {number}"} for number in range(LAST_TURNS)])
    ask(client, YES)
    assert [turn.content for turn in alice.turns("c", last=2)] == ["Yes", "Fine."]


def test_after_a_write_that_failed_replies_say_that_nothing_is_stored(
    client, turns, tmp_path: Path, until
):
    ask(client, {"role": "user", "content": "Hello"})
    files = [path for path in tmp_path.iterdir() if path.name.startswith("memory.sqlite")]
    aside = tmp_path / "aside"
    aside.mkdir()
    for path in files:
        path.rename(aside / path.name)

    def reported() -> str | None:
        return ask(client, YES).headers.get("X-Recollect-Recording")

    until(lambda: reported() == "storage_lost")
    for path in files:
        (aside / path.name).rename(path)
    until(lambda: reported() is None)
    assert len(turns()) > len(SAID)
