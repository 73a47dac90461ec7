"""Why one thing is, or is not, in the context of a question: in words, with the figures behind them."""

from dataclasses import dataclass, replace
from typing import assert_never

from recollect.context.assemble import Assembler
from recollect.context.pieces import day
from recollect.context.sections import TITLES
from recollect.domain.entry import SHOWN, Entry, Status
from recollect.domain.hit import Standing
from recollect.domain.query import Query
from recollect.domain.receipt import Item, LeftOut, Reason, Receipt, WhyNot
from recollect.domain.relevance import Relevance
from recollect.errors import NotFound


@dataclass(frozen=True, slots=True)
class Explainer:
    """Answers for one memory or one turn at a time."""

    assembler: Assembler

    def why_not(self, agent: str, name: str, query: Query) -> WhyNot:
        """Why the thing of this id is in the context, or not; NotFound where there is no such thing."""
        entry = self.assembler.store.entry(agent, name)
        receipt = self.assembler.context(agent, query).receipt
        # Without a question any other will do: it only matters whether there is such a thing.
        asked = replace(query, text=query.text or name)
        standing = self.assembler.search.standing(agent, asked, name)
        items = [item for item in (*receipt.items, *receipt.left_out) if item.id == name]
        if items:
            # Turns of several conversations may share an id: the best of them is meant.
            best = min(items, key=lambda item: (item.rank is None, item.rank or 0))
            return _told(best, receipt, standing, _sentence(best, receipt, entry))
        if standing is None:
            return _gone(entry, name)
        if not query.text:
            return _not_asked(name)
        return _beyond(name, receipt, standing)


def _sentence(item: Item, receipt: Receipt, entry: Entry | None) -> str:
    if isinstance(item, LeftOut):
        return _left_out(item, receipt, entry)
    return _included(item)


def _gone(entry: Entry | None, name: str) -> WhyNot:
    """A memory that is no longer shown anywhere; NotFound where there never was one."""
    if entry is None or entry.status in SHOWN:
        raise NotFound(f"this agent has no memory and no turn {name!r:.80}")
    if entry.status is Status.DELETED:
        return WhyNot(id=name, included=False, reason=Reason.DELETED, sentence="It was deleted.")
    instead = f" by {entry.superseded_by}" if entry.superseded_by else ""
    sentence = f"It is no longer true: it was superseded{instead}."
    return WhyNot(id=name, included=False, reason=Reason.SUPERSEDED, sentence=sentence)


def switched_off(name: str) -> WhyNot:
    """The answer while memory is switched off: nothing is given to a model."""
    sentence = "Memory is switched off (setting enabled = false): nothing is in the context."
    return WhyNot(id=name, included=False, reason=Reason.SWITCHED_OFF, sentence=sentence)


def _told(item: Item, receipt: Receipt, standing: Standing | None, sentence: str) -> WhyNot:
    reason = item.reason if isinstance(item, LeftOut) else None
    return WhyNot(
        id=item.id,
        conversation=item.conversation,
        included=reason is None,
        sentence=sentence,
        reason=reason,
        rank=item.rank,
        candidates=standing.candidates if standing and item.rank else None,
        section=item.section,
        tokens=item.tokens,
        score=item.score,
        lowest_shown=_lowest(receipt, item),
        scores=item.scores if item.score is not None else None,
    )


def _not_asked(name: str) -> WhyNot:
    sentence = (
        "Without a question no turn is looked for: only what is always worth knowing is shown."
    )
    return WhyNot(id=name, included=False, sentence=sentence, reason=Reason.NOT_ASKED)


def _beyond(name: str, receipt: Receipt, standing: Standing) -> WhyNot:
    """The answer for what lies further down than anybody looked."""
    ranked = f"It ranked {standing.rank:,} of {standing.candidates:,}"
    silent = receipt.relevance is not None and not receipt.relevance.relevant
    too_far = f"{ranked}: too far down to be looked at for {receipt.cap:,} tokens."
    return WhyNot(
        id=name,
        included=False,
        sentence=f"{ranked}, but {_unrelated(receipt.relevance)}" if silent else too_far,
        reason=Reason.NOT_RELEVANT if silent else Reason.NO_ROOM,
        rank=standing.rank,
        candidates=standing.candidates,
        score=standing.score,
        scores=standing.scores,
    )


def _lowest(receipt: Receipt, item: Item) -> float | None:
    shown = (other.score for other in receipt.items if other.section is item.section)
    return min((score for score in shown if score is not None), default=None)


def _included(item: Item) -> str:
    where = f"It is in the context, under {TITLES[item.section]}"
    if item.beside:
        return f"{where}, because it stands beside a turn that was found."
    return f"{where}, found at rank {item.rank:,}." if item.rank else f"{where}."


def _left_out(item: LeftOut, receipt: Receipt, entry: Entry | None) -> str:
    found = f"It ranked {item.rank:,}, but" if item.rank else "It was thought of, but"
    match item.reason:
        case Reason.NO_ROOM:
            said = f"{found} its {item.tokens:,} tokens no longer fitted into the {receipt.cap:,} asked for."
        case Reason.SECTION_FULL:
            said = f"{found} the budget of {TITLES[item.section]} was used up."
        case Reason.REPEATED:
            said = f"{found} the same words are shown already."
        case Reason.ASKED:
            said = "It is the question itself."
        case Reason.EXPIRED:
            said = _out_of_time(entry)
        case Reason.NOT_RELEVANT:
            said = f"{found} {_unrelated(receipt.relevance)}"
        case Reason.SUPERSEDED | Reason.DELETED | Reason.NOT_ASKED | Reason.SWITCHED_OFF:
            said = "It is no longer there."
        case _:
            assert_never(item.reason)
    return said


def _unrelated(relevance: Relevance | None) -> str:
    figures = f" ({relevance.score:.2f}; it takes {relevance.least:.2f})" if relevance else ""
    return f"the question has too little to do with anything that is remembered{figures}."


def _out_of_time(entry: Entry | None) -> str:
    if entry is None:
        return "It is not valid now."
    since = f" from {day(entry.local(entry.valid_from))}" if entry.valid_from else ""
    until = f" until {day(entry.local(entry.valid_until))}" if entry.valid_until else ""
    return f"It is not valid now, only{since}{until}."
