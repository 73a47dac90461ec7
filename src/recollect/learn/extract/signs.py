"""What can be seen of a clause that may be worth noting: its words, what stands around it, how it was found.

The signs are names in groups; `worth.py` weighs them. They are the same for training and for reading.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from recollect.learn.extract.candidate import Candidate
from recollect.model.learning import USER
from recollect.model.noticed import Noticed

_TOKEN: Final = re.compile(r"\d+|[^\W\d_]+(?:'[^\W\d_]+)*|[^\w\s]")
_DIGIT: Final = re.compile(r"\d")
_NAME: Final = re.compile(r"(?<=[a-zà-ÿ,] )[A-ZÀ-Þ][a-zà-ÿ]+")
_QUOTE: Final = re.compile(r"[\"“„«]")
_SEEN: Final = re.compile(r"\S")
# So many words of a turn are how it opens.
_OPENING: Final = 6
_LONGEST_NUMBER: Final = 4


Group = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """What is around a clause: the turn it stands in, the turn before, and the words of the speakers until then."""

    language: str
    turn: str
    index: int
    before: str
    heard: frozenset[str]
    speaker: str
    acting: bool
    # Asks a careful reader what he notices in the turn.
    notice: Callable[[], Sequence[Noticed]] = tuple


@dataclass(frozen=True, slots=True)
class Signs:
    """The signs of a candidate in groups; each group weighs as much as any other, however many it has."""

    # Of the clause itself: they tell its kind as well.
    own: tuple[Group, ...]
    # Of what stands around it: they tell whether it is meant.
    around: "Around"


@dataclass(frozen=True, slots=True, eq=False)
class Around:
    """The signs of a turn: one value for all its clauses, so that they are weighed once."""

    groups: tuple[Group, ...]


def signs(one: Candidate, where: Setting) -> Signs:
    """The signs of a candidate."""
    code, said = where.language, tokens(one.clause.text)
    return Signs(
        own=(
            _runs(f"{code}:w:", ("^", *said, "$"), 2),
            tuple(_found(one, code)),
            tuple(f"hint:{hint}" for hint in one.hints),
            tuple(_shape(one, where, said)),
        ),
        around=_around(code, where.turn, where.heard),
    )


# A message has many clauses, and one turn around all of them.
@lru_cache(maxsize=4)
def _around(code: str, turn: str, heard: frozenset[str]) -> Around:
    said = tokens(turn)
    return Around(
        (
            _runs(f"{code}:t:", said, 1) + _runs(f"{code}:t0:", ("^", *said[:_OPENING]), 2),
            tuple(f"{code}:h:{word}" for word in sorted(heard)),
        )
    )


def tokens(text: str) -> tuple[str, ...]:
    """The words and marks of a text in lower case; of a number only how long it is."""
    found = _TOKEN.findall(text.replace("’", "'").lower())
    return tuple(f"#{min(len(one), _LONGEST_NUMBER)}" if one.isdigit() else one for one in found)


def _runs(name: str, words: Sequence[str], longest: int) -> Group:
    runs = (
        name + " ".join(words[at : at + length])
        for length in range(1, longest + 1)
        for at in range(len(words) - length + 1)
    )
    return tuple(dict.fromkeys(runs))


def _found(one: Candidate, code: str) -> Iterator[str]:
    """How the clause came to be looked at, and what speaks against it."""
    rule = one.rule
    yield f"way:{one.way}"
    yield f"{code}:way:{one.way}"
    yield f"rule:{one.way}:{rule.kind}"
    yield f"sure:{one.way}:{rule.confidence}"
    yield f"attribute:{(rule.attribute or '').partition(':')[0]}"
    for doubt in one.doubts or ("none",):
        yield f"doubt:{doubt}"
        yield f"doubt:{doubt}:{one.way}"


def _shape(one: Candidate, where: Setting, said: Sequence[str]) -> Iterator[str]:
    """Where the clause stands and what it looks like."""
    clause, turn = one.clause, where.turn
    marks = _marks(turn)
    yield where.language
    yield f"long:{min(len(said), 20) // 2}"
    yield f"lines:{marks.lines}"
    yield f"answers:{where.before.rstrip().endswith('?')}"
    yield f"follows:{bool(where.before)}"
    yield f"named speaker:{where.speaker != USER}"
    yield f"tools:{where.acting}"
    yield f"behind:{_mark(_behind(turn, clause.end))}"
    yield f"front:{_mark(_front(turn, clause.start))}"
    yield f"digits:{bool(_DIGIT.search(clause.text))}"
    yield f"name:{bool(_NAME.search(clause.text))}"
    yield f"brackets:{'(' in turn[max(0, clause.start - 1) : clause.end + 1]}"
    yield f"about:{one.about}"
    for mark in "?!:":
        yield f"turn has {mark}:{mark in marks.used}"
    yield f"turn quotes:{marks.quotes}"


class _Marks(NamedTuple):
    lines: int
    used: frozenset[str]
    quotes: bool


# Looked for once in a message, however many clauses it has.
@lru_cache(maxsize=4)
def _marks(turn: str) -> _Marks:
    used = frozenset(mark for mark in "?!:" if mark in turn)
    return _Marks(min(turn.count("\n"), 3), used, bool(_QUOTE.search(turn)))


def _behind(turn: str, place: int) -> str:
    """The first character that is no space behind a place, or before it: a turn is not copied for each of its clauses."""
    found = _SEEN.search(turn, place)
    return found[0] if found else ""


def _front(turn: str, place: int) -> str:
    while place and turn[place - 1].isspace():
        place -= 1
    return turn[place - 1] if place else ""


def _mark(letter: str) -> str:
    return "word" if letter.isalnum() else letter or "."
