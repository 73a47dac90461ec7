# ruff: noqa: D102 - test names and expected numbers explain themselves
"""What an undo needs of a store: nothing in between, and deletions that reach it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from recollect.domain import writes
from recollect.domain.entry import Change, Kind, Version
from recollect.domain.ids import entry_digest
from recollect.domain.job import Done, JobKind, JobState
from recollect.domain.ports import Store
from recollect.domain.undo import UndoRecord, UndoScope, put_record, record_of
from recollect.errors import LeaseLost, Stale
from recollect.testing.store_contract.constants import START
from recollect.testing.store_contract.learned import source
from recollect.testing.store_contract.reads import Mirror, existing
from recollect.testing.store_contract.values import add, memory, put


def _undo(store: Store, *turns: tuple[str, str]) -> None:
    """Set aside the memories m (of c, a) and n (of d, b), as an undo of these turns does."""
    store.write("anna", *add("c", "a", "b"), *add("d", "b"))
    first = replace(memory("m", "Ottilie is well"), source=source("c", "a"))
    second = replace(memory("n", "Rosa is well"), source=source("d", "b"))
    histories = tuple(
        (Version(number=1, at=START, change=Change.ADDED, entry=entry),)
        for entry in (first, second)
    )
    record = UndoRecord(
        id="u", at=START, by="me", scope=UndoScope(conversation="c"), turns=turns,
        before=histories, versions={"m": 0, "n": 0}, unlearned=False, revision=1,
    )  # fmt: skip
    store.write("anna", put_record(record))


def _set_aside(store: Store) -> list[str]:
    entry = existing(store.entry("anna", "u"))
    assert "Ottilie" not in str(store.history("anna", "u"))
    return [history[-1].entry.id for history in record_of(entry).before]


class UndoContract:
    """Undos as records."""

    def test_an_interruption_is_refused_when_something_was_written_before_it(
        self, store: Store
    ) -> None:
        store.write("anna", put(memory("m")))
        revision = store.revision("anna")
        store.write("anna", writes.Interrupt(revision), writes.DropEntries(("m",)))
        assert store.entry("anna", "m") is None
        store.write("anna", put(memory("n")))
        with pytest.raises(Stale):
            store.write("anna", writes.DropEntries(("n",)), writes.Interrupt(revision + 1))
        assert store.entry("anna", "n") is not None

    @pytest.mark.parametrize("conversation", ["", "c"])
    def test_what_a_running_job_has_read_is_not_written_after_an_interruption(
        self, store: Store, conversation: str
    ) -> None:
        store.write("anna", *add("c", "a"), writes.Enqueue(JobKind.LEARN, conversation, START))
        until = START + timedelta(minutes=5)
        claim = existing(
            store.claim_any(frozenset({JobKind.LEARN}), owner="w", now=START, until=until)
        )
        store.write("anna", writes.Interrupt(store.revision("anna")))
        finish = writes.FinishJob(claim, Done("done", 1), START)
        with pytest.raises(LeaseLost):
            store.write("anna", put(memory("m")), finish)
        assert store.entry("anna", "m") is None
        (job,) = store.every_job()
        assert job.state is JobState.PENDING

    def test_a_memory_is_replaced_with_its_history_in_one_write(self, store: Store) -> None:
        old, new = memory("m", "old"), memory("m", "new")
        store.write("anna", put(old))
        mirror = Mirror(store, "anna")
        mirror.catch_up()
        history = (Version(number=1, at=START, change=Change.ADDED, entry=new),)
        store.write(
            "anna", writes.DropEntries(("m",)), writes.RestoreEntry(history, entry_digest(new))
        )
        assert store.history("anna", "m") == history
        mirror.catch_up()
        assert mirror.is_current()

    def test_an_undo_is_a_record_and_no_memory(self, store: Store) -> None:
        _undo(store, ("c", "a"))
        assert store.memory_count("anna") == 0
        entry = existing(store.entry("anna", "u"))
        assert entry.kind is Kind.UNDO
        record = record_of(entry)
        assert (record.by, record.turns) == ("me", (("c", "a"),))
        assert [history[-1].entry.id for history in record.before] == ["m", "n"]

    def test_what_a_deleted_turn_said_goes_from_undos_too(self, store: Store) -> None:
        _undo(store, ("c", "a"), ("d", "b"))
        store.write("anna", writes.DeleteTurn("c", "a"))
        assert _set_aside(store) == ["n"]
        entry = existing(store.entry("anna", "u"))
        assert [each.turn_id for each in entry.also] == ["b"]

    def test_what_a_deleted_conversation_said_goes_from_undos_too(self, store: Store) -> None:
        _undo(store, ("c", "a"), ("d", "b"))
        for turn in ("b", "a"):
            store.write("anna", writes.DeleteTurn("c", turn))
        store.write("anna", writes.DeleteConversation("c"))
        assert _set_aside(store) == ["n"]
        entry = existing(store.entry("anna", "u"))
        assert record_of(entry).scope == UndoScope()
        store.write("anna", writes.DeleteConversation("d"))
        assert store.entry("anna", "u") is None

    def test_a_purged_memory_goes_from_undos_too(self, store: Store) -> None:
        _undo(store, ("c", "a"))
        store.write("anna", put(memory("m", "Ottilie is back")))
        store.write("anna", writes.PurgeEntry("m"))
        assert _set_aside(store) == ["n"]
