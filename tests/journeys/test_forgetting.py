"""What is deleted is gone: from memories, profile, recaps, and from the file; what others said stays (M10, M11)."""

import threading
from pathlib import Path

import pytest

from recollect.domain.marks import Relation
from recollect.errors import NotFound
from scripted_reader import ScriptedReader

EVERY = ("active", "review", "superseded", "deleted")


def found_in_files(path: Path, word: str) -> list[str]:
    beside = path.parent.glob(f"{path.name}*")
    return [file.name for file in beside if word.encode() in file.read_bytes()]


def contents(agent, status=EVERY):
    return sorted(entry.content for entry in agent.memories.list(status=status))


def test_what_rests_on_a_deleted_conversation_alone_goes_and_the_rest_stays(opened, clock):
    memory = opened(clock=clock)
    alice = memory.agent("alice")
    alice.ingest("c", [{"user": "I live in Lisbon."}, {"user": "My sister is called Ottilie."}])
    clock.advance(60)
    alice.ingest("d", [{"user": "I live in Lisbon."}, {"user": "I work at Acme."}])
    assert memory.sync().ok
    before = contents(alice)
    assert any("Ottilie" in content for content in before)
    alice.conversations.delete("c")
    assert not any("Ottilie" in content for content in contents(alice))
    assert any("Lisbon" in content for content in contents(alice))
    assert memory.sync().ok
    assert contents(alice) == [content for content in before if "Ottilie" not in content]
    turns = {turn.id: turn.content for turn in alice.turns()}
    for entry in alice.memories.list(status=EVERY):
        assert all(turns[s.turn_id][s.start : s.end] == s.quote for s in entry.sources)


@pytest.mark.parametrize("first", ["c", "d"])
def test_a_memory_keeps_no_word_of_a_deleted_conversation_that_said_more(
    opened, clock, tmp_path, first
):
    memory = opened(clock=clock)
    alice = memory.agent("alice")
    said = {"c": "I live in Lisbon with my xylophone.", "d": "I live in Lisbon."}
    for talk in (first, "d" if first == "c" else "c"):
        alice.ingest(talk, [{"user": said[talk]}, {"user": "Thanks."}])
        memory.sync()
        clock.advance(60)
    # They may be one memory by now, or two, or the later one stands in the place of the other.
    every = alice.memories.list(status=EVERY)
    said_in = {one.conversation for entry in every for one in entry.sources}
    assert said_in == {"c", "d"}
    alice.conversations.delete("c")
    assert any("Lisbon" in content for content in contents(alice))
    assert memory.sync().ok
    assert found_in_files(tmp_path / "memory.sqlite", "xylophone") == []
    assert contents(alice, ("active",)) == ["User lives in Lisbon."]


def test_the_profile_forgets_in_every_version_what_was_deleted(opened, clock, tmp_path):
    memory = opened(clock=clock, profile_regenerate_threshold=1)
    alice = memory.agent("alice")
    alice.ingest("c", [{"user": "My sister is called Ottilie."}, {"user": "Thanks."}])
    memory.sync()
    clock.advance(60)
    alice.ingest("d", [{"user": "I live in Lisbon."}, {"user": "I work at Acme."}])
    memory.sync()
    assert len(alice.profile.versions()) == 2
    alice.conversations.delete("c")
    assert "Ottilie" not in repr(alice.profile.versions())
    assert "Lisbon" in alice.profile.current().text
    assert "Ottilie" not in alice.context().text
    memory.sync()
    assert found_in_files(tmp_path / "memory.sqlite", "Ottilie") == []


def test_a_fact_that_was_superseded_by_a_deleted_conversation_holds_again(opened, clock):
    memory = opened(clock=clock)
    alice = memory.agent("alice")
    alice.ingest("d", [{"user": "I live in Porto."}])
    memory.sync()
    clock.advance(60)
    alice.ingest("c", [{"user": "I moved to Lisbon."}])
    memory.sync()
    assert contents(alice, ("superseded",)) == ["User lives in Porto."]
    alice.conversations.delete("c")
    memory.sync()
    assert contents(alice, ("active",)) == ["User lives in Porto."]
    assert contents(alice) == ["User lives in Porto."]


