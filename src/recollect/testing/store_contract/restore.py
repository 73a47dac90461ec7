# ruff: noqa: D102, PLR2004 - test names and expected numbers explain themselves
"""A restored export equals the original; a failed restore changes nothing."""

from dataclasses import replace

import pytest

from recollect.domain import writes
from recollect.domain.conversation import Conversation
from recollect.domain.entry import Change, Kind, Status, Version
from recollect.domain.ids import entry_digest
from recollect.domain.ports import Store
from recollect.domain.provenance import Origin
from recollect.domain.store_results import AddedTurn, Dump
from recollect.domain.turn import Role, Tier, Turn, View
from recollect.errors import Conflict, NotFound
from recollect.testing.clock import FixedClock
from recollect.testing.store_contract.constants import HOSTILE, START, later
from recollect.testing.store_contract.reads import observed
from recollect.testing.store_contract.values import add, edited, memory, put, said

CONVERSATION = Conversation(
    id="c",
    title="Old",
    started_at=later(-9),
    last_at=later(-1),
    turns=2,
    created_at=later(-8),
    metadata={"from": ["another", "store"]},
)


def _turn(name: str, index: int, content: str | None = None) -> Turn:
    return Turn(
        id=name,
        conversation="c",
        index=index,
        role=Role.ASSISTANT,
        content=content or name,
        at=later(index),
        recorded_at=START,
        tokens=1,
        speaker="Ada",
        metadata={"k": index},
        tier=Tier.LONG_TERM,
        relevance=0.25,
        view=View.COMPRESSED,
        utc_offset=14 * 3600,
        origin=Origin.PASTED,
    )


def restoring(dump: Dump) -> list[writes.Write]:
    """The writes that restore a dump."""
    return [
        *([] if dump.created_at is None else [writes.RestoreAgent(dump.created_at)]),
        *(writes.RestoreConversation(conversation) for conversation in dump.conversations),
        *(writes.RestoreTurn(turn) for turn in dump.turns),
        *(writes.RestoreEntry(past, entry_digest(past[-1].entry)) for past in dump.histories),
    ]


