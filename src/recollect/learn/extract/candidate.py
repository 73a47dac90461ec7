"""A clause that may be worth noting."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from recollect.learn.extract.clauses import Clause
from recollect.learn.extract.language import Rule
from recollect.model.entry import Kind
from recollect.model.learning import Proposal


class Way(StrEnum):
    """How a clause came to be looked at."""

    ASIDE = "aside"  # by a rule that looks for something within it
    RULE = "rule"
    ANSWER = "answer"  # by a rule, together with the question it answers
    PLAIN = "plain"  # by no rule


@dataclass(frozen=True, slots=True)
class Candidate:
    """A clause, how it was found, and the memory that it would make."""

    way: Way
    clause: Clause
    rule: Rule
    # What its words hint at: kinds of statements, times.
    hints: tuple[str, ...]
    # The guards that it touches and that alone do not bar it.
    doubts: tuple[str, ...]
    # Whom it speaks of: "speaker", "thing" of the speaker, "other".
    about: str
    # The memory, if it is one of this kind. To be asked before the conversation is read on.
    propose: Callable[[Kind], Proposal | None]
    # The words of the same turn that it takes back: "Tom pays. No, not him, his mother".
    instead: str = ""
