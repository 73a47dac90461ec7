"""The reader that ships with Recollect: which words a careful person would note, and what becomes of a note later.

It is MiniLM, fine-tuned on dialogues with notes and on pairs of statements (see `training/`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby, islice
from operator import attrgetter
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from recollect.model.compared import Compared
from recollect.model.noticed import NOTED_KINDS, Noticed
from recollect.providers.runtime import inputs
from recollect.providers.shipped import Loaded, Shipped
from recollect.providers.wordpiece import WordPiece

_FOLDER: Final = Path(__file__).parent / "noticing"
_MODEL: Final = "noticer.onnx"
_TOKENIZER: Final = "tokenizer.json"
# So many tokens of what was said before, and so many of the text, are read in one go: as in training.
BEFORE: Final = 80
AT_ONCE: Final = 170
# So many of each of two statements.
COMPARED: Final = 64
CLS, SEP = 101, 102
# What stands before two statements, so that they are not taken for a talk.
PAIR: Final = 1
# What stands before a note and a message.
TALK: Final = 2
# What is longer than this is no word of a person.
_LONGEST: Final = 100
_ROW: Final = 5
# What the model says of a token: its worth, whether a note begins with it (which nothing asks), its kinds; and of the
# first of all, how the two statements behind it stand to each other.
_WORTH, _KINDS = 0, slice(2, 17)
_STANDS: Final = slice(17, 23)


_Seen = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Word:
    start: int
    end: int
    ids: tuple[int, ...]


class BundledNoticer:
    """The shipped reader; needs no key and no network, and says the same of the same words every time."""

    def __init__(self, *, folder: Path = _FOLDER) -> None:
        # It has the vocabulary of the embedder.
        self._shipped = Shipped(folder / _MODEL, folder.with_name("minilm") / _TOKENIZER)

    def notice(self, before: str, text: str) -> Sequence[Noticed]:
        """What is noticed of each word and mark of a text, in order, when these words were said before it."""
        model = self._shipped.loaded()
        said = _ids(model.tokenizer, before)
        words = list(_words(model.tokenizer, text))
        found: list[Noticed] = []
        for part in _parts(words):
            ids = [one for word in part for one in word.ids]
            first = said[-BEFORE:]
            found += _noticed(part, self._run(model, first, ids)[len(first) + 2 : -1])
            said += ids
        return found

    def compare(self, old: str, new: str) -> Compared:
        """How the new statement stands to the old one."""
        return self._compared(PAIR, old, new, COMPARED)

    def overtaken(self, known: str, said: str) -> float:
        """How likely it is that what is known holds no more once a whole message was said, or may not."""
        told = self._compared(TALK, known, said, AT_ONCE)
        return told.replaces + told.doubtful

    def _compared(self, mark: int, old: str, new: str, most: int) -> Compared:
        model = self._shipped.loaded()
        first = _ids(model.tokenizer, old)[:COMPARED]
        second = _ids(model.tokenizer, new)[:most]
        seen = self._run(model, [mark, *first], second)
        return Compared(*(float(one) for one in _shares(seen[0, _STANDS])))

    def _run(self, model: Loaded, first: list[int], second: list[int]) -> _Seen:
        """What the model says of every token of two texts."""
        tokens = [CLS, *first, SEP, *second, SEP]
        types = [0] * (len(first) + 2) + [1] * (len(second) + 1)
        with self._shipped.cores:
            seen: _Seen = model.session.run(None, inputs(tokens, types))[0][0]
        return seen


@cache
def bundled_noticer() -> BundledNoticer:
    """The one reader of this process: it holds nothing but its weights, which are large."""
    return BundledNoticer()


def _ids(tokenizer: WordPiece, text: str) -> list[int]:
    return [one for _, _, ids in tokenizer.pieces(text) for one in ids]


def _words(tokenizer: WordPiece, text: str) -> Iterator[_Word]:
    """The words of a text, and its marks, without what is no writing: rows of the same mark, letters without end."""
    pieces = (_Word(start, end, tuple(ids)) for start, end, ids in tokenizer.pieces(text) if ids)
    for _, row in groupby(pieces, attrgetter("ids")):
        same = list(islice(row, _ROW))
        if len(same) < _ROW and same[0].end - same[0].start <= _LONGEST:
            yield from same


def _parts(words: Sequence[_Word]) -> Iterator[list[_Word]]:
    part: list[_Word] = []
    tokens = 0
    for word in words:
        if part and tokens + len(word.ids) > AT_ONCE:
            yield part
            part, tokens = [], 0
        part.append(word)
        tokens += len(word.ids)
    if part:
        yield part


def _shares(odds: _Seen) -> _Seen:
    """How likely each of the last row is, where one of them is so."""
    found = np.exp(odds - odds.max(axis=-1, keepdims=True))
    shares: _Seen = found / found.sum(axis=-1, keepdims=True)
    return shares


def _noticed(words: Sequence[_Word], seen: _Seen) -> Iterator[Noticed]:
    kinds = 1 / (1 + np.exp(-seen[:, _KINDS]))
    at = 0
    for word in words:
        until = at + len(word.ids)
        yield Noticed(
            word.start,
            word.end,
            float(seen[at:until, _WORTH].mean()),
            tuple(float(one) for one in kinds[at:until, : len(NOTED_KINDS)].mean(axis=0)),
        )
        at = until
