# ruff: noqa: D102, PLR2004 - test names and expected numbers explain themselves
"""Vectors and their space."""

from dataclasses import replace

import pytest

from recollect.domain.entry import Change, Status
from recollect.domain.job import Done, JobKind, JobState, Missing
from recollect.domain.ports import Store
from recollect.domain.writes import DeleteConversation, FinishJob
from recollect.testing.store_contract.constants import SPACE, START, later
from recollect.testing.store_contract.reads import claimed, vectors_of
from recollect.testing.store_contract.values import (
    add,
    edited,
    embed,
    memory,
    memory_vector,
    put,
    vectors,
)


class VectorContract:
    """Spaces are never mixed, and a new one is filled from the first turn on."""

    @pytest.fixture
    def with_space(self, store: Store) -> Store:
        """A store with a vector space."""
        store.adopt_space(SPACE, START)
        return store

    def test_a_database_without_a_space_stores_no_vectors_and_enqueues_no_jobs(
        self, store: Store
    ) -> None:
        store.write("anna", *add("c", "a"), embed("c"), vectors("c", a=b"1"))
        assert store.space() is None
        assert store.every_job() == ()
        assert vectors_of(store, "anna") == {}
        assert store.stats().turns_embedded == 0

    def test_vectors_are_kept_by_conversation_and_turn(self, with_space: Store) -> None:
        with_space.write("anna", *add("c", "a", "b"), *add("d", "a"))
        with_space.write("anna", vectors("c", a=b"\x00\xff", b=b"2"), vectors("d", a=b"3"))
        assert vectors_of(with_space, "anna") == {
            ("c", "a"): b"\x00\xff",
            ("c", "b"): b"2",
            ("d", "a"): b"3",
        }
        assert vectors_of(with_space, "ben") == {}
        assert with_space.stats().turns_embedded == 3

    def test_a_new_vector_replaces_the_old(self, with_space: Store) -> None:
        with_space.write("anna", *add("c", "a"), vectors("c", a=b"1"))
        with_space.write("anna", vectors("c", a=b"2"))
        assert vectors_of(with_space, "anna") == {("c", "a"): b"2"}

    def test_vectors_of_deleted_turns_are_ignored(self, with_space: Store) -> None:
        with_space.write("anna", *add("c", "a"))
        with_space.write("ben", *add("c", "b"))
        with_space.write("anna", vectors("c", a=b"1", b=b"2"), vectors("nowhere", a=b"3"))
        assert vectors_of(with_space, "anna") == {("c", "a"): b"1"}
        assert vectors_of(with_space, "ben") == {}

    def test_vectors_of_another_space_are_ignored(self, with_space: Store) -> None:
        with_space.write("anna", *add("c", "a"), vectors("c", "Toy", a=b"1"))
        assert vectors_of(with_space, "anna", "Toy") == vectors_of(with_space, "anna") == {}

    def test_a_window_has_the_turns_without_a_vector(self, with_space: Store) -> None:
        with_space.write("anna", *add("c", "a", "b", "c", "d"), *add("d", "a", "b"))
        with_space.write("anna", vectors("c", a=b"1", c=b"3"), vectors("d", b=b"2"))

        def missing(space: str, after: int = -1, limit: int = 9) -> list[str]:
            lack = Missing(JobKind.EMBED, space)
            found = with_space.window("anna", "c", after=after, limit=limit, missing=lack)
            return [turn.id for turn in found]

        assert missing(SPACE) == ["b", "d"]
        assert missing(SPACE, after=1) == ["d"]
        assert missing(SPACE, limit=1) == ["b"]
        assert missing("other") == ["a", "b", "c", "d"]

    @pytest.mark.parametrize("space", [SPACE, "123", "' OR 1=1 --", "模型"])
    def test_a_space_is_adopted_by_its_name(self, store: Store, space: str) -> None:
        store.adopt_space(space, START)
        assert store.space() == space

    def test_a_new_space_is_filled_from_the_first_turn_on(self, store: Store) -> None:
        store.write("anna", *add("c", "a"))
        store.write("ben", *add("c", "a"))
        store.write("anna", *add("d", "a"))
        store.adopt_space(SPACE, later(5))
        jobs = store.every_job()
        named = [(job.agent, job.conversation) for job in jobs]
        assert named == [("anna", "d"), ("ben", "c"), ("anna", "c")]
        for job in jobs:
            assert (job.state, job.due_at, job.watermark) == (JobState.PENDING, later(5), -1)

    def test_changing_the_space_restarts_all_embedding(self, with_space: Store) -> None:
        with_space.write("anna", *add("c", "a"), embed("c"))
        with_space.write("anna", *add("d", "a"), embed("d", later(50)))
        done = FinishJob(claimed(with_space), Done("ok", 0), START)
        with_space.write("anna", vectors("c", a=b"1"), done)
        with_space.adopt_space("other", later(5))
        waiting, finished = with_space.every_job()
        assert (waiting.conversation, finished.conversation) == ("d", "c")
        assert (waiting.state, waiting.due_at) == (JobState.PENDING, later(50))
        assert (finished.state, finished.due_at) == (JobState.PENDING, later(5))
        assert waiting.watermark == finished.watermark == -1
        assert finished.asked > finished.settled
        assert vectors_of(with_space, "anna", "other") == {}
        assert with_space.stats().turns_embedded == 0
        assert (
            len(with_space.window("anna", "c", limit=9, missing=Missing(JobKind.EMBED, "other")))
            == 1
        )

    def test_a_turn_has_one_vector_in_the_current_space(self, with_space: Store) -> None:
        with_space.write("anna", *add("c", "a", "b"), vectors("c", a=b"1", b=b"1"))
        with_space.adopt_space("other", START)
        with_space.write("anna", vectors("c", "other", a=b"2"))
        assert vectors_of(with_space, "anna", "other") == {("c", "a"): b"2"}
        assert vectors_of(with_space, "anna") == {("c", "b"): b"1"}

    def test_adopting_the_same_space_changes_nothing(self, with_space: Store) -> None:
        with_space.write("anna", *add("c", "a"), embed("c"))
        before = with_space.every_job()
        with_space.adopt_space(SPACE, later(5))
        assert with_space.every_job() == before

    def test_removing_the_space_ends_embedding(self, with_space: Store) -> None:
        with_space.write("anna", *add("c", "a"), embed("c"))
        with_space.adopt_space(None, later(5))
        assert with_space.space() is None
        assert with_space.every_job() == ()
        with_space.adopt_space(SPACE, later(6))
        assert [job.conversation for job in with_space.every_job()] == ["c"]

    def test_vectors_do_not_make_a_turn_new(self, with_space: Store) -> None:
        with_space.write("anna", *add("c", "a"))
        since = with_space.revision("anna")
        with_space.write("anna", vectors("c", a=b"1"))
        news = with_space.changes("anna", since)
        assert news.revision > since
        assert news.turns.id == ()
        assert vectors_of(with_space, "anna", SPACE, since) == {("c", "a"): b"1"}
        assert vectors_of(with_space, "anna", SPACE, news.revision) == {}

    def test_a_turn_comes_again_with_its_new_vector(self, with_space: Store) -> None:
        with_space.write("anna", *add("c", "a", "b"), put(memory("m")))
        since = with_space.revision("anna")
        with_space.write("anna", vectors("c", b=b"1"), memory_vector("m", b"2"))
        with_space.write("anna", *add("c", "c"), vectors("c", c=b"3"))
        news = with_space.changes("anna", since, space=SPACE)
        assert [(row.id, row.place, row.content, row.vector) for row in news.turns.rows()] == [
            ("c", 2, "c", b"3"),
            ("b", 1, "b", b"1"),
        ]
        assert [(row.id, row.content, row.vector) for row in news.entries.rows()] == [
            ("m", "likes tea", b"2")
        ]

    def test_memories_have_vectors_too(self, with_space: Store) -> None:
        with_space.write("anna", *add("c", "m"), put(memory("m")), put(memory("n", "x")))
        with_space.write("anna", memory_vector("m", b"1"), memory_vector("nowhere", b"2"))
        assert vectors_of(with_space, "anna") == {("", "m"): b"1"}
        assert with_space.stats().turns_embedded == 0
        with_space.write("anna", memory_vector("m", b"2"), memory_vector("n", b"3", space="Toy"))
        assert vectors_of(with_space, "anna") == {("", "m"): b"2"}

    def test_the_vector_of_a_text_does_not_outlive_it(self, with_space: Store) -> None:
        with_space.write("anna", put(memory("m")), memory_vector("m", b"1"))
        same = replace(memory("m"), version=2, confidence=0.9)
        with_space.write("anna", put(same, Change.REINFORCED))
        assert vectors_of(with_space, "anna") == {("", "m"): b"1"}
        with_space.write("anna", put(edited(same, "likes coffee")))
        assert vectors_of(with_space, "anna") == {}
        with_space.write("anna", memory_vector("m", b"late", version=2))
        assert vectors_of(with_space, "anna") == {}
        with_space.write("anna", memory_vector("m", b"3", version=3))
        assert vectors_of(with_space, "anna") == {("", "m"): b"3"}

    @pytest.mark.parametrize("status", [Status.DELETED, Status.SUPERSEDED])
    def test_an_inactive_memory_has_no_vector(self, with_space: Store, status: Status) -> None:
        with_space.write("anna", put(memory("m")), memory_vector("m", b"1"))
        with_space.write(
            "anna", put(replace(memory("m"), version=2, status=status), Change.DELETED)
        )
        with_space.write("anna", memory_vector("m", b"2", version=2))
        assert vectors_of(with_space, "anna") == {}
        with_space.write("anna", put(replace(memory("m"), version=3), Change.RESTORED))
        assert vectors_of(with_space, "anna") == {}
        (missing,) = with_space.entry_window("anna", limit=9, missing=Missing(JobKind.EMBED, SPACE))
        assert missing[1].version == 3

    def test_a_memory_deleted_with_its_conversation_loses_its_vector(
        self, with_space: Store
    ) -> None:
        with_space.write(
            "anna", *add("c", "a"), put(memory("m", drawn_from="c")), put(memory("n", "x"))
        )
        with_space.write("anna", memory_vector("m", b"1"), memory_vector("n", b"2"))
        with_space.write("anna", DeleteConversation("c"))
        assert vectors_of(with_space, "anna") == {("", "n"): b"2"}
        with_space.write("anna", put(memory("m", drawn_from="c")))
        assert vectors_of(with_space, "anna") == {("", "n"): b"2"}

    def test_memories_without_a_vector_are_ordered_by_last_change(self, with_space: Store) -> None:
        with_space.write("anna", put(memory("a", "a")), put(memory("b", "b")))
        with_space.write(
            "anna", put(memory("c", "c")), put(memory("d", "d", status=Status.DELETED))
        )
        edit = with_space.write("anna", put(edited(memory("a", "a"), "x"))).revision
        with_space.write("anna", memory_vector("b", b"1"))

        def missing(space: str = SPACE, **where: int) -> list[str]:
            lack = Missing(JobKind.EMBED, space)
            found = with_space.entry_window("anna", **{"limit": 9, **where}, missing=lack)
            return [entry.content for _, entry in found]

        assert missing() == ["c", "x"]
        assert missing(limit=1) == ["c"]
        assert missing(since=edit) == ["x"]
        assert missing(since=edit + 1) == []
        assert missing("other") == ["b", "c", "x"]

    def test_a_new_space_enqueues_the_embedding_of_memories(self, store: Store) -> None:
        store.write("anna", put(memory("m")))
        store.write("ben", *add("c", "a"))
        store.adopt_space(SPACE, START)
        jobs = [(job.agent, job.conversation, job.kind) for job in store.every_job()]
        assert jobs == [("anna", "", "embed"), ("ben", "c", "embed")]
        taken = claimed(store)
        store.write("anna", memory_vector("m", b"1"), FinishJob(taken, Done("ok", 7), START))
        store.adopt_space("other", later(5))
        assert {job.watermark for job in store.every_job()} == {-1}
        assert vectors_of(store, "anna", "other") == {}
