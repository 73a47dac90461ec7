"""A text as the index takes it in: read once, when it comes, and stored beside it as bytes.

The bytes are numbers of 32 bits, little-endian: twice the number of passages, plus one where the text ends in a
question; how many terms each passage has; the terms. Of the words themselves nothing is kept.
"""

import struct
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from recollect.domain.turn import Reading
from recollect.errors import StorageCorrupt
from recollect.recall.passages import passages
from recollect.recall.terms import ANALYZER, terms

# Raised whenever the same terms would be written down in another way, or passages cut by another rule.
_FORM = 2
_ENDING = 60
_QUESTION_MARKS = "?？؟՞⁇⁈"

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Terms = npt.NDArray[np.uint32]


class Read(NamedTuple):
    """Several readings, spread out: of each text, of each passage of all, and all the terms in order."""

    passages: Ints
    asks: Flags
    lengths: Ints
    terms: Terms


def passages_of(text: str) -> list[str]:
    """The passages of a text, in order; most have one."""
    return [text[start:end] for start, end in passages(text)] or [text]


class TermReader:
    """The reader of this house: terms by passage, and whether a text ends in a question."""

    name: Final = f"{ANALYZER}.{_FORM}"

    def read(self, text: str) -> Reading:
        """The reading of a text."""
        found = [terms(passage) for passage in passages_of(text)]
        asks = any(mark in text[-_ENDING:] for mark in _QUESTION_MARKS)
        numbers = [2 * len(found) + asks, *map(len, found)]
        numbers += (term for each in found for term in each)
        return Reading(self.name, struct.pack(f"<{len(numbers)}I", *numbers))


def spread_out(readings: Sequence[bytes]) -> Read:
    """Readings as arrays; StorageCorrupt where one is not what `TermReader` makes."""
    whole = np.fromiter(map(len, readings), np.int64, len(readings))
    if (whole % 4).any() or not whole.all():
        raise _damaged()
    numbers = np.frombuffer(b"".join(readings), "<u4").astype(np.uint32, copy=False)
    sizes = whole // 4
    heads = np.cumsum(sizes) - sizes
    passages = (numbers[heads] // 2).astype(np.int64)
    if not passages.all() or (passages >= sizes).any():
        raise _damaged()
    firsts = np.cumsum(passages) - passages
    places = np.repeat(heads + 1 - firsts, passages) + np.arange(passages.sum())
    lengths = numbers[places].astype(np.int64)
    if (1 + passages + np.add.reduceat(lengths, firsts) != sizes).any():
        raise _damaged()
    rest = np.ones(len(numbers), np.bool_)
    rest[heads] = rest[places] = False
    return Read(passages, (numbers[heads] % 2).astype(np.bool_), lengths, numbers[rest])


def _damaged() -> StorageCorrupt:
    return StorageCorrupt("a stored reading is damaged: a rebuild of the agent makes them anew")
