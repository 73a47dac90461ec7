"""Whom a statement is about, as the message or the turns before it name them."""

import re
from collections.abc import Container
from typing import Final

from recollect.dates.vocabulary import date_words
from recollect.domain.marks import MessageMarks
from recollect.extraction.values import best_stretch
from recollect.languages.detect import detect
from recollect.languages.pack import pack
from recollect.languages.words import (
    common_words,
    is_article,
    last_person,
    names_speaker,
    precedes_date,
    refers_back,
    refers_to_person,
    says_gender,
)

_SUBJECT: Final = 0.35
_SUBJECT_OF_SHE: Final = 0.15
# The speaker label of a line in the preceding turns.
_LABEL: Final = re.compile(r"^[^:\n]{1,60}:", re.MULTILINE)
# How many characters back to look for whom "she" refers to.
_EARLIER: Final = 600
_OWNER: Final = re.compile(r"([^\W\d_]+)['’]s\b")
_REST_OF_NAME: Final = re.compile(r"['’][^\W\d_]+")
_FIRST_WORD: Final = re.compile(r"[^\W\d_]+")


def subject_of(text: str, before: str, marks: MessageMarks, place: tuple[int, int]) -> str:
    """Who it is about: the likeliest name in the message so far, else in the preceding turns."""
    start, end = place
    own = [word for word in marks.words if word.end <= end]
    first_word = _FIRST_WORD.match(text, start)
    first = first_word[0] if first_word else ""
    if refers_to_person(first):
        # "She" refers to the person named last; bounded, since every sentence may need it.
        earlier = before[-_EARLIER:] + text[max(0, start - _EARLIER) : start]
        # In "they said she must not", "she" is the person.
        named = next(filter(says_gender, _FIRST_WORD.findall(text, start, end)), first)
        if last := last_person(earlier, named):
            return last
    threshold = _SUBJECT_OF_SHE if refers_back(first) else _SUBJECT
    labels = [label.span() for label in _LABEL.finditer(before)]
    named = [word for word in marks.before if not any(a <= word.start < b for a, b in labels)]
    # "The oven is broken" is about the oven, and "I take" about the speaker, not about who was
    # named before; "I heard she is ill" is.
    refers = any(map(refers_to_person, _FIRST_WORD.findall(text, start, end)))
    # "Mira's allergist said she may" names whom it is about.
    owner, common = _OWNER.match(text, start), common_words(detect(text, None))
    has_owner = owner is not None and owner[1].casefold() not in common
    own_subject = has_owner or is_article(first) or (names_speaker(first) and not refers)
    named = [] if own_subject else named
    # Of "Priya is vegan. Mia can't have nuts" the second names whom it is about.
    within = [word for word in own if word.start >= start and not refers_back(first)]
    within = [word for word in within if word.start == start or word.subject >= _SUBJECT]
    for source, words in ((text, within), (text, own), (before, named)):
        least = _SUBJECT_OF_SHE if words is within else threshold
        stretch = best_stretch(words, "subject", least)
        name = _name_at(source, stretch[0].start, stretch[-1].end, common) if stretch else ""
        name = name if words is not within or name[:1].isupper() else ""
        # Who is introduced in these words is nobody named before them.
        name = name or (last_person(text[start:end]) if source is text else "")
        if name:
            return name
    return ""


def is_about_speaker(text: str) -> bool:
    """Whether a statement begins with the speaker, and no "she" in it is somebody named before."""
    words = _FIRST_WORD.findall(text)
    if not words or any(map(refers_to_person, words)):
        return False
    code = detect(text, None)
    # Spanish says it with the verb: "soy".
    verbs = str(pack(code).table("sentences").get("speaker_verbs", "")).split() if code else ()
    return names_speaker(words[0]) or words[0].endswith(tuple(verbs))


def _name_at(text: str, start: int, end: int, common: Container[str]) -> str:
    """The name in a stretch, whole: O'Dowd; "" for "the GP", which is the name of nobody."""
    begins_inside = start > 1 and text[start - 1] in "'’" and text[start - 2].isupper()
    start -= 2 if begins_inside else 0
    if ends_inside := _REST_OF_NAME.match(text, end):
        # "Mia isn" of "Mia isn't" ends with a common word.
        is_part = (
            text[end - 1].isupper()
            or text[start : ends_inside.end()].rsplit(maxsplit=1)[-1] in common
        )
        end = ends_inside.end() if is_part else end
    name = _as_name(text[start:end], common)
    before = text[:start].split()[-1:] or [""]
    is_role = name.isupper() and is_article(before[0])
    is_date = name.casefold() in date_words() and precedes_date(before[0])
    return "" if is_role or is_date else name


def _as_name(text: str, common: Container[str]) -> str:
    """A name without adjacent words: "my brother Eli", "frère Luc n'"; "" for "she"."""
    words = text.strip(" '’\"-,.:").split()
    large = [word for word in words if word[:1].isupper() and word.casefold() not in common]
    while words and (words[0].casefold() in common or (large and words[0].islower())):
        words = words[1:]
    while len(words) > 1 and len(words[-1].strip("'’")) == 1:
        words.pop()
    # "Jules is", "customer now wants": a common word ends a name, unless a capitalized one follows.
    ends = (
        at
        for at in range(1, len(words))
        if words[at].casefold() in common and not "".join(words[at + 1 :])[:1].isupper()
    )
    words = words[: next(ends, len(words))]
    if not words or not words[0][0].isupper():
        return " ".join(words)
    # "Priya's handed", "Maeve started": a name ends before what is possessed, and before a verb.
    owner = next((at for at, word in enumerate(words) if word.endswith(("'s", "’s"))), None)
    if owner is not None:
        words = [*words[:owner], words[owner][:-2]]
    while len(words) > 1 and words[-1][0].islower():
        words.pop()
    return " ".join(words)
