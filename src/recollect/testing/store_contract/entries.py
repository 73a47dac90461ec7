# ruff: noqa: D102, PLR2004 - test names and expected numbers explain themselves
"""Memories, their versions and their keys."""

from dataclasses import replace

import pytest

from recollect.domain.entry import Change, Entry, Kind, Priority, Source, Status, Version
from recollect.domain.ports import Store
from recollect.domain.provenance import Origin
from recollect.domain.writes import PutEntry
from recollect.errors import Stale
from recollect.testing.store_contract.constants import EVERY, START, later
from recollect.testing.store_contract.reads import observed
from recollect.testing.store_contract.values import add, edited, memory, put

FULL = Entry(
    id="m",
    version=1,
    kind=Kind.WEBSITE_KNOWLEDGE,
    content="Ōsaka’s “ticket” page\nneeds a click",
    subject="example.org",
    key="example.org/'tickets'",
    confidence=0.75,
    priority=Priority.LOW,
    tags=("b", "a", "ü"),
    metadata={"π": [1, 2.5, None, {"k": "v"}]},
    pinned=True,
    status=Status.REVIEW,
    edited=True,
    valid_from=later(-5),
    valid_until=later(5),
    recorded_at=START,
    changed_at=later(0.000001),
    superseded_by="n",
    origin=Origin.TOOL,
    source=Source(conversation="c", turn_id="t", start=3, end=9, quote="“ticket”"),
    access_count=3,
    accessed_at=later(7),
    decayed_at=later(8),
)