class RestoreContract:
    """A restored dump equals the original, and existing data is never overwritten."""

    def test_a_restored_dump_equals_the_original(self, store: Store, clock: FixedClock) -> None:
        for name in HOSTILE:
            store.write(
                "anna", writes.AddTurn(name, said(name, at=later(len(name)), metadata={"m": name}))
            )
            store.write(
                "anna", put(memory(name, name, kind=Kind.DOMAIN, key=name, drawn_from=name))
            )
        store.write("anna", *add("a", "2", "3"), writes.SetTitle("a", "title"))
        store.write("anna", put(memory("m")))
        store.write("anna", put(edited(memory("m"), "next", later(3)), Change.EDITED))
        dump = store.dump("anna")
        clock.advance(99)
        store.write("ben", *restoring(dump))
        assert store.dump("ben") == replace(dump, agent="ben")
        assert store.entry("ben", "m") == store.entry("anna", "m")
        before = observed(store, "ben")
        again = store.write("ben", *restoring(dump))
        assert not any(turn.new for turn in again.turns)
        after = observed(store, "ben")
        assert after["dump"] == before["dump"]

    def test_the_dump_of_an_unknown_agent_is_empty(self, store: Store) -> None:
        assert store.dump("anna") == Dump(
            agent="anna", created_at=None, conversations=(), turns=(), histories=()
        )

    def test_a_dump_is_in_the_order_of_arrival(self, store: Store) -> None:
        store.write("anna", *add("z", "2"), put(memory("z")), *add("a", "1"), put(memory("a")))
        store.write("anna", *add("z", "0"))
        dump = store.dump("anna")
        assert [conversation.id for conversation in dump.conversations] == ["z", "a"]
        assert [turn.id for turn in dump.turns] == ["2", "1", "0"]
        assert [past[0].entry.id for past in dump.histories] == ["z", "a"]

    def test_a_conversation_keeps_what_its_turns_do_not_say(self, store: Store) -> None:
        store.write("anna", writes.RestoreConversation(CONVERSATION))
        assert store.conversation("anna", "c") == replace(CONVERSATION, turns=0)
        store.write("anna", writes.RestoreTurn(_turn("a", 0)), writes.RestoreTurn(_turn("b", 1)))
        assert store.conversation("anna", "c") == replace(CONVERSATION, last_at=later(1))

    def test_an_existing_conversation_is_not_overwritten(self, store: Store) -> None:
        store.write("anna", *add("c", "a"), writes.SetTitle("c", "mine"))
        before = store.conversation("anna", "c")
        store.write("anna", writes.RestoreConversation(CONVERSATION))
        assert store.conversation("anna", "c") == before

    def test_a_turn_is_restored_in_every_field(self, store: Store) -> None:
        written = store.write("anna", writes.RestoreTurn(_turn("a", 5)))
        assert written.turns == (AddedTurn("a", 5, new=True),)
        assert store.turns("anna") == (_turn("a", 5),)

    def test_the_next_turn_follows_a_restored_one(self, store: Store) -> None:
        written = store.write("anna", writes.RestoreTurn(_turn("a", 5)), *add("c", "b"))
        assert [turn.index for turn in written.turns] == [5, 6]

    def test_a_restored_turn_fills_a_gap_and_moves_nothing(self, store: Store) -> None:
        store.write("anna", writes.RestoreTurn(_turn("f", 5)), writes.RestoreTurn(_turn("b", 1)))
        written = store.write("anna", writes.RestoreTurn(_turn("c", 2)), *add("c", "next"))
        assert [turn.index for turn in written.turns] == [2, 6]
        assert [turn.id for turn in store.turns("anna", "c")] == ["b", "c", "f", "next"]
        assert [turn.id for turn in store.turns("anna")] == ["f", "b", "c", "next"]

    def test_a_restored_turn_whose_index_is_taken_goes_to_the_end(self, store: Store) -> None:
        store.write("anna", *add("c", "x", "y"))
        written = store.write("anna", writes.RestoreTurn(_turn("a", 0)), *add("c", "z"))
        assert [turn.index for turn in written.turns] == [2, 3]

    def test_an_existing_turn_is_not_restored_twice(self, store: Store) -> None:
        store.write("anna", writes.RestoreTurn(_turn("a", 5)))
        written = store.write("anna", writes.RestoreTurn(replace(_turn("a", 9), relevance=1.0)))
        assert written.turns == (AddedTurn("a", 5, new=False),)
        assert store.turns("anna") == (_turn("a", 5),)

    def test_a_restored_turn_with_other_words_is_refused(self, store: Store) -> None:
        store.write("anna", writes.RestoreTurn(_turn("a", 0)))
        before = observed(store, "anna")
        with pytest.raises(Conflict):
            store.write(
                "anna",
                writes.RestoreTurn(_turn("b", 1)),
                writes.RestoreTurn(_turn("a", 0, "other")),
            )
        assert observed(store, "anna") == before

    def test_a_memory_is_restored_with_its_history(self, store: Store) -> None:
        first = memory("m")
        second = replace(edited(first, "x", later(2)), status=Status.SUPERSEDED)
        past = (
            Version(number=1, at=START, change=Change.ADDED, entry=first),
            Version(number=2, at=later(2), change=Change.SUPERSEDED, entry=second),
        )
        store.write("anna", writes.RestoreEntry(past, "d"))
        assert store.history("anna", "m") == past
        assert store.entry("anna", "m") == store.entry_by_digest("anna", "d") == second
        store.write("anna", put(edited(second, "y")))
        assert len(store.history("anna", "m")) == 3

    def test_an_existing_memory_of_any_version_is_not_overwritten(self, store: Store) -> None:
        store.write("anna", put(memory("m"), digest="d"))
        past = store.history("anna", "m")
        newer = replace(past[0], number=2, entry=edited(past[0].entry, "x"))
        for history, digest in ((past, "d"), ((*past, newer), "d"), (past, "other")):
            store.write("anna", writes.RestoreEntry(history, digest))
            assert store.history("anna", "m") == past
            assert store.entry("anna", "m") == store.entry_by_digest("anna", "d") == past[0].entry

    def test_a_restored_memory_cannot_take_a_key_that_is_in_use(self, store: Store) -> None:
        store.write("anna", put(memory("m", kind=Kind.DOMAIN, key="k")))
        other = memory("n", kind=Kind.DOMAIN, key="k")
        past = Version(number=1, at=START, change=Change.ADDED, entry=other)
        with pytest.raises(Conflict, match=r"'n'.*domain.*'k'") as refused:
            store.write("anna", writes.RestoreEntry((past,), "d"))
        assert refused.value.code == "conflict"
        assert store.entry("anna", "n") is None

    def test_several_agents_are_written_atomically(self, store: Store) -> None:
        written = store.write_every([("anna", add("c", "a")), ("ben", add("c", "b", "c"))])
        assert [[turn.id for turn in each.turns] for each in written] == [["a"], ["b", "c"]]
        assert [each.revision for each in written] == [
            store.revision("anna"),
            store.revision("ben"),
        ]
        assert store.write_every([]) == ()

    def test_a_failure_of_one_agent_rolls_back_the_others(self, store: Store) -> None:
        store.write("anna", *add("c", "a"))
        before = observed(store, "anna")
        with pytest.raises(NotFound):
            store.write_every(
                [
                    ("anna", add("c", "b")),
                    ("ben", add("c", "c")),
                    ("carl", (writes.SetTitle("c", "nobody is there"),)),
                ]
            )
        assert observed(store, "anna") == before
        assert [agent.id for agent in store.every_agent()] == ["anna"]

    def test_an_agent_may_occur_twice_in_one_write(self, store: Store) -> None:
        store.write_every([("anna", add("c", "a")), ("anna", add("c", "b"))])
        assert [turn.id for turn in store.turns("anna")] == ["a", "b"]
