"""What a follow-up question means: the phrases of the conversation that it leaves out."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from recollect.conversations.follow_up import FollowUp
from recollect.conversations.language import Kind
from recollect.conversations.left_out import bare, fragment
from recollect.conversations.pointed import gendered, named_again, place, plural
from recollect.conversations.several import among, choice, ordinal, other_one, yes
from recollect.conversations.telling import Said
from recollect.conversations.topic import (
    FollowUpQuestion,
    exchanges_of,
    same_topic,
    statement,
    topic,
)

_MOST_PHRASES = 8
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


def resolve(question: str, history: Sequence[Said], found: FollowUp) -> list[str]:
    """The phrases that the question leaves out, the most telling ones; none where nothing can be told."""
    if found.kind is None or found.language is None:
        return []
    exchanges = tuple(exchanges_of(history, found.language))
    if not exchanges:
        return []
    asked = FollowUpQuestion(question, found, found.language, exchanges)
    phrases = _BY_KIND[found.kind](asked)
    return _new(phrases, asked.own)[:_MOST_PHRASES]


def _new(phrases: Iterable[str], own: frozenset[str]) -> list[str]:
    """Each phrase once, and none that the question says already."""
    kept: dict[str, str] = {}
    for phrase in phrases:
        if not set(re.findall(r"[\w'-]+", phrase.lower())) <= own:
            kept.setdefault(phrase.lower(), phrase)
    return list(kept.values())
