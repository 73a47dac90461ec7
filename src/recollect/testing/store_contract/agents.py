# ruff: noqa: D102 - test names and expected numbers explain themselves
"""Agents are isolated, and an erased one leaves nothing."""

import pytest

from recollect.domain import writes
from recollect.domain.conversation import AgentSummary
from recollect.domain.entry import Kind, Status
from recollect.domain.job import Claim, Done
from recollect.domain.ports import Store
from recollect.domain.store_results import Changes
from recollect.domain.tuning import Tuning
from recollect.errors import InvalidInput, NotFound
from recollect.testing.clock import FixedClock
from recollect.testing.store_contract.constants import EVERY, HOSTILE, SPACE, START, later
from recollect.testing.store_contract.reads import claimed, observed, vectors_of
from recollect.testing.store_contract.values import add, edited, embed, memory, put, vectors


def _live(store: Store, agent: str) -> Claim:
    """Write one row of every type for an agent; its job is left running."""
    store.adopt_space(SPACE, START)
    store.write(agent, *add("c", "a", "b"), *add("d", "a"), writes.SetTitle("c", "title"))
    store.write(
        agent, put(memory("m", drawn_from="c")), put(memory("k", kind=Kind.DOMAIN, key="k"))
    )
    store.write(agent, put(edited(memory("m", drawn_from="c"), "x")))
    store.write(agent, embed("c"), vectors("c", a=b"1"))
    store.write(agent, *add("gone", "a"), writes.DeleteConversation("gone"))
    return claimed(store)