def everything(memory, agent):
    """Every text that an agent can show."""
    alice = memory.agent(agent)
    entries = alice.memories.list(status=EVERY)
    parts = (
        entries,
        [alice.memories.history(entry.id) for entry in entries],
        alice.turns(),
        alice.profile.versions(),
        alice.summaries.list(),
        alice.graph.entities(),
        alice.search("Who is Ottilie, my sister?"),
        alice.context("Who is Ottilie?").text,
        memory.jobs.list(),
    )
    return repr(parts)


def spoken(opened, clock):
    """A memory in which one turn of several names Ottilie, and all work is done."""
    memory = opened(clock=clock, profile_regenerate_threshold=1)
    alice = memory.agent("alice")
    alice.remember("I live in Lisbon.", conversation="c", id="1")
    alice.remember("My sister is called Ottilie.", conversation="c", id="2")
    alice.remember("I work at Acme.", conversation="c", id="3")
    assert memory.sync().ok
    assert "Ottilie" in repr(alice.profile.versions())
    return memory, alice


def test_a_deleted_turn_leaves_no_word_anywhere(opened, clock, tmp_path):
    memory, alice = spoken(opened, clock)
    receipt = alice.context("Who is Ottilie?").receipt
    before = contents(alice)
    alice.conversations.delete_turn("c", "2")
    for _ in range(2):
        assert "Ottilie" not in everything(memory, "alice")
        assert found_in_files(tmp_path / "memory.sqlite", "Ottilie") == []
        assert memory.sync().ok
    assert [turn.id for turn in alice.turns("c")] == ["1", "3"]
    assert contents(alice) == [content for content in before if "Ottilie" not in content]
    assert [(summary.conversation, summary.turns) for summary in alice.summaries.list()] == [
        ("c", 2)
    ]
    assert "Acme" in alice.profile.current().text
    with pytest.raises(NotFound):
        memory.receipt(receipt.id)
    with pytest.raises(NotFound, match="there is no turn '2'"):
        alice.conversations.delete_turn("c", "2")


def test_what_a_deleted_turn_had_superseded_holds_again(opened, clock):
    memory = opened(clock=clock)
    alice = memory.agent("alice")
    alice.remember("I live in Porto.", conversation="c", id="1")
    memory.sync()
    clock.advance(60)
    alice.remember("I moved to Lisbon.", conversation="c", id="2")
    memory.sync()
    assert contents(alice, ("superseded",)) == ["User lives in Porto."]
    alice.conversations.delete_turn("c", "2")
    memory.sync()
    assert contents(alice) == contents(alice, ("active",)) == ["User lives in Porto."]


def test_a_purged_memory_goes_with_the_turn_that_said_it(opened, clock, tmp_path):
    memory, alice = spoken(opened, clock)
    (sister,) = (entry for entry in alice.memories.list() if "Ottilie" in entry.content)
    assert alice.memories.delete(sister.id, purge=True) == sister
    for _ in range(2):
        assert "Ottilie" not in everything(memory, "alice")
        assert found_in_files(tmp_path / "memory.sqlite", "Ottilie") == []
        assert memory.sync().ok
    assert [turn.id for turn in alice.turns("c")] == ["1", "3"]
    with pytest.raises(NotFound):
        alice.memories.delete(sister.id, purge=True)


def test_a_purge_says_what_else_was_learned_from_its_turns(opened, clock):
    alice = opened(clock=clock, extractor="rules").agent("alice")
    alice.remember("I live in Lisbon. I work at Acme.", conversation="c", id="1")
    alice.remember("I'm allergic to nuts. My sister is called Ottilie.", conversation="c", id="2")
    alice.remember("Lisbon is lovely.", conversation="c", id="4", role="assistant")
    alice.remember("I work at Acme.", conversation="d", id="3")
    assert opened(clock=clock, extractor="rules").sync().ok
    alice.memories.add("User is allergic to nuts.")
    by_text = {entry.content: entry for entry in alice.memories.list()}
    home, work = by_text["User lives in Lisbon."], by_text["User works at Acme."]
    (sister,) = (entry for text, entry in by_text.items() if "Ottilie" in text)
    assert alice.memories.erased_with(home.id) == []
    assert alice.memories.erased_with(work.id) == [home]
    assert [turn.id for turn in alice.memories.repeated_in(work.id)] == ["4"]
    lost = alice.memories.erased_with(sister.id)
    alice.memories.delete(sister.id, purge=True)
    left = {entry.id for entry in alice.memories.list()}
    assert {entry.id for entry in by_text.values()} - left == {sister.id, *(e.id for e in lost)}


