"""A follow-up in a proxied chat is understood with the messages of its request."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2
import pytest
from openai import OpenAI

from recollect import Memory
from recollect.settings import load
from recollect.wiring import build
from scripted_model import Line, ScriptedModel, Stall

LARGE = "127.0.0.1:8080/Llama-3.3-70B-Instruct"
EVIDENCE = "Pottery is on Mondays at half past six."
ASKED = "When does it start?"
BY_RULES = "When does the pottery class start?"
BY_MODEL = "When does the weekly pottery class start?"
MESSAGES = [
    {"role": "system", "content": "Be kind."},
    {"role": "user", "content": "I signed up for a pottery class."},
    {"role": "assistant", "content": "That sounds fun."},
    {"role": "user", "content": ASKED},
]
CALL = {
    "role": "assistant",
    "tool_calls": [
        {"id": "t1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    ],
}
RESULT = {"role": "tool", "tool_call_id": "t1", "content": "Nothing."}
Start = Callable[..., tuple[Memory, httpx2.Client]]


@pytest.fixture
def start(
    tmp_path: Path, upstream: Any, serve: Callable[[Memory], httpx2.Client]
) -> Iterator[Start]:
    """A proxy with this core model, and evidence in an old conversation."""
    with ExitStack() as stack:

        def start(model: ScriptedModel | None = None, **settings: Any) -> Any:
            chosen = {"embedding_backend": "none", "upstream_base_url": upstream.url} | settings
            house = build(load(**chosen), tmp_path / "m.sqlite", chat_model=model)
            memory = stack.enter_context(Memory(house, background=False))
            memory.agent("alice").remember(EVIDENCE, conversation="old")
            for number in range(30):
                memory.agent("alice").remember(f"Train {number} does start late.", conversation="x")
            return memory, serve(memory)

        yield start


def ask(client: OpenAI, messages: Any = MESSAGES) -> Any:
    made = client.chat.completions.with_raw_response.create(model="m", messages=messages)
    return made.headers["X-Recollect-Memory"], made.headers["X-Recollect-Receipt"]


def test_memory_is_searched_for_what_the_request_means(start, upstream, openai):
    memory, proxy = start()
    outcome, receipt = ask(openai(proxy, X_Recollect_Agent_Id="alice"))
    assert outcome == "used"
    assert EVIDENCE in upstream.asked[0].messages[-1]["content"]
    # The question itself goes upstream as it was asked, and is stored so.
    assert upstream.asked[0].messages[-1]["content"].startswith(ASKED)
    shown = proxy.get(f"/api/v1/receipts/{receipt}").json()
    assert shown["understood"] == BY_RULES
    assert memory.receipt(receipt).understood == BY_RULES


def test_a_first_question_has_nothing_to_follow(start, openai):
    model = ScriptedModel(name=LARGE)
    _, proxy = start(model)
    client = openai(proxy, X_Recollect_Agent_Id="alice")
    _, receipt = ask(client, [MESSAGES[0], MESSAGES[-1]])
    assert proxy.get(f"/api/v1/receipts/{receipt}").json()["understood"] is None
    assert model.asked == []


def test_a_core_model_with_time_enough_is_asked_once_for_a_message(start, openai):
    model = ScriptedModel([BY_MODEL], name=LARGE)
    memory, proxy = start(model)
    client = openai(proxy, X_Recollect_Agent_Id="alice")
    _, receipt = ask(client)
    assert memory.receipt(receipt).understood == BY_MODEL
    assert ask(client, [*MESSAGES, CALL, RESULT]) == ("used", receipt)
    assert len(model.asked) == 1


def test_a_core_model_that_never_answers_costs_no_memory(start, openai):
    stall = Stall()
    model = ScriptedModel([Line((stall, BY_MODEL))], name=LARGE)
    memory, proxy = start(model, memory_deadline_ms=4_000)
    outcome, receipt = ask(openai(proxy, X_Recollect_Agent_Id="alice"))
    assert stall.reached.is_set()
    assert outcome == "used"
    assert memory.receipt(receipt).understood == BY_RULES
    stall.over.set()


def test_with_too_little_time_no_core_model_is_asked(start, openai):
    model = ScriptedModel(name=LARGE)
    _, proxy = start(model, memory_deadline_ms=1_900)
    ask(openai(proxy, X_Recollect_Agent_Id="alice"))
    assert model.asked == []
