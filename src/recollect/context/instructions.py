"""The order of the standing instructions, of which a small context has room for a few."""

from recollect.context.pieces import Piece
from recollect.languages.words import says_how_to_answer


def by_use(piece: Piece) -> tuple[bool, float]:
    """The order of instructions in which they are worth their tokens."""
    entry = piece.entry
    assert entry is not None
    said_at = entry.said_at or entry.recorded_at
    return not says_how_to_answer(entry.content), -said_at.timestamp()
