"""AsyncMemory: the same methods as coroutines, over the same object."""

import asyncio
import inspect

import pytest

from recollect import Agent, AsyncAgent, AsyncMemory, Memory, NotFound
from recollect.memory.aio import (
    AsyncAllAgents,
    AsyncConversation,
    AsyncConversations,
    AsyncGraph,
    AsyncJobs,
    AsyncKnowledge,
    AsyncMemories,
    AsyncOptimizer,
    AsyncOverrides,
    AsyncProfile,
    AsyncReview,
    AsyncSummaries,
)
from recollect.memory.all_agents import AllAgents
from recollect.memory.conversation import OpenConversation
from recollect.memory.conversations import Conversations
from recollect.memory.graph import Graph
from recollect.memory.jobs import Jobs
from recollect.memory.knowledge import Knowledge
from recollect.memory.memories import Memories
from recollect.memory.optimizer import Optimizer
from recollect.memory.overrides import Overrides
from recollect.memory.profile import AgentProfile
from recollect.memory.review import Review
from recollect.memory.summaries import Summaries

# Choosing an agent and opening wait for nothing of their own, or are awaited as a whole.
PLAIN = {
    "agent",
    "chat",
    "chat_model",
    "conversation",
    "embedder",
    "model_tier",
    "open",
    "recall",
    "seen_by",
    "settings",
}


@pytest.fixture(autouse=True)
def nothing_is_learned(monkeypatch):
    """So that the only work is that of the turns themselves."""
    monkeypatch.setenv("RECOLLECT_EXTRACTOR", "none")


@pytest.mark.parametrize(
    ("sync", "asynchronous"),
    [
        (Memory, AsyncMemory),
        (Agent, AsyncAgent),
        (Memories, AsyncMemories),
        (Conversations, AsyncConversations),
        (Jobs, AsyncJobs),
        (Optimizer, AsyncOptimizer),
        (OpenConversation, AsyncConversation),
        (AllAgents, AsyncAllAgents),
        (Review, AsyncReview),
        (Overrides, AsyncOverrides),
        (AgentProfile, AsyncProfile),
        (Summaries, AsyncSummaries),
        (Graph, AsyncGraph),
        (Knowledge, AsyncKnowledge),
    ],
)
def test_every_method_is_there_as_a_coroutine_with_the_same_parameters(sync, asynchronous):
    names = {name for name in vars(sync) if not name.startswith("_")}
    assert names <= {name for name in vars(asynchronous) if not name.startswith("_")} | {
        name for name in names if not callable(getattr(sync, name))
    }
    for name in names - PLAIN:
        if not callable(getattr(sync, name)):
            continue
        theirs = getattr(asynchronous, name)
        assert inspect.iscoroutinefunction(theirs), name
        assert inspect.signature(theirs) == inspect.signature(getattr(sync, name))


def test_an_agent_has_every_desk(memory):
    desks = {name for name in vars(memory.agent("a")) if not name.startswith("_")}
    assert desks <= set(vars(AsyncMemory(memory).agent("a")))


def test_what_was_learned_can_be_awaited(tmp_path):
    async def journey():
        path = tmp_path / "m.sqlite"
        async with AsyncMemory.open(path, background=False, extractor="rules") as memory:
            alice = memory.agent("alice")
            await alice.ingest("c", [{"user": "I live in Lisbon."}, {"user": "I work at Acme."}])
            await alice.overrides.add("Answer in English.")
            await alice.knowledge.put("domain", "k", "v")
            assert (await memory.sync()).ok
            assert [law.content for law in await alice.overrides.list()] == ["Answer in English."]
            assert (await alice.knowledge.use("domain", "k")).access_count == 1
            assert [recap.conversation for recap in await alice.summaries.list()] == ["c"]
            assert "Lisbon" in [entity.name for entity in await alice.graph.entities()]
            assert await alice.review.list() == []
            assert await alice.profile.current() is None

    asyncio.run(journey())


def test_a_whole_journey(tmp_path):
    async def journey():
        async with AsyncMemory.open(tmp_path / "m.sqlite", background=False) as memory:
            alice = memory.agent("alice")
            assert await alice is alice
            await asyncio.gather(
                *(alice.remember(f"turn {n}", conversation="c") for n in range(20))
            )
            await alice.ingest("d", [{"user": "x"}])
            entry = await alice.memories.add("Likes tea")
            await alice.memories.update(entry.id, content="Likes coffee")
            assert (await memory.sync()).ok
            assert len(await alice.turns()) == 21
            assert [v.number for v in await alice.memories.history(entry.id)] == [1, 2]
            assert len(await alice.conversations.list()) == 2
            assert {job.kind for job in await memory.jobs.list()} == {
                "compare",
                "profile",
                "optimize",
                "sweep",
            }
            with pytest.raises(NotFound):
                await alice.memories.get("nope")
            await memory.export(tmp_path / "out.jsonl")
            await alice.erase()
            await memory.import_(tmp_path / "out.jsonl")
            assert (await memory.stats()).store.turns == 21
        memory = await AsyncMemory.open(tmp_path / "m.sqlite")
        assert [agent.id for agent in await memory.agents()] == ["alice"]
        await memory.close()

    asyncio.run(journey())


def test_the_loop_is_free_while_a_call_waits(tmp_path):
    async def journey():
        async with AsyncMemory.open(tmp_path / "m.sqlite", background=False) as memory:
            ticks = 0

            async def tick():
                nonlocal ticks
                while True:
                    ticks += 1
                    await asyncio.sleep(0)

            ticking = asyncio.create_task(tick())
            for number in range(20):
                await memory.agent("a").remember(f"turn {number}")
            ticking.cancel()
            return ticks

    assert asyncio.run(journey()) > 20
