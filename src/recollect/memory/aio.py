"""The memory for asyncio: each call runs the synchronous one in a thread."""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from functools import update_wrapper
from pathlib import Path
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar

from recollect.conversations.tiers import ModelTier
from recollect.domain.access import Access
from recollect.domain.ports import ChatModel
from recollect.memory import Agent, Memory
from recollect.memory.all_agents import AllAgents
from recollect.memory.conversation import OpenConversation, Retention
from recollect.memory.conversations import Conversations
from recollect.memory.graph import Graph
from recollect.memory.items import Items
from recollect.memory.jobs import Jobs
from recollect.memory.knowledge import Knowledge
from recollect.memory.memories import Memories
from recollect.memory.optimizer import Optimizer
from recollect.memory.overrides import Overrides
from recollect.memory.profile import AgentProfile
from recollect.memory.review import Review
from recollect.memory.spaces import Spaces
from recollect.memory.summaries import Summaries
from recollect.memory.undo import Undos
from recollect.recall.pipeline import Recall
from recollect.settings import Settings
from recollect.wiring.backup import Restored

P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S")


def threaded(
    method: Callable[Concatenate[S, P], T],
) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]:
    """The method of the synchronous object as a coroutine with the same parameters."""

    async def call(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.to_thread(method, self._sync, *args, **kwargs)

    update_wrapper(call, method)
    return call


class _Async(Generic[S]):
    """Holds the synchronous object that the coroutines call."""

    def __init__(self, sync: S) -> None:
        self._sync = sync


class AsyncMemories(_Async[Memories]):
    """The memories of one agent, as coroutines."""

    add = threaded(Memories.add)
    get = threaded(Memories.get)
    corrected_by = threaded(Memories.corrected_by)
    list = threaded(Memories.list)
    update = threaded(Memories.update)
    delete = threaded(Memories.delete)
    erased_with = threaded(Memories.erased_with)
    hidden_in = threaded(Memories.hidden_in)
    repeated_in = threaded(Memories.repeated_in)
    restore = threaded(Memories.restore)
    history = threaded(Memories.history)


class AsyncConversations(_Async[Conversations]):
    """The stored conversations of one agent, as coroutines."""

    list = threaded(Conversations.list)
    ephemeral = threaded(Conversations.ephemeral)
    retention = threaded(Conversations.retention)
    was_ephemeral = threaded(Conversations.was_ephemeral)
    check_not_ephemeral = threaded(Conversations.check_not_ephemeral)
    get = threaded(Conversations.get)
    turns = threaded(Conversations.turns)
    rename = threaded(Conversations.rename)
    delete = threaded(Conversations.delete)
    delete_turn = threaded(Conversations.delete_turn)


class AsyncReview(_Async[Review]):
    """Contradictions and requests to forget, for a person to decide, as coroutines."""

    list = threaded(Review.list)
    deletion_requests = threaded(Review.deletion_requests)
    resolve = threaded(Review.resolve)


class AsyncOverrides(_Async[Overrides]):
    """Instructions by the user, as coroutines."""

    list = threaded(Overrides.list)
    add = threaded(Overrides.add)
    update = threaded(Overrides.update)
    delete = threaded(Overrides.delete)
    reorder = threaded(Overrides.reorder)


class AsyncProfile(_Async[AgentProfile]):
    """What is known about the user, as coroutines."""

    current = threaded(AgentProfile.current)
    versions = threaded(AgentProfile.versions)


class AsyncSummaries(_Async[Summaries]):
    """Summaries of conversations, as coroutines."""

    list = threaded(Summaries.list)


class AsyncGraph(_Async[Graph]):
    """The knowledge graph, as coroutines."""

    entities = threaded(Graph.entities)
    search = threaded(Graph.search)


class AsyncKnowledge(_Async[Knowledge]):
    """Knowledge by key, as coroutines."""

    put = threaded(Knowledge.put)
    get = threaded(Knowledge.get)
    list = threaded(Knowledge.list)
    use = threaded(Knowledge.use)


class AsyncItems(_Async[Items]):
    """Values by namespace and key, as coroutines."""

    put = threaded(Items.put)
    put_all = threaded(Items.put_all)
    get = threaded(Items.get)
    refresh = threaded(Items.refresh)
    delete = threaded(Items.delete)
    delete_all = threaded(Items.delete_all)
    list = threaded(Items.list)
    search = threaded(Items.search)
    namespaces = threaded(Items.namespaces)
    sweep = threaded(Items.sweep)


class AsyncSpaces(_Async[Spaces]):
    """The spaces that an agent reads by default, as coroutines."""

    list = threaded(Spaces.list)
    add = threaded(Spaces.add)
    remove = threaded(Spaces.remove)


class AsyncConversation(_Async[OpenConversation]):
    """One conversation, as coroutines."""

    def __init__(self, sync: OpenConversation) -> None:
        super().__init__(sync)
        self.id = sync.id
        self.agent = sync.agent
        self.retention = sync.retention

    begin = threaded(OpenConversation.begin)
    info = threaded(OpenConversation.info)
    add = threaded(OpenConversation.add)
    add_reply = threaded(OpenConversation.add_reply)
    redacted = threaded(OpenConversation.redacted)
    page = threaded(OpenConversation.page)
    messages = threaded(OpenConversation.messages)
    delete_message = threaded(OpenConversation.delete_message)
    context = threaded(OpenConversation.context)
    compress = threaded(OpenConversation.compress)
    rewrite = threaded(OpenConversation.rewrite)
    rewritten = threaded(OpenConversation.rewritten)
    delete = threaded(OpenConversation.delete)


class AsyncJobs(_Async[Jobs]):
    """Background jobs, as coroutines."""

    list = threaded(Jobs.list)
    get = threaded(Jobs.get)
    retry = threaded(Jobs.retry)
    run_due = threaded(Jobs.run_due)
    overdue_seconds = threaded(Jobs.overdue_seconds)
    processes = threaded(Jobs.processes)
    reporting = threaded(Jobs.reporting)


class AsyncOptimizer(_Async[Optimizer]):
    """The token optimizer, as coroutines."""

    status = threaded(Optimizer.status)
    snapshots = threaded(Optimizer.snapshots)
    run = threaded(Optimizer.run)


class AsyncAllAgents(_Async[AllAgents]):
    """The memories of all agents, or of those in a `Reach`, as coroutines."""

    list = threaded(AllAgents.list)
    search = threaded(AllAgents.search)
    corrections = threaded(AllAgents.corrections)
    tally = threaded(AllAgents.tally)
    by_day = threaded(AllAgents.by_day)
    owner = threaded(AllAgents.owner)
    clear = threaded(AllAgents.clear)
    import_memories = threaded(AllAgents.import_memories)


class AsyncUndos(_Async[Undos]):
    """The undos of one agent, as coroutines."""

    list = threaded(Undos.list)


class AsyncAgent(_Async[Agent]):
    """One agent's memory, as coroutines."""

    def __init__(self, sync: Agent) -> None:
        super().__init__(sync)
        self.id = sync.id
        self.memories = AsyncMemories(sync.memories)
        self.conversations = AsyncConversations(sync.conversations)
        self.review = AsyncReview(sync.review)
        self.overrides = AsyncOverrides(sync.overrides)
        self.profile = AsyncProfile(sync.profile)
        self.summaries = AsyncSummaries(sync.summaries)
        self.graph = AsyncGraph(sync.graph)
        self.knowledge = AsyncKnowledge(sync.knowledge)
        self.items = AsyncItems(sync.items)
        self.spaces = AsyncSpaces(sync.spaces)
        self.undos = AsyncUndos(sync.undos)

    def __await__(self) -> Generator[Any, None, Self]:
        """The agent itself, so that it may be awaited like everything else here."""
        yield from ()
        return self

    def seen_by(self, access: Access) -> "AsyncAgent":
        """The same agent for a caller with these rights: it reads no other spaces."""
        return AsyncAgent(self._sync.seen_by(access))

    remember = threaded(Agent.remember)
    ingest = threaded(Agent.ingest)
    check_quota = threaded(Agent.check_quota)
    turns = threaded(Agent.turns)
    search = threaded(Agent.search)
    search_by_vector = threaded(Agent.search_by_vector)
    context = threaded(Agent.context)
    understood = threaded(Agent.understood)
    injection = threaded(Agent.injection)
    instructions = threaded(Agent.instructions)
    why_not = threaded(Agent.why_not)
    item_text = threaded(Agent.item_text)
    undo = threaded(Agent.undo)
    redo = threaded(Agent.redo)
    erase = threaded(Agent.erase)
    export_html = threaded(Agent.export_html)


class _Opening:
    """A memory being opened: await it, or use `async with`."""

    def __init__(self, open_: Callable[[], Memory]) -> None:
        self._open = open_
        self._memory: AsyncMemory | None = None

    def __await__(self) -> Generator[Any, None, "AsyncMemory"]:
        return self._opened().__await__()

    async def _opened(self) -> "AsyncMemory":
        return AsyncMemory(await asyncio.to_thread(self._open))

    async def __aenter__(self) -> "AsyncMemory":
        self._memory = await self._opened()
        return self._memory

    async def __aexit__(self, *_: object) -> None:
        if self._memory is not None:
            await self._memory.close()


class AsyncMemory(_Async[Memory]):
    """`Memory` for asyncio: the same methods as coroutines."""

    def __init__(self, sync: Memory) -> None:
        super().__init__(sync)
        self.jobs = AsyncJobs(sync.jobs)
        self.optimizer = AsyncOptimizer(sync.optimizer)
        self.all_agents = AsyncAllAgents(sync.all_agents)

    @classmethod
    def open(
        cls, path: str | Path | None = None, *, background: bool | None = None, **settings: Any
    ) -> _Opening:
        """Open as `Memory.open` does; await the result, or use `async with`."""
        return _Opening(lambda: Memory.open(path, background=background, **settings))

    @staticmethod
    async def restore(
        path: str | Path, database: str | Path | None = None, *, passphrase: str | None = None
    ) -> Restored:
        """Put a backup in the place of a database, as `Memory.restore` does."""
        return await asyncio.to_thread(Memory.restore, path, database, passphrase=passphrase)

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._sync.settings

    @property
    def recall(self) -> Recall:
        """The search itself."""
        return self._sync.recall

    @property
    def embedder(self) -> str | None:
        """The name of the embedding model; None without one."""
        return self._sync.embedder

    @property
    def chat_model(self) -> ChatModel | None:
        """The core model, which blocks its caller; None if none is configured."""
        return self._sync.chat_model

    def agent(self, agent_id: str) -> AsyncAgent:
        """The memory of one agent; does not block."""
        return AsyncAgent(self._sync.agent(agent_id))

    def conversation(
        self, conversation_id: str, *, retention: str = Retention.DURABLE, agent: str = "default"
    ) -> AsyncConversation:
        """One conversation; does not block."""
        return AsyncConversation(
            self._sync.conversation(conversation_id, retention=retention, agent=agent)
        )

    def chat(self, conversation_id: str, *, agent: str = "default") -> AsyncConversation:
        """One conversation of `/chat`; does not block."""
        return AsyncConversation(self._sync.chat(conversation_id, agent=agent))

    def model_tier(self, name: str) -> ModelTier:
        """The size class of a model by its name; does not block."""
        return self._sync.model_tier(name)

    clear_ephemeral = threaded(Memory.clear_ephemeral)
    agents = threaded(Memory.agents)
    sync = threaded(Memory.sync)
    rebuild = threaded(Memory.rebuild)
    stats = threaded(Memory.stats)
    has_traces = threaded(Memory.has_traces)
    clock_marks = threaded(Memory.clock_marks)
    copies = threaded(Memory.copies)
    find = threaded(Memory.find)
    receipt = threaded(Memory.receipt)
    backup = threaded(Memory.backup)
    erasure_report = threaded(Memory.erasure_report)
    check_writable = threaded(Memory.check_writable)
    faults = threaded(Memory.faults)
    warm = threaded(Memory.warm)
    export = threaded(Memory.export)
    import_ = threaded(Memory.import_)
    close = threaded(Memory.close)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
