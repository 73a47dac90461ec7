"""Explains why a memory or turn is, or is not, in the context of a question."""

from dataclasses import replace
from typing import assert_never

from recollect.context.assemble import Assembler
from recollect.context.pieces import format_day
from recollect.context.sections import RANKED, TITLES
from recollect.domain.entry import SHOWN, Entry, Status
from recollect.domain.hit import RankPosition
from recollect.domain.query import Query
from recollect.domain.receipt import Item, LeftOut, Reason, Receipt, Section, WhyNot
from recollect.errors import NotFound

_HELD_BACK = {
    Reason.REPEATED: "the same text is already shown.",
    Reason.SUMMARY: "it is a summary: the messages it covers are searched themselves.",
}
_WITHHELD = {
    Reason.DELETED: "All of it was deleted or corrected by hand, or a user asked to forget it.",
    Reason.ASKED_TO_FORGET: "A user asked to forget it: it waits in Review for a decision.",
}


def why_not(assembler: Assembler, agent: str, name: str, query: Query) -> WhyNot:
    """Why a memory or turn is in the context or not; NotFound if there is none with this id.

    An id that the agent does not have is looked for in the query's spaces.
    """
    receipt = assembler.context(agent, query).receipt
    for space in (None, *query.spaces):
        explained = _in_one_memory(assembler, receipt, space, name, query)
        if explained is not None:
            return replace(explained, space=space)
    where = " nor do the spaces it reads" if query.spaces else ""
    raise NotFound(f"this agent has no memory and no turn {name!r:.80}{where}")


def _in_one_memory(
    assembler: Assembler, receipt: Receipt, space: str | None, name: str, query: Query
) -> WhyNot | None:
    """The explanation if the agent, or one of its spaces, has something with this id."""
    agent = receipt.agent if space is None else space
    entry = assembler.store.entry(agent, name)
    # Without a question any text will do: only whether the id exists matters then.
    question = replace(query, text=query.text or name)
    position = assembler.search.rank_of(agent, question, name)
    stored = assembler.stored_memories(agent, query.as_of)
    names = {name}
    if entry is not None:
        names.update(stored.profile_lines_of(entry))
    listed = (*receipt.items, *receipt.left_out)
    items = [item for item in listed if item.id in names and item.space == space]
    if query.text and position:
        items = [item for item in items if not _is_spare(item)]
    if items:
        # Turns of several conversations may share an id: explain the best of them.
        best = min(items, key=lambda item: (item.rank is None, item.rank or 0))
        # A memory that does not answer may still be a line of the profile.
        shown = (item for item in receipt.items if item in items)
        explained = _explanation(next(shown, best), receipt, position, entry)
        return replace(explained, id=name)
    if position is None:
        return _not_active(entry, name)
    if name in stored.asked_to_forget:
        reason = Reason.ASKED_TO_FORGET
        return WhyNot(id=name, included=False, sentence=_WITHHELD[reason], reason=reason)
    if not query.text:
        sentence = (
            "Turns are only searched for with a question; without one, general knowledge is shown."
            if space is None
            else "Spaces are only searched with a question."
        )
        return WhyNot(id=name, included=False, sentence=sentence, reason=Reason.NOT_ASKED)
    return _ranked_too_low(name, receipt, position, space)


def _is_spare(item: Item) -> bool:
    """Whether a memory was only offered beside the answers; its rank says more about it."""
    is_full = isinstance(item, LeftOut) and item.reason in {Reason.NO_ROOM, Reason.SECTION_FULL}
    return is_full and item.rank is None


def _not_active(entry: Entry | None, name: str) -> WhyNot | None:
    """A memory that was deleted, archived or superseded; None if there never was one."""
    if entry is None or entry.status in SHOWN:
        return None
    if entry.status is Status.DELETED:
        return WhyNot(id=name, included=False, reason=Reason.DELETED, sentence="It was deleted.")
    if entry.status is Status.ARCHIVED:
        sentence = "It is archived, because it was not used for long: restore it to use it again."
        return WhyNot(id=name, included=False, reason=Reason.ARCHIVED, sentence=sentence)
    successor = f" by {entry.superseded_by}" if entry.superseded_by else ""
    sentence = f"It is no longer true: it was replaced{successor}."
    return WhyNot(id=name, included=False, reason=Reason.SUPERSEDED, sentence=sentence)


def switched_off(name: str) -> WhyNot:
    """The explanation while memory is switched off."""
    sentence = "Memory is switched off (setting enabled = false): nothing is in the context."
    return WhyNot(id=name, included=False, reason=Reason.SWITCHED_OFF, sentence=sentence)


