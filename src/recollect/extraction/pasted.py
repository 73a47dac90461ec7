"""Tells the prose that somebody pasted into a message from what they typed, by its form.

A message is a lead-in ("what do you think of this?"), a body, and perhaps a last line about it. A
body is scored by a few measured features, whose words, forms and weights are in `pasted.toml`.
When in doubt it counts as pasted: a fact that is missed can be said again, one that a page planted
is believed.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, pairwise
from typing import Final, NamedTuple

from recollect.domain.data_files import read_toml
from recollect.languages.detect import detect_confidently
from recollect.languages.words import greetings, is_question_word

_DATA: Final = read_toml("recollect.extraction", "pasted.toml")
# Each form, and what is in every body that has it, in lower case: looking for that is faster.
_PAGE: Final = tuple(
    (re.compile(form), tuple(_DATA["page_parts"].get(name, ("",))))
    for name, form in _DATA["page"].items()
)
_WEIGHTS: Final[Mapping[str, float]] = _DATA["weights"]
# Where a lead-in may end: the end of a paragraph, a question, or a clause before a colon.
_CUT: Final = re.compile(r"(?<![ \t])[ \t]*\n\s*|(?<=[:?])[ \t]+")
_POINT: Final = re.compile(r"(?:[-*•]|\d+[.)])\s")
_SENTENCE_END: Final = re.compile(r"(?<![.!?…])[.!?…]+\s+|\n+")
_WORD: Final = re.compile(r"[\w][\w'’;-]*")
# Where lower case is not what a regular expression takes for it.
_ODD_CASE: Final = re.compile("[\u0130\u0131\u017f\u212a]")
_LABEL: Final = re.compile(r"(?m)^\W?([^\W\d][^:\n]{0,24}):[ \t]|<(\w{1,24})> ")
# Words that are about a text: what to do with it, what it is called, who wrote it.
_ABOUT_TEXT: Final = ("handling", "texts", "telling")
_NO_CUES: Final = dict.fromkeys(("pointing", *_ABOUT_TEXT, "asking"), 0.0)
# So many places are tried as the end of the lead-in; a longer lead-in is no lead-in.
_MOST_CUTS: Final = 12
_LONGEST_LEAD: Final = 200
_LONGEST_CLOSING: Final = 240
_FEWEST_WORDS, _FEWEST_WORDS_APART = 10, 4
_HEADING_WORDS: Final = 9
_GREETING_WORDS: Final = 6
_LONG_LINE_WORDS: Final = 10
_LONG_BODY, _SHORT_BODY = 400, 80
_WRAPPED, _WRAPPED_LENGTH = 3, 40
# Typed text about oneself says "I" or "my" in a larger share of its sentences.
_FEW_OWN: Final = 0.35
# So many words in a sentence are seldom typed, nor is a body of this length at once.
_LONG_SENTENCE: Final = 16
_VERY_LONG_BODY: Final = 700
# Of a long body only this many characters are measured.
_MEASURED: Final = 6_000


@dataclass(frozen=True, slots=True)
class Parts:
    """A message as a lead-in, a body from `start` to `end`, and a last line."""

    lead: str
    # How many lines end between the lead-in and the body, at most two.
    gap: int
    body: str
    closing: str
    start: int
    end: int


def pasted_spans(text: str) -> list[tuple[int, int]]:
    """Where a message has prose that was probably pasted; nowhere if it seems to be typed."""
    for parts in ways_to_part(text):
        if _score(parts) > 0:
            return [(parts.start, parts.end)]
    return []


def ways_to_part(text: str) -> Iterator[Parts]:
    """The message with each lead-in that it may have, if any, and a body of more than a few words.

    Of a long body only the beginning is measured.
    """
    end = len(text.rstrip())
    close = _closing_start(text, end)
    for lead, gap, start in _leads(text, close):
        body = text[start : min(close, start + _MEASURED)]
        is_apart = gap > 1 or lead.endswith(":")
        if _has_words(body, _FEWEST_WORDS_APART if is_apart else _FEWEST_WORDS):
            yield Parts(lead, gap, body, text[close:end], start, close)


def _score(parts: Parts) -> float:
    """How much more a body looks pasted than typed.

    Words such as "I" only lower it, and finding them takes longest, as it takes the language: they
    are looked for only if the body looks pasted without them.
    """
    measured = _measure(parts)
    without = _weighted(_features(parts, measured, 0.0))
    if without <= 0:
        return without
    return _weighted(
        _features(parts, measured, _first_person_share(parts.body, measured.sentences))
    )


def _weighted(measured: Mapping[str, float]) -> float:
    return _WEIGHTS["start"] + sum(_WEIGHTS[name] * value for name, value in measured.items())


def _leads(text: str, end: int) -> Iterator[tuple[str, int, int]]:
    """The lead-ins that a message may have, how many lines end after each, and where that is."""
    yield "", 0, 0
    start = 0
    for found in islice(_CUT.finditer(text, 0, end), _MOST_CUTS):
        if found.end() >= end:
            return
        lead, gap = text[start : found.start()], found[0].count("\n")
        ends = gap != 1 or start == 0 or lead[-1:] in ":?"
        # On the same line only words about a text lead to one.
        leads = gap > 0 or any(_cues(lead).values())
        if ends and leads and len(lead) <= _LONGEST_LEAD and not _POINT.match(lead):
            yield lead, min(gap, 2), found.end()
        start = found.end()


def _closing_start(text: str, end: int) -> int:
    """Where the last line begins, if it is a question or points at what is above it."""
    start = text.rfind("\n", 0, end) + 1
    line = text[start:end]
    if not start or not 0 < len(line) <= _LONGEST_CLOSING:
        return end
    words = _words(line)
    asks = line[-1] == "?" or (bool(words) and is_question_word(words[0]))
    points = bool(_known("pointing") & {*words}) and line[-1] not in ".!"
    return start if asks or points else end


class _Measured(NamedTuple):
    """What is measured of a body, and of the lines around it, whatever share says "I"."""

    sentences: list[str]
    lead: Mapping[str, float]
    closing: Mapping[str, float]
    body: Mapping[str, float]


def features(parts: Parts) -> dict[str, float]:
    """What is measured of a body and of the lines around it."""
    measured = _measure(parts)
    return _features(parts, measured, _first_person_share(parts.body, measured.sentences))


def _measure(parts: Parts) -> _Measured:
    sentences = [part for part in map(str.strip, _SENTENCE_END.split(parts.body)) if part]
    body = _body_features(parts.body, sentences)
    cues = _cues(parts.closing)
    closing = {
        "asks_for_help": float(not parts.lead and not body["page"] and _asks_for_help(parts)),
        "closing": sum(cues.values()) / 2,
        "points_back": cues["pointing"] * max(cues[name] for name in _ABOUT_TEXT),
    }
    return _Measured(sentences, _lead_features(parts), closing, body)


def _features(parts: Parts, measured: _Measured, first_person: float) -> dict[str, float]:
    lead, length = measured.lead, len(parts.body)
    is_impersonal = float(first_person < _FEW_OWN)
    return {
        **lead,
        "goes_on": lead["goes_on"] * first_person,
        "impersonal": lead["impersonal"] * is_impersonal * (min(length, _LONG_BODY) / _LONG_BODY),
        "impersonal_alone": lead["impersonal_alone"]
        * is_impersonal
        * (min(length, _VERY_LONG_BODY) / _VERY_LONG_BODY) ** 2,
        **measured.closing,
        "first_person": first_person,
        **measured.body,
    }


def _asks_for_help(parts: Parts) -> bool:
    """Whether it ends in a question or wish that is not about a text: it tells what for."""
    line = parts.body.rstrip().rpartition("\n")[2]
    last = _last_sentences(line, 1)
    cues = _cues(last)
    about_text = cues["handling"] or cues["pointing"] * max(cues["asking"], cues["texts"])
    asks = last.endswith("?") or _has("wanting", last) or _has("composing", last)
    # On a line by itself it may be about what stands above.
    return asks and not about_text and last != line


def _lead_features(parts: Parts) -> dict[str, float]:
    gap, lead = parts.gap, _last_sentences(parts.lead, 2 if parts.gap else 1)
    cues = _cues(lead)
    has_cue, colon = any(cues.values()), lead.endswith(":")
    about_text = max(cues[name] for name in _ABOUT_TEXT)
    is_own = bool(lead) and not about_text and bool(_first_person(parts.lead) & {*_words(lead)})
    announces = _has("own", lead)
    # "I have been at this company for years." says something, and introduces nothing.
    introduces = has_cue and not (is_own and lead.endswith("."))
    goes_on = bool(lead) and not gap and not (about_text and (colon or cues["pointing"]))
    return {
        **cues,
        "apart": gap * float(introduces),
        "apart_without_cue": gap * float(bool(lead) and not introduces),
        "composing": float(_has("composing", lead)),
        "announces_own": float(announces),
        "about_oneself": float(is_own),
        "quoting": about_text * float(colon and not announces),
        "colon": float(colon and has_cue),
        "question": float(lead.endswith("?")),
        "no_lead": float(not lead),
        "goes_on": float(goes_on),
        "impersonal": float(gap > 0 or colon),
        # A page without any lead-in.
        "impersonal_alone": float(not lead),
        "other_language": float(bool(lead) and _differ(lead, parts.body)),
    }


def _last_sentences(lead: str, count: int) -> str:
    """What is said last before a text, and so about it."""
    ends = [found.end() for found in _SENTENCE_END.finditer(lead)]
    return lead[ends[-count] :] if len(ends) >= count else lead


def _cues(line: str) -> dict[str, float]:
    """Which sorts of words a line has that speaks about a text."""
    if not line:
        return dict(_NO_CUES)
    pointing = float(bool(_known("pointing") & {*_words(line)}))
    return {"pointing": pointing} | {
        name: float(_has(name, line)) for name in (*_ABOUT_TEXT, "asking")
    }


def _first_person_share(body: str, sentences: Sequence[str]) -> float:
    """The share of a body in sentences about the author.

    In characters, so that the points of a list do not outweigh a sentence.
    """
    words = [(len(part), {*_words(part)}) for part in sentences]
    # Whatever the language, no word of any means "I"; the language takes longer to find.
    if not any(_first_person_in(None) & found for _, found in words):
        return 0.0
    first_person = _first_person(body)
    own = sum(length for length, found in words if first_person & found)
    return own / max(sum(map(len, sentences)), 1)


def _body_features(body: str, sentences: Sequence[str]) -> dict[str, float]:
    count = max(len(sentences), 1)
    return {
        "short": max(_SHORT_BODY - len(body), 0) / _SHORT_BODY,
        "page": min(float(_page_marks(body)), 4.0),
        # Share of the text in long sentences.
        "long_sentences": sum(
            len(part) for part in sentences if len(part.split()) >= _LONG_SENTENCE
        )
        / max(sum(map(len, sentences)), 1),
        # People begin in lower case as they type.
        "casual": sum(part[0].islower() for part in sentences) / count,
    }


def _page_marks(body: str) -> int:
    """How many sorts of marks a body has that pages, mails and chats have."""
    lines = [line.strip() for line in body.splitlines() if line.strip()]
    counts = [len(_words(line)) for line in lines]
    headings = sum(
        count <= _HEADING_WORDS
        and below >= _LONG_LINE_WORDS
        and line[0].isupper()
        and line[-1] not in ".,;:!?"
        for line, (count, below) in zip(lines, pairwise(counts), strict=False)
    )
    labels = [found[1] or found[2] for found in _LABEL.finditer(body)]
    last = {*_words(" ".join(lines[-3:])[-80:])}
    return (
        _count_forms(body)
        + min(headings, 2)
        + (len(labels) > len({*labels}))
        + bool(_known("signing_off") & last)
        + any(map(_greets, lines[:3]))
        + _is_wrapped(lines)
    )


def _count_forms(body: str) -> int:
    if _ODD_CASE.search(body):
        return sum(bool(form.search(body)) for form, _ in _PAGE)
    low = body.lower()
    return sum(
        any(part in low for part in parts) and bool(form.search(body)) for form, parts in _PAGE
    )


def _greets(line: str) -> bool:
    """Whether a line is the salutation of a letter."""
    words = _words(line)
    return 0 < len(words) <= _GREETING_WORDS and words[0] in greetings() and line[-1] in ",:!"


def _is_wrapped(lines: Sequence[str]) -> bool:
    """Whether lines break in the middle of sentences, as printed text does."""
    inside = [line for line in lines[:-1] if line[-1].isalpha() or line[-1] == ","]
    return len(inside) >= _WRAPPED and all(len(line) > _WRAPPED_LENGTH for line in inside)


def _differ(lead: str, body: str) -> bool:
    languages = {detect_confidently(lead), detect_confidently(body)}
    return None not in languages and len(languages) > 1


def _folded(text: str) -> str:
    return text.casefold().replace("’", "'")


def _words(text: str) -> list[str]:
    return _WORD.findall(_folded(text))


def _has_words(text: str, count: int) -> bool:
    return sum(1 for _ in islice(_WORD.finditer(_folded(text)), count)) == count


def _first_person(text: str) -> frozenset[str]:
    """The words for "I" and "we" in the language of a text, or in all if that is unsure."""
    return _first_person_in(detect_confidently(text))


@cache
def _first_person_in(language: str | None) -> frozenset[str]:
    table = _DATA["first_person"]
    lists = [table[language]] if language in table else table.values()
    return frozenset(word for words in lists for word in words.split())


@cache
def _known(name: str) -> frozenset[str]:
    return frozenset(_DATA["words"][name].split())


def _has(name: str, line: str) -> bool:
    """Whether a line has a word of a list."""
    return bool(_phrases(name).search(_folded(line)))


@cache
def _phrases(name: str) -> re.Pattern[str]:
    """A pattern for the words of a list; "*" ends the beginning of a word."""
    phrases = (re.escape(item.replace("_", " ")) for item in _DATA["words"][name].split())
    ends = (item[:-2] if item.endswith("\\*") else rf"{item}(?!\w)" for item in phrases)
    return re.compile(rf"(?<!\w)(?:{'|'.join(ends)})")
