"""Whether a statement says that something in a memory is over: "I no longer smoke"."""

import re
from typing import Final

from recollect.domain.entry import Entry
from recollect.domain.marks import SINGLE_VALUED
from recollect.domain.similarity import same_stem, stems_of, words_of
from recollect.languages.detect import detect
from recollect.languages.endings import says_it_ended, says_they_parted, without_ending
from recollect.languages.pack import pack
from recollect.languages.words import (
    common_words,
    is_pronoun,
    names_speaker,
    negations_in,
    words_that_call,
)
from recollect.learning.joined_parts import content_stems

_NAME: Final = re.compile(r"[A-ZÀ-ÖØ-Þ][\w-]+")


def in_own_words(memory: Entry) -> str:
    """What was said, or what a person made of it; not "User lives in Leeds"."""
    return memory.content if memory.edited else memory.quote or memory.content


def is_surely_over(statement: str, memory: Entry) -> bool:
    """Whether it repeats the memory and says that it ended, or that the speaker's partner left."""
    known = content_stems(in_own_words(memory))
    repeats = len(known) > 1 and known <= stems_of(statement)
    return says_it_ended(statement) and (repeats or _ends_partnership(statement, memory))


def denies(statement: str, memory: Entry) -> bool:
    """Whether all it says is that something in a memory is over: I no longer live in Leeds."""
    value = memory.value if memory.attribute in SINGLE_VALUED else None
    if not says_it_ended(statement) or not words_of(value or "") <= words_of(statement):
        return False
    code, rest = detect(statement, None), without_ending(statement)
    # Who "moved to Leeds" lives there.
    plain = pack(code).table("templates").get(memory.attribute or "", "") if code else ""
    known = stems_of(f"{in_own_words(memory)} {plain}")
    small = {*negations_in(rest, code), *(word for word in words_of(rest) if is_pronoun(word))}
    said = stems_of(" ".join(words_of(rest) - small))
    return bool(said) and all(any(same_stem(stem, other) for other in known) for stem in said)


def is_said_of_another(statement: str, memory: Entry) -> bool:
    """Whether it denies of somebody else what the user said: "Tom no longer works at Siemens"."""
    known, (first, _, rest) = in_own_words(memory), statement.partition(" ")
    is_other = _NAME.fullmatch(first) and first.casefold() not in words_of(known) | common_words()
    is_of_user = names_speaker(known) and not names_speaker(statement)
    return bool(is_other) and is_of_user and denies(rest, memory)


def _ends_partnership(statement: str, memory: Entry) -> bool:
    """Whether "Alex and I are no longer together" ends "I live with my partner Alex"."""
    known, partners = in_own_words(memory), words_that_call(["partner"])
    is_partner = memory.attribute == "partner" or not words_of(known).isdisjoint(partners)
    names = {*_NAME.findall(memory.value or known.partition(" ")[2])}
    is_named = not names.isdisjoint(_NAME.findall(statement)) and names_speaker(statement)
    return is_partner and is_named and says_they_parted(statement)
