# ruff: noqa: D102 - test names and expected numbers explain themselves
"""Reads and writes of the learning pipeline."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from recollect.domain import writes
from recollect.domain.entry import (
    ENDED_AT,
    FIRST_SAID_AT,
    SAID_AT,
    Change,
    Entry,
    EntryFilter,
    Kind,
    Source,
    Status,
)
from recollect.domain.graph import EntityType, Link, Mention
from recollect.domain.job import START_OVER, Done, JobKind, JobState
from recollect.domain.ports import Store
from recollect.errors import Stale
from recollect.testing.store_contract.constants import EVERY, START, later
from recollect.testing.store_contract.reads import existing
from recollect.testing.store_contract.values import add, edited, memory, put

_LEARN = frozenset({JobKind.LEARN})
LINK = Link(subject="user", relation="lives in", object="Lisbon", valid_from=START)


def source(conversation: str, turn: str = "a") -> Source:
    """A source of a memory."""
    return Source(conversation=conversation, turn_id=turn, start=0, end=3, quote="the")


def rooted(name: str, *conversations: str) -> Entry:
    """A memory with these conversations as sources."""
    first, *others = map(source, conversations)
    return replace(memory(name), source=first, also=tuple(others))


def stated(name: str, content: str, at: float) -> Entry:
    """A memory of something said this many seconds after the start."""
    return replace(
        memory(name, content, recorded_at=later(at)), metadata={SAID_AT: later(at).isoformat()}
    )


def retold(entry: Entry, content: str, at: float) -> Entry:
    """The same memory, repeated in other words this many seconds after the start."""
    metadata = {SAID_AT: later(at).isoformat(), FIRST_SAID_AT: entry.metadata[SAID_AT]}
    return replace(edited(entry, content, later(at)), edited=False, metadata=metadata)


def standing(store: Store, at: float) -> dict[str, str]:
    """Anna's memories as of this many seconds after the start."""
    return {entry.id: entry.status.value for entry in store.entries_as_of("anna", later(at))}


