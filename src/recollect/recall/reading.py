"""Readings: the analyzed form of a text, computed once and stored with it as bytes.

A reading is a sequence of little-endian 32-bit numbers: twice the number of passages, plus one if
the text ends in a question; for each passage twice the number of its terms, plus one if its author
probably pasted it; the terms. The words themselves are not stored. The days that a passage names
are terms too, below all those of words.
"""

import struct
from collections.abc import Sequence
from datetime import datetime
from itertools import chain
from typing import Final, NamedTuple

import numpy as np

from recollect.domain.ports import ReadText
from recollect.domain.turn import Reading, Role
from recollect.errors import StorageCorrupt
from recollect.extraction.own_words import RULES, are_foreign
from recollect.recall.days import days_named
from recollect.recall.index_arrays import Flags, Numbers, Terms
from recollect.recall.passages import passages
from recollect.recall.terms import ANALYZER, terms_and_language

# Increase it whenever the terms, their encoding or the rule for cutting passages changes.
_FORMAT = 6
# The last characters of a text, searched for a question mark.
_ENDING = 60
_QUESTION_MARKS = "?？؟՞⁇⁈"


class UnpackedReadings(NamedTuple):
    """Readings as arrays: two per text, two per passage, then all terms."""

    passages: Numbers
    asks: Flags
    lengths: Numbers
    pasted: Flags
    terms: Terms


def passages_of(text: str) -> list[str]:
    """The passages of a text, in order; most texts have one."""
    return [text[start:end] for start, end in passages(text)] or [text]


class TermReader:
    """The default reader: the terms of each passage, and whether the text ends in a question."""

    name: Final = f"{ANALYZER}.{_FORMAT}.{RULES}"

    def read(self, text: str, said: datetime | None = None, role: Role | None = None, /) -> Reading:
        """The reading of a text; days are found only if it is known when it was said."""
        spans = passages(text)
        # Of a single passage, hits and contexts show the whole text.
        spans = spans if len(spans) > 1 else [(0, len(text))]
        per_passage = [_terms_and_days(text[start:end], said) for start, end in spans]
        asks = any(mark in text[-_ENDING:] for mark in _QUESTION_MARKS)
        pasted = are_foreign(text, spans) if role is Role.USER else [False] * len(spans)
        numbers = [2 * len(per_passage) + asks]
        numbers += (2 * len(found) + flag for found, flag in zip(per_passage, pasted, strict=True))
        numbers += chain.from_iterable(per_passage)
        return Reading(self.name, struct.pack(f"<{len(numbers)}I", *numbers))


def _terms_and_days(passage: str, said: datetime | None) -> list[int]:
    found, language = terms_and_language(passage)
    return found if said is None else found + days_named(passage, said, language)


def read_texts(read: ReadText, texts: Sequence[str]) -> Reading:
    """One reading of several texts, whose passages follow each other."""
    readings = [read(text) for text in texts]
    if len(readings) == 1:
        return readings[0]
    read_all = unpack_readings([reading.data for reading in readings])
    head = [2 * int(read_all.passages.sum()) + int(read_all.asks.any())]
    lengths = 2 * read_all.lengths + read_all.pasted
    numbers = np.concatenate([head, lengths, read_all.terms]).astype("<u4")
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
    lengths = numbers[places].astype(np.int64) // 2
    if (1 + passages + np.add.reduceat(lengths, firsts) != sizes).any():
        raise _damaged()
    is_term = np.ones(len(numbers), np.bool_)
    is_term[heads] = is_term[places] = False
    asks, pasted = ((numbers[where] % 2).astype(np.bool_) for where in (heads, places))
    return UnpackedReadings(passages, asks, lengths, pasted, numbers[is_term])


def _damaged() -> StorageCorrupt:
    return StorageCorrupt("a stored reading is damaged; rebuild the agent to repair it")
