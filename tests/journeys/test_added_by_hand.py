"""What people add by hand is compared with what is there, and none of it is dropped (M4)."""

import pytest

from recollect.domain.marks import Relation
from scripted_reader import Mark, ScriptedReader


def added(memory, *contents, **how):
    """The memories as they stand once they have been compared, in the order in which they were added."""
    desk = memory.agent("alice").memories
    names = [desk.add(content, **how).id for content in contents]
    assert memory.sync().ok
    return [desk.get(name) for name in names]


def disputes(memory):
    """What waits for a person: each with its rivals."""
    return [
        (dispute.id, [rival.id for rival in dispute.rivals])
        for dispute in memory.agent("alice").review.list()
    ]


@pytest.mark.parametrize("subject", [None, "user"])
@pytest.mark.parametrize(
    ("first", "second", "statuses"),
    [
        ("User is vegetarian.", "User is not vegetarian.", ("review", "review")),
        ("User likes Thai food.", "User does not like Thai food.", ("review", "review")),
        ("User ist Vegetarier.", "User ist kein Vegetarier.", ("review", "review")),
        ("User likes Thai food a lot", "User likes Chinese food a lot", ("active", "active")),
        ("User likes tea very much", "User likes tea", ("active", "active")),
        ("Alice lives in Lisbon.", "Bob lives in Porto.", ("active", "active")),
        ("Alice lives in Lisbon.", "User lives in Porto.", ("active", "active")),
        ("Fact 2 of one", "Fact 2 of two", ("active", "active")),
        ("Knows the letter a", "Knows the letter i", ("active", "active")),
    ],
)
def test_what_is_added_is_compared_with_what_is_there(memory, subject, first, second, statuses):
    before, after = added(memory, first, second, subject=subject)
    assert (before.status, after.status) == statuses
    assert (before.content, after.content) == (first, second)
    assert disputes(memory) == ([(after.id, [before.id])] if after.status == "review" else [])


@pytest.mark.parametrize("subject", [None, "user"])
@pytest.mark.parametrize("second", ["User lives in Lisbon.", "User moved to Lisbon."])
def test_another_home_ends_the_one_before_or_is_asked_about(memory, subject, second):
    porto, lisbon = added(memory, "User lives in Porto.", second, subject=subject)
    asked = disputes(memory) == [(lisbon.id, [porto.id])]
    ended = porto.status == "superseded" and porto.superseded_by == lisbon.id
    assert asked or ended
    assert lisbon.status == ("review" if asked else "active")


@pytest.mark.parametrize("subject", [None, "user"])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Project uses Python 3.11", "Project uses Python 3.12"),
        ("The answer is 41", "The answer is 42"),
    ],
)
def test_what_differs_in_a_number_is_never_merged(memory, subject, first, second):
    pair = added(memory, first, second, subject=subject)
    assert [each.content for each in pair] == [first, second]
    assert {each.status.value for each in pair} in ({"active"}, {"review"})
    assert [each.confidence for each in pair] == [0.5, 0.5]


def test_the_same_in_other_words_contradicts_nothing(memory):
    first, second = added(memory, "User is allergic to peanuts.", "User has a peanut allergy.")
    # One or both, but none is doubted, and the later words stand as they were written.
    assert (second.content, second.status) == ("User has a peanut allergy.", "active")
    assert first.status == "active" or first.superseded_by == second.id


def test_what_is_returned_is_what_was_added(memory):
    desk = memory.agent("alice").memories
    desk.add("User is vegetarian.")
    memory.sync()
    made = desk.add("User is not vegetarian.")
    assert (made.content, made.status, made.version) == ("User is not vegetarian.", "active", 1)