class LearnedContract:
    """Turns by arrival, memories by source and in the past, and cached model answers."""

    def test_turns_come_in_the_order_of_arrival_and_writes_come_whole(self, store: Store) -> None:
        store.write("anna", *add("c", "a", "b"))
        first = store.revision("anna")
        store.write("anna", *add("d", "x"))
        store.write("anna", *add("c", "e"))
        turns = store.turns_since("anna", 0, limit=1)
        assert [(at, turn.content) for at, turn in turns] == [(first, "a"), (first, "b")]
        rest = store.turns_since("anna", first, limit=9)
        assert [turn.content for _, turn in rest] == ["x", "e"]
        assert store.turns_since("anna", first, limit=1)[0][1].content == "x"
        assert store.turns_since("ben", 0, limit=9) == ()

    def test_what_an_agent_has_stored_is_counted(self, store: Store) -> None:
        assert store.stored_text("anna") == (0, 0)
        store.write("anna", *add("c", "é😀", "b"), *add("d", "three"), put(memory("m")))
        store.write("ben", *add("c", "other"))
        entry = existing(store.entry("anna", "m"))
        assert store.stored_text("anna") == (3, 8 + len(entry.content))
        store.write("anna", writes.DeleteConversation("c"))
        assert store.stored_text("anna") == (1, 5 + len(entry.content))
        store.write("anna", writes.EraseAgent())
        assert store.stored_text("anna") == (0, 0)

    def test_a_memory_keeps_its_content_and_sources(self, store: Store) -> None:
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

    def test_deleting_a_conversation_deletes_memories_learned_only_from_it(
        self, store: Store
    ) -> None:
        store.write("anna", *add("c", "a"), *add("d", "a"))
        alone, both = rooted("alone", "c"), rooted("both", "c", "d")
        store.write("anna", put(alone), put(both))
        store.write("anna", put(edited(both, "more"), Change.EDITED))
        store.write("anna", writes.DeleteConversation("c"))
        assert store.entry("anna", "alone") is None
        left = existing(store.entry("anna", "both"))
        assert [each.conversation for each in left.sources] == ["d"]
        history = store.history("anna", "both")
        # Its first version quoted the deleted conversation.
        assert [(v.number, v.entry.content) for v in history] == [(2, "more")]
        store.write("anna", writes.DeleteConversation("d"))
        assert store.entry("anna", "both") is None
        assert store.entries("anna", EVERY) == ()

    def test_changed_memories_of_any_status_are_reported(self, store: Store) -> None:
        store.write("anna", put(memory("a")))
        seen = store.revision("anna")
        store.write("anna", put(memory("b", status=Status.DELETED)))
        assert [entry.id for _, entry in store.entries_since("anna", seen)] == ["b"]
        assert [entry.id for _, entry in store.entries_since("anna", 0)] == ["a", "b"]

    def test_the_past_is_read_as_it_was_said(self, store: Store) -> None:
        first = stated("a", "tea", 1)
        store.write("anna", put(first))
        store.write("anna", put(retold(first, "green tea", 3), Change.REINFORCED))
        assert store.entries_as_of("anna", START) == ()
        assert [entry.content for entry in store.entries_as_of("anna", later(2))] == ["tea"]
        assert [entry.content for entry in store.entries_as_of("anna", later(3))] == ["green tea"]

    def test_a_late_recording_counts_from_when_it_was_said(self, store: Store) -> None:
        store.write("anna", put(replace(stated("a", "tea", 1), recorded_at=later(9))))
        store.write("anna", put(replace(memory("b", "milk"), recorded_at=later(9))))
        assert [entry.id for entry in store.entries_as_of("anna", later(2))] == ["a"]
        assert [entry.id for entry in store.entries_as_of("anna", later(9))] == ["b", "a"]

    def test_an_earlier_statement_recorded_later_counts(self, store: Store) -> None:
        first = stated("a", "tea", 5)
        store.write("anna", put(first))
        earlier = {SAID_AT: later(5).isoformat(), FIRST_SAID_AT: later(1).isoformat()}
        again = replace(edited(first, "tea"), metadata=earlier, edited=False)
        store.write("anna", put(again, Change.REINFORCED))
        assert [entry.id for entry in store.entries_as_of("anna", later(2))] == ["a"]
        assert store.entries_as_of("anna", START) == ()

    def test_what_is_superseded_was_active_before(self, store: Store) -> None:
        tea = stated("a", "tea", 1)
        store.write("anna", put(tea), put(stated("b", "coffee", 5)))
        over = replace(
            edited(tea, "tea"),
            edited=False,
            status=Status.SUPERSEDED,
            superseded_by="b",
            valid_until=later(5),
        )
        store.write("anna", put(over, Change.SUPERSEDED))
        # Said before all this but learned last: it was never active.
        store.write(
            "anna",
            put(replace(stated("c", "milk", 0), status=Status.SUPERSEDED, superseded_by="a")),
        )
        assert standing(store, 0) == {"c": "active"}
        assert standing(store, 4) == {"a": "active", "c": "superseded"}
        assert standing(store, 5) == {"a": "superseded", "b": "active", "c": "superseded"}

    def test_a_superseding_memory_may_repeat_an_older_one(self, store: Store) -> None:
        tea = stated("a", "tea", 2)
        store.write("anna", put(stated("b", "coffee", 1)), put(tea))
        metadata = {**tea.metadata, ENDED_AT: later(5).isoformat()}
        over = replace(
            edited(tea, "tea"),
            edited=False,
            status=Status.SUPERSEDED,
            superseded_by="b",
            metadata=metadata,
        )
        store.write("anna", put(over, Change.SUPERSEDED))
        assert standing(store, 4) == {"a": "active", "b": "active"}
        assert standing(store, 5) == {"a": "superseded", "b": "active"}

    def test_what_is_archived_was_active_before_and_is_found_by_its_statement(
        self, store: Store
    ) -> None:
        tea = stated("a", "tea", 1)
        store.write("anna", put(tea))
        gone = replace(tea, version=2, status=Status.ARCHIVED, changed_at=later(5))
        store.write("anna", put(gone, Change.ARCHIVED))
        assert standing(store, 4) == {"a": "active"}
        assert standing(store, 5) == {"a": "archived"}
        assert store.entries("anna", EntryFilter()) == ()
        assert store.entries("anna", EntryFilter(statuses=(Status.ARCHIVED,))) == (gone,)
        assert store.entry_by_digest("anna", put(tea).digest) == gone

    def test_manual_corrections_and_deletions_apply_to_the_past(self, store: Store) -> None:
        tea, milk = stated("a", "tea", 1), stated("b", "milk", 1)
        store.write("anna", put(tea), put(milk))
        corrected = replace(edited(tea, "coffee"), changed_at=later(9))
        gone = replace(milk, version=2, status=Status.DELETED, changed_at=later(9))
        store.write("anna", put(corrected, Change.EDITED), put(gone, Change.DELETED))
        past = store.entries_as_of("anna", later(2))
        assert {(e.content, e.status) for e in past} == {
            ("coffee", Status.ACTIVE),
            ("milk", Status.DELETED),
        }
        back = replace(gone, version=3, status=Status.ACTIVE, changed_at=later(10))
        store.write("anna", put(back, Change.RESTORED))
        assert standing(store, 2) == {"a": "active", "b": "active"}

    def test_a_new_value_of_a_key_replaces_the_old_one_from_then_on(self, store: Store) -> None:
        first = replace(memory("a", "/login", key="site"), changed_at=later(1))
        store.write("anna", put(first))
        second = replace(edited(first, "/enter"), edited=False, changed_at=later(5))
        store.write("anna", put(second, Change.EDITED))
        assert [entry.content for entry in store.entries_as_of("anna", later(4))] == ["/login"]
        assert [entry.content for entry in store.entries_as_of("anna", later(5))] == ["/enter"]

    def test_nothing_is_disputed_by_what_had_not_been_said_yet(self, store: Store) -> None:
        tea, coffee = stated("a", "tea", 1), stated("b", "coffee", 5)
        store.write("anna", put(tea))
        doubted = replace(edited(tea, "tea"), edited=False, rivals=("b",), status=Status.REVIEW)
        store.write("anna", put(coffee), put(doubted, Change.DISPUTED))
        (then,) = store.entries_as_of("anna", later(2))
        assert (then.status, then.rivals) == (Status.ACTIVE, ())
        assert standing(store, 5) == {"a": "review", "b": "active"}

    def test_a_dropped_memory_leaves_no_version(self, store: Store) -> None:
        store.write("anna", put(memory("a")), put(memory("b")))
        seen = store.revision("anna")
        store.write("anna", writes.DropEntries(("a", "nowhere")))
        assert [entry.id for entry in store.entries("anna", EVERY)] == ["b"]
        assert store.history("anna", "a") == ()
        assert store.changes("anna", seen).reset

    def test_an_answer_is_stored_until_its_conversation_is_deleted(self, store: Store) -> None:
        store.write("anna", *add("c", "a"), *add("d", "a"))
        store.write(
            "anna",
            writes.PutAnswer("c", "k", "yes", START),
            writes.PutAnswer("", "all", "both", START),
        )
        store.write(
            "anna",
            writes.PutAnswer("d", "l", "no", START),
            writes.PutAnswer("d", "l", "well", START),
        )
        assert (store.answer("anna", "k"), store.answer("anna", "l")) == ("yes", "well")
        assert store.answer("ben", "k") is None
        store.write("anna", writes.DeleteConversation("c"))
        assert store.answer("anna", "k") is store.answer("anna", "all") is None
        assert store.answer("anna", "l") == "well"

    def test_an_answer_about_a_deleted_conversation_is_not_stored(self, store: Store) -> None:
        store.write("anna", *add("c", "a"), *add("d", "a"), writes.DeleteConversation("c"))
        with pytest.raises(Stale):
            store.write("anna", put(memory("a")), writes.PutAnswer("c", "k", "yes", START))
        assert store.answer("anna", "k") is None
        assert store.entry("anna", "a") is None

    def test_a_use_counts_and_gains_once_a_day_under_no_new_revision(self, store: Store) -> None:
        store.write("anna", put(memory("a")))
        seen = store.revision("anna")
        for seconds in (0, 60, 86_400):
            store.touch("anna", ["a", "nowhere"], later(seconds), gain=0.05)
        store.touch("ben", ["a"], START, gain=0.05)
        used = existing(store.entry("anna", "a"))
        assert (used.access_count, used.accessed_at) == (3, later(86_400))
        assert used.confidence == round(memory("a").confidence + 0.1, 10)
        assert store.dump("anna").histories[0][-1].entry == used
        assert store.revision("anna") == seen
        store.touch("anna", ["a"], later(3 * 86_400), gain=0.9)
        gained = existing(store.entry("anna", "a"))
        assert gained.confidence == 1.0

    def test_records_are_no_memories(self, store: Store) -> None:
        store.write("anna", put(memory("s", kind=Kind.SUMMARY, key="c")), put(memory("m")))
        assert [summary.entries for summary in store.every_agent()] == [1]
        assert store.stats().entries == 1
        assert [entry.id for _, entry in store.entries_since("anna", 0)] == ["s", "m"]

    def test_a_new_extractor_learns_again_for_every_agent(self, store: Store) -> None:
        assert store.extractor() is None
        store.write("anna", *add("c", "a"), writes.Enqueue(JobKind.LEARN, "", START))
        store.write("ben", *add("c", "a"))
        store.write("carl", put(memory("m")))
        taken = existing(store.claim_any(_LEARN, owner="w", now=later(1), until=later(9)))
        store.write("anna", writes.FinishJob(taken, Done("ok", 3), later(1)))
        store.adopt_extractor("one", later(5))
        assert store.extractor() == "one"
        asked = {(j.agent, j.kind, j.state, j.watermark, j.due_at) for j in store.every_job()}
        new = (JobKind.LEARN, JobState.PENDING, START_OVER, later(5))
        assert asked == {("anna", *new), ("ben", *new)}
        before = store.every_job()
        store.adopt_extractor("one", later(6))
        assert store.every_job() == before
        store.adopt_extractor("two", later(7))
        assert store.extractor() == "two"
        assert {j.due_at for j in store.every_job()} == {later(5)}, "what waits keeps its place"

    def test_a_new_extractor_also_restarts_running_jobs(self, store: Store) -> None:
        store.write("anna", *add("c", "a"), writes.Enqueue(JobKind.LEARN, "", START))
        taken = existing(store.claim_any(_LEARN, owner="w", now=later(1), until=later(9)))
        store.adopt_extractor("one", later(2))
        store.write("anna", writes.FinishJob(taken, Done("ok", 3), later(3)))
        (job,) = store.every_job()
        assert (job.state, job.watermark) == (JobState.PENDING, START_OVER)

    def test_memories_learned_by_a_model_are_not_learned_again(self, store: Store) -> None:
        store.write("anna", *add("c", "a"), writes.PutAnswer("c", "k", "yes", START))
        store.adopt_extractor("one", later(5))
        assert store.every_job() == ()

    def test_concurrent_adoptions_enqueue_each_job_once(self, store: Store) -> None:
        store.write("anna", *add("c", "a"))
        with ThreadPoolExecutor(8) as pool:
            for done in [pool.submit(store.adopt_extractor, "one", START) for _ in range(8)]:
                done.result()
        (job,) = store.every_job()
        assert job.asked == 1
