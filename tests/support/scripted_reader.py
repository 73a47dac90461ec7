"""A message reader that marks scripted phrases."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Final

from recollect.domain.entry import Kind
from recollect.domain.marks import ATTRIBUTES, MARKED_KINDS, MessageMarks, Relation, WordMarks

UNRELATED: Final = Relation(0.0, 0.0, 0.0, 0.0, 1.0, 0.0)
_WORD: Final = re.compile(r"\w+|[^\w\s]")
_SURE: Final = 0.95


@dataclass(frozen=True, slots=True)
class Mark:
    """Marks for a phrase; None keeps the value of an earlier mark, or zero."""

    kept: float | None = None
    opens: float | None = None
    standing: float | None = None
    about_other: float | None = None
    subject: float | None = None
    value: float | None = None
    kind: Kind | None = None
    attribute: str | None = None


Relate = Callable[[str, str], Relation]


def unrelated(_earlier: str, _later: str) -> Relation:
    """The relation of two unrelated statements."""
    return UNRELATED


class ScriptedReader:
    """A `MessageReader` that marks every occurrence of a phrase, later phrases over earlier ones.

    Statements are unrelated unless `compares`, or `affects` for whole messages, returns otherwise.
    `read_texts` lists the texts it has read, each with the text before it.
    """

    def __init__(
        self,
        marks: Mapping[str, Mark] | None = None,
        *,
        changes: float = 0.0,
        compares: Relate = unrelated,
        affects: Relate = unrelated,
        name: str = "scripted",
    ) -> None:
        self.name = name
        self.read_texts: list[tuple[str, str]] = []
        self._marks = marks or {}
        self._changes = changes
        self._compares, self._affects = compares, affects

    def read(self, before: str, text: str) -> MessageMarks:
        """The marks of every word of the text and of the text before it."""
        self.read_texts.append((before, text))
        return MessageMarks(tuple(self._words(text)), tuple(self._words(before)), self._changes)

    def compare(self, earlier: str, later: str) -> Relation:
        """How a later statement relates to an earlier one."""
        return self._compares(earlier, later)

    def affect(self, known: str, message: str) -> Relation:
        """How a whole message affects a known statement."""
        return self._affects(known, message)

    def _words(self, text: str) -> Iterator[WordMarks]:
        places = [
            (found.span(), mark)
            for phrase, mark in self._marks.items()
            for found in re.finditer(re.escape(phrase), text)
        ]
        for word in _WORD.finditer(text):
            combined = Mark()
            for (start, end), mark in places:
                if start <= word.start() and word.end() <= end:
                    combined = _merged(combined, mark)
            yield _word_marks(word.start(), word.end(), combined)


def _merged(under: Mark, over: Mark) -> Mark:
    values = {field.name: getattr(over, field.name) for field in fields(over)}
    return replace(under, **{name: value for name, value in values.items() if value is not None})


def _word_marks(start: int, end: int, mark: Mark) -> WordMarks:
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
        kinds=tuple(_SURE if marked is kind else 0.0 for marked in MARKED_KINDS),
        attributes=tuple(float(at == attribute) for at in range(len(ATTRIBUTES) + 1)),
    )
