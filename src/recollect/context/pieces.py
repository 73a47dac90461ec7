"""Pieces of a context: turns and memories formatted as lines for a model."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from recollect.domain.entry import RECORDS, Entry, Kind
from recollect.domain.graph import Link
from recollect.domain.hit import Hit, Scope
from recollect.domain.line import STANDING_TITLE, memory_line, profile_line
from recollect.domain.ports import TokenCounter
from recollect.domain.provenance import Origin
from recollect.domain.receipt import Item, LeftOut, Reason, Section
from recollect.domain.turn import Role, Turn

_ORIGINS = {Role.TOOL: Origin.TOOL, Role.ASSISTANT: Origin.ASSISTANT}
# A memory that quotes at least this share of a turn is shown with the whole of it,
_LEAST_QUOTED = 0.3
# unless it quotes this share: then it says what the turn says.
NEARLY_ALL = 0.9
# So many of the best hits come first, in the order of their rank.
BEST_TURNS = 5
_SENTENCE_ENDS = ".!?…"


# Not frozen: a context makes hundreds of them, and freezing each takes four times as long.
@dataclass(slots=True, kw_only=True, eq=False)
class Piece:
    """Lines for one section; pieces of the same group share a heading, the group's first item."""

    id: str
    scope: Scope
    section: Section
    text: str
    tokens: int
    hit: Hit | None = None
    # The conversation of a turn.
    conversation: str | None = None
    rank: int | None = None
    # Only a passage is shown.
    cut: bool = False
    space: str | None = None
    group: tuple[str, ...] = ()
    # Sort key within the section.
    order: tuple[Any, ...] = ()
    # The turn that it shows, and the day of that turn.
    turn: Turn | None = None
    day: str = ""
    # The memory that it states.
    entry: Entry | None = None
    # The turns, by conversation and id, that the memory was learned from, and whether it may be
    # shown beside them.
    sources: tuple[tuple[str, str], ...] = ()
    beside_sources: bool = False
    # The turn, by conversation and id, that the memory's line quotes as a whole.
    whole_turn: tuple[str, str] | None = None
    # Where its words come from.
    origin: Origin | None = None

    def item(self) -> Item:
        """Its line in a receipt."""
        return Item(**self._item_fields())

    def left_out(self, reason: Reason) -> LeftOut:
        """Its line in a receipt if it is not shown."""
        return LeftOut(**self._item_fields(), reason=reason)

    def _item_fields(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "scope": self.scope,
            "section": self.section,
            "tokens": self.tokens,
            "conversation": self.conversation,
            "rank": self.rank,
            "cut": self.cut,
            "space": self.space,
            "origin": self.origin or _memory_origin(self.entry),
            **({"score": self.hit.score, "scores": self.hit.scores} if self.hit else {}),
        }


def _memory_origin(entry: Entry | None) -> Origin | None:
    return None if entry is None or entry.kind in RECORDS else entry.origin


def space_label(space: str | None) -> str:
    """What the line of a space begins with, on one line; nothing for the agent's own memory."""
    return "" if space is None else f"(from {' '.join(space.split())}) "


def hit_piece(hit: Hit, rank: int, counter: TokenCounter) -> Piece | None:
    """The piece of a search hit; None if no section shows this kind of hit."""
    if hit.turn is not None:
        return _turn_piece(hit.turn, hit, rank, counter)
    if hit.entry is not None:
        is_summary = hit.entry.kind is Kind.SUMMARY
        section = Section.RELEVANT_SUMMARIES if is_summary else Section.RELEVANT_MEMORIES
        return entry_piece(hit.entry, section, rank, counter, hit=hit, space=hit.space)
    return None


