"""The reader that ships with Recollect: it tells which words of a message a careful person would note.

It is MiniLM, fine-tuned on dialogues with notes (see `training/`).
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby, islice
from operator import attrgetter
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Final

import numpy as np
import numpy.typing as npt

from recollect.model.noticed import NOTED_KINDS, Noticed
from recollect.providers.runtime import Session, inputs, open_session, verify
from recollect.providers.wordpiece import WordPiece

_FOLDER: Final = Path(__file__).parent / "noticing"
_MODEL: Final = "noticer.onnx"
_TOKENIZER: Final = "tokenizer.json"
# So many tokens of what was said before, and so many of the text, are read in one go: as in training.
BEFORE: Final = 80
AT_ONCE: Final = 170
CLS, SEP = 101, 102
# What is longer than this is no word of a person.
_LONGEST: Final = 100
_ROW: Final = 5
# What the model says of a token: its worth, whether a note begins with it (which nothing asks), and its kinds.
_WORTH, _KINDS = 0, 2


@dataclass(frozen=True, slots=True)
class _Loaded:
    tokenizer: WordPiece
    session: Session


@dataclass(frozen=True, slots=True)
class _Word:
    start: int
    end: int
    ids: tuple[int, ...]


class BundledNoticer:
    """The shipped reader; needs no key and no network, and says the same of the same words every time."""

    def __init__(self, *, folder: Path = _FOLDER) -> None:
        self._folder = folder
        self._loading = Lock()
        self._loaded: _Loaded | None = None
        # More runs than cores are no faster, and each keeps some memory.
        self._cores = BoundedSemaphore(os.cpu_count() or 1)

    def notice(self, before: str, text: str) -> Sequence[Noticed]:
        """What is noticed of each word and mark of a text, in order, when these words were said before it."""
        model = self._model()
        said = [one for _, _, ids in model.tokenizer.pieces(before) for one in ids]
        words = list(_words(model.tokenizer, text))
        found: list[Noticed] = []
        for part in _parts(words):
            ids = [one for word in part for one in word.ids]
            found += _noticed(part, self._run(model, said[-BEFORE:], ids))
            said += ids
        return found

    def _run(self, model: _Loaded, said: list[int], ids: list[int]) -> npt.NDArray[np.float32]:
        tokens = [CLS, *said, SEP, *ids, SEP]
        types = [0] * (len(said) + 2) + [1] * (len(ids) + 1)
        with self._cores:
            seen = model.session.run(None, inputs(tokens, types))[0]
        found: npt.NDArray[np.float32] = seen[0, len(said) + 2 : -1]
        return found

    def _model(self) -> _Loaded:
        if self._loaded is None:
            with self._loading:
                if self._loaded is None:
                    self._loaded = _load(self._folder)
        return self._loaded


@cache
def bundled_noticer() -> BundledNoticer:
    """The one reader of this process: it holds nothing but its weights, which are large."""
    return BundledNoticer()


def _load(folder: Path) -> _Loaded:
    verify(folder, _MODEL)
    words = folder.with_name("minilm")  # the same vocabulary
    verify(words, _TOKENIZER)
    return _Loaded(WordPiece.from_file(words / _TOKENIZER), open_session(folder / _MODEL))


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


def _noticed(words: Sequence[_Word], seen: npt.NDArray[np.float32]) -> Iterator[Noticed]:
    kinds = np.exp(seen[:, _KINDS:] - seen[:, _KINDS:].max(axis=1, keepdims=True))
    kinds /= kinds.sum(axis=1, keepdims=True)
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
