# ruff: noqa: D102 - test names and expected numbers explain themselves
"""Readings of turns and memories, and the current reader."""

from dataclasses import replace

from recollect.domain import writes
from recollect.domain.entry import Change, Version
from recollect.domain.job import Done, JobKind, JobState, Missing
from recollect.domain.ports import Store
from recollect.domain.turn import Reading
from recollect.testing.store_contract.constants import READER, SPACE, START, later
from recollect.testing.store_contract.reads import existing, readings_of, vectors_of
from recollect.testing.store_contract.values import (
    add,
    edited,
    embed,
    memory,
    memory_reading,
    memory_vector,
    put,
    readings,
    said,
    vectors,
)

_READ = frozenset({JobKind.READ})
_READING = Reading(READER, b"\x00\xff")


class ReadingContract:
    """A reading is stored and deleted with its text; without one, the text is returned."""

    def test_a_turn_is_stored_with_its_reading(self, store: Store) -> None:
        store.write(
            "anna", writes.AddTurn("c", said("a", turn_id="a", reading=_READING)), *add("c", "b")
        )
        first, second = store.changes("anna", 0, reader=READER).turns.rows()
        assert (first.reading, first.content) == (b"\x00\xff", None)
        assert (second.reading, second.content) == (None, "b")

    def test_another_reader_gets_the_text(self, store: Store) -> None:
        store.write("anna", writes.AddTurn("c", said("a", turn_id="a", reading=_READING)))
        (row,) = store.changes("anna", 0, reader="reader 2").turns.rows()
        assert (row.reading, row.content) == (None, "a")
        (row,) = store.changes("anna", 0).turns.rows()
        assert (row.reading, row.content) == (None, "a")

    def test_a_row_has_what_an_index_needs(self, store: Store) -> None:
        new = said("hello", turn_id="t", speaker="Ada", at=later(7), reading=_READING)
        store.write("anna", *add("c", "a"), writes.AddTurn("c", new))
        entry = replace(memory("m", recorded_at=later(3)), valid_from=later(-60))
        store.write("anna", put(entry), put(memory("n", "x", recorded_at=later(4))))
        micros = 1_777_636_800_000_000
        news = store.changes("anna", 0, reader=READER)
        assert news.turns.rows()[1] == (
            *("c", "t", 1, "Ada", "user", micros + 7_000_000, micros),
            *(b"\x00\xff", None, None, 0),
        )
        first, second = news.entries.rows()
        assert first == (
            *("m", "fact", "active", micros - 60_000_000, micros + 3_000_000),
            *(None, "likes tea", None, 0),
        )
        assert second.at == second.recorded_at == micros + 4_000_000

    def test_a_turn_that_comes_back_brings_its_reading(self, store: Store) -> None:
        turn = said("a").settled("a", "c", 0)
        store.write(
            "anna", writes.RestoreTurn(turn, _READING), writes.RestoreTurn(replace(turn, id="b"))
        )
        assert readings_of(store, "anna") == {("c", "a"): b"\x00\xff"}

    def test_a_memory_is_stored_with_its_reading(self, store: Store) -> None:
        first, other = memory("m"), Reading(READER, b"2")
        store.write("anna", replace(put(first), reading=_READING))
        assert readings_of(store, "anna") == {("", "m"): b"\x00\xff"}
        store.write("anna", replace(put(edited(first, "x")), reading=other))
        assert readings_of(store, "anna") == {("", "m"): b"2"}
        version = Version(number=1, at=START, change=Change.ADDED, entry=memory("n", "y"))
        store.write("anna", writes.RestoreEntry((version,), "digest", _READING))
        assert readings_of(store, "anna") == {("", "m"): b"2", ("", "n"): b"\x00\xff"}

    def test_readings_can_be_stored_later(self, store: Store) -> None:
        store.adopt_reader(READER, START)
        store.write("anna", *add("c", "a", "b"), *add("d", "a"), put(memory("a")))
        since = store.revision("anna")
        store.write("anna", readings("c", a=b"1", nowhere=b"2"), memory_reading("a", b"3"))
        store.write("anna", readings("nowhere", a=b"4"), memory_reading("nowhere", b"5"))
        assert readings_of(store, "anna") == {("c", "a"): b"1", ("", "a"): b"3"}
        news = store.changes("anna", since, reader=READER)
        assert (news.turns.id, news.entries.id) == ((), ()), (
            "a reader that has them needs no update"
        )

    def test_a_reading_that_is_there_is_not_written_again(self, store: Store) -> None:
        store.adopt_reader(READER, START)
        store.write("anna", writes.AddTurn("c", said("a", turn_id="a", reading=_READING)))
        store.write("anna", readings("c", a=b"other"), put(memory("m")), memory_reading("m", b"1"))
        store.write("anna", memory_reading("m", b"other"))
        assert readings_of(store, "anna") == {("c", "a"): b"\x00\xff", ("", "m"): b"1"}

    def test_readings_of_an_old_reader_are_ignored(self, store: Store) -> None:
        store.write("anna", *add("c", "a"), readings("c", a=b"1"))
        assert readings_of(store, "anna") == {}
        store.adopt_reader("reader 2", START)
        store.write("anna", readings("c", a=b"1"), put(memory("m")), memory_reading("m", b"1"))
        assert readings_of(store, "anna") == {}

    def test_the_reading_of_a_text_does_not_outlive_it(self, store: Store) -> None:
        store.adopt_reader(READER, START)
        store.write("anna", put(memory("m")), memory_reading("m", b"1"))
        same = replace(memory("m"), version=2, confidence=0.9)
        store.write("anna", put(same, Change.REINFORCED))
        assert readings_of(store, "anna") == {("", "m"): b"1"}
        store.write("anna", put(edited(same, "likes coffee")))
        store.write("anna", memory_reading("m", b"late", version=2))
        assert readings_of(store, "anna") == {}
        (row,) = store.changes("anna", 0, reader=READER).entries.rows()
        assert row.content == "likes coffee"

    def test_readings_are_deleted_with_their_conversation_and_agent(self, store: Store) -> None:
        store.adopt_reader(READER, START)
        turn = said("a", turn_id="a", reading=_READING)
        store.write(
            "anna",
            writes.AddTurn("c", turn),
            writes.AddTurn("d", turn),
            put(memory("m", drawn_from="c")),
        )
        store.write("anna", memory_reading("m", b"1"))
        store.write(
            "anna", writes.DeleteConversation("c"), *add("c", "a"), put(memory("m", drawn_from="c"))
        )
        assert readings_of(store, "anna") == {("d", "a"): b"\x00\xff"}
        store.write("anna", writes.EraseAgent(), *add("d", "a"))
        assert readings_of(store, "anna") == {}

    def test_missing_readings_are_found(self, store: Store) -> None:
        store.adopt_reader(READER, START)
        store.write(
            "anna", writes.AddTurn("c", said("a", turn_id="a", reading=_READING)), *add("c", "b")
        )
        store.write("anna", put(memory("m")), put(memory("n", "x")), memory_reading("n", b"1"))

        def missing(reader: str) -> list[str]:
            lack = Missing(JobKind.READ, reader)
            turns = store.window("anna", "c", limit=9, missing=lack)
            entries = store.entry_window("anna", limit=9, missing=lack)
            return [turn.id for turn in turns] + [entry.id for _, entry in entries]

        assert missing(READER) == ["b", "m"]
        assert missing("reader 2") == ["a", "b", "m", "n"]

    def test_a_new_reader_begins_with_the_first_turn(self, store: Store) -> None:
        assert store.reader() is None
        store.write(
            "anna", *add("c", "a"), put(memory("m")), writes.Enqueue(JobKind.READ, "c", START)
        )
        assert store.every_job() == (), "there is nobody to read for"
        store.adopt_reader(READER, later(5))
        assert store.reader() == READER
        jobs = store.every_job()
        assert [(job.conversation, job.kind) for job in jobs] == [("", "read"), ("c", "read")]
        taken = existing(store.claim_any(_READ, owner="w", now=later(9), until=later(99)))
        store.write("anna", writes.FinishJob(taken, Done("ok", 3), later(9)))
        before = store.every_job()
        store.adopt_reader(READER, later(10))
        assert store.every_job() == before
        store.adopt_reader("reader 2", later(20))
        assert {(job.state, job.watermark) for job in store.every_job()} == {(JobState.PENDING, -1)}

    def test_space_and_reader_are_adopted_independently(self, store: Store) -> None:
        store.write("anna", *add("c", "a"))
        store.adopt_space(SPACE, START)
        store.adopt_reader(READER, START)
        store.adopt_space(None, START)
        assert (store.space(), store.reader()) == (None, READER)
        assert [job.kind for job in store.every_job()] == ["read"]

    def test_derived_data_can_be_dropped(self, store: Store) -> None:
        store.adopt_space(SPACE, START)
        store.adopt_reader(READER, START)
        turn = writes.AddTurn("c", said("a", turn_id="a", reading=_READING))
        for agent in ("anna", "ben"):
            store.write(agent, turn, put(memory("m")), embed("c"), vectors("c", a=b"1"))
            store.write(agent, memory_vector("m", b"2"), memory_reading("m", b"3"))
        since = store.revision("anna")
        bens = store.changes("ben", 0, space=SPACE, reader=READER)
        store.write("anna", writes.Rederive(later(5)))
        assert vectors_of(store, "anna") == readings_of(store, "anna") == {}
        assert store.changes("anna", since).reset, "readers that have seen them must start over"
        assert store.stats().turns_embedded == 1
        assert store.changes("ben", 0, space=SPACE, reader=READER) == bens
        jobs = [job for job in store.every_job() if job.agent == "anna"]
        asked = {(job.conversation, job.kind): (job.state, job.watermark) for job in jobs}
        waiting = (JobState.PENDING, -1)
        assert asked == {
            ("c", "embed"): waiting,
            ("", "embed"): waiting,
            ("c", "read"): waiting,
            ("", "read"): waiting,
        }
