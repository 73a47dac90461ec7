"""BERT's uncased WordPiece, with the same ids as the `tokenizers` package and no dependencies.

One difference is intended: `tokenizers` classifies characters by Unicode 8, this by the running
Python. Marks and punctuation added since then make a word unknown there; here they are stripped or
split off like older ones. None of them is in the vocabulary.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from itertools import chain, islice
from pathlib import Path
from typing import Final

_SPECIAL: Final = r"\[(?:PAD|UNK|CLS|SEP|MASK)\]"
# Only these separate words; other whitespace (vertical tab, U+0085, ...) is removed.
_SPACE: Final = r" \t\n\r\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
# The model was trained with this exact list, which leaves out U+2B820 to U+2B91F.
_IDEOGRAPH: Final = (
    r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002a6df"
    r"\U0002a700-\U0002b81f\U0002b920-\U0002ceaf\U0002f800-\U0002fa1f"
)
_ASCII_PUNCTUATION: Final = r"!-/:-@\[-`{-~"
_ALONE: Final = _IDEOGRAPH + _ASCII_PUNCTUATION
# Pieces of raw text: a special token, a character that is always a separate word, or a run.
# No piece ends inside a word, so a long text is read only up to 256 tokens.
_PIECE: Final = re.compile(f"{_SPECIAL}|[{_ALONE}]|[^{_SPACE}{_ALONE}]+")
_LONGEST_WORD: Final = 100


class WordPiece:
    """Turns text into the token ids of one vocabulary."""

    def __init__(self, vocabulary: Mapping[str, int], *, limit: int = 256) -> None:
        self._ids = vocabulary
        self._limit = limit
        self._unknown, self._first, self._last = (
            vocabulary[t] for t in ("[UNK]", "[CLS]", "[SEP]")
        )
        self._longest_token = max(map(len, vocabulary))

    @classmethod
    def from_file(cls, path: Path, *, limit: int = 256) -> "WordPiece":
        """The tokenizer with the vocabulary of a `tokenizer.json`."""
        return cls(json.loads(path.read_bytes())["model"]["vocab"], limit=limit)

    def encode(self, text: str) -> list[int]:
        """Ids from [CLS] to [SEP], at most `limit`."""
        inner = islice(chain.from_iterable(ids for *_, ids in self.pieces(text)), self._limit - 2)
        return [self._first, *inner, self._last]

    def pieces(self, text: str) -> Iterator[tuple[int, int, list[int]]]:
        """The start, end and ids of each word or punctuation mark; some have no ids."""
        for match in _PIECE.finditer(text):
            yield match.start(), match.end(), list(self._read(match[0]))

    def _read(self, piece: str) -> Iterator[int]:
        # A lone bracket has length 1, so this is a special token.
        if len(piece) > 1 and piece[0] == "[":
            yield self._ids[piece]
        elif piece.isascii() and piece.isprintable():
            yield from self._spell(piece.lower())
        else:
            for word in _words(piece):
                yield from self._spell(word)

    def _spell(self, word: str) -> list[int]:
        """The longest known tokens from left to right, or one [UNK] for the whole word."""
        whole = self._ids.get(word)
        if whole is not None:
            return [whole]
        if len(word) > _LONGEST_WORD:
            return [self._unknown]
        found: list[int] = []
        start, prefix = 0, ""
        while start < len(word):
            end = self._end_of_longest(word, start, prefix)
            if end == start:
                return [self._unknown]
            found.append(self._ids[prefix + word[start:end]])
            start, prefix = end, "##"
        return found

    def _end_of_longest(self, word: str, start: int, prefix: str) -> int:
        for end in range(min(len(word), start + self._longest_token), start, -1):
            if prefix + word[start:end] in self._ids:
                return end
        return start


def _words(run: str) -> Iterator[str]:
    """The cleaned, unaccented, lower-case words of a run without spaces."""
    clean = "".join(c for c in run if not _is_removed(c))
    # Per character: str.lower() of a word would change a final sigma.
    plain = [
        c.lower() for c in unicodedata.normalize("NFD", clean) if unicodedata.category(c) != "Mn"
    ]
    word = ""
    for character in "".join(plain):
        if _is_punctuation(character):
            if word:
                yield word
            yield character
            word = ""
        else:
            word += character
    if word:
        yield word


def _is_removed(character: str) -> bool:
    # Category C without Cn: an unassigned character stays and makes its word unknown.
    return character == "\ufffd" or unicodedata.category(character) in {"Cc", "Cf", "Co", "Cs"}


def _is_punctuation(character: str) -> bool:
    # ASCII symbols such as $ and + count too; NFD can produce one (U+1FEF is a backtick).
    if character.isascii():
        return not character.isalnum()
    return unicodedata.category(character).startswith("P")
