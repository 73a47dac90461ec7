# ruff: noqa: D102, PLR2004 - a test's name is its sentence, and its numbers are the expectation itself
"""Conversations as windows see them, and the record of the optimizer."""

from dataclasses import replace
from datetime import datetime

import pytest

from recollect.domain.job import JobKind
from recollect.domain.ports import Store
from recollect.domain.talk import Stretch
from recollect.domain.tuning import Efficiency, Metrics, Parameters, Snapshot, Tuning
from recollect.domain.turn import Role, Tier, View
from recollect.domain.writes import (
    AddTurn,
    DeleteConversation,
    Enqueue,
    EraseAgent,
    Reached,
    RecordRun,
    Seen,
    SetTitle,
    SetViews,
)
from recollect.errors import NotFound
from recollect.testing.store_contract.values import START, later, said


def run(saved: int, at: datetime = START, window: int = 28) -> Snapshot:
    """A run that saved so many tokens."""
    return Snapshot(
        metrics=Metrics(
            usage_ratio=0.8,
            tokens_before=1_000,
            tokens_after=1_000 - saved,
            entries_compressed=3,
            entries_dropped=2,
            entries_promoted=1,
        ),
        parameters=Parameters(
            compression_trigger=0.65, full_message_window=window, min_relevance=0.35
        ),
        at=at,
    )


def talked(store: Store, *names: str, agent: str = "alice", conversation: str = "c1") -> None:
    """Turns of these ids, in this order."""
    turns = [AddTurn(conversation, said(f"words of {name}", turn_id=name)) for name in names]
    store.write(agent, *turns)


def summarized(store: Store, name: str, covers: int) -> None:
    """A summary in place of what lies below an index."""
    new = said("[CONTEXT SUMMARY] all of it", turn_id=name, role=Role.SYSTEM, covers=covers)
    store.write("alice", AddTurn("c1", new))


def ids(stretch: Stretch) -> list[str]:
    """The turns of a stretch by their names."""
    return [turn.id for turn in stretch.last]


