"""Finds the phrases of the conversation that a follow-up question refers to."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from recollect.conversations.choices import among, choice, ordinal, other_one, yes
from recollect.conversations.detect_language import MessageLike
from recollect.conversations.elliptical import bare, fragment
from recollect.conversations.follow_up import FollowUp
from recollect.conversations.language import Kind
from recollect.conversations.references import gendered, named_again, place, plural
from recollect.conversations.topic import (
    FollowUpQuestion,
    exchanges_of,
    same_topic,
    statement,
    topic,
)

_MAX_PHRASES = 8
_BY_KIND: Final[Mapping[Kind, Callable[[FollowUpQuestion], list[str]]]] = {
    Kind.ORDINAL: ordinal,
    Kind.OTHER: other_one,
    Kind.AMONG: among,
    Kind.NAMED: named_again,
    Kind.HE: gendered,
    Kind.SHE: gendered,
    Kind.THEY: plural,
    Kind.IT: topic,
    Kind.PLACE: place,
    Kind.TIME: same_topic,
    Kind.TOPIC: statement,
    Kind.CHOICE: choice,
    Kind.YES: yes,
    Kind.FRAGMENT: fragment,
    Kind.BARE: bare,
}


def resolve(text: str, history: Sequence[MessageLike], follow_up: FollowUp) -> list[str]:
    """The most specific phrases that the question omits; empty if they cannot be determined."""
    if follow_up.kind is None or follow_up.language is None:
        return []
    exchanges = tuple(exchanges_of(history, follow_up.language))
    if not exchanges:
        return []
    question = FollowUpQuestion(text, follow_up, follow_up.language, exchanges)
    phrases = _BY_KIND[follow_up.kind](question)
    return _new(phrases, question.own_words)[:_MAX_PHRASES]


def _new(phrases: Iterable[str], own_words: frozenset[str]) -> list[str]:
    """The distinct phrases that the question does not already contain."""
    kept: dict[str, str] = {}
    for phrase in phrases:
        if not set(re.findall(r"[\w'-]+", phrase.lower())) <= own_words:
            kept.setdefault(phrase.lower(), phrase)
    return list(kept.values())