def _turn_piece(turn: Turn, hit: Hit, rank: int, counter: TokenCounter) -> Piece:
    """A turn with its speaker, under its day; only the matching passage of a long one.

    The best ones come first, by rank; the others in their order within a day.
    """
    is_best = rank <= BEST_TURNS
    local = turn.local
    day = format_day(local)
    content = turn.content.strip() if hit.span is None else _passage(turn.content, *hit.span)
    origin = _turn_origin(turn, hit)
    is_foreign = origin is not Origin.USER and turn.role is Role.USER
    quoted = f" ({origin})" if is_foreign else ""
    text = bullet(f"{space_label(hit.space)}{speaker_label(turn)}{quoted}: {content}")
    return Piece(
        id=turn.id,
        scope=Scope.TURNS,
        section=Section.EXCERPTS,
        text=text,
        tokens=counter(text),
        hit=hit,
        conversation=turn.conversation,
        rank=rank,
        cut=hit.span is not None,
        space=hit.space,
        group=(day, str(rank)) if is_best else (day, turn.conversation, hit.space or ""),
        order=(local.date(), turn.conversation, turn.index),
        turn=turn,
        day=day,
        origin=origin,
    )


def speaker_label(turn: Turn) -> str:
    """Who speaks, on one line; a name cannot pass for the line of somebody else."""
    name = " ".join((turn.speaker or "").replace(":", " ").split())
    return name or turn.role.capitalize()


def _turn_origin(turn: Turn, hit: Hit) -> Origin | None:
    """Where the words of a turn, or of the passage that is shown of it, come from."""
    if turn.role is not Role.USER:
        return _ORIGINS.get(turn.role)
    return turn.origin or (Origin.PASTED if hit.pasted else Origin.USER)


def entry_piece(
    entry: Entry,
    section: Section,
    place: int,
    counter: TokenCounter,
    *,
    hit: Hit | None = None,
    space: str | None = None,
) -> Piece:
    """A memory on one line, or a record on several, with its period of validity."""
    span = hit.span if hit else None
    content = entry.content.strip() if span is None else _passage(entry.content, *span)
    if entry.kind not in RECORDS:
        content = memory_line(entry, f"{_key_prefix(entry)}{content}")
    text = bullet(f"{space_label(space)}{content}{_validity(entry)}")
    is_summary = entry.kind is Kind.SUMMARY
    return Piece(
        id=entry.id,
        scope=Scope.SUMMARIES if is_summary else Scope.MEMORIES,
        section=section,
        text=text,
        tokens=counter(text),
        hit=hit,
        rank=place if hit else None,
        cut=span is not None,
        space=space,
        order=(place,),
        entry=entry,
        # A summary covers a whole conversation: no single turn says the same.
        sources=() if is_summary else _source_turns(entry),
    )


def whole_turn_piece(piece: Piece, turn: Turn, counter: TokenCounter) -> Piece:
    """The line of a memory that quotes part of a turn, with the whole turn instead.

    So a context needs one line for both, and the date of the memory still stands beside it.
    """
    assert piece.entry is not None
    entry = piece.entry
    if len(entry.content) >= NEARLY_ALL * len(turn.content):
        return piece
    text = bullet(f"{space_label(piece.space)}{memory_line(entry, turn.content)}{_validity(entry)}")
    name = (turn.conversation, turn.id)
    return replace(piece, text=text, tokens=counter(text), whole_turn=name)


def can_quote_whole(learned: Sequence[Entry], turn: Turn) -> bool:
    """Whether one line may quote the whole turn in place of the memories learned from it."""
    text = turn.content
    # The date of one memory would be read as that of all.
    dated = len(learned) > 1 and any(
        entry.when or entry.valid_from or entry.valid_until for entry in learned
    )
    quoted = sum(len(entry.content) for entry in learned)
    return (
        not dated
        and quoted >= _LEAST_QUOTED * len(text)
        and all(_is_true_beside(entry, text) for entry in learned)
    )


def _is_true_beside(entry: Entry, text: str) -> bool:
    """Whether the line of a memory stays true if it quotes the whole text."""
    return (
        entry.is_quotation
        and not entry.is_standing
        # What is said beside it may be about something else.
        and (entry.about is None or entry.about in entry.content)
        and entry.content in text
    )


def _source_turns(entry: Entry) -> tuple[tuple[str, str], ...]:
    return tuple((source.conversation, source.turn_id) for source in entry.sources)


