"""Memory and Agent, the front desk: each method is one call into a room."""

import atexit
import weakref
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from recollect.context.asked import asked
from recollect.context.assemble import Assembler
from recollect.context.inject import Injection, injection
from recollect.context.told import words_of
from recollect.context.why_not import switched_off
from recollect.desks import Conversations, Jobs, Memories, Optimizer
from recollect.errors import NotFound
from recollect.everyone import Everyone
from recollect.model import checks
from recollect.model.access import EVERYBODY, Reach
from recollect.model.conversation import AgentSummary
from recollect.model.hit import Hit, Scope
from recollect.model.ids import digest
from recollect.model.job import SyncReport
from recollect.model.ports import ChatModel
from recollect.model.receipt import Context, Item, Receipt, WhyNot
from recollect.model.turn import Ingested, Turn
from recollect.model.writes import AddTurn, EraseAgent, StoreStats
from recollect.providers.resilience import Usage
from recollect.recall.pipeline import Recall
from recollect.recall.wish import check_vector, wish
from recollect.sessions.limits import Profile
from recollect.sessions.tiers import ModelTier, tier_of
from recollect.settings import Settings, load
from recollect.shelves import Graph, Knowledge, Overrides, ProfileShelf, Review, Summaries
from recollect.talks import KINDS, ChatTalk, Retention, Talk
from recollect.transfer import (
    Imported,
    Progress,
    Transfer,
    check_not_the_database,
    export_to,
    import_from,
)
from recollect.wiring import House, build

_open_houses: weakref.WeakSet[House] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    """Whoever leaves without closing is closed for: threads of the model must not outlive the interpreter."""
    for house in list(_open_houses):
        house.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """How much there is and what has been done: `store` counts rows, `embedding` and `chat` count model calls."""

    store: StoreStats
    embedding: Usage
    embedder: str | None
    chat: Usage
    chat_model: str | None
    path: str


