"""What was learned speaks for the turns that it was learned from.

A memory that fits a question makes its turn more likely to be asked for. It lends a small share of its score, and only
the best ones lend: a memory's whole rank given to its turn, or something from each of many, pushes out better turns.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from recollect.domain.hit import Hit
from recollect.recall.found import Found

# How many of the best memories lend.
_LENDERS: Final = 20


def lent(found: Found, rows: Sequence[int], weight: float) -> list[int]:
    """The rows, best first, with what memories lend to their turns; as they were where no memory is among them."""
    memories = found.index.memories
    lenders = [row for row in rows if memories[row]][:_LENDERS] if weight else []
    if not lenders:
        return list(rows)
    gains = _gains(found.hits(lenders), weight)
    named = {found.index.keys[row]: row for row in rows}
    for hit in found.hits([named[key] for key in gains if key in named]):
        if hit.turn is not None:
            found.put(_raised(hit, gains[hit.turn.conversation, hit.id]))
    # Those that are equal stay as they stand.
    scores = dict(zip(rows, found.scores(rows), strict=True))
    return sorted(rows, key=lambda row: -scores[row])


def _gains(memories: Sequence[Hit], weight: float) -> dict[tuple[str, str], float]:
    """What each turn, by conversation and id, gains by the best of the memories made of it."""
    gains: dict[tuple[str, str], float] = {}
    for hit in memories:
        for source in hit.entry.sources if hit.entry and hit.score > 0 else ():
            # The best memory comes first.
            gains.setdefault((source.conversation, source.turn_id), round(weight * hit.score, 6))
    return gains


def _raised(hit: Hit, gain: float) -> Hit:
    return replace(hit, score=round(hit.score + gain, 5), scores=replace(hit.scores, learned=gain))