class EntryContract:
    """A change must start from the last version of a memory, and old versions stay readable."""

    def test_a_memory_is_kept_in_every_field(self, store: Store) -> None:
        store.write("anna", put(FULL))
        assert store.entry("anna", "m") == FULL
        assert store.entries("anna", EVERY) == (FULL,)
        assert store.history("anna", "m") == (
            Version(number=1, at=FULL.changed_at, change=Change.ADDED, entry=FULL),
        )

    def test_every_kind_status_priority_and_origin_is_kept(self, store: Store) -> None:
        entries = [memory(kind, kind=kind) for kind in Kind]
        entries += [memory(status, status=status) for status in Status]
        entries += [memory(priority, priority=priority) for priority in Priority]
        entries += [replace(memory(origin), origin=origin) for origin in Origin]
        store.write("anna", *map(put, entries))
        assert store.entries("anna", EVERY) == tuple(reversed(entries))

    def test_each_version_stays_readable(self, store: Store) -> None:
        first = memory("m")
        versions = [first]
        store.write("anna", put(first))
        for number, change in enumerate(Change, start=2):
            versions.append(edited(versions[-1], f"text {number}", later(number)))
            store.write("anna", put(versions[-1], change))
        assert store.entry("anna", "m") == versions[-1]
        history = store.history("anna", "m")
        assert [version.entry for version in history] == versions
        assert [version.number for version in history] == list(range(1, len(Change) + 2))
        assert [version.change for version in history] == [Change.ADDED, *Change]
        assert [version.at for version in history] == [entry.changed_at for entry in versions]

    def test_an_edit_leaves_a_memory_in_its_place(self, store: Store) -> None:
        store.write("anna", *(put(memory(name)) for name in "abc"))
        store.write("anna", put(edited(memory("a"), "new")))
        assert [entry.id for entry in store.entries("anna", EVERY)] == ["c", "b", "a"]

    @pytest.mark.parametrize(("version", "expected"), [(1, 0), (2, 0), (3, 2), (1, -1)], ids=str)
    def test_a_change_based_on_an_old_version_is_refused(
        self, store: Store, version: int, expected: int
    ) -> None:
        store.write("anna", put(memory("m")))
        before = observed(store, "anna")
        late = replace(memory("m", "late"), version=version)
        with pytest.raises(Stale):
            store.write("anna", *add("c", "a"), PutEntry(late, "d", Change.EDITED, expected))
        assert observed(store, "anna") == before

    def test_a_change_to_an_unknown_memory_is_refused(self, store: Store) -> None:
        with pytest.raises(Stale):
            store.write("anna", PutEntry(memory("m"), "d", Change.EDITED, 1))
        assert store.every_agent() == ()

    def test_a_key_is_unique_within_its_kind(self, store: Store) -> None:
        store.write("anna", put(memory("m", kind=Kind.DOMAIN, key="k")))
        before = observed(store, "anna")
        with pytest.raises(Stale):
            store.write("anna", *add("c", "a"), put(memory("n", kind=Kind.DOMAIN, key="k")))
        assert observed(store, "anna") == before

    def test_a_key_is_one_of_its_kind_letter_case_and_agent(self, store: Store) -> None:
        store.write("anna", put(memory("m", kind=Kind.DOMAIN, key="k")))
        store.write("anna", put(memory("n", kind=Kind.ERROR_PATTERN, key="k")))
        store.write("anna", put(memory("o", kind=Kind.DOMAIN, key="K")))
        store.write("ben", put(memory("m", kind=Kind.DOMAIN, key="k")))
        store.write("anna", put(memory("p")), put(memory("q")))
        assert len(store.entries("anna", EVERY)) == 5

    def test_a_keyed_memory_can_be_changed_and_keeps_its_key(self, store: Store) -> None:
        first = memory("m", kind=Kind.DOMAIN, key="k")
        gone = replace(edited(first, "x"), status=Status.DELETED)
        store.write("anna", put(first))
        store.write("anna", put(gone, Change.DELETED))
        with pytest.raises(Stale):
            store.write("anna", put(memory("n", kind=Kind.DOMAIN, key="k")))

    def test_an_edit_cannot_take_another_memorys_key(self, store: Store) -> None:
        free = memory("n", kind=Kind.DOMAIN, key="free")
        store.write("anna", put(memory("m", kind=Kind.DOMAIN, key="k")), put(free))
        before = observed(store, "anna")
        with pytest.raises(Stale):
            store.write("anna", put(replace(edited(free, "x"), key="k")))
        assert observed(store, "anna") == before

    def test_a_statement_is_found_again_the_active_one_first(self, store: Store) -> None:
        assert store.entry_by_digest("anna", "d") is None
        old, active, newest = (
            memory("old", status=Status.SUPERSEDED),
            memory("active"),
            memory("newest", status=Status.DELETED),
        )
        found: list[Entry | None] = []
        for entry in (old, active, newest):
            store.write("anna", put(entry, digest="d"))
            found.append(store.entry_by_digest("anna", "d"))
        assert found == [old, active, active]
        store.write("anna", put(memory("youngest"), digest="d"))
        assert store.entry_by_digest("anna", "d") == memory("youngest")
        assert store.entry_by_digest("anna", "D") is None
        assert store.entry_by_digest("ben", "d") is None

    def test_an_edit_changes_what_a_memory_is_found_by(self, store: Store) -> None:
        store.write("anna", put(memory("m"), digest="before"))
        store.write("anna", put(edited(memory("m"), "x"), digest="after"))
        assert store.entry_by_digest("anna", "before") is None
        assert store.entry_by_digest("anna", "after") is not None

    def test_an_unknown_memory_has_no_history(self, store: Store) -> None:
        store.write("anna", put(memory("m")))
        assert store.history("anna", "n") == ()
        assert store.entry("anna", "n") is None
        assert store.history("ben", "m") == ()
        assert store.entry("ben", "m") is None

    def test_many_memories_are_found_by_id_at_once(self, store: Store) -> None:
        stored = [memory(f"m{number}") for number in range(70)]
        store.write("anna", *map(put, stored), put(memory("gone", status=Status.DELETED)))
        store.write("ben", put(memory("of ben")))
        names = [entry.id for entry in stored[::-1]]
        found = store.entries_by_id("anna", [*names, "gone", "of ben", "unknown", "m1"])
        gone = memory("gone", status=Status.DELETED)
        assert found == {entry.id: entry for entry in (*stored, gone)}
        assert store.entries_by_id("anna", []) == store.entries_by_id("zoe", ["m1"]) == {}

    def test_an_agents_list_counts_what_is_active_or_in_review(self, store: Store) -> None:
        store.write("anna", *(put(memory(status, status=status)) for status in Status))
        assert [agent.entries for agent in store.every_agent()] == [2]
