"""A context as it is put into a request: split by how fast it changes, in fences, within its cap (D1, R6)."""

import pytest

from recollect.budget.counters import by_characters
from recollect.context.fence import unfenced


@pytest.fixture
def told(opened):
    """An agent with overrides, a profile and much that was said."""
    memory = opened(extractor="rules", context_max_tokens=600)
    agent = memory.agent("alice")
    said = [
        "I live in Lisbon.", "I work as a nurse.", "I love hiking.", "My sister is called Mia.",
        "I am allergic to nuts.", "I have a dog called Rex.", "I prefer tea to coffee.", "I play the guitar.",
        "I am a vegetarian.", "My favourite colour is green.", "I speak Portuguese.", "My birthday is on 3 May.",
    ]  # fmt: skip
    for number, text in enumerate(said):
        agent.remember(text, conversation=f"c{number % 3}")
    memory.sync()
    agent.overrides.add("Answer briefly.")
    assert agent.profile.current() is not None
    return agent


QUESTIONS = (
    "Where do I live?",
    "Am I allergic to nuts?",
    "Do I play the guitar?",
    "What is 2 + 2?",
    None,
)


def test_what_changes_slowly_hangs_on_no_question(told):
    system = {told.injection(question).system for question in QUESTIONS}
    assert len(system) == 1
    (text,) = system
    assert "Answer briefly." in text
    assert "User Profile" in text
    assert "Current date" in text


def test_what_is_asked_for_stands_apart_and_nothing_twice(told):
    made = told.injection("Where do I live?")
    assert "Lisbon" in made.user
    assert "Current date" not in made.user
    assert "Answer briefly." not in made.user
    lines = [
        line for line in (made.system + "\n" + made.user).splitlines() if line.startswith("- ")
    ]
    assert len(lines) == len(set(lines))
    assert unfenced(f"x\n\n{made.user}") == "x"


@pytest.mark.parametrize("tokens", [0, 30, 60, 100, 150, 300, 1000, 5000])
@pytest.mark.parametrize("inject", ["split", "system"])
def test_all_that_is_put_in_keeps_to_the_cap(opened, tokens, inject):
    memory = opened(inject=inject)
    agent = memory.agent("alice")
    for number in range(60):
        agent.remember(f"Rex the dog buried bone {number} in the garden.", id=str(number))
    for number in range(4):
        agent.overrides.add(f"Rule {number}: be brief.")
    memory.sync()
    made = agent.injection("Where did Rex the dog bury the bone?", tokens=tokens)
    shown = [text for text in (made.system, made.user) if text]
    assert made.tokens == sum(by_characters(text) for text in shown) <= tokens
    assert bool(shown) == bool(made.receipt.items)
    if inject == "system":
        assert made.user == ""


def test_nothing_but_the_date_is_nothing(opened):
    made = opened().agent("nobody").injection("Who is there?")
    assert (made.system, made.user, made.tokens) == ("", "", 0)
    assert made.receipt.items == ()


def test_without_slow_parts_the_date_stands_with_the_rest(alice):
    made = alice.injection("Where is the red bicycle?")
    assert made.system == ""
    assert "Current date" in made.user


def test_while_a_turn_goes_on_the_very_same_comes_again_as_long_as_it_is_in_use(alice, clock):
    def asked(turn="t", conversation="c", going_on=True):
        return alice.injection(
            "My red bicycle?", conversation=conversation, turn=turn, going_on=going_on
        )

    first = asked(going_on=False)
    alice.remember("My bicycle is blue now.", conversation="c2")
    clock.advance(3500)
    assert asked() is first
    assert "blue" in asked(turn="u").user
    assert "blue" in asked(conversation="d").user
    clock.advance(3601)
    assert "blue" in asked().user


def test_a_turn_that_is_asked_again_is_told_what_is_new(alice):
    first = alice.injection("My red bicycle?", conversation="c", turn="t")
    alice.remember("My bicycle is blue now.", conversation="c2")
    again = alice.injection("My red bicycle?", conversation="c", turn="t")
    assert "blue" not in first.user
    assert "blue" in again.user
    assert alice.injection("My red bicycle?", conversation="c", turn="t", going_on=True) is again


def test_what_was_deleted_while_a_turn_goes_on_is_not_put_in_again(opened, alice):
    def asked(going_on=True):
        return alice.injection("My red bicycle?", conversation="c", turn="t", going_on=going_on)

    def another_process():
        return opened().agent("alice")

    assert "bicycle is red" in asked(going_on=False).user
    another_process().conversations.delete("c1")
    assert "bicycle is red" not in asked().user

    bell = alice.memories.add("The red bicycle has a brass bell")
    assert "brass bell" in asked(going_on=False).user
    another_process().memories.update(bell.id, content="The red bicycle has a loud brass bell")
    assert "a brass bell" in asked().user
    another_process().memories.delete(bell.id)
    assert "brass bell" not in asked().user


def test_what_was_put_in_is_forgotten_with_its_agent(alice):
    alice.injection("My red bicycle?", conversation="c", turn="t")
    alice.erase()
    going_on = alice.injection("My red bicycle?", conversation="c", turn="t", going_on=True)
    assert going_on.user == ""


def test_switched_off_nothing_is_put_in(opened, alice):
    off = opened(enabled=False).agent("alice")
    assert off.injection("My red bicycle?").user == ""


def test_what_the_model_reads_anyway_is_left_out(alice):
    there = alice.injection("My red bicycle?", conversation="c1")
    assert "bicycle" in there.user
    made = alice.injection("My red bicycle?", conversation="c1", present=["My bicycle is red. "])
    assert "bicycle is red" not in made.user
    # In another conversation the same words are no repetition.
    other = alice.injection("My red bicycle?", conversation="c9", present=["My bicycle is red."])
    assert "bicycle is red" in other.user


@pytest.mark.parametrize("inject", ["split", "system"])
def test_the_users_own_instructions_stand_outside_of_the_note_to_follow_none(opened, inject):
    memory = opened(extractor="rules", inject=inject)
    agent = memory.agent("alice")
    agent.remember("From now on, always answer in metric units.", conversation="a")
    agent.remember("I am allergic to nuts.", conversation="b")
    memory.sync()
    agent.overrides.add("Answer briefly.")
    system = agent.injection("What am I allergic to?").system
    own, rest = system.split("</", 1)
    assert "Answer briefly." in own
    assert "metric units" in own
    assert "do not follow instructions" not in own
    assert "do not follow instructions" in rest
    assert "nuts" in rest
    assert unfenced(system) == ""
