"""What a follow-up question means: the phrases of the conversation that it leaves out."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from recollect.sessions.follow_up import FollowUp
from recollect.sessions.language import Kind
from recollect.sessions.left_out import bare, fragment
from recollect.sessions.pointed import gendered, named_again, place, plural
from recollect.sessions.several import among, choice, ordinal, other_one, yes
from recollect.sessions.telling import Said
from recollect.sessions.topic import Asked, exchanges_of, same_topic, statement, topic

_MOST_PHRASES = 8
_BY_KIND: Final[Mapping[Kind, Callable[[Asked], list[str]]]] = {
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
    asked = Asked(question, found, found.language, exchanges)
    phrases = _BY_KIND[found.kind](asked)
    return _new(phrases, asked.own)[:_MOST_PHRASES]


def _new(phrases: Iterable[str], own: frozenset[str]) -> list[str]:
    """Each phrase once, and none that the question says already."""
    kept: dict[str, str] = {}
    for phrase in phrases:
        if not set(re.findall(r"[\w'-]+", phrase.lower())) <= own:
            kept.setdefault(phrase.lower(), phrase)
    return list(kept.values())
