"""Memories of an allergy, an illness or a medicine: only what names the same ends them."""

import re
from typing import Final

from recollect.domain.entry import Entry
from recollect.domain.folding import folded
from recollect.domain.learning import Proposal
from recollect.domain.similarity import words_of
from recollect.languages.detect import detect
from recollect.languages.endings import says_it_ended
from recollect.languages.words import health_words, is_general_health_word, is_pronoun, names_in
from recollect.learning.joined_parts import content_stems, joined_parts

_HEALTH: Final = frozenset({"allergy", "condition", "medication"})
# Under "diet", "gluten-free" may be a matter of health; an employer's name is none.
_MAY_BE_HEALTH: Final = frozenset({None, "diet"})
# Anna's carprofen is not Rex's.
_OWNER: Final = re.compile(r"\w['’]s?\s")


def may_end(statement: str, memory: Entry) -> bool:
    """Whether a statement may end a memory: of health, only if it names the same substance.

    "I'm not vegetarian any more" does not end "I'm allergic to peanuts", however alike they are.
    """
    if not _is_of_health(memory):
        return True
    named = health_words(memory.content)
    value = words_of(memory.value or "") if memory.attribute in _HEALTH else ()
    in_particular = _in_particular((*named, *value)) or _in_particular(words_of(memory.content))
    for part in joined_parts(memory.content)[1:]:
        in_particular |= _in_particular(words_of(part))
    if not in_particular:
        return bool(health_words(statement))
    return not in_particular.isdisjoint(content_stems(folded(statement)))


def leaves_something(proposal: Proposal, memory: Entry) -> bool:
    """Whether something of a memory of health would be lost if the statement took its place.

    After "it's walnuts, not hazelnuts" nobody would know that these are allergies, and after "I
    take it at night now" nobody would know the dose.
    """
    if not _is_of_health(memory) or says_it_ended(proposal.quote):
        return False
    if memory.attribute == "medication":
        return _has_number(memory.content) and not _has_number(proposal.quote)
    return proposal.attribute not in _HEALTH and not health_words(proposal.quote)


def stops_medicine(statement: str, memory: Entry) -> bool:
    """Whether a statement that names nobody says that somebody's medicine was stopped."""
    medicine = words_of(memory.value or "") if memory.attribute == "medication" else frozenset()
    if not medicine or not medicine <= words_of(statement) or _OWNER.search(statement):
        return False
    is_of_somebody = any(is_pronoun(word, detect(statement, None)) for word in words_of(statement))
    is_of_somebody |= not words_of(" ".join(names_in(statement))) <= medicine
    return says_it_ended(statement) and not is_of_somebody


def _has_number(text: str) -> bool:
    return any(map(str.isdigit, text))


def _is_of_health(memory: Entry) -> bool:
    if memory.attribute in _HEALTH:
        return True
    return memory.attribute in _MAY_BE_HEALTH and bool(health_words(memory.content))


def _in_particular(words: tuple[str, ...] | frozenset[str]) -> frozenset[str]:
    """The stems of words that say which allergy, illness or medicine it is."""
    chosen = (word for word in words if not is_general_health_word(word))
    # Without accents: one "Erdnuss", two "Erdnüsse".
    return content_stems(folded(" ".join(chosen)))
