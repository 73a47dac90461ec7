"""Where stored text contains some words."""

from dataclasses import dataclass


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
