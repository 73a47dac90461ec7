"""The order of the pieces in a context, and which of them others make needless."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace

from recollect.context.pieces import Piece
from recollect.domain.entry import Entry, Priority
from recollect.domain.planned_changes import stated_at

_PRIORITIES = tuple(Priority)


def by_importance(entries: Iterable[Entry]) -> list[Entry]:
    """Memories in the order used without a question: by priority, confidence and recency."""
    return sorted(
        entries,
        key=lambda entry: (
            not entry.pinned,
            _PRIORITIES.index(entry.priority),
            -entry.confidence,
            -stated_at(entry).timestamp(),
            entry.id,
        ),
    )


def says_part_of(part: Piece, whole: Piece) -> bool:
    """Whether a memory quotes some of the words that the line of another quotes of a turn."""
    if part is whole or part.entry is None or whole.entry is None or part.space != whole.space:
        return False
    if not part.entry.is_quotation or set(part.sources).isdisjoint(whole.sources):
        return False
    if part.whole_turn == whole.whole_turn:
        is_shorter = len(part.entry.content) < len(whole.entry.content)
        return is_shorter and part.entry.content in whole.entry.content
    return part.whole_turn is None and whole.whole_turn in part.sources


def without_parts(pieces: Sequence[Piece]) -> list[Piece]:
    """The memories without those that another one contains, which takes the better place."""
    kept = []
    for piece in pieces:
        if any(says_part_of(piece, other) for other in pieces):
            continue
        parts = [other.order for other in pieces if says_part_of(other, piece)]
        kept.append(replace(piece, order=min((piece.order, *parts))) if parts else piece)
    return kept


def newest_first(pieces: Sequence[Piece]) -> list[Piece]:
    """The memories, newest first; they keep the same set of positions."""
    orders = sorted(piece.order for piece in pieces)
    newest = sorted(pieces, key=_age)
    return [replace(piece, order=order) for piece, order in zip(newest, orders, strict=True)]


def newest_version_first(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, with memories about the same fact reordered from newest to oldest.

    They keep the same set of positions. A model that reads of two homes can then tell which one is
    current.
    """
    places: dict[Hashable, list[int]] = defaultdict(list)
    for place, piece in enumerate(pieces):
        if piece.entry is not None and (fact := _fact_key(piece, piece.entry)):
            places[fact].append(place)
    ordered = [*pieces]
    for same_fact in places.values():
        if len(same_fact) == 1:
            continue
        newest = sorted((pieces[place] for place in same_fact), key=_age)
        for place, piece in zip(same_fact, newest, strict=True):
            ordered[place] = replace(piece, order=pieces[place].order)
    return ordered


def _fact_key(piece: Piece, entry: Entry) -> tuple[Hashable, ...] | None:
    """The subject with its attribute, or with the rounded score if there is no attribute."""
    if entry.subject is None:
        return None
    attribute: Hashable = entry.attribute or (
        None if piece.hit is None else round(piece.hit.score, 2)
    )
    if attribute is None:
        return None
    # What one memory says of "the user" is no newer version of what another says.
    return (piece.section, piece.space, entry.subject, attribute)


def _age(piece: Piece) -> float:
    assert piece.entry is not None
    return -stated_at(piece.entry).timestamp()
