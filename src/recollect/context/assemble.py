"""Builds the text that a model reads for a question, with a receipt."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

from recollect.context.caches import AgentCache, ReceiptCache
from recollect.context.candidates import Candidates
from recollect.context.fill_order import fill
from recollect.context.inject import Injection, fence_context, reserve_fences
from recollect.context.page import Page
from recollect.context.pieces import format_day
from recollect.context.sections import Budgets
from recollect.context.uses import Uses
from recollect.domain.entry import SHOWN, Entry, EntryFilter, Kind
from recollect.domain.hit import Answer, Relevance
from recollect.domain.ports import Clock, Search, Store, TokenCounter
from recollect.domain.query import Query
from recollect.domain.receipt import Context, Receipt, Section

# Enough hits that short turns fill a budget; few enough that a small budget does not wait for rows
# it cannot show.
_TOKENS_PER_HIT: Final = 10
_MIN_HITS: Final = 120
_MAX_HITS: Final = 2_000
_CONTEXTS_KEPT: Final = 256
_CONTEXT_LIFETIME: Final = timedelta(seconds=10)
_INJECTIONS_KEPT: Final = 512
# Longer than a model works on one message with tools.
_INJECTION_LIFETIME: Final = timedelta(hours=1)


def context_cache() -> AgentCache[Context]:
    """An empty cache of contexts."""
    return AgentCache(_CONTEXTS_KEPT, _CONTEXT_LIFETIME)


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
    # By turn, so that a model reads the same one throughout a turn.
    injections: AgentCache[Injection] = field(default_factory=injection_cache)

    def context(self, agent: str, query: Query) -> Context:
        """The context for a query; cached for ten seconds unless something changes."""
        # Read the revision first: a concurrent write must invalidate what is cached below.
        revision = self.store.revision(agent)
        now = self.clock.now()
        key = (query, revision, now.astimezone(self.zone).date())
        cached = self.contexts.get(agent, key, now)
        if cached is not None:
            return cached
        erasures = self.receipts.erasures(agent)
        answer = self._answer(agent, query)
        at = query.as_of or now
        page = self._page(agent, query, answer, at)
        context = self._with_receipt(agent, query, page, at, answer.relevance)
        # If the agent was erased meanwhile, nothing about it may be cached.
        if self.receipts.put(context.receipt, erasures):
            self.contexts.put(agent, key, now, context)
            if query.as_of is None:
                self.uses.note(agent, _memories_used(context.receipt), now)
        return context

    def injection(
        self, agent: str, query: Query, turn: str | None = None, *, going_on: bool = False
    ) -> Injection:
        """The context inside fences; with `going_on`, the one already used for this turn."""
        key = None if turn is None else (query.conversation, turn, query.split)
        now = self.clock.now()
        if key is not None and going_on:
            cached = self.injections.get(agent, key, now, renew=True)
            if cached is not None:
                return cached
        erasures = self.receipts.erasures(agent)
        context = self.context(agent, reserve_fences(query, self.counter))
        injection = fence_context(context, self.counter, split=query.split)
        if key is not None:
            self.injections.put(agent, key, now, injection)
            # If the agent was erased meanwhile, nothing about it may be cached.
            if self.receipts.erasures(agent) != erasures:
                self.injections.forget(agent)
        return injection

    def nothing(self, agent: str, query: Query) -> Context:
        """An empty context, for when memory is switched off."""
        page = Page(0, self.budgets, self.counter)
        context = self._with_receipt(agent, query, page, self.clock.now())
        self.receipts.put(context.receipt, self.receipts.erasures(agent))
        return context

    def forget(self, agent: str) -> None:
        """Drop everything cached for an agent."""
        self.contexts.forget(agent)
        self.injections.forget(agent)
        self.receipts.forget(agent)
        self.uses.forget(agent)

    def _answer(self, agent: str, query: Query) -> Answer:
        if query.text is None:
            return Answer(())
        tokens = min(query.tokens, self.budgets.excerpts + self.budgets.memories)
        hits = min(max(tokens // _TOKENS_PER_HIT, _MIN_HITS), _MAX_HITS)
        return self.search.answer(agent, replace(query, limit=hits))

    def _page(self, agent: str, query: Query, answer: Answer, now: datetime) -> Page:
        page = Page(query.tokens, self.budgets, self.counter, query.framing)
        page.add_date(f"Current date: {format_day(now.astimezone(self.zone))}")
        candidates = Candidates(
            query=query,
            answer=answer,
            stored=self._stored(agent, query.as_of),
            now=now,
            page=page,
            counter=self.counter,
        )
        fill(page, candidates, self.budgets)
        return page

    def _stored(self, agent: str, as_of: datetime | None) -> Sequence[Entry]:
        """The entries of an agent that may be shown, now or as of a moment."""
        if as_of is None:
            return self.store.entries(agent, EntryFilter(kinds=tuple(Kind)))
        return [e for e in self.store.entries_as_of(agent, as_of) if e.status in SHOWN]

    def _with_receipt(
        self,
        agent: str,
        query: Query,
        page: Page,
        now: datetime,
        relevance: Relevance | None = None,
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
            relevance=relevance,
        )
        return Context(text=text, tokens=receipt.tokens, sections=blocks, receipt=receipt)


def _memories_used(receipt: Receipt) -> list[str]:
    """The ids of the memories that were shown because they answer the question."""
    return [item.id for item in receipt.items if item.section is Section.RELEVANT_MEMORIES]