class Memory:
    """The memory of many agents in one database. Safe for threads; close it, or use `with`."""

    def __init__(self, house: House, *, background: bool = True) -> None:
        self._house = house
        # Forgetting to close must not leave threads behind once nobody holds the memory, or one of its agents.
        self._abandoning = weakref.finalize(house, house.worker.abandon, house.close)
        self._abandoning.atexit = False
        _open_houses.add(house)
        self.jobs = Jobs(house)
        self.optimizer = Optimizer(house)
        self.everyone = Everyone(house)
        if background:
            house.worker.start()

    @classmethod
    def open(
        cls, path: str | Path | None = None, *, background: bool | None = None, **settings: Any
    ) -> Self:
        """Open ~/.recollect/memory.sqlite, another file, or ":memory:"; settings are keywords.

        `background=False` starts no thread: `sync()` then does the work that is due, or `recollect worker`. Left
        out, it is as the setting `background_work` says.
        """
        where = None if path is None else checks.check_path(path)
        chosen = load(**settings)
        working = chosen.background_work if background is None else background
        return cls(build(chosen, where), background=working)

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._house.settings

    @property
    def recall(self) -> Recall:
        """The search itself, for those who measure it."""
        return self._house.recall

    @property
    def assembler(self) -> Assembler:
        """The making of contexts itself, for those who measure it."""
        return self._house.assembler

    @property
    def embedder(self) -> str | None:
        """The name of the embedding model, None where there is none."""
        return self._house.embedder.name if self._house.embedder else None

    @property
    def chat_model(self) -> ChatModel | None:
        """The core model, None where none is configured."""
        return self._house.chat_model

    def agent(self, agent_id: str) -> "Agent":
        """The memory of one agent, which its first use makes; nothing crosses between agents."""
        return Agent(self._house, checks.check_id(agent_id, "agent_id"))

    def conversation(
        self,
        conversation_id: str,
        *,
        retention: str = Retention.DURABLE,
        agent: str = "default",
    ) -> Talk:
        """One conversation, stored (`durable`) or in RAM alone (`ephemeral`); its first message makes it."""
        name = checks.check_id(conversation_id, "conversation_id")
        kept = checks.check_choice(retention, "retention", Retention)
        return KINDS[kept](self._house, checks.check_id(agent, "agent"), name)

    def chat(self, conversation_id: str, *, agent: str = "default") -> Talk:
        """One conversation of `/chat`, in RAM alone: its last `memory_max_turns` messages, while it is not idle."""
        name = checks.check_id(conversation_id, "conversation_id")
        return ChatTalk(self._house, checks.check_id(agent, "agent"), name)

    def clear_ephemeral(self, reach: Reach = EVERYBODY) -> int:
        """Forget every ephemeral conversation of this process; how many there were."""
        return self._house.ephemeral.clear_every(Profile.SESSION, reach)

    def model_tier(self, name: str) -> ModelTier:
        """How large a model is by its name, how much history it should see, and how its window is split."""
        return tier_of(checks.check_id(name, "name"))

    def agents(
        self, *, cursor: str | None = None, limit: int | None = None, reach: Reach = EVERYBODY
    ) -> list[AgentSummary]:
        """All agents by name, with how much each has."""
        behind = None if cursor is None else checks.check_id(cursor, "cursor")
        most = checks.check_limit(limit)
        return [*self._house.store.every_agent(after=behind, limit=most, reach=reach)]

    def sync(self) -> SyncReport:
        """Do all the background work asked for so far and say what became of it."""
        return self._house.worker.sync()

    def rebuild(self, agent: str | None = None) -> None:
        """Have everything that was derived from the turns and memories of one agent, or of all, made anew.

        It is done in the background, and `sync()` waits for it; nothing that was said or corrected changes.
        """
        self._house.rebuild(None if agent is None else checks.check_id(agent, "agent"))

    def stats(self) -> Stats:
        """How much is stored, and how much work the models have done."""
        return Stats(
            store=self._house.store.stats(),
            embedding=self._house.meter.snapshot(),
            embedder=self.embedder,
            chat=self._house.chat_meter.snapshot(),
            chat_model=self.chat_model.name if self.chat_model else None,
            path=str(self._house.path),
        )

    def receipt(self, receipt_id: str) -> Receipt:
        """Why a context said what it said; the last 1,000 receipts are kept, in RAM."""
        return self._house.assembler.receipts.get(checks.check_id(receipt_id, "receipt_id"))

    def faults(self) -> list[str]:
        """What is wrong with the database, one sentence each; it reads every row."""
        return [*self._house.store.faults()]

    def warm(self) -> None:
        """Load the embedder now, so that the first use does not wait for it."""
        if self._house.embedder is not None:
            self._house.embedder.warm()

    def export(
        self, path: str | Path, *, agent: str | None = None, progress: Progress | None = None
    ) -> Transfer:
        """Write everything, or one agent, to a file of JSON lines; nothing is lost on the way.

        `progress` is told how many turns and memories have been written.
        """
        chosen = None if agent is None else [checks.check_id(agent, "agent")]
        target = checks.check_path(path)
        check_not_the_database(target, self._house.path)
        return export_to(self._house.store, target, chosen, progress)

    def import_(self, path: str | Path, *, progress: Progress | None = None) -> Imported:
        """Take in an exported file, whole or not at all; what is here already stays as it is.

        `progress` is told how many bytes of it have been read.
        """
        self._house.check_recording()
        house = self._house
        source = checks.check_path(path)
        check_not_the_database(source, house.path)
        taken = import_from(
            house.store, house.intake, house.clock, source, house.learning(), progress
        )
        house.changed(*(agent.id for agent in house.store.every_agent()))
        return taken

    def close(self) -> None:
        """Finish the job in hand, or hand it back, and let go of the database; closing twice is fine."""
        self._abandoning.detach()
        _open_houses.discard(self._house)
        self._house.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Agent:
    """One agent's memory: its conversations and what is known from them."""

    def __init__(self, house: House, agent_id: str) -> None:
        self.id = agent_id
        self._house = house
        self.memories = Memories(house, agent_id)
        self.conversations = Conversations(house, agent_id)
        self.review = Review(house, agent_id)
        self.overrides = Overrides(house, agent_id)
        self.profile = ProfileShelf(house, agent_id)
        self.summaries = Summaries(house, agent_id)
        self.graph = Graph(house, agent_id)
        self.knowledge = Knowledge(house, agent_id)

    def remember(
        self,
        content: str,
        *,
        conversation: str = "default",
        role: str = "user",
        speaker: str | None = None,
        at: datetime | str | None = None,
        id: str | None = None,  # noqa: A002 - the public name
        metadata: Mapping[str, Any] | None = None,
    ) -> Turn:
        """Keep one message; on return it is on the disk. The same id and content again is a no-op."""
        self._house.check_recording()
        talk = checks.check_id(conversation, "conversation")
        new = self._house.intake.turn(
            content, role=role, speaker=speaker, at=at, id=id, metadata=metadata
        )
        return self._house.keep(self.id, talk, new)

    def ingest(self, conversation: str, turns: Iterable[Mapping[str, Any]]) -> Ingested:
        """Keep a batch of messages, all or none; a batch that was kept before changes nothing.

        A message without `id` and `at` is known by its words, so that a repeated call is harmless. Where the same
        words may be said again in a conversation, give one of the two: else they are taken for a repetition.
        """
        self._house.check_recording()
        talk = checks.check_id(conversation, "conversation")
        new = self._house.intake.turns(turns)
        if not new:
            return Ingested(talk, 0, 0, ())
        writes = (AddTurn(talk, turn) for turn in new)
        added = self._house.store.write(self.id, *writes, *self._house.work(talk)).turns
        self._house.worker.wake()
        count = sum(turn.new for turn in added)
        return Ingested(talk, count, len(added) - count, tuple(turn.id for turn in added))

    def turns(self, conversation: str | None = None) -> list[Turn]:
        """Every stored turn, of all conversations or of one, in the order in which they came."""
        name = None if conversation is None else checks.check_id(conversation, "conversation")
        return [*self._house.store.turns(self.id, name)]

    def search(
        self,
        query: str,
        *,
        limit: int | None = None,
        scopes: Sequence[str] = tuple(Scope),
        as_of: datetime | str | None = None,
        filters: Mapping[str, Any] | None = None,
    ) -> list[Hit]:
        """What was said and is known that fits a question, best first; no model is asked but the embedder.

        `as_of` goes back to what had been said by a moment, and held then, whenever it was written down.
        """
        return self._house.recall.search(
            self.id, wish(self._house.settings, self._freed(query), limit, scopes, as_of, filters)
        )

    def search_by_vector(
        self,
        vector: Sequence[float],
        limit: int | None = None,
        *,
        scopes: Sequence[str] = tuple(Scope),
        filters: Mapping[str, Any] | None = None,
    ) -> list[Hit]:
        """What lies nearest to a vector of the embedder's own space, by cosine."""
        near = wish(self._house.settings, "by vector", limit, scopes, None, filters)
        return self._house.recall.near(self.id, check_vector(vector), near)

    def context(
        self,
        query: str | None = None,
        *,
        tokens: int | None = None,
        conversation: str | None = None,
        framing: str | None = None,
        as_of: datetime | str | None = None,
    ) -> Context:
        """What a model should read before it answers, in at most so many tokens, with a receipt for every line.

        `conversation` is the one that goes on: the turn in it that asks the question is not given back.
        `framing` tells the model to treat it as talked about (`follow_up`) or never to mention it (`silent`).
        `as_of` goes back to what had been said by a moment, and held then, whenever it was written down.
        """
        wanted = asked(
            self._house.settings, self._freed(query), tokens, conversation, framing, as_of
        )
        if not self._house.settings.enabled:
            return self._house.assembler.nothing(self.id, wanted)
        return self._house.assembler.context(self.id, wanted)

    def injection(
        self,
        query: str | None = None,
        *,
        tokens: int | None = None,
        conversation: str | None = None,
        turn: str | None = None,
        going_on: bool = False,
        present: Iterable[str] = (),
    ) -> Injection:
        """The context in fences, for a request to a model: a part for the system message, and one for the user's.

        With `inject = "system"` all of it is for the system message. `present` is what the request holds of the
        conversation anyway. While a model goes on with the same `turn`, as with tools, the very same comes again.
        """
        wanted = asked(self._house.settings, self._freed(query), tokens, conversation, None)
        wanted = replace(
            wanted,
            present=frozenset(digest(text.strip()) for text in present),
            split=self._house.settings.inject == "split",
        )
        if not self._house.settings.enabled:
            nothing = self._house.assembler.nothing(self.id, wanted)
            return injection(nothing, self._house.counter, split=wanted.split)
        return self._house.assembler.injection(self.id, wanted, turn, going_on=going_on)

    def why_not(
        self,
        entry_id: str,
        query: str | None = None,
        *,
        tokens: int | None = None,
        conversation: str | None = None,
        framing: str | None = None,
    ) -> WhyNot:
        """Why a memory or a turn is, or is not, in the context of a question asked in the same way."""
        name = checks.check_id(entry_id, "id")
        wanted = asked(self._house.settings, self._freed(query), tokens, conversation, framing)
        if not self._house.settings.enabled:
            return switched_off(name)
        return self._house.explainer.why_not(self.id, name, wanted)

    def words(self, item: Item) -> str | None:
        """What a thing of a receipt says; None where it has been deleted since."""
        return words_of(self._house.store, self.id, item)

    def erase(self) -> None:
        """Remove everything of this agent, from every table and from the file itself; no way back."""
        heard = self._house.ephemeral.clear_agent(self.id)
        # Of whom only conversations in RAM were kept, the database knows nothing.
        with suppress(*((NotFound,) if heard else ())):
            self._house.store.write(self.id, EraseAgent())
        self._house.recall.indexes.forget(self.id)
        self._house.assembler.forget(self.id)
        self._house.recent.forget(self.id)
        self._house.learner.ledgers.forget(self.id)
        if self._house.embedder is not None:
            self._house.embedder.clear()

    def _freed(self, query: Any) -> Any:
        """A question without its secrets, as the turn that asks it is kept: no embedder is sent any."""
        return self._house.intake.words(query) if isinstance(query, str) else query
