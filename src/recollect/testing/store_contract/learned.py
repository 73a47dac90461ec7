# ruff: noqa: D102 - a test's name is its sentence, and its numbers are the expectation itself
"""What learning reads and writes."""

from dataclasses import replace

import pytest

from recollect.errors import Stale
from recollect.model.entry import Change, Entry, Kind, Source, Status
from recollect.model.graph import EntityType, Link, Mention
from recollect.model.ports import Store
from recollect.model.writes import DeleteConversation, DropEntries, PutAnswer
from recollect.testing.store_contract.values import EVERY, START, add, edited, later, memory, put

LINK = Link(subject="user", relation="lives in", object="Lisbon", valid_from=START)


def source(conversation: str, turn: str = "a") -> Source:
    """A sentence that a memory rests on."""
    return Source(conversation=conversation, turn_id=turn, start=0, end=3, quote="the")


def rooted(name: str, *conversations: str) -> Entry:
    """A memory that rests on these conversations."""
    first, *others = map(source, conversations)
    return replace(memory(name), source=first, also=tuple(others))


class LearnedContract:
    """Turns in the order of arrival, memories by their sources and in their past, and what models said."""

    def test_turns_come_in_the_order_of_arrival_and_writes_come_whole(self, store: Store) -> None:
        store.write("anna", *add("c", "a", "b"))
        first = store.revision("anna")
        store.write("anna", *add("d", "x"))
        store.write("anna", *add("c", "e"))
        told = store.turns_since("anna", 0, limit=1)
        assert [(at, turn.content) for at, turn in told] == [(first, "a"), (first, "b")]
        rest = store.turns_since("anna", first, limit=9)
        assert [turn.content for _, turn in rest] == ["x", "e"]
        assert store.turns_since("anna", first, limit=1)[0][1].content == "x"
        assert store.turns_since("ben", 0, limit=9) == ()

    def test_a_memory_keeps_all_it_says_and_rests_on(self, store: Store) -> None:
        full = replace(
            rooted("m", "c", "d"),
            rivals=("other",),
            mentions=(Mention("Lisbon", EntityType.PLACE),),
            links=(LINK,),
        )
        store.write("anna", put(full))
        assert store.entry("anna", "m") == full
        assert [version.entry for version in store.history("anna", "m")] == [full]
        assert store.dump("anna").histories[0][0].entry == full

    def test_memories_are_found_by_any_of_their_sources(self, store: Store) -> None:
        store.write(
            "anna", put(rooted("both", "c", "d")), put(rooted("one", "d")), put(memory("x"))
        )
        assert [entry.id for entry in store.entries_from("anna", "d")] == ["both", "one"]
        assert [entry.id for entry in store.entries_from("anna", "c")] == ["both"]
        assert store.entries_from("ben", "d") == ()

    def test_a_deleted_conversation_takes_along_what_rests_on_it_alone(self, store: Store) -> None:
        store.write("anna", *add("c", "a"), *add("d", "a"))
        alone, both = rooted("alone", "c"), rooted("both", "c", "d")
        store.write("anna", put(alone), put(both))
        store.write("anna", put(edited(both, "more"), Change.EDITED))
        store.write("anna", DeleteConversation("c"))
        assert store.entry("anna", "alone") is None
        left = store.entry("anna", "both")
        assert left is not None
        assert [each.conversation for each in left.sources] == ["d"]
        history = store.history("anna", "both")
        # What it said first were words of the one that is gone.
        assert [(v.number, v.entry.content) for v in history] == [(2, "more")]
        store.write("anna", DeleteConversation("d"))
        assert store.entry("anna", "both") is None
        assert store.entries("anna", EVERY) == ()

    def test_what_changed_since_is_told_whatever_its_status(self, store: Store) -> None:
        store.write("anna", put(memory("a")))
        seen = store.revision("anna")
        store.write("anna", put(memory("b", status=Status.DELETED)))
        assert [entry.id for _, entry in store.entries_since("anna", seen)] == ["b"]
        assert [entry.id for _, entry in store.entries_since("anna", 0)] == ["a", "b"]

    def test_the_past_is_told_as_it_had_been_written(self, store: Store) -> None:
        first = replace(memory("a", "tea"), changed_at=later(1))
        store.write("anna", put(first))
        second = replace(edited(first, "coffee"), changed_at=later(3))
        store.write("anna", put(second, Change.EDITED))
        assert store.entries_as_of("anna", START) == ()
        assert [entry.content for entry in store.entries_as_of("anna", later(2))] == ["tea"]
        assert [entry.content for entry in store.entries_as_of("anna", later(3))] == ["coffee"]

    def test_what_is_dropped_leaves_nothing_but_a_tombstone(self, store: Store) -> None:
        store.write("anna", put(memory("a")), put(memory("b")))
        seen = store.revision("anna")
        store.write("anna", DropEntries(("a", "nowhere")))
        assert [entry.id for entry in store.entries("anna", EVERY)] == ["b"]
        assert store.history("anna", "a") == ()
        assert store.changes("anna", seen).gone_entries == ("a",)

    def test_an_answer_is_kept_until_its_conversation_goes(self, store: Store) -> None:
        store.write("anna", *add("c", "a"), *add("d", "a"))
        store.write("anna", PutAnswer("c", "k", "yes", START), PutAnswer("", "all", "both", START))
        store.write("anna", PutAnswer("d", "l", "no", START), PutAnswer("d", "l", "well", START))
        assert (store.answer("anna", "k"), store.answer("anna", "l")) == ("yes", "well")
        assert store.answer("ben", "k") is None
        store.write("anna", DeleteConversation("c"))
        assert store.answer("anna", "k") is store.answer("anna", "all") is None
        assert store.answer("anna", "l") == "well"

    def test_an_answer_about_what_was_deleted_meanwhile_is_not_kept(self, store: Store) -> None:
        store.write("anna", *add("c", "a"), *add("d", "a"), DeleteConversation("c"))
        with pytest.raises(Stale):
            store.write("anna", put(memory("a")), PutAnswer("c", "k", "yes", START))
        assert store.answer("anna", "k") is None
        assert store.entry("anna", "a") is None

    def test_a_use_counts_and_gains_once_a_day_under_no_new_revision(self, store: Store) -> None:
        store.write("anna", put(memory("a")))
        seen = store.revision("anna")
        for seconds in (0, 60, 86_400):
            store.touch("anna", ["a", "nowhere"], later(seconds), gain=0.05)
        store.touch("ben", ["a"], START, gain=0.05)
        used = store.entry("anna", "a")
        assert used is not None
        assert (used.access_count, used.accessed_at) == (3, later(86_400))
        assert used.confidence == round(memory("a").confidence + 0.1, 10)
        assert store.dump("anna").histories[0][-1].entry == used
        assert store.revision("anna") == seen
        store.touch("anna", ["a"], later(3 * 86_400), gain=0.9)
        gained = store.entry("anna", "a")
        assert gained is not None
        assert gained.confidence == 1.0

    def test_records_are_no_memories(self, store: Store) -> None:
        store.write("anna", put(memory("s", kind=Kind.SUMMARY, key="c")), put(memory("m")))
        assert [summary.entries for summary in store.every_agent()] == [1]
        assert store.stats().entries == 1
        assert [entry.id for _, entry in store.entries_since("anna", 0)] == ["s", "m"]
