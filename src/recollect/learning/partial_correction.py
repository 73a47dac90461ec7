"""Whether a statement leaves a memory, or what else it says, true."""

import re
from dataclasses import replace
from functools import cache
from typing import Final

from recollect.domain.entry import ATTRIBUTE, VALUE, Entry
from recollect.domain.learning import Proposal
from recollect.domain.marks import SINGLE_VALUED
from recollect.domain.ports import MessageReader
from recollect.domain.similarity import same_stem, stems_of, words_of
from recollect.extraction.spans import highlight_at
from recollect.languages.detect import detect
from recollect.languages.endings import says_it_ended, without_ending
from recollect.languages.pack import pack
from recollect.languages.relatives import relation_named
from recollect.languages.words import (
    common_words,
    is_pronoun,
    names_in,
    names_speaker,
    negations_in,
    says_moved,
)
from recollect.learning.joined_parts import content_stems, statements_in
from recollect.learning.statement_words import in_own_words

_WORD: Final = re.compile(r"\d+(?:[.,:/-]\d+)*|[^\W\d_]+(?:['’-][^\W\d_]+)*")
_CLAUSE: Final = re.compile(r"[,.;:!?](?=\s|$)")
# Between "not" and the value that it denies: "not on Tuesday the 5th".
_WORDS_TO_DENIED: Final = 4
# A statement that names no wrong value shares at least this part of its words with the memory.
_SHARED: Final = 1 / 3
_BEGINNING: Final = 4
# What a memory says besides the value: a name, or at least so many other words.
_OTHER_WORDS: Final = 3
# A clause without a value says something from so many words on.
_WORDS_OF_CLAUSE: Final = 2


def corrects_in_part(statement: str, memory: str, *, is_number: bool = False) -> bool:
    """Whether a statement gives a memory another number, day or name, and the memory says more.

    "We're moving on the 12th, not the 5th" is no end of the new address in the same sentence.
    `is_number` if the statement only gives a new number, as an age is.
    """
    values, old_values = _values(statement), _values(memory)
    days, old_days = _weekdays(statement), _weekdays(memory)
    if days & old_days and old_days - days:
        return True  # one of several days: "I don't run on Thursdays any more"
    names, old_names = _names(statement), _names(memory)
    denied = _denied(statement) & (old_values | old_names)
    if denied:
        is_correction = bool((values - old_values) | (names - old_names))
    else:
        swapped = bool(values - old_values) and bool(old_values - values)
        is_correction = (
            swapped
            and names <= old_names
            and (is_number or _is_about(statement, memory))
            and not says_it_ended(statement)
        )
    if not is_correction:
        return False
    is_of_day = bool(old_days or (denied and any(map(str.isalpha, old_values))))
    if (is_of_day and not any(map(str.isalpha, values))) or (old_values and not values):
        return True  # a time was corrected, but not the day or month; or a place, but not the date
    if any(_is_untouched(clause, statement) for clause in _CLAUSE.split(memory)):
        return True
    said = stems_of(" ".join((statement, *old_values, *denied)))
    words = {word.casefold() for word in _WORD.findall(statement)}
    return bool(old_names - words) or len(content_stems(memory) - said) >= _OTHER_WORDS


def part_with_attribute(
    proposal: Proposal, old: Entry, reader: MessageReader | None
) -> Entry | None:
    """The part of a memory that states the same attribute: the home of "I live in Ulm and ski"."""
    language, attribute = detect(old.content, None), proposal.attribute
    if language is None or attribute not in SINGLE_VALUED or proposal.value is None:
        return None
    templates = pack(language).table("templates")
    for part in filter(old.content.__ne__, statements_in(old.content)):
        value = old.value if old.attribute == attribute else None
        if value is None and reader:
            stated = highlight_at(part, "", reader.read("", part), 0, len(part))
            is_same = stated and stated.attribute == attribute and not stated.about_other
            value = stated.value if stated and is_same else None
        if value and value in part:
            # The reader takes "I moved to Ulm" for what happened, not for what is true since then.
            state = templates.get(attribute) if says_moved(part) else None
            who = old.about or templates["user"]
            content = str(state).format(who=who, value=value) if state else part
            values = {**old.metadata, ATTRIBUTE: attribute, VALUE: value}
            source = old.source and replace(old.source, quote=part)
            return replace(old, content=content, source=source, metadata=values)
    return None


def ends_something_else(statement: str, memory: str) -> bool:
    """Whether a statement shares words with a memory, but its clause that names what is over none.

    "I stopped running, I'm tired after a shift" does not end "I swim when I'm not on shift", nor
    "Tom no longer works at Siemens" what the user said of themselves.
    """
    first, _, rest = statement.partition(" ")
    is_name = first.istitle() and first.casefold() not in words_of(memory) | common_words()
    if is_name and names_speaker(memory) and not names_speaker(statement):
        return says_it_ended(statement) and _is_known(rest, memory)
    known, language = stems_of(memory), detect(statement, None)
    named: set[str] = set()
    for clause in _CLAUSE.split(statement):
        if says_it_ended(clause, language):
            named |= content_stems(without_ending(clause, language))
    shared = known & content_stems(statement)
    return bool(named and shared) and named.isdisjoint(known)


