"""Split a long message into passages, because one vector cannot represent many topics."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import accumulate, pairwise, zip_longest
from typing import Final, NamedTuple

from recollect.recall.terms import DENSE, MARKS

_TARGET: Final = 90  # words in a passage
_MAX: Final = 130  # words in a text that is not split
_MIN: Final = 50  # words before a cut
_REST_MIN: Final = 40  # words after the last cut
# A word has two characters in a script without spaces, and at least a letter and a space in others.
_WORD_MIN: Final = 2
# A long run counts as one more word per this many characters, up to a limit that leaves every
# window a place to cut.
_LONG_WORD: Final = 24
_WORDS_MAX: Final = 10
# How many words off the target a better place to cut is worth.
_DETOUR: Final = 20

# Places to cut, from worst to best; a cut after a heading separates it from its text.
_TORN, _ANYWHERE, _SENTENCE, _LINE, _PARAGRAPH = range(-1, 4)

# A letter of a script without spaces, or a run of other characters; a run of more than 200 is data
# (a URL, minified JSON) and is not split between two letters.
_PIECE: Final = re.compile(
    rf"(?P<letter>[{DENSE}][{MARKS}]*)"
    rf"|[^\s{DENSE}]{{1,200}}(?:(?<!\w)|(?!\w)|(?=[{DENSE}]))|[^\W{DENSE}]+"
)
_WORDY: Final = re.compile(r"\w")
_END: Final = re.compile(r"[.!?…][\"'”’»)\]*_]*$")
_DENSE_END: Final = re.compile(r"[。！？．][」』”’）]*$")
# "Dr. Who", "J. Smith", "e.g. this", "1. First": a full stop that does not end a sentence.
_NO_END: Final = re.compile(
    r"\W*(?:\d{1,2}|\w|dr|mr|mrs|ms|prof|st|vs|e\.g|i\.e|z\.b|d\.h|bzw|sr|sra)\.", re.IGNORECASE
)
_LINES: Final = re.compile(r"\S[^\n]*")
_FENCES: Final = ("```", "~~~")


class _Piece(NamedTuple):
    """A word or letter, the words it counts for, and the quality of a cut after it."""

    start: int
    end: int
    words: float
    cut: int


def passages(text: str) -> list[tuple[int, int]]:
    """The spans of the passages of a text: one if it is short, else about 90 words each."""
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    if end - start <= _WORD_MIN * _MAX:
        return [(start, end)] if start < end else []
    pieces = tuple(_pieces(text))
    bounds = [0, *_cuts(pieces), len(pieces)]
    return [(pieces[i].start, pieces[j - 1].end) for i, j in pairwise(bounds) if i < j]


def _cuts(pieces: tuple[_Piece, ...]) -> Iterator[int]:
    """The indices of the pieces that start a new passage."""
    totals = list(accumulate(piece.words for piece in pieces))
    done, first = 0.0, 0
    while totals[-1] - done > _MAX:
        earliest = bisect_left(totals, done + _MIN, lo=first)
        too_late = bisect_right(totals, min(done + _MAX, totals[-1] - _REST_MIN))
        worth = [
            _DETOUR * pieces[i].cut - abs(totals[i] - done - _TARGET)
            for i in range(earliest, too_late)
        ]
        last = earliest + worth.index(max(worth))
        done, first = totals[last], last + 1
        yield first


def _pieces(text: str) -> Iterator[_Piece]:
    lines = list(_LINES.finditer(text))
    fenced = False
    for line, below in zip_longest(lines, lines[1:]):
        fenced ^= line.group().startswith(_FENCES)
        gap = text[line.end() : below.start()] if below else ""
        cut = _code_cut(line, gap) if fenced else _line_cut(line, gap, below)
        *pieces, last = _PIECE.finditer(text, line.start(), line.end())
        for piece in pieces:
            ends = not fenced and _ends_sentence(text, piece)
            yield _piece(piece, _SENTENCE if ends else _ANYWHERE)
        yield _piece(last, cut)


def _line_cut(line: re.Match[str], gap: str, below: re.Match[str] | None) -> int:
    words = line.group().rstrip()
    if words.endswith((":", "：")) or words.startswith("#"):
        return _TORN  # keep a heading, or an introduction to a list or code, with what follows
    if gap.count("\n") > 1:
        return _PARAGRAPH
    wrapped = below is not None and below.group()[0].islower() and not _END.search(words)
    return _ANYWHERE if wrapped else _LINE


def _code_cut(line: re.Match[str], gap: str) -> int:
    if line.group().startswith(_FENCES):
        return _TORN
    return _LINE if gap.count("\n") > 1 else _SENTENCE


def _ends_sentence(text: str, piece: re.Match[str]) -> bool:
    sign = piece.group()
    # Fast path: most pieces are words, and a sentence ends in punctuation.
    if sign[-1].isalnum():
        return False
    if _DENSE_END.search(sign):
        return True
    return text[piece.end()].isspace() and bool(_END.search(sign)) and not _NO_END.fullmatch(sign)


def _piece(match: re.Match[str], cut: int) -> _Piece:
    start, end = match.span()
    if match.lastgroup:  # a letter
        words = 1 / _WORD_MIN
    elif match[0][0].isalnum() or _WORDY.search(match[0]):
        # Most words are not long.
        words = 1 if end - start < _LONG_WORD else min(_WORDS_MAX, 1 + (end - start) // _LONG_WORD)
    else:
        words = 0
    return _Piece(start, end, words, cut)
