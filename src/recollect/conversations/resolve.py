"""Finds the phrases of the conversation that a follow-up question refers to."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from recollect.conversations.choices import among, choice, ordinal, other_one, yes
from recollect.conversations.detect_language import MessageLike
from recollect.conversations.elliptical import bare, fragment
from recollect.conversations.follow_up import FollowUp
from recollect.conversations.language import ReferenceKind
from recollect.conversations.references import gendered, named_again, place, plural
from recollect.conversations.topic import (
    FollowUpQuestion,
    exchanges_of,
    same_topic,
    statement,
    topic,
)

_MAX_PHRASES = 8
_BY_KIND: Final[Mapping[ReferenceKind, Callable[[FollowUpQuestion], list[str]]]] = {
    ReferenceKind.ORDINAL: ordinal,
    ReferenceKind.OTHER: other_one,
    ReferenceKind.AMONG: among,
    ReferenceKind.NAMED: named_again,
    ReferenceKind.HE: gendered,
    ReferenceKind.SHE: gendered,
    ReferenceKind.THEY: plural,
    ReferenceKind.IT: topic,
    ReferenceKind.PLACE: place,
    ReferenceKind.TIME: same_topic,
    ReferenceKind.TOPIC: statement,
    ReferenceKind.CHOICE: choice,
    ReferenceKind.YES: yes,
    ReferenceKind.FRAGMENT: fragment,
    ReferenceKind.BARE: bare,
}


def in_conversation(
    text: str, history: Sequence[MessageLike], follow_up: FollowUp
) -> FollowUpQuestion | None:
    """The question with the conversation before it; None if nothing in it can be referred to."""
    if follow_up.language is None:
        return None
    exchanges = tuple(exchanges_of(history, follow_up.language))
    return FollowUpQuestion(text, follow_up, follow_up.language, exchanges) if exchanges else None


def resolve(question: FollowUpQuestion) -> list[str]:
    """The most specific phrases that the question omits; empty if they cannot be determined."""
    if question.follow_up.kind is None:
        return []
    phrases = _BY_KIND[question.follow_up.kind](question)
    return _new(phrases, question.own_words)[:_MAX_PHRASES]


def _new(phrases: Iterable[str], own_words: frozenset[str]) -> list[str]:
    """The distinct phrases that the question does not already contain."""
    kept: dict[str, str] = {}
    for phrase in phrases:
        if not set(re.findall(r"[\w'-]+", phrase.lower())) <= own_words:
            kept.setdefault(phrase.lower(), phrase)
    return list(kept.values())
