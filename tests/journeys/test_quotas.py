"""What one agent may store: turns a day, turns and characters in all."""

from datetime import timedelta

import pytest

from recollect import QuotaExceeded, RateLimited
from recollect.learning import quotas


@pytest.fixture(autouse=True)
def nothing_is_learned(monkeypatch):
    monkeypatch.setenv("RECOLLECT_EXTRACTOR", "none")


def said(count, start=0):
    return [{"user": f"turn {number}"} for number in range(start, start + count)]


def test_a_day_has_so_many_turns_and_the_next_day_as_many(opened, clock):
    memory = opened(clock=clock, agent_turns_per_day=5)
    alice, bob = memory.agent("alice"), memory.agent("bob")
    alice.ingest("c", said(4))
    with pytest.raises(
        RateLimited, match=r"5 turns a day \(setting agent_turns_per_day"
    ) as refused:
        alice.ingest("c", said(2, 10))
    assert refused.value.retry_after == 12 * 3600
    assert len(alice.turns()) == 4, "all or none"
    alice.remember("the fifth")
    with pytest.raises(RateLimited):
        alice.remember("the sixth")
    with pytest.raises(RateLimited):
        memory.conversation("d", agent="alice").add("user", "the sixth")
    bob.ingest("c", said(5))
    clock.advance(12 * 3600)
    alice.ingest("c", said(5, 20))


def test_repeating_what_is_stored_uses_nothing_up(opened, clock):
    memory = opened(clock=clock, agent_turns_per_day=6, max_turns_per_agent=6)
    alice = memory.agent("alice")
    for _ in range(3):
        alice.ingest("c", said(3))
    alice.ingest("d", said(3))


def test_an_agent_may_have_so_many_turns_and_deleting_makes_room(opened):
    memory = opened(max_turns_per_agent=5)
    alice = memory.agent("alice")
    alice.ingest("c", said(3))
    alice.ingest("d", said(2))
    with pytest.raises(QuotaExceeded, match=r"'alice' may store 5 turns \(setting max_turns_per"):
        alice.remember("one more")
    memory.agent("bob").ingest("c", said(5))
    alice.conversations.delete("c")
    alice.ingest("d", said(3, 10))
    with pytest.raises(QuotaExceeded):
        alice.check_quota()


def test_turns_memories_and_items_share_the_characters(opened):
    alice = opened(max_characters_per_agent=100).agent("alice")
    alice.remember("x" * 40)
    alice.memories.add("y" * 30)
    with pytest.raises(QuotaExceeded, match="100 characters"):
        alice.items.put(("n",), "k", {"text": "z" * 30})
    alice.items.put(("n",), "k", {"t": "z" * 10})
    with pytest.raises(QuotaExceeded):
        alice.memories.add("w" * 20)
    with pytest.raises(QuotaExceeded):
        alice.remember("w" * 20)
    assert len(alice.turns()) == 1
    alice.remember("short")


def test_what_another_process_stores_counts_within_a_minute(opened, monkeypatch):
    here, there = opened(max_turns_per_agent=4), opened(max_turns_per_agent=4)
    seconds = [0.0]
    monkeypatch.setattr(here._components.quotas, "_seconds", lambda: seconds[0])
    here.agent("a").ingest("c", said(1))
    there.agent("a").ingest("c", said(3, 10))
    seconds[0] += 61
    with pytest.raises(QuotaExceeded):
        here.agent("a").remember("a fifth")


def test_only_so_many_agents_are_kept_in_ram(opened, monkeypatch):
    monkeypatch.setattr(quotas, "_AGENTS_KEPT", 3)
    memory = opened(agent_turns_per_day=5)
    for number in range(8):
        memory.agent(f"a{number}").remember("hello")
    assert [*memory._components.quotas._used] == ["a5", "a6", "a7"]


def test_without_limits_nothing_is_counted(opened, clock):
    memory = opened(clock=clock)
    memory.agent("a").ingest("c", said(300))
    clock.advance(timedelta(days=1).total_seconds())
    assert not memory._components.quotas._used
