"""`find`: every stored text with some words, in whatever table; what is not found is not there."""

import pytest

from recollect import InvalidInput, Memory
from recollect.storage.sqlite.copies import described_copies


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BACKEND", "none")
    return tmp_path / "m.sqlite"


@pytest.fixture
def memory(path):
    with Memory.open(path, background=False) as opened:
        yield opened


def places(memory, *phrases, **more):
    return {(each.agent, each.what, each.id) for each in memory.find(*phrases, **more).found}


def test_words_are_found_in_everything_that_is_stored_of_every_agent(memory):
    alice, bob = memory.agent("alice"), memory.agent("bob")
    said = alice.remember("My neighbour Leopold\nHuber has Crohn disease.", conversation="c").id
    bob.remember("Hello", conversation="leopold huber")
    alice.conversations.rename("c", "About LEOPOLD  HUBER")
    edited = alice.memories.add("Leopold Huber is ill").id
    alice.memories.update(edited, content="A neighbour is ill")
    gone = alice.memories.add("Leopold Huber has a dog").id
    alice.memories.delete(gone)
    rule = alice.overrides.add("Never name Leopold Huber.").id
    bob.items.put(("notes",), "n1", {"text": "leopold huber"})
    found = places(memory, "Leopold Huber")
    assert found >= {
        ("alice", "turn", said),
        ("alice", "conversation", "c"),
        ("alice", "earlier version", edited),
        ("alice", "memory", gone),
        ("alice", "override", rule),
        ("bob", "conversation", "leopold huber"),
        ("bob", "item", "n1"),
    }
    assert {each[0] for each in places(memory, "Leopold Huber", agent="bob")} == {"bob"}
    (turn,) = (each for each in memory.find("crohn").found if each.what == "turn")
    assert (turn.conversation, turn.text) == ("c", "My neighbour Leopold Huber has Crohn disease.")
    (deleted,) = (each for each in memory.find("has a dog").found if each.id == gone)
    assert deleted.status == "deleted"
    assert places(memory, "Leopold Gruber") == set()
    assert places(memory, "Leopold Gruber", "Crohn") == places(memory, "crohn")


def test_once_everything_is_erased_nothing_is_found(memory):
    alice = memory.agent("alice")
    alice.remember("My neighbour Leopold has Crohn disease.", conversation="c", id="1")
    memory.sync()
    assert len(memory.find("Leopold").found) > 1
    alice.conversations.delete("c")
    memory.sync()
    result = memory.find("Leopold", "Crohn")
    assert (result.found, result.agents_searched) == ((), 1)


def test_long_texts_are_shown_around_the_words(memory):
    memory.agent("alice").remember("x " * 500 + "Leopold" + " y" * 500)
    (found,) = memory.find("leopold").found
    assert "Leopold" in found.text
    assert len(found.text) < 200


@pytest.mark.parametrize("phrases", [(), ("",), (" a ",), ("good", "")])
def test_it_takes_words(memory, phrases):
    with pytest.raises(InvalidInput):
        memory.find(*phrases)


def test_copies_are_described(memory, path):
    assert described_copies(str(path)) == memory.copies() == []


def test_a_purge_erases_the_replies_that_repeat_it_and_no_others(memory):
    nurse = memory.agent("nurse")
    talk = [
        ("user", "My neighbour Leopold has Crohn disease."),
        ("assistant", "I am sorry to hear that Leopold has Crohn's disease. How is he?"),
        ("user", "He is well. What is the capital of Portugal?"),
        ("assistant", "The capital is Lisbon, a city with many hills."),
    ]
    for number, (role, text) in enumerate(talk):
        nurse.remember(text, role=role, conversation="c", id=str(number))
    memory.sync()
    known = nurse.memories.list(text="Crohn")[0]
    assert [turn.id for turn in nurse.memories.repeated_in(known.id)] == ["1"]
    nurse.memories.delete(known.id, purge=True)
    memory.sync()
    assert [turn.id for turn in nurse.turns("c")] == ["2", "3"]
    assert memory.find("Leopold", "Crohn").found == ()
    assert "Leopold" not in nurse.context("What do you know of Leopold?").text


def test_a_purge_can_keep_the_replies(memory):
    nurse = memory.agent("nurse")
    nurse.remember("Leopold has Crohn disease.", conversation="c", id="1")
    nurse.remember("Crohn disease of Leopold: noted.", role="assistant", conversation="c", id="2")
    memory.sync()
    known = nurse.memories.list(text="Crohn")[0]
    nurse.memories.delete(known.id, purge=True, keep_replies=True)
    assert [turn.id for turn in nurse.turns("c")] == ["2"]


def test_a_correction_stands_in_contexts_for_the_sentence_that_was_said(memory):
    alice, question = memory.agent("alice"), "Where did I move to? Lisbon or Porto?"
    alice.remember("I moved to Lisbon. I have a dog named Rex.", conversation="c", id="1")
    memory.sync()
    home = alice.memories.list(text="Lisbon")[0]
    alice.memories.update(home.id, pinned=True)
    assert "Lisbon" in alice.context(question).text
    alice.memories.update(home.id, content="Lives in Porto")
    for _ in range(2):
        text = alice.context(question).text
        assert "Lives in Porto" in text
        assert "Rex" in text
        assert "Lisbon" not in text
        memory.rebuild("alice")
        memory.sync()
    alice.memories.restore(home.id, 2)
    assert "Lisbon" in alice.context(question).text
