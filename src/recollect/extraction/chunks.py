"""Splits turns into chunks that fit into one request to a model."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.domain.turn import Role, Turn
from recollect.extraction.ask_model import masked, model_text

LEARNED_FROM: Final = frozenset({Role.USER, Role.TOOL})
# Characters of new text in one request; a longer turn is split.
_AT_ONCE: Final = 12_000
_BREAKS: Final = tuple(map(re.compile, (r"\n\s*\n", r"[.!?。！？]\s|\n", r"\s")))


@dataclass(frozen=True, slots=True, eq=False)
class Chunk:
    """A part of a turn's text; the whole turn unless it is long."""

    turn: Turn
    start: int
    text: str


def chunks_of(turn: Turn) -> Iterator[Chunk]:
    """The parts of a turn that can be learned from; none if the user wrote nothing of it."""
    if turn.role not in LEARNED_FROM:
        return
    text = masked(turn)
    start = 0
    while start < len(text):
        end = _cut(text, start)
        text_chunk = text[start:end]
        if re.search(r"\w", text_chunk):
            yield Chunk(turn, start, model_text(text_chunk))
        start = end


def chunks_for_one_request(chunks: Sequence[Chunk]) -> list[Chunk]:
    """The leading chunks that fit into one request."""
    selected: list[Chunk] = []
    size = 0
    for chunk in chunks:
        size += len(chunk.text)
        if selected and size > _AT_ONCE:
            break
        selected.append(chunk)
    return selected


def _cut(text: str, start: int) -> int:
    """Where a chunk ends: at the last paragraph, sentence or word break that fits."""
    end = start + _AT_ONCE
    if end >= len(text):
        return len(text)
    half = start + _AT_ONCE // 2
    for pattern in _BREAKS:
        breaks = [match.end() for match in pattern.finditer(text, half, end)]
        if breaks:
            return breaks[-1]
    return end