class TalkContract:
    """The end of a conversation, how its turns are shown, and what the optimizer writes down."""

    def test_a_stretch_holds_the_last_turns_and_the_first_of_all(self, store: Store) -> None:
        talked(store, "a", "b", "c", "d")
        stretch = store.stretch("alice", "c1", last=2)
        assert (ids(stretch), stretch.count) == (["c", "d"], 4)
        assert stretch.first == store.turn("alice", "c1", "a")
        assert stretch.revision == store.talk_revision("alice", "c1") == store.revision("alice")

    def test_a_stretch_of_nothing_is_empty(self, store: Store) -> None:
        assert store.stretch("alice", "c1", last=5) == Stretch()
        talked(store, "a")
        assert store.stretch("alice", "c2", last=5) == Stretch()
        assert store.stretch("bob", "c1", last=5) == Stretch()
        assert ids(store.stretch("alice", "c1", last=0)) == []
        assert store.talk_revision("bob", "c1") == 0

    def test_a_summary_stands_for_what_lies_below_it(self, store: Store) -> None:
        talked(store, "a", "b", "c", "d")
        summarized(store, "s1", covers=3)
        talked(store, "e")
        stretch = store.stretch("alice", "c1", last=9)
        assert stretch.first is not None
        assert (stretch.first.id, ids(stretch), stretch.count) == ("s1", ["d", "e"], 3)
        assert stretch.first.covers == 3

    def test_a_later_summary_takes_the_place_of_the_earlier_one(self, store: Store) -> None:
        talked(store, "a", "b", "c", "d")
        summarized(store, "s1", covers=1)
        summarized(store, "s2", covers=2)
        stretch = store.stretch("alice", "c1", last=9)
        assert stretch.first is not None
        assert (stretch.first.id, ids(stretch), stretch.count) == ("s2", ["c", "d"], 3)

    def test_a_summary_of_what_was_deleted_meanwhile_is_refused(self, store: Store) -> None:
        talked(store, "a", "b")
        read = store.turn("alice", "c1", "b")
        summary = AddTurn("c1", said("all of it", role=Role.SYSTEM, covers=1), beside=read)
        store.write("alice", DeleteConversation("c1"))
        with pytest.raises(NotFound):
            store.write("alice", summary)
        assert store.conversation("alice", "c1") is None
        # Another of the same name is not the one that was read.
        store.write("alice", AddTurn("c1", replace(said("b", turn_id="b"), recorded_at=later(9))))
        with pytest.raises(NotFound):
            store.write("alice", summary)
        assert [turn.id for turn in store.turns("alice", "c1")] == ["b"]
        store.write("alice", EraseAgent())
        with pytest.raises(NotFound):
            store.write("alice", summary)
        assert store.every_agent() == ()

    def test_a_view_changes_how_a_turn_is_shown_and_nothing_else(self, store: Store) -> None:
        talked(store, "a", "b")
        before = store.changes("alice", 0).turns
        seen = store.talk_revision("alice", "c1")
        promoted = Seen("a", View.FULL, Tier.LONG_TERM, 1.0)
        gone = Seen("nowhere", View.DROPPED, Tier.SHORT_TERM, 0.1)
        store.write("alice", SetViews("c1", (promoted, gone)))
        shown = store.turn("alice", "c1", "a")
        assert shown is not None
        assert (shown.tier, shown.relevance, shown.content) == (Tier.LONG_TERM, 1.0, "words of a")
        assert store.turn("alice", "c1", "b") == store.turns("alice")[1]
        assert store.changes("alice", 0).turns == before
        assert store.talk_revision("alice", "c1") > seen

    def test_views_of_a_conversation_that_is_gone_are_passed_over(self, store: Store) -> None:
        talked(store, "a")
        store.write("alice", DeleteConversation("c1"))
        store.write("alice", SetViews("c1", (Seen("a", View.DROPPED, Tier.SHORT_TERM, 0.1),)))
        assert store.stretch("alice", "c1", last=5) == Stretch()

    def test_changed_conversations_come_newest_first(self, store: Store) -> None:
        for name in ("c1", "c2", "c3"):
            talked(store, "a", conversation=name)
        seen = store.revision("alice")
        store.write("alice", SetTitle("c1", "first"))
        talked(store, "b", conversation="c3")
        assert store.changed_conversations("alice", since=seen, limit=9) == ("c3", "c1")
        assert store.changed_conversations("alice", since=0, limit=2) == ("c3", "c1")
        assert store.changed_conversations("bob", since=0, limit=9) == ()

    def test_work_can_wait_for_a_conversation_to_grow(self, store: Store) -> None:
        ask = Enqueue(JobKind.OPTIMIZE, "", START, when=Reached("c1", 3))
        for name in "ab":
            store.write("alice", AddTurn("c1", said(name, turn_id=name)), ask)
        store.write("alice", AddTurn("c2", said("c", turn_id="c")), ask)
        assert store.every_job() == ()
        store.write("alice", AddTurn("c1", said("a", turn_id="a")), ask)
        assert store.every_job() == ()
        store.write("alice", AddTurn("c1", said("c", turn_id="c")), ask)
        assert [job.kind for job in store.every_job()] == [JobKind.OPTIMIZE]

    def test_a_batch_that_passes_the_mark_asks_as_well(self, store: Store) -> None:
        ask = Enqueue(JobKind.OPTIMIZE, "", START, when=Reached("c1", 3))
        store.write("alice", *(AddTurn("c1", said(name, turn_id=name)) for name in "abcd"), ask)
        assert [job.kind for job in store.every_job()] == [JobKind.OPTIMIZE]

    def test_the_last_run_leaves_its_parameters_behind(self, store: Store) -> None:
        talked(store, "a")
        assert store.tuning("alice") == Tuning()
        store.write("alice", RecordRun(run(100), kept=500))
        store.write("alice", RecordRun(run(50, later(120), window=26), kept=500))
        total = Efficiency(total_optimizations=2, total_tokens_saved=150)
        last = run(50, later(120), window=26)
        assert store.tuning("alice") == Tuning(efficiency=total, last=last)
        assert store.snapshots("alice") == (run(100), last)
        assert store.snapshots("alice", limit=1) == (last,)
        assert store.snapshots("alice", limit=2**70) == store.snapshots("alice")
        assert store.every_snapshot(limit=2**70) == store.every_snapshot()

    def test_of_many_runs_the_last_are_kept_and_all_are_counted(self, store: Store) -> None:
        talked(store, "a")
        for number in range(5):
            store.write("alice", RecordRun(run(number, later(number)), kept=3))
        assert [each.metrics.tokens_saved for each in store.snapshots("alice")] == [2, 3, 4]
        assert store.tuning("alice").efficiency.total_optimizations == 5

    def test_runs_belong_to_their_agent(self, store: Store) -> None:
        for number, agent in enumerate(("alice", "bob")):
            talked(store, "a", agent=agent)
            store.write(agent, RecordRun(run(10 + number, later(number)), kept=500))
        assert [each.metrics.tokens_saved for each in store.snapshots("bob")] == [11]
        assert store.tuning("carol") == Tuning()
        assert [each.metrics.tokens_saved for each in store.every_snapshot()] == [10, 11]
        every = store.every_tuning()
        assert (every.efficiency.total_tokens_saved, every.last) == (21, run(11, later(1)))
        store.write("bob", EraseAgent())
        assert store.every_tuning().efficiency.total_tokens_saved == 10
        assert store.snapshots("bob") == ()
