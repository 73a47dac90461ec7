"""The bundled reader, which marks what to keep in a message and compares two statements.

It is a MiniLM fine-tuned on dialogues, pairs and cards; see `training/README.md`.
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

from recollect.domain.marks import ATTRIBUTES, MARKED_KINDS, MessageMarks, Relation, WordMarks
from recollect.providers.runtime import BundledModel
from recollect.providers.wordpiece import WordPiece

_FOLDER: Final = Path(__file__).parent / "reader"
# Stored with each memory; a new name makes every agent learn again.
NAME: Final = "reader-2"
# Tokens of the text before a message, and of the message, per run; as in training.
BEFORE: Final = 56
AT_ONCE: Final = 170
# Tokens of each of two compared statements.
COMPARED: Final = 64
# Of a longer message, only the first and last windows are read.
_FIRST_WINDOWS, _LAST_WINDOWS = 6, 2
CLS, SEP = 101, 102
# The marker tokens of two statements, and of a note and a message.
PAIR, TALK = 1, 2
# Longer words, and words repeated more often in a row, are not natural text.
_LONGEST_WORD: Final = 100
_ROW: Final = 5

# The columns of the model's output; `training/model.py` trains them in this order.
KEPT, OPENS = 0, 1
_KINDS: Final = slice(2, 2 + len(MARKED_KINDS))
_RELATION: Final = slice(_KINDS.stop, _KINDS.stop + 6)
STANDING: Final = _RELATION.stop
ABOUT_OTHER, SUBJECT, VALUE = STANDING + 1, STANDING + 2, STANDING + 3
_ATTRIBUTES: Final = slice(VALUE + 1, VALUE + 2 + len(ATTRIBUTES))
CHANGES: Final = _ATTRIBUTES.stop
COLUMNS: Final = CHANGES + 1

_Output = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Word:
    start: int
    end: int
    ids: tuple[int, ...]


class BundledReader:
    """The bundled reader; deterministic, without a key or a network."""

    def __init__(self, *, folder: Path = _FOLDER) -> None:
        # It shares the embedder's vocabulary.
        self._bundled = BundledModel(
            folder / "reader.onnx", folder.with_name("minilm") / "tokenizer.json"
        )

    @property
    def name(self) -> str:
        """The version of the weights."""
        return NAME

    def read(self, before: str, text: str) -> MessageMarks:
        """The marks of each word of a message, given the text before it."""
        tokenizer = self._bundled.tokenizer
        earlier = list(_words(tokenizer, before))
        said = _last(earlier, BEFORE)
        words: list[WordMarks] = []
        context: tuple[WordMarks, ...] = ()
        changes = 0.0
        for number, window in enumerate(_windows(list(_words(tokenizer, text)))):
            seen = self._run([], _ids(said), _ids(window))
            first = len(_ids(said)) + 2
            words += _marks(window, seen[first:-1])
            if number == 0:
                context = tuple(_marks(said, seen[1 : first - 1]))
            changes = max(changes, float(_likely(seen[0, CHANGES])))
            said = _last([*said, *window], BEFORE)
        return MessageMarks(tuple(words), context, changes)

    def compare(self, earlier: str, later: str) -> Relation:
        """How a later statement relates to an earlier one."""
        return self._related(PAIR, earlier, later, COMPARED)

    def affect(self, known: str, message: str) -> Relation:
        """How a whole message relates to a known statement."""
        return self._related(TALK, known, message, AT_ONCE)

    def _related(self, mark: int, earlier: str, later: str, max_tokens: int) -> Relation:
        tokenizer = self._bundled.tokenizer
        first = _ids(_words(tokenizer, earlier))[:COMPARED]
        second = _ids(_words(tokenizer, later))[:max_tokens]
        seen = self._run([mark], first, second)
        return Relation(*(float(share) for share in _shares(seen[0, _RELATION])))

    def _run(self, marks: list[int], first: list[int], second: list[int]) -> _Output:
        """The output columns of every token."""
        tokens = [CLS, *marks, *first, SEP, *second, SEP]
        types = [0] * (len(marks) + len(first) + 2) + [1] * (len(second) + 1)
        with self._bundled.cores:
            return self._bundled.run(tokens, types)


@cache
def bundled_reader() -> BundledReader:
    """The reader of this process, shared because its weights are large."""
    return BundledReader()


def _ids(words: Sequence[_Word] | Iterator[_Word]) -> list[int]:
    return [token for word in words for token in word.ids]


def _words(tokenizer: WordPiece, text: str) -> Iterator[_Word]:
    """The words and punctuation of a text, without long repetitions and overlong words."""
    pieces = (_Word(start, end, tuple(ids)) for start, end, ids in tokenizer.pieces(text) if ids)
    for _, row in groupby(pieces, attrgetter("ids")):
        same = list(islice(row, _ROW))
        if len(same) < _ROW and same[0].end - same[0].start <= _LONGEST_WORD:
            yield from same


def _last(words: Sequence[_Word], tokens: int) -> list[_Word]:
    """The last words, with at most so many tokens."""
    taken: list[_Word] = []
    for word in reversed(words):
        tokens -= len(word.ids)
        if tokens < 0:
            break
        taken.append(word)
    return taken[::-1]


def _windows(words: Sequence[_Word]) -> list[list[_Word]]:
    """Windows of words for one run each; the middle of a long document is skipped."""
    windows: list[list[_Word]] = []
    tokens = AT_ONCE
    for word in words:
        if tokens + len(word.ids) > AT_ONCE:
            windows.append([])
            tokens = 0
        windows[-1].append(word)
        tokens += len(word.ids)
    if len(windows) <= _FIRST_WINDOWS + _LAST_WINDOWS:
        return windows
    return windows[:_FIRST_WINDOWS] + windows[-_LAST_WINDOWS:]


def _likely(odds: _Output) -> _Output:
    likely: _Output = (1 / (1 + np.exp(-odds))).astype(np.float32)
    return likely


def _shares(odds: _Output) -> _Output:
    """Softmax over the last axis."""
    found = np.exp(odds - odds.max(axis=-1, keepdims=True))
    shares: _Output = found / found.sum(axis=-1, keepdims=True)
    return shares


def _marks(words: Sequence[_Word], seen: _Output) -> Iterator[WordMarks]:
    """The marks of each word: the mean over its tokens, but `opens` of its first token."""
    if not words:
        return
    sizes = np.array([len(word.ids) for word in words])
    firsts = np.cumsum(sizes) - sizes
    likely = _likely(seen)
    means = np.add.reduceat(likely, firsts, axis=0) / sizes[:, None]
    shares = np.add.reduceat(_shares(seen[:, _ATTRIBUTES]), firsts, axis=0) / sizes[:, None]
    opens = likely[firsts, OPENS].tolist()
    for word, mean, begins, share in zip(
        words, means.tolist(), opens, shares.tolist(), strict=True
    ):
        yield WordMarks(
            start=word.start,
            end=word.end,
            kept=mean[KEPT],
            opens=begins,
            standing=mean[STANDING],
            about_other=mean[ABOUT_OTHER],
            subject=mean[SUBJECT],
            value=mean[VALUE],
            kinds=tuple(mean[_KINDS]),
            attributes=tuple(share),
        )
