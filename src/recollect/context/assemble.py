"""Builds the text that a model reads for a question, with a receipt."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

from recollect.context.caches import AgentCache, ReceiptCache
from recollect.context.candidates import Candidates
from recollect.context.deletions import shows_deleted
from recollect.context.fill_order import fill
from recollect.context.inject import Injection, fence_context, reserve_fences
from recollect.context.item_text import item_text
from recollect.context.page import Page
from recollect.context.pieces import format_day
from recollect.context.sections import Budgets
from recollect.context.stored import StoredMemories
from recollect.context.uses import Uses
from recollect.domain.entry import SHOWN, SHOWN_AS_OF, EntryFilter, Kind, Status
from recollect.domain.hit import Answer, Hit
from recollect.domain.planned_changes import replaced_by_now
from recollect.domain.ports import Clock, Search, Store, TokenCounter
from recollect.domain.query import Query
from recollect.domain.receipt import Context, Item, Receipt, Section, SpaceOutcome, SpaceRead
from recollect.domain.store_results import AgentState

# Enough hits that short turns fill a budget; few enough that a small budget does not wait for rows
# it cannot show.
_TOKENS_PER_HIT: Final = 10
_MIN_HITS: Final = 120
_MAX_HITS: Final = 2_000
_SWITCHED_OFF: Final = "Memory is switched off (setting enabled = false): nothing of it is shown."
_CONTEXTS_KEPT: Final = 256
_CONTEXT_LIFETIME: Final = timedelta(seconds=10)
_AGENTS_KEPT: Final = 64
_STORED_LIFETIME: Final = timedelta(minutes=5)
_INJECTIONS_KEPT: Final = 512
_DELETED: Final = EntryFilter(kinds=tuple(Kind), statuses=(Status.DELETED,))
_SHOWN_OR_GONE: Final = EntryFilter(
    kinds=tuple(Kind), statuses=(*SHOWN, Status.SUPERSEDED, Status.DELETED)
)
_INSTRUCTING: Final = (Kind.OVERRIDE, Kind.PROFILE, Kind.DELETION_REQUEST)
_REQUESTS: Final = EntryFilter(kinds=(Kind.DELETION_REQUEST,), statuses=(Status.ACTIVE,))
# Longer than a model works on one message with tools.
_INJECTION_LIFETIME: Final = timedelta(hours=1)


def context_cache() -> AgentCache[Context]:
    """An empty cache of contexts."""
    return AgentCache(_CONTEXTS_KEPT, _CONTEXT_LIFETIME)


def stored_cache() -> AgentCache[StoredMemories]:
    """An empty cache of the memories of agents."""
    return AgentCache(_AGENTS_KEPT, _STORED_LIFETIME)


def injection_cache() -> AgentCache[Injection]:
    """An empty cache of injections."""
    return AgentCache(_INJECTIONS_KEPT, _INJECTION_LIFETIME)


@dataclass(frozen=True, slots=True, kw_only=True)
class Assembler:
    """Builds contexts, for one agent at a time."""

    store: Store
    search: Search
    counter: TokenCounter
    clock: Clock
    budgets: Budgets
    uses: Uses
    # The time zone of users who do not state one; it decides the current date.
    zone: tzinfo = UTC
    receipts: ReceiptCache = field(default_factory=ReceiptCache)
    contexts: AgentCache[Context] = field(default_factory=context_cache)
    stored: AgentCache[StoredMemories] = field(default_factory=stored_cache)
    # By turn, so that a model reads the same one throughout a turn.
    injections: AgentCache[Injection] = field(default_factory=injection_cache)

    def context(self, agent: str, query: Query) -> Context:
        """The context for a query; cached for ten seconds unless something changes."""
        # Read the states first: a concurrent write must invalidate what is cached below.
        state = query.state or self.store.state(agent)
        revisions = (state.revision, *map(self.store.revision, query.spaces))
        now = self.clock.now()
        key = (query, revisions, now.astimezone(self.zone).date())
        cached = self.contexts.get(agent, key, now)
        if cached is not None:
            return cached
        erasures = self.receipts.erasures(agent, *query.spaces)
        answer = self._answer(agent, replace(query, state=state))
        at = query.as_of or now
        page = self._page(query, answer, self.stored_memories(agent, query.as_of, state), at)
        context = self._with_receipt(agent, query, page, at, answer)
        if query.ephemeral:
            return context
        # If the agent was erased meanwhile, nothing about it may be cached.
        if self.receipts.put(context.receipt, erasures, revisions):
            # The next one shall be complete as soon as the embedder answers again.
            if context.receipt.warning is None:
                self.contexts.put(agent, key, now, context, query.spaces)
            if query.as_of is None:
                for space in (None, *query.spaces):
                    used = _memories_used(context.receipt, space)
                    self.uses.note(agent if space is None else space, used, now)
        return context

    def injection(
        self,
        agent: str,
        query: Query,
        turn: str | None = None,
        *,
        going_on: bool = False,
        fixed_only: bool = False,
    ) -> Injection:
        """The context inside fences; with `going_on`, the one already used for this turn.

        That one is built again if something in it was deleted since.
        With `fixed_only`, the part that does not depend on the question and needs no search.
        """
        # Spaces are part of the key: another caller may not be allowed to read them.
        key = (
            None
            if turn is None
            else (query.conversation, turn, query.split, fixed_only, query.spaces, query.withheld)
        )
        now = self.clock.now()
        if key is not None and going_on:
            cached = self.injections.get(agent, key, now, renew=True)
            if cached is not None and not shows_deleted(self.store, cached.receipt):
                return cached
        erasures = self.receipts.erasures(agent, *query.spaces)
        build = self._fixed_part if fixed_only else self.context
        context = build(agent, reserve_fences(query, self.counter))
        injection = fence_context(context, self.counter, split=query.split)
        if key is not None:
            self.injections.put(agent, key, now, injection, query.spaces)
            # If the agent was erased meanwhile, nothing about it may be cached.
            if self.receipts.erasures(agent, *query.spaces) != erasures:
                self.injections.forget(agent)
        return injection

    def _fixed_part(self, agent: str, query: Query) -> Context:
        """The overrides, the standing instructions and, if already in RAM, the profile."""
        now, erasures = self.clock.now(), self.receipts.erasures(agent, *query.spaces)
        stored = self.stored.get(agent, (self.store.state(agent).memories_revision, None), now)
        if stored is None:
            # Not all memories: there may be thousands, and somebody is waiting.
            filters = (EntryFilter(kinds=_INSTRUCTING), EntryFilter(standing=True))
            found = [entry for each in filters for entry in self.store.entries(agent, each)]
            requests = (entry for entry in found if entry.kind is Kind.DELETION_REQUEST)
            if names := {name for request in requests for name in request.rivals}:
                found += self.store.entries_by_id(agent, tuple(names)).values()
            stored = StoredMemories(self.counter, tuple(found)).without_asked_to_forget()
        page = self._page(query, Answer(()), stored, now, fixed_only=True)
        context = self._with_receipt(agent, query, page, now)
        if not query.ephemeral:
            self.receipts.put(context.receipt, erasures)
        return context

    def nothing(self, agent: str, query: Query) -> Context:
        """An empty context, for when memory is switched off."""
        page = Page(0, self.budgets, self.counter)
        answer = Answer((), warning=_SWITCHED_OFF)
        context = self._with_receipt(agent, query, page, self.clock.now(), answer)
        if not query.ephemeral:
            self.receipts.put(context.receipt, self.receipts.erasures(*context.receipt.agents))
        return context

    def forget(self, agent: str) -> None:
        """Drop everything cached for an agent."""
        self.contexts.forget(agent)
        self.injections.forget(agent)
        self.stored.forget(agent)
        self.receipts.forget(agent)
        self.uses.forget(agent)

    def _answer(self, agent: str, query: Query) -> Answer:
        if query.text is None:
            return Answer(())
        tokens = min(query.tokens, self.budgets.excerpts + self.budgets.memories)
        hits = min(max(tokens // _TOKENS_PER_HIT, _MIN_HITS), _MAX_HITS)
        turns = min(query.tokens, self.budgets.excerpts)
        return self.search.answer(agent, replace(query, limit=hits, turn_tokens=turns))

    def _page(
        self,
        query: Query,
        answer: Answer,
        stored: StoredMemories,
        now: datetime,
        *,
        fixed_only: bool = False,
    ) -> Page:
        page = Page(query.tokens, self.budgets, self.counter, query.framing)
        page.add_date(f"Current date: {format_day(now.astimezone(self.zone))}")
        candidates = Candidates(
            query=query,
            answer=answer,
            stored=stored,
            stored_in={
                space: self.stored_memories(space, query.as_of)
                for space in {hit.space for hit in answer.hits if hit.space is not None}
            },
            now=now,
            page=page,
            counter=self.counter,
        )
        fill(page, candidates, self.budgets, fixed_only=fixed_only)
        return page

    def stored_memories(
        self, agent: str, as_of: datetime | None, state: AgentState | None = None
    ) -> StoredMemories:
        """The entries of an agent that may be shown, now or as of a moment."""
        # Read the state first: a concurrent write must invalidate what is cached below.
        revision = (state or self.store.state(agent)).memories_revision
        key, now = (revision, as_of), self.clock.now()
        cached = self.stored.get(agent, key, now)
        if cached is not None:
            return cached
        erasures = self.receipts.erasures(agent)
        stored = self._stored_as_of(agent, as_of) if as_of else self._stored_now(agent)
        self.stored.put(agent, key, now, stored)
        # If the agent was erased meanwhile, nothing about it may be cached.
        if self.receipts.erasures(agent) != erasures:
            self.stored.forget(agent)
        return stored

    def _stored_now(self, agent: str) -> StoredMemories:
        found = self.store.entries(agent, _SHOWN_OR_GONE)
        return StoredMemories(
            self.counter,
            tuple(entry for entry in found if entry.status in SHOWN),
            tuple(entry for entry in found if entry.status is Status.SUPERSEDED),
            tuple(entry for entry in found if entry.status is Status.DELETED),
        ).without_asked_to_forget()

    def _stored_as_of(self, agent: str, as_of: datetime) -> StoredMemories:
        past = self.store.entries_as_of(agent, as_of)
        shown = tuple(entry for entry in past if entry.status in SHOWN_AS_OF)
        superseded = tuple(entry for entry in past if entry.status is Status.SUPERSEDED)
        deleted = tuple(self.store.entries(agent, _DELETED))
        then = StoredMemories(self.counter, shown, superseded, deleted)
        return then.without_asked_to_forget(self.store.entries(agent, _REQUESTS))

    def marked(self, agent: str, hit: Hit, text: str, as_of: datetime | None = None) -> str:
        """A text of a hit, with the marks of contexts behind what is not true now."""
        now = as_of or self.clock.now()
        stored = self.stored_memories(hit.space or agent, as_of)
        over = replaced_by_now(stored.planned_changes, now)
        text = stored.with_marks(text, hit.turn or hit.entry, over)
        if hit.entry and (hit.entry.id in over or hit.entry.has_ended_at(now)):
            text += " (expired)"
        day = stored.corrected_on.get(hit.entry.id) if hit.entry else None
        return f"{text} (partly corrected {day})" if day else text

    def item_text(self, agent: str, item: Item, as_of: datetime | None = None) -> str | None:
        """The text of an item of a receipt as a model reads it, now or as of a moment."""
        agent = agent if item.space is None else item.space
        stored = self.stored_memories(agent, as_of)
        over = replaced_by_now(stored.planned_changes, as_of or self.clock.now())
        return item_text(self.store, stored, agent, item, over)

    def _with_receipt(
        self, agent: str, query: Query, page: Page, now: datetime, answer: Answer | None = None
    ) -> Context:
        text, blocks = page.text, page.blocks
        receipt = Receipt(
            id=f"r_{secrets.token_hex(8)}",
            agent=agent,
            at=now,
            cap=query.tokens,
            tokens=self.counter(text),
            sections={block.section: block.tokens for block in blocks},
            items=page.items,
            left_out=page.left_out,
            relevance=answer.relevance if answer else None,
            understood=query.text if query.asked else None,
            spaces=tuple(_spaces_read(query, answer)),
            warning=answer.warning if answer else None,
        )
        return Context(text=text, tokens=receipt.tokens, sections=blocks, receipt=receipt)


def _spaces_read(query: Query, answer: Answer | None) -> Iterator[SpaceRead]:
    for space in query.spaces:
        found = answer.spaces.get(space) if answer else None
        relevance = found.relevance if found else None
        if found is None:
            outcome = SpaceOutcome.NOT_ASKED
        elif relevance is None:
            outcome = SpaceOutcome.EMPTY
        else:
            outcome = SpaceOutcome.READ if relevance.relevant else SpaceOutcome.NOT_RELEVANT
        yield SpaceRead(space=space, outcome=outcome, relevance=relevance)
    for space in query.withheld:
        yield SpaceRead(space=space, outcome=SpaceOutcome.FORBIDDEN)


def _memories_used(receipt: Receipt, space: str | None) -> list[str]:
    """The ids of the memories of a space that were shown because they answer the question."""
    return [
        item.id
        for item in receipt.items
        if item.section is Section.RELEVANT_MEMORIES and item.space == space
    ]
