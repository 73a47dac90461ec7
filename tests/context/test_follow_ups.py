"""Follow-ups of one person: what they ask for is found, and what was just said proves nothing.

`fixture/follow_ups.json` was written before the rules that replace pronouns. The history is that of
`everyday_dev.json`.
"""

import json
from itertools import groupby
from pathlib import Path

import pytest

from recollect.domain.chat import ChatMessage
from recollect.domain.turn import Role

FIXTURE = Path(__file__).parent / "fixture"
DIALOGUES = json.loads((FIXTURE / "follow_ups.json").read_text("utf-8"))
TOKENS = 400


@pytest.fixture(scope="module")
def turns():
    return json.loads((FIXTURE / "everyday_dev.json").read_text("utf-8"))["turns"]


@pytest.fixture
def nadia(opened, turns):
    memory = opened(embedding_backend="none")
    agent = memory.agent("nadia")
    for conversation, said in groupby(turns, lambda turn: turn["conversation"]):
        agent.ingest(conversation, [{k: t[k] for k in ("role", "content", "at")} for t in said])
    memory.sync()
    return agent


def ask(agent, number, dialogue):
    """The context as the proxy gets it, after the dialogue was stored, with and without history."""
    name = f"now {number}"
    agent.ingest(name, dialogue["history"])
    history = [ChatMessage(Role(t["role"]), t["content"]) for t in dialogue["history"]]
    said = [message.content for message in history]
    return [
        agent.injection(
            dialogue["question"], tokens=TOKENS, conversation=name, present=said, history=known
        )
        for known in (history, ())
    ]


def test_what_a_follow_up_asks_for_is_found(nadia):
    found = []
    for number, dialogue in enumerate(DIALOGUES["follow_ups"]):
        shown = [made.user.casefold() for made in ask(nadia, number, dialogue)]
        needs = [text.casefold() for text in dialogue["needs"]]
        found.append([all(text in memory for text in needs) for memory in shown])
    rewritten, as_asked = (sum(column) for column in zip(*found, strict=True))
    assert len(found) == 24
    assert rewritten >= 20
    assert rewritten >= as_asked + 5


def test_a_question_that_stands_alone_is_never_rewritten(nadia):
    for dialogue in DIALOGUES["standalone"]:
        history = [ChatMessage(Role(t["role"]), t["content"]) for t in dialogue["history"]]
        assert nadia.understood(dialogue["question"], history) == dialogue["question"]


def test_the_conversation_itself_does_not_make_a_question_relevant(nadia):
    shown = [ask(nadia, number, each) for number, each in enumerate(DIALOGUES["general"])]
    rewritten, as_asked = (
        sum(made.receipt.relevance.relevant for made in column)
        for column in zip(*shown, strict=True)
    )
    assert rewritten <= as_asked


def test_what_the_model_sees_takes_no_room_from_what_it_does_not(opened):
    memory = opened()
    agent = memory.agent("a")
    agent.remember(
        "The red bicycle with the basket is in the cellar.", conversation="old", id="evidence"
    )
    said = [f"Where is the red bicycle with the basket, {n}? " * 9 for n in range(20)]
    for text in said:
        agent.remember(text, conversation="now")
    memory.sync()
    made = agent.injection(
        "Where is the red bicycle with the basket?", tokens=200, conversation="now", present=said
    )
    assert "in the cellar" in made.user
