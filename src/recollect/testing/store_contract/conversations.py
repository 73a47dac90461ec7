# ruff: noqa: D102, PLR2004 - test names and expected numbers explain themselves
"""Conversation windows and optimizer runs."""

from dataclasses import replace
from datetime import datetime

import pytest

from recollect.domain import writes
from recollect.domain.conversation import ConversationTail
from recollect.domain.job import Done, JobKind
from recollect.domain.ports import Store
from recollect.domain.tuning import Efficiency, Parameters, RunMetrics, Snapshot, Tuning
from recollect.domain.turn import Role, Tier, View
from recollect.errors import NotFound
from recollect.testing.store_contract.constants import START, later
from recollect.testing.store_contract.reads import existing
from recollect.testing.store_contract.values import memory, put, said


def run(saved: int, at: datetime = START, window: int = 28) -> Snapshot:
    """An optimizer run that saved this many tokens."""
    return Snapshot(
        metrics=RunMetrics(
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
    """Turns with these ids, in this order."""
    turns = [writes.AddTurn(conversation, said(f"words of {name}", turn_id=name)) for name in names]
    store.write(agent, *turns)


def summarized(store: Store, name: str, covers: int) -> None:
    """A summary that covers the turns below an index."""
    new = said("[CONTEXT SUMMARY] all of it", turn_id=name, role=Role.SYSTEM, covers=covers)
    store.write("alice", writes.AddTurn("c1", new))


def ids(stretch: ConversationTail) -> list[str]:
    """The ids of the turns in a tail."""
    return [turn.id for turn in stretch.last]


class ConversationContract:
    """The tail of a conversation, the views of its turns, and optimizer runs."""

    def test_a_tail_has_the_last_turns_and_the_very_first(self, store: Store) -> None:
        talked(store, "a", "b", "c", "d")
        stretch = store.tail("alice", "c1", last=2)
        assert (ids(stretch), stretch.count) == (["c", "d"], 4)
        assert stretch.first == store.turn("alice", "c1", "a")
        assert (
            stretch.revision
            == store.conversation_revision("alice", "c1")
            == store.revision("alice")
        )

    def test_the_tail_of_an_unknown_conversation_is_empty(self, store: Store) -> None:
        assert store.tail("alice", "c1", last=5) == ConversationTail()
        talked(store, "a")
        assert store.tail("alice", "c2", last=5) == ConversationTail()
        assert store.tail("bob", "c1", last=5) == ConversationTail()
        assert ids(store.tail("alice", "c1", last=0)) == []
        assert store.conversation_revision("bob", "c1") == 0

    def test_a_summary_replaces_the_turns_it_covers(self, store: Store) -> None:
        talked(store, "a", "b", "c", "d")
        summarized(store, "s1", covers=3)
        talked(store, "e")
        stretch = store.tail("alice", "c1", last=9)
        assert stretch.first is not None
        assert (stretch.first.id, ids(stretch), stretch.count) == ("s1", ["d", "e"], 3)
        assert stretch.first.covers == 3

    def test_a_later_summary_replaces_the_earlier_one(self, store: Store) -> None:
        talked(store, "a", "b", "c", "d")
        summarized(store, "s1", covers=1)
        summarized(store, "s2", covers=2)
        stretch = store.tail("alice", "c1", last=9)
        assert stretch.first is not None
        assert (stretch.first.id, ids(stretch), stretch.count) == ("s2", ["c", "d"], 3)

    def test_a_summary_of_deleted_turns_is_refused(self, store: Store) -> None:
        talked(store, "a", "b")
        read = store.turn("alice", "c1", "b")
        summary = writes.AddTurn("c1", said("all of it", role=Role.SYSTEM, covers=1), requires=read)
        store.write("alice", writes.DeleteConversation("c1"))
        with pytest.raises(NotFound):
            store.write("alice", summary)
        assert store.conversation("alice", "c1") is None
        # A new conversation with the same name is not the one that was read.
        store.write(
            "alice", writes.AddTurn("c1", replace(said("b", turn_id="b"), recorded_at=later(9)))
        )
        with pytest.raises(NotFound):
            store.write("alice", summary)
        assert [turn.id for turn in store.turns("alice", "c1")] == ["b"]
        store.write("alice", writes.EraseAgent())
        with pytest.raises(NotFound):
            store.write("alice", summary)
        assert store.every_agent() == ()

    def test_a_view_changes_how_a_turn_is_shown_and_nothing_else(self, store: Store) -> None:
        talked(store, "a", "b")
        before = store.changes("alice", 0).turns
        seen = store.conversation_revision("alice", "c1")
        promoted = writes.TurnView("a", View.FULL, Tier.LONG_TERM, 1.0)
        gone = writes.TurnView("nowhere", View.DROPPED, Tier.SHORT_TERM, 0.1)
        store.write("alice", writes.SetViews("c1", (promoted, gone)))
        shown = existing(store.turn("alice", "c1", "a"))
        assert (shown.tier, shown.relevance, shown.content) == (Tier.LONG_TERM, 1.0, "words of a")
        assert store.turn("alice", "c1", "b") == store.turns("alice")[1]
        assert store.changes("alice", 0).turns == before
        assert store.conversation_revision("alice", "c1") > seen

    def test_views_of_a_deleted_conversation_are_ignored(self, store: Store) -> None:
        talked(store, "a")
        store.write("alice", writes.DeleteConversation("c1"))
        store.write(
            "alice",
            writes.SetViews("c1", (writes.TurnView("a", View.DROPPED, Tier.SHORT_TERM, 0.1),)),
        )
        assert store.tail("alice", "c1", last=5) == ConversationTail()

    def test_changed_conversations_come_newest_first(self, store: Store) -> None:
        for name in ("c1", "c2", "c3"):
            talked(store, "a", conversation=name)
        seen = store.revision("alice")
        store.write("alice", writes.SetTitle("c1", "first"))
        talked(store, "b", conversation="c3")
        assert store.changed_conversations("alice", since=seen, limit=9) == ("c3", "c1")
        assert store.changed_conversations("alice", since=0, limit=2) == ("c3", "c1")
        assert store.changed_conversations("bob", since=0, limit=9) == ()

    def test_agents_with_something_new_for_a_job_are_named(self, store: Store) -> None:
        kind = JobKind.OPTIMIZE
        for agent in ("carl", "alice", "bob"):
            store.write(
                agent, writes.AddTurn("c1", said("a", turn_id="a")), writes.Enqueue(kind, "", START)
            )
        store.write("dora", put(memory("m")))
        assert store.every_agent_changed_since(kind) == ("alice", "bob", "carl")
        for agent in ("alice", "bob", "carl"):
            seen = store.revision(agent)
            taken = existing(
                store.claim_any(
                    frozenset({kind}), owner="w", now=START, until=later(60), agent=agent
                )
            )
            store.write(agent, writes.FinishJob(taken, Done("ok", seen), START))
        assert store.every_agent_changed_since(kind) == ()
        store.write("bob", writes.SetTitle("c1", "first"))
        assert store.every_agent_changed_since(kind) == ("bob",)
        assert len(store.every_agent_changed_since(JobKind.LEARN)) == 3

    def test_work_can_wait_for_a_conversation_to_grow(self, store: Store) -> None:
        ask = writes.Enqueue(JobKind.OPTIMIZE, "", START, when=writes.Reached("c1", 3))
        for name in "ab":
            store.write("alice", writes.AddTurn("c1", said(name, turn_id=name)), ask)
        store.write("alice", writes.AddTurn("c2", said("c", turn_id="c")), ask)
        assert store.every_job() == ()
        store.write("alice", writes.AddTurn("c1", said("a", turn_id="a")), ask)
        assert store.every_job() == ()
        store.write("alice", writes.AddTurn("c1", said("c", turn_id="c")), ask)
        assert [job.kind for job in store.every_job()] == [JobKind.OPTIMIZE]

    def test_a_batch_that_crosses_the_threshold_enqueues_too(self, store: Store) -> None:
        ask = writes.Enqueue(JobKind.OPTIMIZE, "", START, when=writes.Reached("c1", 3))
        store.write(
            "alice", *(writes.AddTurn("c1", said(name, turn_id=name)) for name in "abcd"), ask
        )
        assert [job.kind for job in store.every_job()] == [JobKind.OPTIMIZE]

    def test_the_parameters_of_the_last_run_are_stored(self, store: Store) -> None:
        talked(store, "a")
        assert store.tuning("alice") == Tuning()
        store.write("alice", writes.RecordRun(run(100), kept=500))
        store.write("alice", writes.RecordRun(run(50, later(120), window=26), kept=500))
        total = Efficiency(total_optimizations=2, total_tokens_saved=150)
        last = run(50, later(120), window=26)
        assert store.tuning("alice") == Tuning(efficiency=total, last=last)
        assert store.snapshots("alice") == (run(100), last)
        assert store.snapshots("alice", limit=1) == (last,)
        assert store.snapshots("alice", limit=2**70) == store.snapshots("alice")
        assert store.every_snapshot(limit=2**70) == store.every_snapshot()

    def test_only_the_last_runs_are_stored_but_all_are_counted(self, store: Store) -> None:
        talked(store, "a")
        for number in range(5):
            store.write("alice", writes.RecordRun(run(number, later(number)), kept=3))
        assert [each.metrics.tokens_saved for each in store.snapshots("alice")] == [2, 3, 4]
        assert store.tuning("alice").efficiency.total_optimizations == 5

    def test_runs_belong_to_their_agent(self, store: Store) -> None:
        for number, agent in enumerate(("alice", "bob")):
            talked(store, "a", agent=agent)
            store.write(agent, writes.RecordRun(run(10 + number, later(number)), kept=500))
        assert [each.metrics.tokens_saved for each in store.snapshots("bob")] == [11]
        assert store.tuning("carol") == Tuning()
        assert [each.metrics.tokens_saved for each in store.every_snapshot()] == [10, 11]
        every = store.every_tuning()
        assert (every.efficiency.total_tokens_saved, every.last) == (21, run(11, later(1)))
        store.write("bob", writes.EraseAgent())
        assert store.every_tuning().efficiency.total_tokens_saved == 10
        assert store.snapshots("bob") == ()
