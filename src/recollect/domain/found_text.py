"""Where stored text contains some words."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from recollect.domain.checks import check_text
from recollect.errors import InvalidInput

_SHORTEST_PHRASE: Final = 2


@dataclass(frozen=True, slots=True)
class FoundText:
    """One stored thing that contains the words, with the words around them."""

    agent: str
    # turn, conversation, memory, summary, profile, item, earlier version, model answer, …
    what: str
    id: str
    conversation: str | None
    # Of a memory: also what is archived, superseded or deleted is found.
    status: str | None
    text: str


@dataclass(frozen=True, slots=True)
class TextSearch:
    """Everything stored that contains one of the phrases: without any, there is nothing left."""

    phrases: tuple[str, ...]
    found: tuple[FoundText, ...]
    agents_searched: int
    database: str


def check_phrases(phrases: Iterable[object]) -> tuple[str, ...]:
    """The phrases to look for, each long enough to mean something."""
    wanted = tuple(check_text(phrase, "phrases").strip() for phrase in phrases)
    if not wanted or any(len(phrase) < _SHORTEST_PHRASE for phrase in wanted):
        message = f"give words of at least {_SHORTEST_PHRASE} characters to look for"
        raise InvalidInput(message, field="phrases")
    return wanted