def _explanation(
    item: Item, receipt: Receipt, position: RankPosition | None, entry: Entry | None
) -> WhyNot:
    reason, sentence = None, _included(item)
    if isinstance(item, LeftOut):
        reason, sentence = item.reason, _left_out(item, receipt, entry)
    return WhyNot(
        id=item.id,
        conversation=item.conversation,
        included=reason is None,
        sentence=sentence,
        reason=reason,
        rank=item.rank,
        # With spaces, the rank is among the candidates of all.
        candidates=position.candidates if position and item.rank and not receipt.spaces else None,
        section=item.section,
        tokens=item.tokens,
        score=item.score,
        lowest_shown=_lowest_score(receipt, item),
        scores=item.scores if item.score is not None else None,
    )


def _ranked_too_low(
    name: str, receipt: Receipt, position: RankPosition, space: str | None
) -> WhyNot:
    """The explanation for a rank below the hits that were fetched."""
    where = "" if space is None else f" in {space}"
    ranked = f"It ranked {position.rank:,} of {position.candidates:,}{where}"
    irrelevant = (
        item
        for item in receipt.left_out
        if item.reason is Reason.NOT_RELEVANT and item.space == space
    )
    is_irrelevant = any(position.score <= (item.score or 0) for item in irrelevant)
    why = f", but {_not_relevant(receipt, position.score, space)}"
    too_far = f": too low to be considered for {receipt.cap:,} tokens."
    return WhyNot(
        id=name,
        included=False,
        sentence=f"{ranked}{why if is_irrelevant else too_far}",
        reason=Reason.NOT_RELEVANT if is_irrelevant else Reason.NO_ROOM,
        rank=position.rank,
        candidates=position.candidates,
        score=position.score,
        scores=position.scores,
    )


def _lowest_score(receipt: Receipt, item: Item) -> float | None:
    same = (item.section, item.space)
    shown = (other.score for other in receipt.items if (other.section, other.space) == same)
    return min((score for score in shown if score is not None), default=None)


def _included(item: Item) -> str:
    where = f"It is in the context, under {TITLES[item.section]}"
    return f"{where}, found at rank {item.rank:,}." if item.rank else f"{where}."


def _left_out(item: LeftOut, receipt: Receipt, entry: Entry | None) -> str:
    prefix = f"It ranked {item.rank:,}, but" if item.rank else "It was considered, but"
    match item.reason:
        case Reason.NO_ROOM:
            sentence = (
                f"{prefix} its {item.tokens:,} tokens did not fit"
                f" into the requested {receipt.cap:,}."
            )
        case Reason.SECTION_FULL:
            sentence = f"{prefix} the budget of {TITLES[item.section]} was used up."
        case Reason.REPEATED | Reason.SUMMARY:
            sentence = f"{prefix} {_HELD_BACK[item.reason]}"
        case Reason.ASKED:
            sentence = "It is the question itself."
        case Reason.EXPIRED:
            sentence = _not_valid(entry)
        case Reason.NOT_RELEVANT:
            sentence = (
                f"{prefix} {_not_relevant(receipt, item.score or 0, item.space, item.section)}"
            )
        case Reason.INSTRUCTION:
            sentence = "It is an instruction in a space: only the user's own count."
        case Reason.DELETED | Reason.ASKED_TO_FORGET:
            sentence = _WITHHELD[item.reason]
        case Reason.SUPERSEDED | Reason.ARCHIVED | Reason.NOT_ASKED | Reason.SWITCHED_OFF:
            sentence = "It no longer exists."
        case _:
            assert_never(item.reason)
    return sentence


def _not_relevant(
    receipt: Receipt, score: float, space: str | None, section: Section | None = None
) -> str:
    relevances = {each.space: each.relevance for each in receipt.spaces}
    relevance = receipt.relevance if space is None else relevances[space]
    if relevance is not None and relevance.relevant:
        _, others = RANKED.get(section, ("", "hits")) if section else ("", "hits")
        return f"its score of {score:.2f} is too far below that of the best {others}."
    figures = f" ({relevance.score:.2f}; the minimum is {relevance.least:.2f})" if relevance else ""
    where = "" if space is None else f" in {space}"
    return f"the question is not related enough to anything remembered{where}{figures}."


def _not_valid(entry: Entry | None) -> str:
    if entry is None:
        return "It is not valid now."
    since = f" from {format_day(entry.local(entry.valid_from))}" if entry.valid_from else ""
    until = f" until {format_day(entry.local(entry.valid_until))}" if entry.valid_until else ""
    return f"It is not valid now, only{since}{until}."
