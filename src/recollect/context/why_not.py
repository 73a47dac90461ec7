"""Why one thing is, or is not, in the context of a question: in words, with the figures behind them."""

from collections.abc import Callable
from dataclasses import dataclass

from recollect.context.asked import Asked
from recollect.context.assemble import Assembler
from recollect.context.pieces import day
from recollect.context.sections import TITLES
from recollect.errors import NotFound
from recollect.model.entry import Entry, Status
from recollect.model.hit import Standing
from recollect.model.receipt import Item, LeftOut, Reason, Receipt, WhyNot

# Agent, question and id: where that stands among everything.
Stand = Callable[[str, str, str], Standing | None]


@dataclass(frozen=True, slots=True)
class Explainer:
    """Answers for one memory or one turn at a time."""

    assembler: Assembler
    stand: Stand

    def why_not(self, agent: str, name: str, asked: Asked) -> WhyNot:
        """Why the thing of this id is in the context, or not; NotFound where there is no such thing."""
        entry = self.assembler.store.entry(agent, name)
        if entry is not None and entry.status in {Status.SUPERSEDED, Status.DELETED}:
            return _gone(entry)
        receipt = self.assembler.context(agent, asked).receipt
        # Without a question any other will do: it only matters whether there is such a thing.
        standing = self.stand(agent, asked.query or name, name)
        for item in receipt.items:
            if item.id == name:
                return _told(item, receipt, standing, _included(item))
        for item in receipt.left_out:
            if item.id == name:
                return _told(item, receipt, standing, _left_out(item, receipt, entry))
        if standing is None:
            raise NotFound(f"this agent has no memory and no turn {name!r:.80}")
        return _too_far(name, receipt, standing) if asked.query else _not_asked(name)


def _gone(entry: Entry) -> WhyNot:
    if entry.status is Status.DELETED:
        return WhyNot(
            id=entry.id, included=False, reason=Reason.DELETED, sentence="It was deleted."
        )
    instead = f" by {entry.superseded_by}" if entry.superseded_by else ""
    sentence = f"It is no longer true: it was superseded{instead}."
    return WhyNot(id=entry.id, included=False, reason=Reason.SUPERSEDED, sentence=sentence)


def _told(item: Item, receipt: Receipt, standing: Standing | None, sentence: str) -> WhyNot:
    reason = item.reason if isinstance(item, LeftOut) else None
    return WhyNot(
        id=item.id,
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


def _too_far(name: str, receipt: Receipt, standing: Standing) -> WhyNot:
    sentence = (
        f"It ranked {standing.rank:,} of {standing.candidates:,}:"
        f" too far down to be looked at for {receipt.cap:,} tokens."
    )
    return WhyNot(
        id=name,
        included=False,
        sentence=sentence,
        reason=Reason.NO_ROOM,
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
            return f"{found} its {item.tokens:,} tokens no longer fitted into the {receipt.cap:,} asked for."
        case Reason.SECTION_FULL:
            return f"{found} the budget of {TITLES[item.section]} was used up."
        case Reason.REPEATED:
            return f"{found} the same words are shown already."
        case Reason.ASKED:
            return "It is the question itself."
        case Reason.EXPIRED:
            until = f" {day(entry.valid_until)}" if entry and entry.valid_until else ""
            return f"It was valid until{until}."
        case Reason.SUPERSEDED | Reason.DELETED | Reason.NOT_ASKED:
            return "It is no longer there."
