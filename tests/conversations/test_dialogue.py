"""S9: a conversation as chat models take it."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from recollect.budget.counters import by_characters
from recollect.conversations.dialogue import dialogue
from recollect.conversations.windows import Allowance, last_n
from recollect.domain.message import Message
from recollect.domain.turn import Role

NOW = datetime(2026, 11, 15, tzinfo=UTC)


def window(*said, tokens=10_000):
    messages = [
        Message(id=str(at), role=Role(role), content=content, timestamp=NOW)
        for at, (role, content) in enumerate(said)
    ]
    return last_n(messages, Allowance(by_characters, tokens), count=len(said))


def told(system, history, question):
    return [(message.role, message.content) for message in dialogue(system, history, question)]


def test_system_history_and_question_stand_in_order():
    history = window(("user", "I moved."), ("assistant", "Where to?"))
    assert told("Be brief.", history, "To Lisbon.") == [
        ("system", "Be brief."),
        ("user", "I moved."),
        ("assistant", "Where to?"),
        ("user", "To Lisbon."),
    ]


def test_an_unanswered_question_and_the_next_are_one_message():
    history = window(("user", "Hello?"))
    assert told("s", history, "Anyone?") == [("system", "s"), ("user", "Hello?\n\nAnyone?")]


def test_an_answer_without_its_question_does_not_begin_the_conversation():
    history = window(("assistant", "Fine."), ("user", "And you?"), ("assistant", "Too."))
    assert [role for role, _ in told("s", history, "Good.")] == [
        *("system", "user", "assistant", "user")
    ]


def test_a_tool_is_told_by_the_user_and_a_summary_by_the_system():
    history = window(("user", "a"), ("system", "[CONTEXT SUMMARY] b"), ("tool", "c"))
    assert told("s", history, "d") == [
        ("system", "s\n\n[CONTEXT SUMMARY] b"),
        ("user", "a\n\nc\n\nd"),
    ]


def test_of_a_message_longer_than_the_window_what_fits_is_told():
    history = window(("user", "x: " + "long " * 100), tokens=10)
    [_, (_, said)] = told("s", history, "q")
    assert said.startswith("x: long ")
    assert said.endswith("...\n\nq")
    assert len(said) < 50


@given(st.lists(st.tuples(st.sampled_from([*Role]), st.text(min_size=1, max_size=9))))
def test_user_and_assistant_always_take_turns(said):
    first, *roles = [role for role, _ in told("s", window(*said), "q")]
    assert first == "system"
    assert roles == ["user", *["assistant", "user"] * (len(roles) // 2)]