def _key_prefix(entry: Entry) -> str:
    """The key that a person gave: "Log in with SSO" is useless without the site it is about."""
    key = entry.kind not in RECORDS and entry.is_added and entry.key
    words = rf"(?<!\S){re.escape(key or '')}(?=[,.:;]?(?:\s|$))"
    return f"{key}: " if key and not re.search(words, entry.content, re.IGNORECASE) else ""


def profile_piece(
    profile: Entry, text: str, place: tuple[int, str], counter: TokenCounter, memory: Entry | None
) -> Piece:
    """One line of the profile, under the title of its part, with the memory that it states."""
    number, title = place
    return Piece(
        id=profile_line_id(profile, number),
        scope=Scope.MEMORIES,
        section=Section.PROFILE,
        text=text,
        tokens=counter(text),
        group=(title,) if title else (),
        order=(number,),
        entry=memory,
        sources=_source_turns(memory) if memory else (),
    )


def standing_piece(entry: Entry, order: tuple[int, ...], counter: TokenCounter) -> Piece:
    """A standing instruction that the profile does not state."""
    text = bullet(profile_line(entry, named=True))
    return Piece(
        id=entry.id,
        scope=Scope.MEMORIES,
        section=Section.PROFILE,
        text=text,
        tokens=counter(text),
        group=(STANDING_TITLE,),
        order=order,
        entry=entry,
        sources=_source_turns(entry),
    )


def profile_line_id(profile: Entry, number: int) -> str:
    """What a receipt calls a line of the profile."""
    return f"{profile.id}#{number}"


def link_piece(entry: Entry, link: Link, place: tuple[int, int], counter: TokenCounter) -> Piece:
    """A relationship between two entities, with the id of the memory that states it."""
    text = bullet(f"{link.subject} {link.relation} {link.object}")
    return Piece(
        id=f"{entry.id}#{place[1]}" if place[1] else entry.id,
        scope=Scope.GRAPH,
        section=Section.RELATIONSHIPS,
        text=text,
        tokens=counter(text),
        order=place,
    )


def bullet(text: str) -> str:
    """The text as one list item; further lines are indented, so that none looks like a heading."""
    return "- " + "\n  ".join(text.splitlines())


def marked(line: str, quote: str, mark: str) -> str:
    """The line with a mark behind a quote, wherever it has it.

    The mark comes after the punctuation of a whole sentence. A quote that is only the end of a
    sentence is in brackets: "I'm Ann and [I'm vegan] (no longer true)."
    """
    words = re.escape(bullet(quote).removeprefix("- "))
    ends = re.escape(_SENTENCE_ENDS)
    places = re.compile(rf"(?<!\w)({words})(?!\w)([{ends}]*)")

    def with_mark(found: re.Match[str]) -> str:
        before = line[: found.start()].rstrip()[-1:]
        ends_sentence = found[2] or line[found.end() : found.end() + 1] in {"", "\n", '"'}
        if ends_sentence and (before.isalnum() or before in {",", ";", ")"}):
            return f"[{found[1]}] {mark}{found[2]}"
        return f"{found[0]} {mark}"

    return places.sub(with_mark, line) if quote else line


def format_day(moment: datetime) -> str:
    """A day as people write it, such as "Mon 1 May 2023"."""
    return _format_date(moment.date())


@lru_cache(maxsize=4096)
def _format_date(day: date) -> str:
    return f"{day:%a} {day.day} {day:%b %Y}"


def _passage(content: str, start: int, end: int) -> str:
    before = "…" if content[:start].strip() else ""
    after = "…" if content[end:].strip() else ""
    return f"{before}{content[start:end].strip()}{after}"


def _validity(entry: Entry) -> str:
    if entry.is_quotation and entry.when:
        # The line shows the day already.
        return ""
    since = f"from {format_day(entry.local(entry.valid_from))}" if entry.valid_from else ""
    until = f"until {format_day(entry.local(entry.valid_until))}" if entry.valid_until else ""
    period = " ".join(part for part in (since, until) if part)
    return f" ({period})" if period else ""
