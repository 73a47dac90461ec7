"""A follow-up question is rewritten with its conversation before memory is searched."""

import pytest

from recollect import Memory, NotFound
from recollect.domain.chat import ChatMessage
from recollect.domain.turn import Role
from recollect.settings import load
from recollect.wiring import build
from scripted_model import Line, ScriptedModel, Stall

LARGE = "127.0.0.1:8080/Llama-3.3-70B-Instruct"
ASKED = "When does it start?"
BY_RULES = "When does the pottery class start?"
BY_MODEL = "When does the weekly pottery class start?"
EVIDENCE = "Pottery is on Mondays at half past six."
TALK = (("user", "I signed up for a pottery class."), ("assistant", "That sounds fun."))


@pytest.fixture
def house(tmp_path):
    """A memory with this core model, evidence in an old conversation, and the current one."""
    memories = []

    def open_(model=None, retention="durable", **settings):
        chosen = {"extractor": "none"} | settings
        house = build(load(**chosen), tmp_path / "m.sqlite", chat_model=model)
        memories.append(Memory(house, background=False))
        agent = memories[-1].agent("alice")
        agent.remember(EVIDENCE, conversation="old", at="2026-05-01T10:00:00+00:00")
        for number in range(30):
            agent.remember(f"The train number {number} does start late.", conversation="trains")
        talk = memories[-1].conversation("now", agent="alice", retention=retention)
        for role, text in TALK:
            talk.add(role, text)
        return memories[-1]

    yield open_
    for memory in memories:
        memory.close()


def test_memory_is_searched_for_what_a_follow_up_means_and_the_receipt_says_so(house):
    alice = house().agent("alice")
    alone = alice.context(ASKED, tokens=100)
    assert EVIDENCE not in alone.text
    assert alone.receipt.understood is None
    context = alice.context(ASKED, tokens=100, conversation="now")
    assert EVIDENCE in context.text
    assert context.receipt.understood == BY_RULES


def test_a_question_that_stands_alone_is_searched_for_as_it_is(house):
    model = ScriptedModel(name=LARGE)
    alice = house(model).agent("alice")
    context = alice.context("Which trains are late?", conversation="now")
    assert context.receipt.understood is None
    assert model.asked == []


def test_the_question_may_already_be_stored_and_is_not_its_own_answer(house):
    memory = house()
    memory.conversation("now", agent="alice").add("user", ASKED, id="ask")
    receipt = memory.agent("alice").context(ASKED, conversation="now").receipt
    assert receipt.understood == BY_RULES
    assert [item.reason for item in receipt.left_out if item.id == "ask"] == ["asked"]


def test_only_what_had_been_said_by_then_is_used(house):
    then = house().agent("alice").context(ASKED, conversation="now", as_of="2026-06-01T00:00:00Z")
    assert then.receipt.understood is None


def test_why_not_explains_the_same_question(house):
    alice = house().agent("alice")
    name = alice.turns("old")[0].id
    context = alice.context(ASKED, tokens=100, conversation="now")
    assert name in {item.id for item in context.receipt.items}
    assert alice.why_not(name, ASKED, tokens=100, conversation="now").included
    assert not alice.why_not(name, ASKED, tokens=100).included


def test_a_large_core_model_is_asked_once(house):
    model = ScriptedModel([BY_MODEL], name=LARGE)
    context = house(model).agent("alice").context(ASKED, conversation="now")
    assert context.receipt.understood == BY_MODEL
    assert len(model.asked) == 1


def test_rules_stand_in_for_a_core_model_that_never_answers(house):
    stall = Stall()
    model = ScriptedModel([Line((stall, BY_MODEL))], name=LARGE)
    alice = house(model, rewrite_timeout_seconds=0.1).agent("alice")
    assert alice.context(ASKED, conversation="now").receipt.understood == BY_RULES
    stall.over.set()


def test_nothing_is_rewritten_while_memory_is_off(house, tmp_path):
    model = ScriptedModel(name=LARGE)
    house(model).close()
    off = build(load(enabled=False), tmp_path / "m.sqlite", chat_model=model)
    with Memory(off, background=False) as memory:
        assert memory.agent("alice").context(ASKED, conversation="now").receipt.understood is None
    assert model.asked == []


def test_no_secret_of_a_request_reaches_the_model_or_the_receipt(house):
    model = ScriptedModel(lambda _: "nonsense", name=LARGE)
    alice = house(model).agent("alice")
    history = [ChatMessage(Role.USER, "My wifi password is correct-horse-7.")]
    assert "correct-horse-7" not in alice.understood("Is it safe?", history)
    assert model.asked
    assert "correct-horse-7" not in repr(model.asked)


def test_of_an_ephemeral_conversation_no_receipt_is_kept(house):
    memory = house(retention="ephemeral")
    alice = memory.agent("alice")
    context = alice.context(ASKED, conversation="now")
    assert context.receipt.understood == BY_RULES
    with pytest.raises(NotFound):
        memory.receipt(context.receipt.id)
    assert not alice._components.assembler.contexts._values


def test_a_deleted_conversation_leaves_no_receipt_with_its_words(house):
    memory = house()
    alice = memory.agent("alice")
    context = alice.context(ASKED, conversation="now")
    assert memory.receipt(context.receipt.id).understood == BY_RULES
    alice.conversations.delete("now")
    with pytest.raises(NotFound):
        memory.receipt(context.receipt.id)
