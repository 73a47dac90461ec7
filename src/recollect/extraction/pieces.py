"""Turns in pieces that a question to a model can hold."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.domain.turn import Role, Turn
from recollect.extraction.asking import legible, masked

LEARNED_FROM: Final = frozenset({Role.USER, Role.TOOL})
# So many characters of new text are read in one question; a longer turn is read in pieces.
_AT_ONCE: Final = 12_000
_BREAKS: Final = tuple(map(re.compile, (r"\n\s*\n", r"[.!?。！？]\s|\n", r"\s")))


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """Some characters of a turn: all of it, unless it is long."""

    turn: Turn
    start: int
    text: str


def pieces_of(turn: Turn) -> Iterator[Piece]:
    """What can be learned from; nothing where it is all somebody else's."""
    if turn.role not in LEARNED_FROM:
        return
    text = masked(turn)
    start = 0
    while start < len(text):
        end = _cut(text, start)
        piece = text[start:end]
        if re.search(r"\w", piece):
            yield Piece(turn, start, legible(piece))
        start = end


def first_pieces(pieces: Sequence[Piece]) -> list[Piece]:
    """The first pieces that fit into one question."""
    taken: list[Piece] = []
    size = 0
    for piece in pieces:
        size += len(piece.text)
        if taken and size > _AT_ONCE:
            break
        taken.append(piece)
    return taken


def _cut(text: str, start: int) -> int:
    """Where a piece ends: with a paragraph, a sentence or a word, as late as possible."""
    end = start + _AT_ONCE
    if end >= len(text):
        return len(text)
    half = start + _AT_ONCE // 2
    for pattern in _BREAKS:
        found = [each.end() for each in pattern.finditer(text, half, end)]
        if found:
            return found[-1]
    return end
