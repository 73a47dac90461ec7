"""What adapters tell a model: the memory that fits its user's latest message."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from recollect.integrations.verbatim import clean
from recollect.memory import Agent

# Of a longer message, the end is looked up: as UTF-8 it is never longer than a query may be.
_LONGEST: Final = 8_192


def recalled(
    agent: Agent, message: str | None, *, tokens: int, conversation: str, present: Iterable[str]
) -> str:
    """What is remembered about a message of any kind or length, or else an empty text.

    `present` are the texts that the model reads anyway.
    """
    found = agent.injection(
        question_of(message or "") or None,
        tokens=tokens,
        conversation=conversation,
        present=present,
    )
    return "\n\n".join(filter(None, (found.system, found.user)))


def words_of(content: str | Sequence[Any] | None) -> str:
    """The words of a message, without images and files."""
    parts = [content] if isinstance(content, str) else content or ()
    return "\n".join(part for part in parts if isinstance(part, str))


def question_of(text: str) -> str:
    """The part of a text that can be looked up; empty if there is none."""
    return clean(text)[-_LONGEST:].strip()