def test_a_purged_override_leaves_neither_text_nor_history(opened, clock, tmp_path):
    memory = opened(clock=clock)
    alice = memory.agent("alice")
    rule, other = alice.overrides.add("Ask about Ottilie."), alice.overrides.add("Be brief.")
    alice.overrides.update(rule.id, "Never mention Ottilie.")
    alice.overrides.delete(rule.id)
    assert found_in_files(tmp_path / "memory.sqlite", "Ottilie")
    alice.overrides.delete(rule.id, purge=True)
    assert found_in_files(tmp_path / "memory.sqlite", "Ottilie") == []
    assert "Ottilie" not in everything(memory, "alice")
    assert alice.overrides.list() == [other]
    for gone in (rule.id, alice.memories.add("Rex is a dog").id):
        with pytest.raises(NotFound):
            alice.overrides.delete(gone, purge=True)


def test_a_purged_memory_of_a_persons_own_gives_way_again(opened, clock, tmp_path):
    reader = ScriptedReader(compares=lambda *_: Relation(0.0, 0.0, 0.0, 1.0, 0.0, 0.0))
    memory = opened(clock=clock, message_reader=reader)
    alice = memory.agent("alice")
    porto = alice.memories.add("User lives in Porto.")
    memory.sync()
    clock.advance(60)
    lisbon = alice.memories.add("User lives in Lisbon with a xylophone.")
    memory.sync()
    assert alice.memories.get(porto.id).superseded_by == lisbon.id
    alice.memories.delete(lisbon.id)
    alice.memories.delete(lisbon.id, purge=True)
    memory.sync()
    assert contents(alice) == contents(alice, ("active",)) == ["User lives in Porto."]
    assert found_in_files(tmp_path / "memory.sqlite", "xylophone") == []


def test_nothing_comes_back_that_was_deleted_while_it_was_being_learned(opened, tmp_path):
    memory = opened()
    alice = memory.agent("alice")
    alice.ingest("c", [{"user": "My sister is called Ottilie."}, {"user": "Thanks."}])
    alice.ingest("d", [{"user": "I live in Lisbon."}])
    learner = memory._components.learner
    extract = learner.extract
    reading, deleted = threading.Event(), threading.Event()

    def slowly(*given):
        made = extract(*given)
        reading.set()
        deleted.wait(30)
        return made

    object.__setattr__(learner, "extract", slowly)
    working = threading.Thread(target=memory.sync)
    working.start()
    assert reading.wait(30)
    alice.conversations.delete("c")
    deleted.set()
    working.join()
    assert memory.sync().ok
    assert contents(alice) == ["User lives in Lisbon."]
    assert found_in_files(tmp_path / "memory.sqlite", "Ottilie") == []


def test_an_erased_agent_leaves_nothing_of_what_was_learned(opened, tmp_path):
    memory = opened(profile_regenerate_threshold=1)
    alice, ben = memory.agent("alice"), memory.agent("ben")
    alice.overrides.add("Call me Ottilie.")
    alice.knowledge.put("domain", "Ottilie", "Ottilie")
    for agent in (alice, ben):
        name = "Ottilie" if agent is alice else "Bertram"
        agent.ingest("c", [{"user": f"My sister is called {name}."}, {"user": "I live in Rome."}])
    memory.sync()
    kept = (contents(ben), ben.profile.versions(), ben.summaries.list(), ben.graph.search())
    alice.erase()
    assert (contents(alice), alice.profile.versions(), alice.overrides.list()) == ([], [], [])
    assert (alice.summaries.list(), alice.graph.entities(), alice.knowledge.list()) == ([], [], [])
    assert found_in_files(tmp_path / "memory.sqlite", "Ottilie") == []
    assert (contents(ben), ben.profile.versions(), ben.summaries.list(), ben.graph.search()) == kept
