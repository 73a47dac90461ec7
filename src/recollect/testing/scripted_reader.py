"""A message reader that marks the words a test tells it to."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Final

from recollect.domain.entry import Kind
from recollect.domain.marks import ATTRIBUTES, MARKED_KINDS, MessageMarks, Relation, WordMarks

BESIDE: Final = Relation(0.0, 0.0, 0.0, 0.0, 1.0, 0.0)
_WORD: Final = re.compile(r"\w+|[^\w\s]")
_SURE: Final = 0.95


@dataclass(frozen=True, slots=True)
class Mark:
    """What is said of some words; None leaves it as another mark has it, or else at nothing."""

    kept: float | None = None
    opens: float | None = None
    standing: float | None = None
    about_other: float | None = None
    subject: float | None = None
    value: float | None = None
    kind: Kind | None = None
    attribute: str | None = None


Relate = Callable[[str, str], Relation]


def beside(_earlier: str, _later: str) -> Relation:
    """Two statements that have nothing to do with each other."""
    return BESIDE


class ScriptedReader:
    """A `MessageReader` that marks every occurrence of a phrase, later phrases over earlier ones.

    Two statements stand beside each other unless `compares`, or `affects` for whole messages, says otherwise. `read_texts`
    holds what it was given to read, with what was said before.
    """

    def __init__(
        self,
        marks: Mapping[str, Mark] | None = None,
        *,
        changes: float = 0.0,
        compares: Relate = beside,
        affects: Relate = beside,
        name: str = "scripted",
    ) -> None:
        self.name = name
        self.read_texts: list[tuple[str, str]] = []
        self._marks = marks or {}
        self._changes = changes
        self._compares, self._affects = compares, affects

    def read(self, before: str, text: str) -> MessageMarks:
        """The marks of every word, and of those said before."""
        self.read_texts.append((before, text))
        return MessageMarks(tuple(self._words(text)), tuple(self._words(before)), self._changes)

    def compare(self, earlier: str, later: str) -> Relation:
        """How a later statement relates to an earlier one."""
        return self._compares(earlier, later)

    def affect(self, known: str, message: str) -> Relation:
        """What a whole message does to something known."""
        return self._affects(known, message)

    def _words(self, text: str) -> Iterator[WordMarks]:
        places = [
            (found.span(), mark)
            for phrase, mark in self._marks.items()
            for found in re.finditer(re.escape(phrase), text)
        ]
        for word in _WORD.finditer(text):
            told = Mark()
            for (start, end), mark in places:
                if start <= word.start() and word.end() <= end:
                    told = _over(told, mark)
            yield _word(word.start(), word.end(), told)


def _over(under: Mark, over: Mark) -> Mark:
    said = {field.name: getattr(over, field.name) for field in fields(over)}
    return replace(under, **{name: value for name, value in said.items() if value is not None})


def _word(start: int, end: int, mark: Mark) -> WordMarks:
    kind = mark.kind or Kind.FACT
    attribute = ATTRIBUTES.index(mark.attribute) if mark.attribute else len(ATTRIBUTES)
    return WordMarks(
        start=start,
        end=end,
        kept=mark.kept or 0.0,
        opens=mark.opens or 0.0,
        standing=mark.standing or 0.0,
        about_other=mark.about_other or 0.0,
        subject=mark.subject or 0.0,
        value=mark.value or 0.0,
        kinds=tuple(_SURE if one is kind else 0.0 for one in MARKED_KINDS),
        attributes=tuple(float(at == attribute) for at in range(len(ATTRIBUTES) + 1)),
    )