class AgentContract:
    """Reads and writes never cross agents."""

    def test_an_unknown_agent_reads_as_empty(self, store: Store) -> None:
        assert store.revision("anna") == 0
        assert store.changes("anna", 0) == Changes(revision=0, reset=False)
        assert store.conversations("anna") == ()
        assert store.conversation("anna", "c") is None
        assert store.turns("anna") == store.turns("anna", "c") == ()
        assert store.window("anna", "c", limit=9) == ()
        assert store.turn("anna", "c", "t") is None
        assert vectors_of(store, "anna") == {}
        assert store.entries("anna", EVERY) == ()
        assert store.entry("anna", "m") is store.entry_by_digest("anna", "d") is None
        assert store.history("anna", "m") == ()
        with pytest.raises(InvalidInput):
            store.conversations("anna", after="c")
        with pytest.raises(InvalidInput):
            store.entries("anna", EVERY, after="m")
        assert store.every_agent() == ()

    @pytest.mark.parametrize(
        "write",
        [
            writes.SetTitle("c", "x"),
            writes.DeleteConversation("c"),
            vectors("c", t=b"1"),
            embed("c"),
            writes.RetryJob("j", START),
            writes.EraseAgent(),
        ],
        ids=lambda write: type(write).__name__,
    )
    def test_writes_to_existing_data_do_not_create_an_agent(
        self, store: Store, write: writes.Write
    ) -> None:
        store.adopt_space(SPACE, START)
        with pytest.raises(NotFound):
            store.write("anna", write)
        assert store.every_agent() == ()
        assert store.every_job() == ()
        assert store.revision("anna") == 0

    def test_an_empty_write_creates_nothing(self, store: Store) -> None:
        with pytest.raises(NotFound):
            store.write("anna")
        assert store.every_agent() == ()

    def test_an_erased_agent_leaves_nothing(self, store: Store) -> None:
        running = _live(store, "anna")
        before = store.revision("anna")
        store.write("anna", writes.EraseAgent())
        shown = observed(store, "anna", known=(0, before))
        revision = shown.pop("revision")
        assert isinstance(revision, int)
        assert revision > before
        nothing = Changes(revision=revision, reset=True)
        assert shown.pop("changes") == {0: nothing, before: nothing}
        assert store.dump("anna") == shown.pop("dump")
        assert shown.pop("news") == [nothing, nothing]
        assert shown.pop("memories missing") == [(), (), (), ()]
        for name in ("changed", "turns since", "entries since"):
            assert shown.pop(name) == [(), ()]
        assert shown.pop("as of") == [(), (), ()]
        assert shown.pop("tuning") == Tuning()
        assert shown.pop("snapshots") == [(), ()]
        assert not any(shown.values())
        stats = store.stats()
        assert (stats.agents, stats.conversations, stats.turns, stats.entries) == (0, 0, 0, 0)
        assert (stats.turns_embedded, stats.entries_by_kind, stats.jobs_by_state) == (0, {}, {})
        assert store.any_job(running.job.id) is None
        assert store.every_lease_owner() == ()
        assert store.next_due() is None

    def test_an_erasure_leaves_the_others_alone(self, store: Store) -> None:
        for agent in ("anna", "ben"):
            _live(store, agent)
        before = observed(store, "ben")
        store.write("anna", writes.EraseAgent())
        assert observed(store, "ben") == before

    def test_subscriptions_end_with_their_agent_and_with_their_space(self, store: Store) -> None:
        store.write(
            "anna", writes.Subscribe("team"), writes.Subscribe("hr"), writes.Subscribe("team")
        )
        store.write("bert", writes.Subscribe("team"), *add("c", "a"))
        assert store.state("anna").spaces == store.dump("anna").subscriptions == ("team", "hr")
        assert store.state("nobody").spaces == ()
        store.write("anna", writes.Unsubscribe("hr"))
        with pytest.raises(NotFound):
            store.write("anna", writes.Unsubscribe("hr"))
        store.write("team", *add("c", "a"))
        store.write("team", writes.EraseAgent())
        assert store.state("anna").spaces == store.state("bert").spaces == ()
        assert len(store.turns("bert")) == 1
        store.write("anna", writes.Subscribe("bert"))
        store.write("anna", writes.EraseAgent())
        store.write("anna", *add("c", "a"))
        assert store.state("anna").spaces == ()

    def test_an_agent_is_erased_once(self, store: Store) -> None:
        store.write("anna", *add("c", "a"))
        store.write("anna", writes.EraseAgent())
        with pytest.raises(NotFound):
            store.write("anna", writes.EraseAgent())
        store.write("ben", *add("c", "a"))
        with pytest.raises(NotFound):
            store.write("ben", writes.EraseAgent(), writes.SetTitle("c", "gone already"))
        assert [agent.id for agent in store.every_agent()] == ["ben"]

    def test_an_erased_agent_can_be_created_again(self, store: Store, clock: FixedClock) -> None:
        _live(store, "anna")
        store.write("anna", writes.EraseAgent())
        clock.advance(5)
        written = store.write("anna", *add("c", "b"), put(memory("k", kind=Kind.DOMAIN, key="k")))
        assert store.every_agent() == (
            AgentSummary(
                id="anna",
                conversations=1,
                turns=1,
                entries=1,
                created_at=later(5),
                revision=written.revision,
            ),
        )
        assert [(turn.id, turn.index) for turn in store.turns("anna")] == [("b", 0)]
        assert len(store.history("anna", "k")) == 1
        assert vectors_of(store, "anna") == {}

    def test_an_agent_may_be_replaced_in_one_write(self, store: Store) -> None:
        _live(store, "anna")
        store.write("anna", writes.EraseAgent(), *add("new", "a"), put(memory("n")), embed("new"))
        assert [conversation.id for conversation in store.conversations("anna")] == ["new"]
        assert [entry.id for entry in store.entries("anna", EVERY)] == ["n"]
        assert [job.conversation for job in store.every_job()] == ["new"]

    def test_agents_are_listed_by_name_in_pages(self, store: Store) -> None:
        for name in HOSTILE:
            store.write(name, *add("c", "a"))
        names = [agent.id for agent in store.every_agent()]
        assert names == sorted(HOSTILE)
        page = store.every_agent(limit=5)
        assert page + store.every_agent(after=page[-1].id) == store.every_agent()
        assert [agent.id for agent in store.every_agent(after="a", limit=1)] == ["a\n"]
        assert store.every_agent(after="\U0010ffff") == ()

    def test_an_agent_is_listed_with_its_counts(self, store: Store, clock: FixedClock) -> None:
        _live(store, "anna")
        assert store.every_agent() == (
            AgentSummary(
                id="anna",
                conversations=2,
                turns=3,
                entries=2,
                created_at=clock.now(),
                revision=store.revision("anna"),
            ),
        )

    def test_names_that_look_alike_are_different_agents(self, store: Store) -> None:
        for name in HOSTILE:
            store.write(name, *add("c", name), put(memory("m", name)))
        for name in HOSTILE:
            assert [turn.content for turn in store.turns(name)] == [name]
            assert [entry.content for entry in store.entries(name, EVERY)] == [name]
        for name in HOSTILE[::2]:
            store.write(name, writes.EraseAgent())
        assert [agent.id for agent in store.every_agent()] == sorted(HOSTILE[1::2])

    def test_one_agents_writes_are_not_seen_by_another(self, store: Store) -> None:
        _live(store, "anna")
        before = observed(store, "anna")
        running = _live(store, "ben")
        store.write("ben", vectors("c", b=b"9"), writes.FinishJob(running, Done("ok", 1), START))
        store.write("ben", put(edited(memory("k", kind=Kind.DOMAIN, key="k"), "ben's")))
        store.write("ben", writes.DeleteConversation("c"))
        assert observed(store, "anna") == before
        store.write("ben", writes.EraseAgent())
        assert observed(store, "anna") == before

    def test_the_store_counts_over_all_agents(self, store: Store) -> None:
        for agent in ("anna", "ben"):
            _live(store, agent)
        store.write("ben", embed("d"))
        stats = store.stats()
        assert (stats.agents, stats.conversations, stats.turns) == (2, 4, 6)
        assert (stats.turns_embedded, stats.entries) == (2, 4)
        assert stats.entries_by_kind == {"domain": 2, "fact": 2}
        assert stats.entries_by_status == {"active": 4}
        store.write("ben", put(memory("s", "a recap", kind=Kind.SUMMARY, key="c")))
        store.write("ben", put(memory("o", "an old one", status=Status.SUPERSEDED)))
        counted = store.stats()
        assert counted.entries == sum(counted.entries_by_kind.values()) == stats.entries
        assert counted.entries_by_status == {"active": 4, "superseded": 1}
        assert stats.jobs_by_state == {"pending": 1, "running": 2}
        assert stats.database_bytes >= 0

    def test_scrubbing_keeps_existing_data(self, store: Store) -> None:
        for agent in ("anna", "ben"):
            _live(store, agent)
        store.write("anna", writes.EraseAgent())
        before = observed(store, "ben")
        for _ in range(2):
            store.scrub()
            assert observed(store, "ben") == before
        store.write("ben", *add("new", "a"))
        assert store.faults() == ()

    def test_a_sound_store_has_no_faults(self, store: Store) -> None:
        _live(store, "anna")
        assert store.faults() == ()

    def test_a_sound_store_can_be_written_to(self, store: Store) -> None:
        store.check_writable()
        store.write("anna", *add("c", "a"))
        store.check_writable()
        assert [turn.content for turn in store.turns("anna")] == ["a"]