def denies_another(statement: str, memory: str) -> bool:
    """Whether it denies a number, day or name, none of which a memory has: "23 degrees, not 22"."""
    wrong = _denied(statement) & (_values(statement) | _names(statement))
    return bool(wrong) and wrong.isdisjoint(_values(memory) | words_of(memory))


def denies(statement: str, memory: Entry, *, corrects: bool = False) -> bool:
    """Whether it says that something in a memory is over, or `corrects`, and says no more."""
    value = memory.value or "" if memory.attribute in SINGLE_VALUED else ""
    is_over = corrects or says_it_ended(statement)
    if not is_over or not words_of(value) <= words_of(statement):
        return False
    noun, _ = relation_named(in_own_words(memory)) or ("", None)
    if noun and noun not in words_of(statement):
        return False  # "my son smokes"
    # Who "moved to Leeds" lives there.
    code = detect(statement, None)
    plain = pack(code).table("templates").get(memory.attribute or "", "") if code else ""
    return _is_known(statement, f"{in_own_words(memory)} {plain}")


def _is_known(statement: str, memory: str) -> bool:
    """Whether a memory has all that a statement says, other than that it is over."""
    known, small = stems_of(memory), words_of(" ".join(negations_in(statement)))
    said = stems_of(" ".join(words_of(without_ending(statement)) - small))
    # "I don't run any more" says too little to be about a bakery.
    topic = content_stems(memory)
    says_enough = len(said) > 1 or (bool(said) and (not topic or not topic.isdisjoint(said)))
    return says_enough and all(any(same_stem(stem, other) for other in known) for stem in said)


def leaves_object(statement: str, memory: str) -> bool:
    """Whether it says that a verb is over that a memory says of something: drinking, of coffee."""
    said, words = content_stems(without_ending(statement)), re.findall(r"\w+|[^\w\s]", memory)
    return len(said) == 1 and any(
        is_pronoun(one) and content_stems(verb) == said and what.isalpha() and content_stems(what)
        for one, verb, what in zip(words, words[1:], words[2:], strict=False)
    )


def repeats_ended(statement: str, memory: Entry) -> bool:
    """Whether it repeats the memory and says that it ended: I used to play bass in a band."""
    known = content_stems(in_own_words(memory))
    return len(known) > 1 and known <= stems_of(statement) and says_it_ended(statement)


def _is_untouched(clause: str, statement: str) -> bool:
    """Whether a clause is about something else: "recycling goes out every other Thursday"."""
    stems = content_stems(clause) - stems_of(" ".join(_values(clause)))
    says_something = bool(stems and _values(clause)) or len(stems) >= _WORDS_OF_CLAUSE
    return says_something and stems.isdisjoint(stems_of(statement))


def _is_about(statement: str, memory: str) -> bool:
    """Whether a good part of what a statement says, besides values, is in the memory too."""
    # A "bin" is a common word, but not in English.
    common = common_words(detect(statement, None))
    said = stems_of(statement) - stems_of(" ".join((*common, *_values(statement))))
    # The stems of "meet" and "meets" or "move" and "moving" differ, but not their beginnings.
    known = tuple(re.sub(r"(?<=\w{3})[aeiou]$", "", stem[:_BEGINNING]) for stem in stems_of(memory))
    return sum(stem.startswith(known) for stem in said) >= _SHARED * len(said)


def _values(text: str) -> frozenset[str]:
    """The numbers, weekdays and months of a text; "Mondays" are Monday."""
    calendar = _calendar_words(detect(text, None))
    words = (word.casefold() for word in _WORD.findall(text))
    return frozenset(
        word if word[0].isdigit() else calendar[word]
        for word in words
        if word[0].isdigit() or word in calendar
    )


def _weekdays(text: str) -> frozenset[str]:
    language = detect(text, None)
    if language is None:
        return frozenset()
    weekdays = pack(language).table("dates")["weekdays"].values()
    return _values(text) & {words.split()[0] for words in weekdays}


def _names(text: str) -> frozenset[str]:
    names = (word.casefold() for name in names_in(text) for word in name.split())
    return frozenset(names) - _calendar_words(detect(text, None)).keys()


def _denied(text: str) -> frozenset[str]:
    """The words that follow "not" or "instead", up to the next punctuation."""
    language = detect(text, None)
    denials = pack(language).table("dates")["denials"].split() if language else ()
    found: list[str] = []
    for clause in _CLAUSE.split(text):
        words = [word.casefold() for word in _WORD.findall(clause)]
        for place, word in enumerate(words):
            if word in denials:
                found += words[place + 1 : place + 1 + _WORDS_TO_DENIED]
    return frozenset(found)


@cache
def _calendar_words(language: str | None) -> dict[str, str]:
    """Every word for a month or weekday of a language, with the first that means the same."""
    dates = pack(language).table("dates") if language else {"months": {}, "weekdays": {}}
    found: dict[str, str] = {}
    for words in (*dates["months"].values(), *dates["weekdays"].values()):
        first, *others = words.split()
        found |= dict.fromkeys((first, f"{first}s", *others), first)
    return found
