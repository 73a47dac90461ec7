"""`Agent`: the memory of one agent."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any

from recollect.context.inject import Injection, fence_context
from recollect.context.why_not import switched_off, why_not
from recollect.conversations.detect_language import MessageLike
from recollect.conversations.in_memory import ConversationKey
from recollect.domain import checks
from recollect.domain.access import Access, Right
from recollect.domain.conditions import check_conditions
from recollect.domain.hit import Hit, Results, Scope
from recollect.domain.ids import digest
from recollect.domain.query import Query, context_query, search_query
from recollect.domain.receipt import Context, Item, WhyNot
from recollect.domain.space import check_spaces
from recollect.domain.turn import Ingested, Turn
from recollect.domain.writes import EraseAgent
from recollect.errors import NotFound
from recollect.memory import follow_ups, recording
from recollect.memory.conversations import Conversations
from recollect.memory.export_page import export_page
from recollect.memory.graph import Graph
from recollect.memory.items import Items
from recollect.memory.knowledge import Knowledge
from recollect.memory.memories import Memories
from recollect.memory.overrides import Overrides
from recollect.memory.profile import AgentProfile
from recollect.memory.review import Review
from recollect.memory.spaces import Spaces
from recollect.memory.summaries import Summaries
from recollect.memory.traced import traced
from recollect.memory.undo import Undone, Undos
from recollect.recall.vectors import check_vector
from recollect.wiring import Components
from recollect.wiring.erasures import forget_cached


class Agent:
    """One agent's memory: its conversations, and what was learned from them."""

    def __init__(self, components: Components, agent_id: str, access: Access | None = None) -> None:
        self.id = agent_id
        # Which spaces the caller may read; a program that opens the database may read all.
        self._access = access or Access()
        self._components = components
        self.memories = Memories(components, agent_id)
        self.conversations = Conversations(components, agent_id)
        self.review = Review(components, agent_id)
        self.overrides = Overrides(components, agent_id)
        self.profile = AgentProfile(components, agent_id)
        self.summaries = Summaries(components, agent_id)
        self.graph = Graph(components, agent_id)
        self.knowledge = Knowledge(components, agent_id)
        self.items = Items(components, agent_id)
        self.spaces = Spaces(components, agent_id)
        self.undos = Undos(components, agent_id)

    def seen_by(self, access: Access) -> "Agent":
        """The same agent for a caller with these rights: it reads no other spaces."""
        return Agent(self._components, self.id, access)

    @traced("upsert_memory", agent="id")
    def remember(
        self,
        content: str,
        *,
        conversation: str = "default",
        role: str = "user",
        speaker: str | None = None,
        at: datetime | str | None = None,
        id: str | None = None,  # noqa: A002 - the public name
        origin: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Turn:
        """Store one message, durably; repeating an id with the same content is a no-op.

        If you know where a user's message comes from, say it: `origin` is `user` (typed), `pasted`
        or `tool`. Without it, pasted text is recognized by its form.
        """
        recording.check_can_record(self._components)
        name = checks.check_id(conversation, "conversation")
        new = self._components.intake.turn(
            content, role=role, speaker=speaker, at=at, id=id, origin=origin, metadata=metadata
        )
        return recording.store_turn(self._components, self.id, name, new)

    @traced("upsert_memory", agent="id")
    def ingest(self, conversation: str, turns: Iterable[Mapping[str, Any]]) -> Ingested:
        """Store a batch of messages, all or none; repeating the call changes nothing.

        A message without `id` and `at` is identified by its text. If the same text may occur twice
        in a conversation, give one of the two; otherwise the second one counts as a repetition.
        """
        recording.check_can_record(self._components)
        name = checks.check_id(conversation, "conversation")
        new = self._components.intake.turns(turns)
        if not new:
            return Ingested(name, 0, 0, ())
        added = recording.store_turns(self._components, self.id, name, new)
        count = sum(turn.new for turn in added)
        return Ingested(name, count, len(added) - count, tuple(turn.id for turn in added))

    def check_quota(self, *, turns: int = 1, characters: int = 0) -> None:
        """Raise RateLimited or QuotaExceeded if it may not store so much more."""
        self._components.quotas.check(self.id, turns=turns, characters=characters)

    def turns(
        self,
        conversation: str | None = None,
        *,
        metadata: Mapping[str, Any] | None = None,
        limit: int | None = None,
        offset: int = 0,
        last: int | None = None,
    ) -> list[Turn]:
        """The stored turns of one conversation or of all, in order of arrival.

        `metadata` has conditions, such as `{"year": {"$gte": 2020}}`. `limit` and `offset` return
        some of them, `last` the last ones.
        """
        name = None if conversation is None else checks.check_id(conversation, "conversation")
        part = checks.check_slice(limit, offset, last)
        wanted = check_conditions(metadata)
        if not wanted:
            return [*self._components.store.turns(self.id, name, part)]
        found = self._components.store.turns(self.id, name)
        return part.of([turn for turn in found if wanted.match(turn.metadata)])

    @traced("search_memory", agent="id")
    def search(
        self,
        query: str,
        *,
        limit: int | None = None,
        scopes: Sequence[str] = tuple(Scope),
        as_of: datetime | str | None = None,
        filters: Mapping[str, Any] | None = None,
        spaces: Sequence[str] | None = None,
    ) -> Results[Hit]:
        """Turns and memories relevant to a question, best first; only the embedder is called.

        If the embedder fails, words alone are compared, and `warning` of the result says so.
        `as_of` searches what had been said by a moment and was valid then, whenever it was stored.
        `spaces` are other agents to search too: by default those of `self.spaces`, () for none.
        """
        most = self._components.settings.recall_top_k if limit is None else limit
        wanted = search_query(self._redacted(query), most, scopes, as_of, filters)
        return self._components.recall.search(self.id, self._in_spaces(wanted, spaces))

    @traced("search_memory", agent="id")
    def search_by_vector(
        self,
        vector: Sequence[float],
        limit: int | None = None,
        *,
        scopes: Sequence[str] = tuple(Scope),
        filters: Mapping[str, Any] | None = None,
    ) -> list[Hit]:
        """What is closest to a vector of the embedder's space, by cosine."""
        most = self._components.settings.recall_top_k if limit is None else limit
        near = search_query("by vector", most, scopes, None, filters)
        return self._components.recall.search_by_vector(self.id, check_vector(vector), near)

    @traced("search_memory", agent="id")
    def context(
        self,
        query: str | None = None,
        *,
        tokens: int | None = None,
        conversation: str | None = None,
        framing: str | None = None,
        as_of: datetime | str | None = None,
        present: Iterable[str] = (),
        spaces: Sequence[str] | None = None,
    ) -> Context:
        """What a model should read before it answers, within `tokens`, with a receipt.

        `conversation` is the current one: a follow-up question is rewritten with the turns before
        it (the receipt's `understood`), and its turn that asks the question is left out.
        `framing` tells the model to refer to the context (`follow_up`) or never to mention it
        (`silent`). `as_of` uses what had been said by a moment and was valid then. `present` are
        messages of the conversation that the model already sees. `spaces` are other agents to
        search too: by default those of `self.spaces`, () for none.
        """
        wanted = self._context_query(query, tokens, conversation, framing, as_of)
        wanted = replace(self._in_spaces(wanted, spaces), present=_digests(present))
        if not self._components.settings.enabled:
            return self._components.assembler.nothing(self.id, wanted)
        wanted = follow_ups.understood(self._components, self.id, wanted)
        return self._components.assembler.context(self.id, wanted)

    def understood(
        self, query: str | None, history: Iterable[MessageLike], *, seconds: float | None = None
    ) -> str | None:
        """The question that memory is searched for after these messages: a follow-up stands alone.

        The core model has `seconds` to rewrite it, by default `rewrite_timeout_seconds`.
        """
        wanted = self._context_query(query, None, None)
        return follow_ups.understood(self._components, self.id, wanted, history, seconds).text

    @traced("search_memory", agent="id")
    def injection(
        self,
        query: str | None = None,
        *,
        tokens: int | None = None,
        conversation: str | None = None,
        turn: str | None = None,
        going_on: bool = False,
        present: Iterable[str] = (),
        history: Iterable[MessageLike] = (),
        understood: str | None = None,
        spaces: Sequence[str] | None = None,
    ) -> Injection:
        """The fenced context for a request: a part for the system message, one for the user's.

        With `inject = "system"`, all of it is for the system message. `present` are the messages
        that the request already contains. Rules rewrite a follow-up question with the messages of
        `history`, unless it is `understood` already. While a model continues the same `turn`, as
        with tools, the result stays the same. `spaces` are as in `context`.
        """
        wanted = replace(
            self._in_spaces(self._context_query(query, tokens, conversation), spaces),
            present=_digests(present),
            split=self._components.settings.inject == "split",
        )
        if not self._components.settings.enabled:
            return self._no_injection(wanted)
        if understood is None:
            wanted = follow_ups.understood(self._components, self.id, wanted, history, seconds=0)
        elif understood != wanted.text:
            wanted = replace(wanted, text=understood, asked=wanted.text)
        return self._components.assembler.injection(self.id, wanted, turn, going_on=going_on)

    def instructions(
        self,
        *,
        tokens: int | None = None,
        conversation: str | None = None,
        turn: str | None = None,
        going_on: bool = False,
    ) -> Injection:
        """The part of an injection that needs no search: for a request that cannot wait for one.

        It has the overrides, the standing instructions and, if that takes no time, the profile.
        """
        wanted = replace(
            self._context_query(None, tokens, conversation),
            split=self._components.settings.inject == "split",
        )
        if not self._components.settings.enabled:
            return self._no_injection(wanted)
        return self._components.assembler.injection(
            self.id, wanted, turn, going_on=going_on, fixed_only=True
        )

    def _no_injection(self, wanted: Query) -> Injection:
        nothing = self._components.assembler.nothing(self.id, wanted)
        return fence_context(nothing, self._components.counter, split=wanted.split)

    def why_not(
        self,
        entry_id: str,
        query: str | None = None,
        *,
        tokens: int | None = None,
        conversation: str | None = None,
        framing: str | None = None,
        spaces: Sequence[str] | None = None,
    ) -> WhyNot:
        """Why a memory or turn is or is not in the context for the same arguments."""
        name = checks.check_id(entry_id, "id")
        wanted = self._context_query(query, tokens, conversation, framing)
        wanted = self._in_spaces(wanted, spaces)
        if not self._components.settings.enabled:
            return switched_off(name)
        wanted = follow_ups.understood(self._components, self.id, wanted)
        return why_not(self._components.assembler, self.id, name, wanted)

    def item_text(self, item: Item, *, as_of: datetime | str | None = None) -> str | None:
        """The text of an item of a receipt as a model reads it; None if it has been deleted since.

        `as_of` is that of the context.
        """
        moment = checks.check_optional(checks.check_moment, as_of, "as_of")
        return self._components.assembler.item_text(self.id, item, moment)

    def undo(
        self,
        *,
        conversation: str | None = None,
        turn: str | None = None,
        source: str | None = None,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        dry_run: bool = False,
        by: str | None = None,
    ) -> Undone:
        """Set aside everything derived from some turns; the turns stay, and `redo` reverts it.

        The turns are those that meet every condition: of a conversation, one `turn` of it, from a
        `source` (a speaker, `tool`, or the program that memories were imported from), stored
        `since` or before `until`. What they had ended holds again, and nothing is learned from
        them any more. With `dry_run`, only say what would happen. `by` says who did it.
        """
        return self.undos.undo(conversation, turn, source, since, until, dry_run=dry_run, by=by)

    def redo(self, undo_id: str, *, by: str | None = None) -> Undone:
        """Bring back what an undo set aside, as it was; what people changed since stays."""
        return self.undos.redo(undo_id, by)

    @traced("delete_memory_store", agent="id")
    def erase(self) -> None:
        """Permanently remove everything of this agent, from the tables and the file itself."""
        cleared = self._components.ephemeral.clear_agent(self.id)
        # An agent with only ephemeral conversations is not in the database.
        with suppress(*((NotFound,) if cleared else ())):
            self._components.store.write(self.id, EraseAgent())
        forget_cached(self._components, self.id)

    def export_html(self) -> str:
        """Everything stored for this agent as one HTML page, to read and to print."""
        _, parts = export_page(self._components, self.id)
        return "".join(parts)

    def _context_query(
        self,
        query: object,
        tokens: object,
        conversation: object,
        framing: object = None,
        as_of: object = None,
    ) -> Query:
        most = self._components.settings.context_max_tokens if tokens is None else tokens
        wanted = context_query(self._redacted(query), most, conversation, framing, as_of)
        wanted = replace(wanted, offered=None if tokens is None else wanted.tokens)
        if wanted.conversation is None:
            return wanted
        key = ConversationKey(self.id, wanted.conversation)
        return replace(wanted, ephemeral=self._components.ephemeral.conversation(key) is not None)

    def _in_spaces(self, wanted: Query, spaces: Sequence[str] | None) -> Query:
        """The query with the spaces to read, by default those that the agent subscribes to."""
        state = self._components.store.state(self.id)
        names = state.spaces if spaces is None else check_spaces(self.id, spaces)
        read = tuple(name for name in names if self._access.may(Right.READ, name))
        withheld = tuple(name for name in names if name not in read)
        return replace(wanted, spaces=read, withheld=withheld, state=state)

    def _redacted(self, query: Any) -> Any:
        """The question without secrets, so that no embedder receives any."""
        return self._components.intake.redact_text(query) if isinstance(query, str) else query


def _digests(texts: Iterable[str]) -> frozenset[str]:
    # No stored text has lone surrogates, so one that has them matches nothing.
    whole = (text.encode("utf-8", "replace").decode("utf-8") for text in texts)
    return frozenset(digest(text.strip()) for text in whole)
