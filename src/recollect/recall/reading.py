"""Readings: the analyzed form of a text, computed once and stored with it as bytes.

A reading is a sequence of little-endian 32-bit numbers: twice the number of passages, plus one if
the text ends in a question; the number of terms in each passage; the terms. The words themselves
are not stored. The days that a passage names are terms too, below all those of words.
"""

import struct
from collections.abc import Sequence
from datetime import datetime
from itertools import chain
from typing import Final, NamedTuple

import numpy as np

from recollect.domain.ports import Read
from recollect.domain.turn import Reading
from recollect.errors import StorageCorrupt
from recollect.recall.days import days_named
from recollect.recall.index_arrays import Flags, Numbers, Terms
from recollect.recall.passages import passages
from recollect.recall.terms import ANALYZER, terms_and_language

# Increase it whenever the terms, their encoding or the rule for cutting passages changes.
_FORMAT = 4
# The last characters of a text, searched for a question mark.
_ENDING = 60
_QUESTION_MARKS = "?？؟՞⁇⁈"


class UnpackedReadings(NamedTuple):
    """Readings as arrays: `passages` and `asks` per text, `lengths` per passage, then all terms."""

    passages: Numbers
    asks: Flags
    lengths: Numbers
    terms: Terms


def passages_of(text: str) -> list[str]:
    """The passages of a text, in order; most texts have one."""
    return [text[start:end] for start, end in passages(text)] or [text]


class TermReader:
    """The default reader: the terms of each passage, and whether the text ends in a question."""

    name: Final = f"{ANALYZER}.{_FORMAT}"

    def read(self, text: str, said: datetime | None = None) -> Reading:
        """The reading of a text; days are found only if it is known when it was said."""
        per_passage = [_terms_and_days(passage, said) for passage in passages_of(text)]
        asks = any(mark in text[-_ENDING:] for mark in _QUESTION_MARKS)
        numbers = [2 * len(per_passage) + asks, *map(len, per_passage)]
        numbers += chain.from_iterable(per_passage)
        return Reading(self.name, struct.pack(f"<{len(numbers)}I", *numbers))


def _terms_and_days(passage: str, said: datetime | None) -> list[int]:
    found, language = terms_and_language(passage)
    return found if said is None else found + days_named(passage, said, language)


def read_texts(read: Read, texts: Sequence[str]) -> Reading:
    """One reading of several texts, whose passages follow each other."""
    readings = [read(text, None) for text in texts]
    if len(readings) == 1:
        return readings[0]
    read_all = unpack_readings([reading.data for reading in readings])
    head = [2 * int(read_all.passages.sum()) + int(read_all.asks.any())]
    numbers = np.concatenate([head, read_all.lengths, read_all.terms]).astype("<u4")
    return Reading(readings[0].reader, numbers.tobytes())


def empty_reading(passages: int) -> bytes:
    """A reading of passages without terms, found by their vectors alone."""
    return struct.pack(f"<{passages + 1}I", 2 * passages, *[0] * passages)


def unpack_readings(readings: Sequence[bytes]) -> UnpackedReadings:
    """Readings as arrays; StorageCorrupt if one is not in the format of `TermReader`."""
    byte_sizes = np.fromiter(map(len, readings), np.int64, len(readings))
    if (byte_sizes % 4).any() or not byte_sizes.all():
        raise _damaged()
    numbers = np.frombuffer(b"".join(readings), "<u4").astype(np.uint32, copy=False)
    sizes = byte_sizes // 4
    heads = np.cumsum(sizes) - sizes
    passages = (numbers[heads] // 2).astype(np.int64)
    if not passages.all() or (passages >= sizes).any():
        raise _damaged()
    firsts = np.cumsum(passages) - passages
    places = np.repeat(heads + 1 - firsts, passages) + np.arange(passages.sum())
    lengths = numbers[places].astype(np.int64)
    if (1 + passages + np.add.reduceat(lengths, firsts) != sizes).any():
        raise _damaged()
    is_term = np.ones(len(numbers), np.bool_)
    is_term[heads] = is_term[places] = False
    return UnpackedReadings(
        passages, (numbers[heads] % 2).astype(np.bool_), lengths, numbers[is_term]
    )


def _damaged() -> StorageCorrupt:
    return StorageCorrupt("a stored reading is damaged; rebuild the agent to repair it")
