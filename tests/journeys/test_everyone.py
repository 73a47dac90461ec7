"""The memories of several agents at once: listed, looked through, counted, cleared and taken in."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from recollect import AsyncMemory, Conflict, InvalidInput, Memory, NotFound
from recollect.domain.access import ALL_AGENTS, Access, Reach, Right
from recollect.domain.plain import plain
from recollect.memory import all_agents
from recollect.memory.all_agents import AGENTS_SEARCHED, PageCursor
from recollect.memory.memories import entry_filter


@pytest.fixture
def memory(tmp_path: Path):
    with Memory.open(
        tmp_path / "m.sqlite", background=False, embedding_backend="none", extractor="none"
    ) as opened:
        yield opened


def contents(page) -> list[str]:
    return [f"{owned.agent}: {owned.entry.content}" for owned in page]


def all_pages(ask, limit: int):
    found, after = [], None
    while page := ask(after=after, limit=limit):
        assert len(page) <= limit
        found += page
        after = page[-1].cursor
    return found


def test_all_are_listed_newest_first_and_page_by_page(memory):
    for number in range(9):
        memory.agent("ab"[number % 2]).memories.add(f"fact {number}")
    whole = contents(memory.all_agents.list())
    assert whole[:2] == ["a: fact 8", "b: fact 7"]
    for limit in (1, 2, 4, 9):
        assert contents(all_pages(memory.all_agents.list, limit)) == whole
    only = Reach(only="b")
    assert contents(memory.all_agents.list(only)) == [name for name in whole if name[0] == "b"]


def test_memories_are_counted_by_the_day_they_were_learned_on(opened, clock, monkeypatch):
    memory = opened(clock=clock)
    start = clock.now()
    for day, number in enumerate((2, 0, 1)):
        for each in range(number):
            memory.agent(f"a{each}").memories.add(f"fact {day} {each}")
        clock.advance(24 * 3600)
    assert memory.all_agents.by_day(start).counts == (2, 0, 1, 0, 0, 0, 0)
    assert memory.all_agents.by_day(start, 1, Reach(only="a1")).counts == (1,)
    assert memory.all_agents.by_day(days=3) == memory.all_agents.by_day(start, 3)
    assert memory.all_agents.by_day(start).is_complete
    assert memory.all_agents.by_day(start).said_earlier == 0
    monkeypatch.setattr(all_agents, "_MAX_COUNTED", 2)
    newest = memory.all_agents.by_day(start)
    assert (newest.counts, newest.is_complete) == ((1, 0, 1, 0, 0, 0, 0), False)
    with pytest.raises(InvalidInput, match="days takes a whole number from 1 to 31"):
        memory.all_agents.by_day(start, 32)
    # An imported conversation is learned today, but was said long ago.
    memory.agent("a0").remember("I like tea.", at=start - timedelta(days=90))
    memory.sync()
    later = memory.all_agents.by_day(clock.now() - timedelta(days=1))
    assert (sum(later.counts), later.said_earlier) == (2, 1)


def test_nobody_outside_ones_reach_is_listed_found_or_counted(memory):
    for agent in ("team-a", "team-b", "other"):
        memory.agent(agent).memories.add("Likes tea")
    mine = Access(agents=("team-*",)).reach(Right.READ)
    for page in (memory.all_agents.list(mine), memory.all_agents.search("tea", mine)):
        assert {owned.agent for owned in page} == {"team-a", "team-b"}
    assert sum(tally.count for tally in memory.all_agents.tally(mine)) == 2
    recently = datetime.now(UTC) - timedelta(hours=1)
    assert sum(memory.all_agents.by_day(recently, reach=mine).counts) == 2
    assert memory.all_agents.list(Reach(("team-*",), "other")) == []
    assert memory.all_agents.search("tea", Reach(("team-*",), "other")) == []


def test_whether_others_have_said_something_cannot_be_found_out_by_a_cursor(memory):
    entry = memory.agent("other").memories.add("Likes tea")
    memory.agent("mine").memories.add("Likes milk")
    for mark in (
        PageCursor("other", entry.id),
        PageCursor("other", "nothing"),
        PageCursor("other", entry.id, 1.0),
    ):
        with pytest.raises(InvalidInput) as listed:
            memory.all_agents.list(Reach(("mine",)), after=mark)
        with pytest.raises(InvalidInput):
            memory.all_agents.search("tea", Reach(("mine",)), after=mark)
        assert mark.id in listed.value.message
    memory.agent("other").remember("x")
    memory.optimizer.run("other")
    job = memory.jobs.list()[0]
    with pytest.raises(InvalidInput):
        memory.jobs.list(cursor=job.id, reach=Reach(("mine",)))
    with pytest.raises(InvalidInput):
        memory.jobs.list(cursor="nothing", reach=Reach(("mine",)))


def test_a_search_gives_what_shares_words_first_and_then_what_holds_the_letters(memory):
    alice = memory.agent("alice")
    for text in ("Lives in Lisbon.", "Has a cat.", "Owns a catalogue.", "Cats in Lisbon are many."):
        alice.memories.add(text)
    found = memory.all_agents.search("cats in Lisbon")
    assert found[0].entry.content == "Cats in Lisbon are many."
    assert {owned.entry.content for owned in found} == {
        "Cats in Lisbon are many.",
        "Lives in Lisbon.",
        "Has a cat.",
    }
    letters = memory.all_agents.search("cat")
    assert contents(letters)[-1] == "alice: Owns a catalogue."
    assert letters[-1].score is None
    assert memory.all_agents.search("zebra") == []


def test_a_search_finds_by_meaning_where_there_is_an_embedder(tmp_path):
    with Memory.open(
        tmp_path / "m.sqlite", background=False, extractor="none", embedding_backend="minilm"
    ) as memory:
        alice = memory.agent("alice")
        for text in ("Has two children.", "Decided to use PostgreSQL.", "Likes strong tea."):
            alice.memories.add(text)
        assert memory.sync().ok
        assert contents(memory.all_agents.search("kids")) == ["alice: Has two children."]
        assert (
            contents(memory.all_agents.search("database"))[0] == "alice: Decided to use PostgreSQL."
        )
        for nonsense in ("xyzzy qwrtp zzgh", "asdfgh", "kjhkjh sdf"):
            assert contents(memory.all_agents.search(nonsense)) == [], "letters typed at random"


def test_the_pages_of_a_search_are_the_whole_of_it(memory):
    for number in range(7):
        agent = memory.agent("ab"[number % 2])
        agent.memories.add(f"Likes tea number {number}" + " and milk" * (number % 3))
        agent.memories.add(f"Has a teapot, the {number}th")
    whole = memory.all_agents.search("tea milk")
    assert len(whole) == 7
    letters = memory.all_agents.search("tea")
    assert len(letters) == 14
    for limit in (1, 3, 5, 14):

        def ask(**page):
            return memory.all_agents.search("tea", **page)

        assert contents(all_pages(ask, limit)) == contents(letters)


def test_filters_hold_in_a_search_and_what_is_gone_is_found_by_its_letters(memory):
    alice = memory.agent("alice")
    alice.memories.add("Likes tea", kind="preference")
    gone = alice.memories.add("Drinks tea")
    alice.memories.delete(gone.id)
    search = memory.all_agents.search
    assert contents(search("tea", ALL_AGENTS, entry_filter(kind="preference"))) == [
        "alice: Likes tea"
    ]
    assert search("tea", ALL_AGENTS, entry_filter(kind="fact")) == []
    assert contents(search("tea", ALL_AGENTS, entry_filter(status="deleted"))) == [
        "alice: Drinks tea"
    ]
    assert search("beverage", ALL_AGENTS, entry_filter(status="deleted")) == []


def test_too_many_agents_to_look_through_are_named_as_such(memory):
    for number in range(AGENTS_SEARCHED + 1):
        memory.agent(f"a{number}").memories.add("x")
    with pytest.raises(InvalidInput) as refused:
        memory.all_agents.search("x")
    assert refused.value.field == "agent_id"
    assert contents(memory.all_agents.search("x", Reach(only="a7"))) == ["a7: x"]


def test_whose_an_id_is_is_told_unless_it_is_several_agents(memory):
    tea = memory.agent("a").memories.add("Likes tea")
    assert memory.all_agents.owner(tea.id) == "a"
    assert memory.agent("b").memories.add("Likes tea").id == tea.id
    with pytest.raises(Conflict):
        memory.all_agents.owner(tea.id)
    assert memory.all_agents.owner(tea.id, Reach(("b*",))) == "b"
    with pytest.raises(NotFound):
        memory.all_agents.owner(tea.id, Reach(("c",)))
    override = memory.agent("a").overrides.add("Short answers.")
    with pytest.raises(NotFound):
        memory.all_agents.owner(override.id)


def test_what_is_cleared_can_be_restored_and_records_stay(memory):
    alice, bob = memory.agent("alice"), memory.agent("bob")
    entries = [alice.memories.add(f"fact {number}") for number in range(3)]
    alice.overrides.add("Short answers.")
    bob.memories.add("Likes tea")
    assert memory.all_agents.clear(Reach(only="alice")) == 3
    assert alice.memories.list() == []
    assert len(alice.overrides.list()) == 1
    assert len(bob.memories.list()) == 1
    assert memory.all_agents.clear(Reach(only="alice")) == 0
    assert alice.memories.restore(entries[0].id).content == "fact 0"


def test_more_than_one_transaction_takes_is_cleared_too(memory):
    memory.all_agents.import_memories(
        [{"content": f"fact {number}"} for number in range(1_203)], "alice"
    )
    assert memory.all_agents.clear(ALL_AGENTS) == 1_203
    assert memory.all_agents.list() == []


def test_what_was_exported_comes_back_as_it_was(memory):
    alice = memory.agent("alice")
    old = alice.memories.add("Likes tea", kind="preference", tags=["drink"], metadata={"a": [1]})
    new = alice.memories.update(old.id, content="Likes green tea", pinned=True)
    item = {"agent_id": "bob", **plain(new)}
    taken = memory.all_agents.import_memories([item, item], "nobody")
    assert (taken.memories, taken.new) == (1, 1)
    assert memory.agent("bob").memories.get(new.id) == new
    assert memory.all_agents.import_memories([item], "nobody").new == 0
    assert [agent.id for agent in memory.agents()] == ["alice", "bob"]


def test_memories_are_taken_in_whole_or_not_at_all(memory):
    for wrong, field in (
        ({"content": "x", "confidence": 2}, "memories[1].confidence"),
        ({"kind": "fact"}, "memories[1].content"),
        ({"content": "x", "colour": "red"}, "memories[1]"),
        ({"id": "x"}, "memories[1].kind"),
        ("text", "memories[1]"),
        ({"content": "x", "agent_id": ""}, "memories[1].agent_id"),
    ):
        with pytest.raises(InvalidInput) as refused:
            memory.all_agents.import_memories([{"content": "Likes tea"}, wrong], "alice")
        assert refused.value.field == field
    override = memory.agent("bob").overrides.add("Short answers.")
    record = plain(memory.agent("bob").memories.get(override.id))
    with pytest.raises(InvalidInput):
        memory.all_agents.import_memories([record], "alice")
    assert [agent.id for agent in memory.agents()] == ["bob"]


def test_secrets_are_not_taken_in(memory):
    key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH"
    tea = memory.agent("alice").memories.add("Likes tea")
    item = {**plain(tea), "content": f"The key is {key}", "id": "k"}
    memory.all_agents.import_memories([item, {"content": f"Also {key}"}], "bob")
    assert all(key not in owned.entry.content for owned in memory.all_agents.list())


def test_the_same_can_be_awaited(tmp_path):
    async def journey():
        path = tmp_path / "m.sqlite"
        async with AsyncMemory.open(path, background=False, embedding_backend="none") as memory:
            await memory.agent("a").memories.add("Likes tea")
            assert len(await memory.all_agents.list()) == 1
            assert len(await memory.all_agents.search("tea")) == 1

    asyncio.run(journey())
