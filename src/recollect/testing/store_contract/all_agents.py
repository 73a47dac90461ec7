# ruff: noqa: D102 - test names and expected numbers explain themselves
"""Reads across agents, limited to those within reach."""

from dataclasses import replace

import pytest

from recollect.domain.access import ALL_AGENTS, Reach
from recollect.domain.entry import EntryFilter, Kind, Priority, Status, Tally
from recollect.domain.job import JobKind
from recollect.domain.ports import Store
from recollect.domain.writes import AddTurn, DropEntries, Enqueue
from recollect.errors import InvalidInput
from recollect.testing.store_contract.constants import START, later
from recollect.testing.store_contract.values import edited, memory, put, said

# Names are not patterns: each of these is one agent only.
ODD = ("a*", "a?", "[ab]", "a]", "A", "ä", "a'b", "%", "_")


SHOWN = EntryFilter()


def _listed(store: Store, reach: Reach, chosen: EntryFilter = SHOWN) -> list[str]:
    return [f"{agent}/{entry.id}" for agent, entry in store.every_entry(reach, chosen)]


class AllAgentsContract:
    """A read across agents names them, and an empty reach finds nothing."""

    def test_memories_of_all_come_newest_first_each_with_its_agent(self, store: Store) -> None:
        for agent, name in (("anna", "1"), ("ben", "1"), ("anna", "2"), ("cleo", "3")):
            store.write(agent, put(memory(name)))
        store.write("anna", put(edited(memory("1"), "other words")))
        assert _listed(store, ALL_AGENTS) == ["cleo/3", "anna/2", "ben/1", "anna/1"]
        ((agent, entry),) = store.every_entry(Reach(only="ben"), EntryFilter())
        assert (agent, entry) == ("ben", store.entry("ben", "1"))

    def test_that_keys_are_required_is_recorded_once(self, store: Store) -> None:
        assert store.keys_required_since() is None
        for moment in (later(5), later(900)):
            store.require_keys(moment)
            assert store.keys_required_since() == later(5)

    def test_only_agents_within_reach_are_seen(self, store: Store) -> None:
        for agent in ("team-a", "team-b", "other"):
            store.write(agent, put(memory("m")), Enqueue(JobKind.LEARN, "", START))
        for reach, names in (
            (Reach(("team-*",)), ["team-a", "team-b"]),
            (Reach(("*-b", "oth*r")), ["other", "team-b"]),
            (Reach(("team-*",), "other"), []),
            (Reach(("team-*",), "team-b"), ["team-b"]),
            (Reach(()), []),
            (Reach((), "team-a"), []),
        ):
            assert sorted(agent for agent, _ in store.every_entry(reach, EntryFilter())) == names
            assert [*store.every_agent_with_entry("m", reach)] == names
            assert [agent.id for agent in store.every_agent(reach=reach)] == names
            assert sorted(job.agent for job in store.every_job(reach=reach)) == names
            assert sum(tally.count for tally in store.every_tally(reach)) == len(names)

    def test_every_text_with_a_phrase_is_found_within_reach(self, store: Store) -> None:
        for agent in ("anna", "ben"):
            store.write(agent, AddTurn("c", said("Call  LEO\nHuber.", turn_id="t")))
            store.write(
                agent, put(replace(memory("m"), content="Knows Leo Huber")), put(memory("other"))
            )
        found, agents = store.every_text_with(("leo huber",), Reach(only="ben"))
        assert agents == ["ben"]
        assert sorted((each.agent, each.what, each.id) for each in found) == [
            ("ben", "memory", "m"),
            ("ben", "turn", "t"),
        ]
        assert store.every_text_with(("leo huber",), Reach(())) == ([], [])
        assert store.every_text_with(("nobody",), ALL_AGENTS) == ([], ["anna", "ben"])

    @pytest.mark.parametrize("name", ODD)
    def test_a_name_means_itself_and_in_a_pattern_only_the_star_is_special(
        self, store: Store, name: str
    ) -> None:
        for agent in (*ODD, "a", "ab", "b", "x"):
            store.write(agent, put(memory("m")))
        assert _listed(store, Reach(only=name)) == [f"{name}/m"]
        reach = Reach((name,))
        known = sorted(agent.id for agent in store.every_agent())
        wanted = [agent for agent in known if reach.covers(agent)]
        assert sorted(store.every_agent_with_entry("m", reach)) == wanted
        assert (len(wanted) > 1) == ("*" in name)

    def test_a_filter_chooses_among_all(self, store: Store) -> None:
        store.write("anna", put(memory("m", "tea", kind=Kind.SKILL)), put(memory("n", "tea")))
        store.write("ben", put(memory("o", "milk", kind=Kind.SKILL)))
        store.write("ben", put(memory("p", kind=Kind.SKILL, status=Status.DELETED)))
        skills = EntryFilter(kinds=(Kind.SKILL,))
        assert _listed(store, ALL_AGENTS, skills) == ["ben/o", "anna/m"]
        assert _listed(store, ALL_AGENTS, EntryFilter(text="TEA")) == ["anna/n", "anna/m"]

    def test_pages_over_all_agents_are_complete(self, store: Store) -> None:
        for number in range(7):
            store.write("anna" if number % 2 else "ben", put(memory(str(number))))
        found, after = [], None
        while page := store.every_entry(ALL_AGENTS, EntryFilter(), after=after, limit=2):
            found += [entry.id for _, entry in page]
            after = (page[-1][0], page[-1][1].id)
        assert found == ["6", "5", "4", "3", "2", "1", "0"]

    def test_an_unknown_cursor_over_all_agents_is_refused(self, store: Store) -> None:
        store.write("anna", put(memory("m")))
        for after in (("ben", "m"), ("anna", "n")):
            with pytest.raises(InvalidInput):
                store.every_entry(ALL_AGENTS, EntryFilter(), after=after)

    def test_an_id_is_found_for_every_agent_that_has_it_except_for_records(
        self, store: Store
    ) -> None:
        for agent in ("ben", "anna"):
            store.write(agent, put(memory("m")), put(memory("r", kind=Kind.OVERRIDE)))
        assert store.every_agent_with_entry("m", ALL_AGENTS) == ("anna", "ben")
        assert store.every_agent_with_entry("r", ALL_AGENTS) == ()
        assert store.every_agent_with_entry("x", ALL_AGENTS) == ()
        store.write("anna", DropEntries(("m",)))
        assert store.every_agent_with_entry("m", ALL_AGENTS) == ("ben",)

    def test_memories_are_counted_by_kind_priority_and_status(self, store: Store) -> None:
        store.write("anna", put(memory("m")), put(memory("n", kind=Kind.SUMMARY)))
        store.write("ben", put(memory("m")), put(memory("o", status=Status.DELETED)))
        assert store.every_tally(ALL_AGENTS) == (
            Tally(Kind.FACT, Priority.HIGH, Status.ACTIVE, 2),
            Tally(Kind.FACT, Priority.HIGH, Status.DELETED, 1),
        )
        assert store.every_tally(Reach(only="cleo")) == ()
