"""A long message -> the passages it is indexed by, because one vector says little about many things."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import accumulate, pairwise, zip_longest
from typing import Final, NamedTuple

from recollect.recall.terms import DENSE, MARKS

_AIM: Final = 90  # words in a passage
_WHOLE_MAX: Final = 130  # words that stay together
_LEAST: Final = 50  # words before a cut is thought of
_REST_MIN: Final = 40  # words to leave behind a cut
# A word has two letters in a script without spaces, and a letter and a blank at least in the others.
_WORD_MIN: Final = 2
# A run this long counts as one word more, up to a limit that leaves every window a place to cut.
_LONG_WORD: Final = 24
_WORDS_MAX: Final = 10
# A cut at a better place is worth being this many words off the aim.
_DETOUR: Final = 20

# Where a message may be cut, from worst to best; after a heading it is torn.
_TORN, _ANYWHERE, _SENTENCE, _LINE, _PARAGRAPH = range(-1, 4)

# A letter of a script without spaces, or a run without blanks; a run of more than 200 signs is data
# (a URL, minified JSON) and ends where no letter is torn from the next.
_PIECE: Final = re.compile(
    rf"(?P<letter>[{DENSE}][{MARKS}]*)"
    rf"|[^\s{DENSE}]{{1,200}}(?:(?<!\w)|(?!\w)|(?=[{DENSE}]))|[^\W{DENSE}]+"
)
_WORDY: Final = re.compile(r"\w")
_END: Final = re.compile(r"[.!?…][\"'”’»)\]*_]*$")
_DENSE_END: Final = re.compile(r"[。！？．][」』”’）]*$")
# "Dr. Who", "J. Smith", "e.g. this", "1. First": a full stop that ends nothing.
_NO_END: Final = re.compile(
    r"\W*(?:\d{1,2}|\w|dr|mr|mrs|ms|prof|st|vs|e\.g|i\.e|z\.b|d\.h|bzw|sr|sra)\.", re.IGNORECASE
)
_LINES: Final = re.compile(r"\S[^\n]*")
_FENCES: Final = ("```", "~~~")


class _Piece(NamedTuple):
    """A word or letter, how many words it counts for, and how good a cut after it would be."""

    start: int
    end: int
    words: float
    cut: int


def passages(text: str) -> list[tuple[int, int]]:
    """The spans of the text's passages: one if it is short, else each of about 90 words."""
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    if end - start <= _WORD_MIN * _WHOLE_MAX:
        return [(start, end)] if start < end else []
    pieces = tuple(_pieces(text))
    bounds = [0, *_cuts(pieces), len(pieces)]
    return [(pieces[i].start, pieces[j - 1].end) for i, j in pairwise(bounds) if i < j]


def _cuts(pieces: tuple[_Piece, ...]) -> Iterator[int]:
    """The indices of the pieces that begin a new passage."""
    totals = list(accumulate(piece.words for piece in pieces))
    done, first = 0.0, 0
    while totals[-1] - done > _WHOLE_MAX:
        enough = bisect_left(totals, done + _LEAST, lo=first)
        too_far = bisect_right(totals, min(done + _WHOLE_MAX, totals[-1] - _REST_MIN))
        worth = [
            _DETOUR * pieces[i].cut - abs(totals[i] - done - _AIM) for i in range(enough, too_far)
        ]
        last = enough + worth.index(max(worth))
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
        return _TORN  # a heading, or what leads to a list or to code, stays with what follows
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
    # Most pieces are words, and a sentence ends in a mark.
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
        words = min(_WORDS_MAX, 1 + (end - start) // _LONG_WORD)
    else:
        words = 0
    return _Piece(start, end, words, cut)
