"""What may stand in a context: turns and memories put into words."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from recollect.domain.entry import KEYED_KINDS, RECORDS, Entry, Kind, Origin, Priority
from recollect.domain.graph import Link
from recollect.domain.hit import Hit, Scope
from recollect.domain.line import memory_line
from recollect.domain.ports import TokenCounter
from recollect.domain.receipt import Item, Section
from recollect.domain.turn import Turn

_PRIORITIES = tuple(Priority)


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A line, or a few, for one section; those of a group stand together under its first word as a heading."""

    item: Item
    text: str
    group: tuple[str, ...] = ()
    # Where it stands in its section.
    order: tuple[Any, ...] = ()
    # The turn that it shows, for whoever looks for what stands beside it.
    turn: Turn | None = None
    # The memory that it tells.
    entry: Entry | None = None
    # The turns, by conversation and id, that say the same in the speaker's own words.
    said_in: tuple[tuple[str, str], ...] = ()


def of_hit(hit: Hit, rank: int, counter: TokenCounter) -> Piece | None:
    """What a search has found; None for a kind of thing that has no section."""
    if hit.turn is not None:
        return of_turn(hit.turn, counter, hit=hit, rank=rank)
    if hit.entry is not None:
        recap = hit.entry.kind is Kind.SUMMARY
        section = Section.RELEVANT_SUMMARIES if recap else Section.RELEVANT_MEMORIES
        return of_entry(hit.entry, section, rank, counter, hit=hit)
    return None


def of_turn(
    turn: Turn, counter: TokenCounter, *, hit: Hit | None = None, rank: int | None = None
) -> Piece:
    """A turn with its speaker, under its day; of a long one the passage that was found."""
    span = hit.span if hit else None
    words = turn.content.strip() if span is None else _passage(turn.content, *span)
    text = line(f"{turn.speaker or turn.role.capitalize()}: {words}")
    item = Item(
        id=turn.id,
        scope=Scope.TURNS,
        section=Section.EXCERPTS,
        tokens=counter(text),
        conversation=turn.conversation,
        rank=rank,
        cut=span is not None,
        beside=hit is None,
        **_scored(hit),
    )
    order = (turn.local.date(), turn.conversation, turn.index)
    group = (day(turn.local), turn.conversation)
    return Piece(item=item, text=text, group=group, order=order, turn=turn)


def of_entry(
    entry: Entry, section: Section, place: int, counter: TokenCounter, *, hit: Hit | None = None
) -> Piece:
    """A memory on one line, or a record on several, with the time for which it holds."""
    span = hit.span if hit else None
    words = entry.content.strip() if span is None else _passage(entry.content, *span)
    told = words if entry.kind in RECORDS else memory_line(entry, f"{_kept_under(entry)}{words}")
    text = line(f"{told}{_validity(entry)}")
    item = Item(
        id=entry.id,
        scope=Scope.SUMMARIES if entry.kind is Kind.SUMMARY else Scope.MEMORIES,
        section=section,
        tokens=counter(text),
        rank=place if hit else None,
        cut=span is not None,
        **_scored(hit),
    )
    # A recap rests on a whole conversation: no turn of it says the same.
    sources = () if entry.kind is Kind.SUMMARY else entry.sources
    said_in = tuple((source.conversation, source.turn_id) for source in sources)
    return Piece(item=item, text=text, order=(place,), entry=entry, said_in=said_in)


def _kept_under(entry: Entry) -> str:
    """What knowledge is of, where somebody has said so: "Log in with SSO" tells nothing without its site."""
    told = entry.kind in KEYED_KINDS and entry.origin is Origin.MANUAL and entry.key
    return f"{told}: " if told and told.lower() not in entry.content.lower() else ""


def of_line(
    profile: Entry, text: str, place: tuple[int, str], counter: TokenCounter, tells: Entry | None
) -> Piece:
    """One point of the profile, under the title of its part, and the memory that it tells."""
    number, title = place
    item = Item(
        id=f"{profile.id}#{number}",
        scope=Scope.MEMORIES,
        section=Section.PROFILE,
        tokens=counter(text),
    )
    group = (title,) if title else ()
    return Piece(item=item, text=text, group=group, order=(number,), entry=tells)


def of_link(entry: Entry, link: Link, place: tuple[int, int], counter: TokenCounter) -> Piece:
    """How two things stand to each other, by the memory that says so."""
    text = line(f"{link.subject} {link.relation} {link.object}")
    item = Item(
        id=f"{entry.id}#{place[1]}" if place[1] else entry.id,
        scope=Scope.GRAPH,
        section=Section.RELATIONSHIPS,
        tokens=counter(text),
    )
    return Piece(item=item, text=text, order=place)


def in_order_of_worth(entries: Iterable[Entry]) -> list[Entry]:
    """Memories as they are shown when no question ranks them: what matters, is sure, and is new first."""
    return sorted(
        entries,
        key=lambda entry: (
            not entry.pinned,
            _PRIORITIES.index(entry.priority),
            -entry.confidence,
            -_said(entry).timestamp(),
            entry.id,
        ),
    )


def newest_first(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, but of memories that state the same of somebody the newest comes first.

    They share the places that they had: a model that reads of two homes can tell which holds.
    """
    places: dict[Hashable, list[int]] = defaultdict(list)
    for place, piece in enumerate(pieces):
        if piece.entry is not None and (matter := _matter(piece, piece.entry)):
            places[matter].append(place)
    ordered = [*pieces]
    for several in places.values():
        newest = sorted((pieces[at] for at in several), key=_age)
        for at, piece in zip(several, newest, strict=True):
            ordered[at] = replace(piece, order=pieces[at].order)
    return ordered


def _matter(piece: Piece, entry: Entry) -> tuple[Hashable, ...] | None:
    """What it states of whom; without an attribute, of whom it is at which score."""
    if entry.subject is None:
        return None
    same: Hashable = entry.attribute or (
        None if piece.item.score is None else round(piece.item.score, 2)
    )
    return (piece.item.section, entry.subject, same) if same is not None else None


def _age(piece: Piece) -> float:
    assert piece.entry is not None
    return -_said(piece.entry).timestamp()


def _said(entry: Entry) -> datetime:
    return entry.said_at or entry.recorded_at


def line(text: str) -> str:
    """A text as one point of a list: its further lines are set in, so that none can pass for a heading."""
    return "- " + "\n  ".join(text.splitlines())


def day(moment: datetime) -> str:
    """A day as people write it."""
    return f"{moment:%a} {moment.day} {moment:%b %Y}"


def _passage(content: str, start: int, end: int) -> str:
    before = "…" if content[:start].strip() else ""
    behind = "…" if content[end:].strip() else ""
    return f"{before}{content[start:end].strip()}{behind}"


def _validity(entry: Entry) -> str:
    if entry.is_quotation and entry.when:
        # Its line tells the day already.
        return ""
    since = f"from {day(entry.local(entry.valid_from))}" if entry.valid_from else ""
    until = f"until {day(entry.local(entry.valid_until))}" if entry.valid_until else ""
    both = " ".join(part for part in (since, until) if part)
    return f" ({both})" if both else ""


def _scored(hit: Hit | None) -> dict[str, Any]:
    return {} if hit is None else {"score": hit.score, "scores": hit.scores}
