"""A question becomes the text that a model reads: gather, fit, frame, and write the receipt."""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo

from recollect.context.inject import Injection, injection, narrowed
from recollect.context.kept import Contexts, Injections, Moment, Receipts
from recollect.context.page import Page
from recollect.context.pieces import (
    Piece,
    day,
    in_order_of_worth,
    newest_first,
    of_entry,
    of_hit,
    of_line,
    of_link,
    of_turn,
)
from recollect.context.sections import QUERY_SHARE, REST_TOKENS, SLOW_SHARE, Budgets
from recollect.context.uses import Uses
from recollect.domain.entry import RECORDS, SHOWN, Entry, EntryFilter, Kind
from recollect.domain.ids import digest
from recollect.domain.ports import Clock, Search, Store, TokenCounter
from recollect.domain.query import Query
from recollect.domain.recap import override_of, points
from recollect.domain.receipt import Context, Reason, Receipt, Section
from recollect.domain.relevance import Answer, Relevance
from recollect.domain.turn import Turn

# Deep enough that short turns fill a budget, and not so deep that a small budget waits for rows it cannot show.
_TOKENS_PER_HIT = 10
_DEPTHS = (50, 2_000)
# Beside how many of the best hits a look is taken at what was said before and after, and what was learned from them.
_BESIDE = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Assembler:
    """Makes contexts, of one agent at a time."""

    store: Store
    search: Search
    counter: TokenCounter
    clock: Clock
    budgets: Budgets
    uses: Uses
    # Where people are who do not say it: the day that a context is made on is theirs.
    zone: tzinfo = UTC
    receipts: Receipts = field(default_factory=Receipts)
    contexts: Contexts = field(default_factory=Contexts)
    injections: Injections = field(default_factory=Injections)

    def context(self, agent: str, query: Query) -> Context:
        """What a model should read before it answers; the same again within ten seconds if nothing has changed."""
        # The revision is read first: what is written meanwhile makes the next call begin afresh.
        now = self._moment(agent)
        known = self.contexts.get(agent, query, now)
        if known is not None:
            return known
        erasures = self.receipts.forgotten(agent)
        answer = self._answer(agent, query)
        at = query.as_of or now.at
        page = self._page(agent, query, answer, at)
        made = self._written(agent, query, page, at, answer.relevance)
        # Of an agent that was erased meanwhile nothing is kept.
        if self.receipts.put(made.receipt, erasures):
            self.contexts.put(agent, query, now, made)
            if query.as_of is None:
                self.uses.note(agent, _used(made.receipt), now.at)
        return made

    def injection(
        self, agent: str, query: Query, turn: str | None = None, *, going_on: bool = False
    ) -> Injection:
        """The context as it is put into a request; for a turn that a model is at work on, the very same again."""
        key = None if turn is None else (query.conversation, turn, query.split)
        now = self.clock.now()
        known = self.injections.get(agent, key, now) if key is not None and going_on else None
        if known is not None:
            return known
        erasures = self.receipts.forgotten(agent)
        made = self.context(agent, narrowed(query, self.counter))
        ready = injection(made, self.counter, split=query.split)
        if key is not None:
            self.injections.put(agent, key, now, ready)
            # Of an agent that was erased meanwhile nothing is kept.
            if self.receipts.forgotten(agent) != erasures:
                self.injections.forget(agent)
        return ready

    def nothing(self, agent: str, query: Query) -> Context:
        """An empty context, where memory is switched off."""
        page = Page(0, self.budgets, self.counter)
        made = self._written(agent, query, page, self.clock.now())
        self.receipts.put(made.receipt, self.receipts.forgotten(agent))
        return made

    def forget(self, agent: str) -> None:
        """Keep nothing of an agent."""
        self.contexts.forget(agent)
        self.injections.forget(agent)
        self.receipts.forget(agent)
        self.uses.forget(agent)

    def _moment(self, agent: str) -> Moment:
        now = self.clock.now()
        return Moment(now, now.astimezone(self.zone).date(), self.store.revision(agent))

    def _answer(self, agent: str, query: Query) -> Answer:
        if query.text is None:
            return Answer(())
        least, most = _DEPTHS
        room = min(query.tokens, self.budgets.excerpts + self.budgets.memories)
        depth = min(max(room // _TOKENS_PER_HIT, least), most)
        return self.search.answer(agent, replace(query, limit=depth))

    def _page(self, agent: str, query: Query, answer: Answer, now: datetime) -> Page:
        page = Page(query.tokens, self.budgets, self.counter, query.framing)
        page.dated(f"Current date: {day(now.astimezone(self.zone))}")
        records, entries = self._kept(agent, query.as_of)
        page.fill(_overrides(records, self.counter))
        profile = [*_profile(records, entries, now, self.counter)]
        if query.split:
            # Before anything that hangs on the question, which must neither lengthen nor shorten it.
            page.fill(profile, page.used + round(SLOW_SHARE * (query.tokens - page.used)))
        found = self._found(query, answer, page, now)
        answering = page.used + round(QUERY_SHARE * (query.tokens - page.used))
        said = min(query.tokens - REST_TOKENS, page.used + self.budgets.excerpts)
        page.fill(_own_words(found), max(answering, said) if records or entries else None)
        # Beside their sentences too, where these leave room: a memory has its dates worked out.
        best = (piece for piece in found if piece.said_in and (piece.item.rank or 0) <= _BESIDE)
        page.fill(replace(piece, said_in=()) for piece in best)
        page.fill(found, answering)
        if not query.split:
            page.fill(profile)
        page.fill(self._known(entries, page, now))
        page.fill(_recaps(records, self.counter))
        page.fill(self._relationships(entries, now))
        page.fill(found)
        page.settle()
        page.fill(found)
        page.fill(self._beside(agent, query, page))
        page.settle()
        return page

    def _found(self, query: Query, answer: Answer, page: Page, now: datetime) -> list[Piece]:
        """What answers the question, best first; nothing where it has to do with nothing that is remembered."""
        hits, relevance = answer.hits, answer.relevance
        pieces = (of_hit(hit, rank, self.counter) for rank, hit in enumerate(hits, start=1))
        found = []
        for piece, hit in zip(pieces, hits, strict=True):
            if piece is None:
                continue
            if hit.turn is not None and _asks(hit.turn, query):
                page.refuse(piece, Reason.ASKED)
            elif hit.turn is not None and _is_present(hit.turn, query):
                page.refuse(piece, Reason.REPEATED)
            elif hit.turn is not None and hit.turn.covers is not None:
                # A summary for a window: what it stands for is there itself.
                page.refuse(piece, Reason.REPEATED)
            elif hit.entry is not None and not hit.entry.holds_at(now):
                page.refuse(piece, Reason.EXPIRED)
            elif relevance is not None and not relevance.relevant:
                page.refuse(piece, Reason.NOT_RELEVANT)
            else:
                found.append(piece)
        return newest_first(found)

    def _kept(self, agent: str, as_of: datetime | None) -> tuple[list[Entry], list[Entry]]:
        """The records and the memories of an agent, now or as they stood at a moment; the best first."""
        kept: Sequence[Entry] = (
            self.store.entries(agent, EntryFilter(kinds=tuple(Kind)))
            if as_of is None
            else [e for e in self.store.entries_as_of(agent, as_of) if e.status in SHOWN]
        )
        records = [entry for entry in kept if entry.kind in RECORDS]
        return records, in_order_of_worth(e for e in kept if e.kind not in RECORDS)

    def _known(self, entries: Sequence[Entry], page: Page, now: datetime) -> list[Piece]:
        """What is always worth knowing, whatever the question."""
        known = []
        for place, entry in enumerate(entries):
            piece = of_entry(entry, Section.MEMORIES, place, self.counter)
            if not entry.holds_at(now):
                page.refuse(piece, Reason.EXPIRED)
            else:
                known.append(piece)
        return newest_first(known)

    def _relationships(self, entries: Sequence[Entry], now: datetime) -> Iterator[Piece]:
        """How the people and things that are known stand to each other, the surest first."""
        for place, entry in enumerate(entries):
            for number, link in enumerate(entry.links if entry.holds_at(now) else ()):
                if link.holds_at(now):
                    yield of_link(entry, link, (place, number), self.counter)

    def _beside(self, agent: str, query: Query, page: Page) -> Iterator[Piece]:
        """The turns before and after the best hits, for what room is left."""
        turns = [piece.turn for piece in page.taken if piece.turn is not None]
        for turn in turns[:_BESIDE]:
            around = self.store.window(agent, turn.conversation, after=turn.index - 2, limit=3)
            for other in around:
                known = _asks(other, query) or _is_present(other, query)
                later = query.as_of is not None and other.at > query.as_of
                if other.index != turn.index and not known and not later:
                    yield of_turn(other, self.counter)

    def _written(
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


def _used(receipt: Receipt) -> list[str]:
    """The memories that were shown because they answer the question."""
    return [item.id for item in receipt.items if item.section is Section.RELEVANT_MEMORIES]


def _own_words(found: Sequence[Piece]) -> list[Piece]:
    """What nothing else says: the turns, and the memories that were not made of any.

    A recap, or a memory made of a turn, tells over again what was said, and has the room that is left.
    """
    recaps = Section.RELEVANT_SUMMARIES
    return [piece for piece in found if not piece.said_in and piece.item.section is not recaps]


def _overrides(records: Sequence[Entry], counter: TokenCounter) -> list[Piece]:
    laid_down = [entry for entry in records if entry.kind is Kind.OVERRIDE]
    ordered = sorted(laid_down, key=lambda each: (override_of(each).position, each.recorded_at))
    return [
        of_entry(entry, Section.OVERRIDES, place, counter) for place, entry in enumerate(ordered)
    ]


def _profile(
    records: Sequence[Entry], entries: Sequence[Entry], now: datetime, counter: TokenCounter
) -> Iterator[Piece]:
    """The profile line by line, so that of a long one the beginning is shown; what is over by now is not."""
    # A plan is told before its day comes.
    held = {
        text: one
        for one in entries
        if one.valid_until is None or now < one.valid_until
        for text in points([one])
    }
    for entry in records:
        if entry.kind is Kind.PROFILE:
            title = ""
            for place, text in enumerate(entry.content.splitlines()):
                told = text.startswith("- ") and entry.metadata.get("by_model") is True
                if text in held or told:
                    yield of_line(entry, text, (place, title), counter, held.get(text))
                elif not text.startswith("- "):
                    title = text


def _recaps(records: Sequence[Entry], counter: TokenCounter) -> list[Piece]:
    recaps = [entry for entry in records if entry.kind is Kind.SUMMARY]
    newest = sorted(recaps, key=lambda each: (each.changed_at, each.id), reverse=True)
    return [
        of_entry(entry, Section.SUMMARIES, place, counter) for place, entry in enumerate(newest)
    ]


def _asks(turn: Turn, query: Query) -> bool:
    """Whether this is the turn that asks the question, in the conversation that goes on."""
    return (
        turn.conversation == query.conversation
        and query.text is not None
        and turn.content.strip() == query.text.strip()
    )


def _is_present(turn: Turn, query: Query) -> bool:
    """Whether the model reads this turn anyway, in the conversation that goes on."""
    here = bool(query.present) and turn.conversation == query.conversation
    return here and digest(turn.content.strip()) in query.present
