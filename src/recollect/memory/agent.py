"""`Agent`: the memory of one agent."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any

from recollect.context.inject import Injection, injection
from recollect.context.told import words_of
from recollect.context.why_not import switched_off
from recollect.domain import checks
from recollect.domain.hit import Hit, Scope
from recollect.domain.ids import digest
from recollect.domain.query import context_query, search_query
from recollect.domain.receipt import Context, Item, WhyNot
from recollect.domain.turn import Ingested, Turn
from recollect.domain.writes import AddTurn, EraseAgent
from recollect.errors import NotFound
from recollect.memory import recording
from recollect.memory.conversations import Conversations
from recollect.memory.graph import Graph
from recollect.memory.knowledge import Knowledge
from recollect.memory.memories import Memories
from recollect.memory.overrides import Overrides
from recollect.memory.profile import AgentProfile
from recollect.memory.review import Review
from recollect.memory.summaries import Summaries
from recollect.recall.check_vector import check_vector
from recollect.wiring import Components


class Agent:
    """One agent's memory: its conversations and what is known from them."""

    def __init__(self, components: Components, agent_id: str) -> None:
        self.id = agent_id
        self._components = components
        self.memories = Memories(components, agent_id)
        self.conversations = Conversations(components, agent_id)
        self.review = Review(components, agent_id)
        self.overrides = Overrides(components, agent_id)
        self.profile = AgentProfile(components, agent_id)
        self.summaries = Summaries(components, agent_id)
        self.graph = Graph(components, agent_id)
        self.knowledge = Knowledge(components, agent_id)

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
        recording.check_can_record(self._components)
        talk = checks.check_id(conversation, "conversation")
        new = self._components.intake.turn(
            content, role=role, speaker=speaker, at=at, id=id, metadata=metadata
        )
        return recording.store_turn(self._components, self.id, talk, new)

    def ingest(self, conversation: str, turns: Iterable[Mapping[str, Any]]) -> Ingested:
        """Keep a batch of messages, all or none; a batch that was kept before changes nothing.

        A message without `id` and `at` is known by its words, so that a repeated call is harmless. Where the same
        words may be said again in a conversation, give one of the two: else they are taken for a repetition.
        """
        recording.check_can_record(self._components)
        talk = checks.check_id(conversation, "conversation")
        new = self._components.intake.turns(turns)
        if not new:
            return Ingested(talk, 0, 0, ())
        writes = (AddTurn(talk, turn) for turn in new)
        added = self._components.store.write(
            self.id, *writes, *recording.jobs_after_turns(self._components, talk)
        ).turns
        self._components.worker.wake()
        count = sum(turn.new for turn in added)
        return Ingested(talk, count, len(added) - count, tuple(turn.id for turn in added))

    def turns(self, conversation: str | None = None) -> list[Turn]:
        """Every stored turn, of all conversations or of one, in the order in which they came."""
        name = None if conversation is None else checks.check_id(conversation, "conversation")
        return [*self._components.store.turns(self.id, name)]

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
        return self._components.recall.search(
            self.id,
            search_query(
                self._components.settings, self._freed(query), limit, scopes, as_of, filters
            ),
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
        near = search_query(self._components.settings, "by vector", limit, scopes, None, filters)
        return self._components.recall.near(self.id, check_vector(vector), near)

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
        wanted = context_query(
            self._components.settings, self._freed(query), tokens, conversation, framing, as_of
        )
        if not self._components.settings.enabled:
            return self._components.assembler.nothing(self.id, wanted)
        return self._components.assembler.context(self.id, wanted)

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
        wanted = context_query(
            self._components.settings, self._freed(query), tokens, conversation, None
        )
        wanted = replace(
            wanted,
            present=frozenset(digest(text.strip()) for text in present),
            split=self._components.settings.inject == "split",
        )
        if not self._components.settings.enabled:
            nothing = self._components.assembler.nothing(self.id, wanted)
            return injection(nothing, self._components.counter, split=wanted.split)
        return self._components.assembler.injection(self.id, wanted, turn, going_on=going_on)

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
        wanted = context_query(
            self._components.settings, self._freed(query), tokens, conversation, framing
        )
        if not self._components.settings.enabled:
            return switched_off(name)
        return self._components.explainer.why_not(self.id, name, wanted)

    def words(self, item: Item) -> str | None:
        """What a thing of a receipt says; None where it has been deleted since."""
        return words_of(self._components.store, self.id, item)

    def erase(self) -> None:
        """Remove everything of this agent, from every table and from the file itself; no way back."""
        heard = self._components.ephemeral.clear_agent(self.id)
        # Of whom only conversations in RAM were kept, the database knows nothing.
        with suppress(*((NotFound,) if heard else ())):
            self._components.store.write(self.id, EraseAgent())
        self._components.recall.indexes.forget(self.id)
        self._components.assembler.forget(self.id)
        self._components.recent.forget(self.id)
        self._components.learner.ledgers.forget(self.id)
        if self._components.embedder is not None:
            self._components.embedder.clear()

    def _freed(self, query: Any) -> Any:
        """A question without its secrets, as the turn that asks it is kept: no embedder is sent any."""
        return self._components.intake.words(query) if isinstance(query, str) else query