def says_the_same(_earlier, _later):
    return Relation(1.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def replaces(_earlier, _later):
    return Relation(0.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@pytest.fixture
def replacing(opened):
    """A memory whose reader takes every later home for the only one."""
    return opened(message_reader=ScriptedReader(compares=replaces))


def test_the_same_in_other_words_is_surer_and_keeps_the_persons_own(opened):
    marks = {"I am allergic to peanuts": Mark(kept=0.9)}
    memory = opened(message_reader=ScriptedReader(marks, compares=says_the_same))
    alice = memory.agent("alice")
    alice.remember("I am allergic to peanuts.", id="t1", conversation="c")
    memory.sync()
    (learned,) = alice.memories.list()
    (mine,) = added(memory, "User is allergic to peanuts.", tags=["mine"], confidence=0.3)
    assert mine.status == "active"
    assert mine.confidence == pytest.approx(learned.confidence + 0.1)
    assert {"mine", *learned.tags} == {*mine.tags}
    assert [source.turn_id for source in mine.sources] == ["t1"]
    assert alice.memories.get(learned.id).superseded_by == mine.id
    memory.rebuild()
    assert memory.sync().ok
    assert [(each.id, each.content) for each in alice.memories.list()] == [(mine.id, mine.content)]
    # It was the person's own before it was said: it outlives the conversation.
    alice.conversations.delete("c")
    assert memory.sync().ok
    assert [(each.id, each.sources) for each in alice.memories.list()] == [(mine.id, ())]


def test_a_pinned_one_is_not_superseded(replacing):
    (porto,) = added(replacing, "User lives in Porto.", pinned=True)
    (lisbon,) = added(replacing, "User lives in Lisbon.")
    assert replacing.agent("alice").memories.get(porto.id).status == lisbon.status == "review"


def test_what_is_learned_does_not_end_a_pinned_one(opened):
    marks = {"My flat stands in Lisbon": Mark(kept=0.9)}
    memory = opened(message_reader=ScriptedReader(marks, compares=replaces))
    (porto,) = added(memory, "My flat stands in Porto.", pinned=True)
    alice = memory.agent("alice")
    alice.remember("My flat stands in Lisbon.", conversation="c")
    for _ in range(2):
        assert memory.sync().ok
        assert alice.memories.get(porto.id).status == "review"
        assert len(alice.review.list()) == 1
        memory.rebuild()


def test_a_decision_stands_when_more_is_added_and_learned_anew(memory):
    alice = memory.agent("alice")
    first, second = added(memory, "User is vegetarian.", "User is not vegetarian.")
    alice.review.resolve(second.id, keep="both")
    alice.memories.update(first.id, tags=["food"])
    added(memory, "Plays chess")
    memory.rebuild()
    assert memory.sync().ok
    assert [entry.status for entry in alice.memories.list()] == ["active"] * 3


def test_what_was_over_and_is_added_again_takes_its_place_back(replacing):
    added(replacing, "User lives in Porto.", "User lives in Lisbon.")
    (porto,) = added(replacing, "User lives in Porto.")
    (held,) = replacing.agent("alice").memories.list()
    assert (held.id, held.status) == (porto.id, "active")


def test_what_is_learned_and_what_is_added_are_told_apart_after_a_rebuild(opened):
    marks = {"My flat stands in Porto": Mark(kept=0.9)}
    memory = opened(message_reader=ScriptedReader(marks, compares=replaces))
    alice = memory.agent("alice")
    alice.remember("My flat stands in Porto.", conversation="c")
    memory.sync()
    added(memory, "My flat stands in Lisbon.")
    for _ in range(2):
        assert [entry.content for entry in alice.memories.list()] == ["My flat stands in Lisbon."]
        memory.rebuild()
        assert memory.sync().ok


def test_nothing_is_compared_where_that_is_not_wanted(opened):
    memory = opened(verification_enabled=False)
    statuses = [each.status for each in added(memory, "User likes tea.", "User does not like tea.")]
    assert statuses == ["active", "active"]


def test_the_bare_rules_end_what_shares_many_words(opened):
    memory = opened(verification_mode="seed")
    pair = added(memory, "User likes Thai food a lot", "User likes Chinese food a lot")
    assert [each.status for each in pair] == ["superseded", "active"]
