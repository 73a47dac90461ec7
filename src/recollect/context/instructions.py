"""Which standing instructions come first in a small context, which has room for a few."""

from collections.abc import Sequence

from recollect.context.pieces import Piece
from recollect.languages.words import says_how_to_answer


def about_answers(pieces: Sequence[Piece]) -> list[Piece]:
    """The instructions about the way to answer."""
    return [piece for piece in pieces if piece.entry and says_how_to_answer(piece.entry.content)]


def newest_said(piece: Piece) -> float:
    """The order of instructions, the newest first."""
    entry = piece.entry
    assert entry is not None
    return -(entry.said_at or entry.recorded_at).timestamp()
