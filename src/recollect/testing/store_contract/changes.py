# ruff: noqa: D102 - test names and expected numbers explain themselves
"""Revisions, and readers that follow them."""

import pytest

from recollect.domain.ports import Store
from recollect.domain.writes import (
    AddTurn,
    DeleteConversation,
    DeleteTurn,
    DropEntries,
    EraseAgent,
    SetTitle,
    Write,
)
from recollect.errors import Conflict
from recollect.testing.store_contract.constants import SPACE, START
from recollect.testing.store_contract.reads import Mirror
from recollect.testing.store_contract.values import add, edited, embed, memory, put, said, vectors


class ChangesContract:
    """A reader that follows the changes has the same state as one that reads everything."""

    def test_every_write_raises_the_revision(self, store: Store) -> None:
        store.adopt_space(SPACE, START)
        seen = [store.revision("anna")]
        assert seen == [0]
        writes: tuple[Write, ...] = (
            *add("c", "a", "a"),
            SetTitle("c", "x"),
            put(memory("m")),
            vectors("c", a=b"1"),
            embed("c"),
            DeleteConversation("c"),
            EraseAgent(),
        )
        for write in writes:
            written = store.write("anna", write)
            seen.append(store.revision("anna"))
            assert seen[-1] >= written.revision
        assert seen == sorted(set(seen))

    def test_the_revision_of_memories_grows_with_every_change_of_them(self, store: Store) -> None:
        seen = [store.state("anna").memories_revision]
        learned = memory("m", drawn_from="c")
        changes: tuple[tuple[Write, ...], ...] = (
            (*add("c", "t"), put(learned)),
            (put(edited(learned, "likes coffee")),),
            (put(memory("n", "x")),),
            (DeleteConversation("c"),),
            (EraseAgent(),),
            (put(memory("m")),),
        )
        for writes in changes:
            store.write("anna", *writes)
            seen.append(store.state("anna").memories_revision)
        assert seen == sorted(set(seen))
        store.write("anna", *add("d", "b"))
        assert store.state("anna").memories_revision == seen[-1]

    def test_a_failed_write_leaves_the_revision(self, store: Store) -> None:
        store.write("anna", *add("c", "a"))
        before = store.revision("anna")
        with pytest.raises(Conflict):
            store.write("anna", AddTurn("c", said("other", turn_id="a")))
        assert store.revision("anna") == before

    def test_nothing_is_new_to_a_reader_who_is_up_to_date(self, store: Store) -> None:
        store.write("anna", *add("c", "a"), put(memory("m")))
        news = store.changes("anna", store.revision("anna"))
        assert (news.reset, news.turns.id, news.entries.id) == (False, (), ())

    def test_only_newer_data_is_reported(self, store: Store) -> None:
        store.write("anna", *add("c", "a"), put(memory("m")), put(memory("n", "x")))
        since = store.revision("anna")
        store.write("anna", *add("c", "b"))
        store.write("anna", put(edited(memory("m"), "likes coffee")))
        store.write("anna", *add("d", "c"))
        news = store.changes("anna", since)
        assert (news.revision, news.reset) == (store.revision("anna"), False)
        assert [turn.id for turn in news.turns.rows()] == ["b", "c"]
        assert [entry.content for entry in news.entries.rows()] == ["likes coffee"]

    def test_a_deletion_makes_readers_start_over_once(self, store: Store) -> None:
        store.write("anna", *add("c", "a", "b"), put(memory("m", drawn_from="c")), *add("d", "b"))
        deletions: tuple[Write, ...] = (DropEntries(("m",)), DeleteTurn("c", "b"))
        for deletion in (*deletions, DeleteConversation("c")):
            since = store.revision("anna")
            store.write("anna", deletion)
            news = store.changes("anna", since)
            assert news.reset
            assert not store.changes("anna", news.revision).reset
        assert (news.turns.id, news.entries.id) == (("b",), ())
        since = store.revision("anna")
        store.write("anna", *add("c", "a"), DropEntries(("nowhere",)))
        news = store.changes("anna", since)
        assert (news.reset, news.turns.id) == (False, ("a",))

    def test_recreated_data_is_reported_without_what_was_deleted(self, store: Store) -> None:
        store.write("anna", *add("c", "a"), put(memory("m", drawn_from="c")))
        since = store.revision("anna")
        store.write("anna", DeleteConversation("c"), *add("c", "b"))
        store.write("anna", put(memory("m", "new", drawn_from="c")))
        news = store.changes("anna", since)
        assert news.reset
        assert [turn.id for turn in news.turns.rows()] == ["b"]
        assert [entry.content for entry in news.entries.rows()] == ["new"]

    def test_a_conversation_can_be_deleted_and_recreated_in_one_write(self, store: Store) -> None:
        store.write("anna", *add("c", "a"))
        since = store.revision("anna")
        store.write("anna", DeleteConversation("c"), *add("c", "b"), DeleteConversation("c"))
        assert store.changes("anna", since).reset
        assert store.turns("anna") == ()

    def test_following_changes_equals_a_full_read(self, store: Store) -> None:
        mirror = Mirror(store, "anna")
        store.write("anna", *add("c", "a"), put(memory("m", drawn_from="c")))
        steps: tuple[tuple[Write, ...], ...] = (
            add("c", "b"),
            (put(memory("n", "x")), *add("d", "a")),
            (put(edited(memory("n", "x"), "y")),),
            (DeleteConversation("c"),),
            (*add("c", "a"), put(memory("m", "again", drawn_from="c"))),
            (DeleteConversation("d"), *add("d", "z")),
            (SetTitle("c", "title"),),
            (EraseAgent(),),
            add("c", "after"),
        )
        for writes in steps:
            mirror.catch_up()
            assert mirror.is_current()
            store.write("anna", *writes)
        mirror.catch_up()
        assert mirror.is_current()

    def test_an_erasure_makes_every_reader_start_over(self, store: Store) -> None:
        store.write("anna", *add("c", "a"))
        old = store.revision("anna")
        store.write("anna", EraseAgent())
        gone = store.changes("anna", old)
        assert (gone.reset, gone.turns.id, gone.entries.id) == (True, (), ())
        assert gone.revision > old
        store.write("anna", *add("c", "b"))
        for since in (old, gone.revision):
            news = store.changes("anna", since)
            assert news.reset
            assert [turn.id for turn in news.turns.rows()] == ["b"]
        assert store.revision("anna") > gone.revision

    def test_erasing_and_recreating_an_agent_in_one_write_resets_readers(
        self, store: Store
    ) -> None:
        store.write("anna", *add("c", "a"))
        old = store.revision("anna")
        store.write("anna", EraseAgent(), *add("c", "b"))
        news = store.changes("anna", old)
        assert news.reset
        assert news.revision > old
        assert [turn.id for turn in news.turns.rows()] == ["b"]

    def test_erasing_an_agent_lowers_no_other_revision(self, store: Store) -> None:
        seen = {"anna": [0], "ben": [0]}
        for _ in range(3):
            for agent, other in (("anna", "ben"), ("ben", "anna")):
                for number in range(3):
                    store.write(agent, *add("c", str(number)))
                    seen[agent].append(store.revision(agent))
                store.write(agent, EraseAgent())
                seen[agent].append(store.revision(agent))
                seen[other].append(store.revision(other))
        for revisions in seen.values():
            assert revisions == sorted(revisions)

    def test_erasing_a_new_agent_does_not_reset_an_old_one(self, store: Store) -> None:
        store.write("ben", *add("c", "a"))
        for number in range(9):
            store.write("anna", *add("c", str(number)))
        store.write("anna", EraseAgent())
        seen = store.revision("anna")
        store.write("ben", EraseAgent())
        assert store.revision("anna") >= seen
        store.write("anna", *add("c", "new"))
        assert store.changes("anna", seen).reset
