"""Whether a statement changes a standing instruction, by the words in which they differ."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final, Literal

from recollect.domain.entry import Entry
from recollect.domain.learning import Proposal
from recollect.domain.marks import SINGLE_VALUED
from recollect.domain.similarity import stem_of, stems_of
from recollect.extraction.numbers import numbers_in
from recollect.languages.detect import detect
from recollect.languages.endings import says_it_ended, without_ending
from recollect.languages.pack import pack
from recollect.languages.sentences import after_denial, sentences
from recollect.languages.words import names_speaker, negations_in
from recollect.learning.joined_parts import content_stems
from recollect.learning.statement_words import is_denied, words_in_order

# In "2-space", two words; in "yyyy-mm-dd", one.
_WORD: Final = re.compile(r"\d+(?=-[^\W\d])|\w+(?:[./'’-]\w+)*")
_NUMBER: Final = "number"
# What is denied in more words than these names no value: "not make test", "not npm run test:ci".
_LONGEST_VALUE: Final = 4
_VERB_AND_VALUE: Final = 2

Contrast = Literal["value", "part", "means", "topic", "unsure", ""]


def contrast(statement: str, rule: str, *, corrects: bool = False) -> Contrast:
    """How an instruction differs from an earlier one; "" if they are not worded alike.

    In a "value" that excludes the other (in German, in English), or in one and nothing else of its
    words ("part": pnpm instead of npm), in its "topic" (single quotes in Python, double quotes in
    SQL), in the "means" (tests with pytest), or it is "unsure". One that `corrects` may say only
    the value.
    """
    code = detect(rule, None)
    if code is None:
        return ""
    said, denied = _without_denied(statement.casefold(), code)
    texts = without_ending(said, code), rule
    new, old = (_words(_first_clause(text, code), code) for text in texts)
    found = _denied_contrast(said, denied, rule, [*new])
    if found or is_denied(said) != is_denied(rule):
        return found
    added = {word: row for word, row in new.items() if word not in old}
    missing = {word: row for word, row in old.items() if word not in new}
    begins_alike = not {*[*new][:1], *[*old][:1]}.isdisjoint(new.keys() & old.keys())
    if not (added and missing and begins_alike):
        return ""
    rows = {*added.values()} & {*missing.values()} - {""}
    # What differs besides the values: "2 spaces" may take the place of "tabs".
    more, less = (
        [word for word, row in words.items() if not rows or row not in rows | {_NUMBER}]
        for words in (added, missing)
    )
    unsaid = [] if corrects and rows else less
    is_value = missing.keys() <= _words(denied, code).keys() or not (more or unsaid)
    if is_value and (rows == {_NUMBER} or not is_denied(rule)):
        # What else they say may be a reason, or an exception.
        is_all = [len(_words(text, code)) for text in texts] == [len(new), len(old)]
        return "value" if is_all else ""
    if is_denied(rule) or (rows and more and less):
        return "topic"
    return "means" if _differ_in_means(texts, code) else "unsure"


def _denied_contrast(said: str, denied: str, rule: str, new: list[str]) -> Contrast:
    """How an instruction that denies a value differs from a rule with that value, or "" if none."""
    code = detect(rule, None) or ""
    kept = [*_words(_without_value(rule, without_ending(denied, code)), code)]
    if not kept or is_denied(said):
        return ""
    if is_denied(rule):
        return "topic"  # both forbid it
    if {*kept} < {*new}:
        return "value"
    if new[:1] == kept[:1] and len({*new} - {*kept}) == 1:
        return "part"
    # "Use pnpm instead of yarn" says nothing but what takes the place of yarn.
    return "part" if len(new) == _VERB_AND_VALUE else ""


def _differ_in_means(texts: tuple[str, str], code: str) -> bool:
    """Whether they ask for the same with something else: the tests with make, or with pytest."""
    means = "|".join(str(pack(code).table("rules")["means"]).split())
    parts = [re.split(rf"\b(?:{means})\b", text.casefold(), maxsplit=1) for text in texts]
    first, second = (_words(part[0], code).keys() for part in parts)
    return min(map(len, parts)) > 1 and first == second and len(first) > 1


def contrast_with(old: Entry, proposal: Proposal, *, corrects: bool = False) -> Contrast:
    """How a statement that may be an instruction differs from a memory that is one.

    What could change nothing else is about another topic unless it is worded alike, forbids
    something or speaks to somebody: "delete the branch" is not "you may delete branches".
    """
    quote, only = proposal.quote, proposal.only_instructions
    may_be_one = proposal.standing or proposal.tentative or _begin_alike(quote, old.content)
    if not (old.is_standing and may_be_one) or proposal.attribute in SINGLE_VALUED:
        return "topic" if only else ""
    said = (quote[start:end] for start, end in sentences(quote))
    found = (contrast(one, old.content, corrects=corrects) for one in said)
    speaks = forbids(quote) or names_speaker(quote)
    return next(filter(None, found), "topic" if only and not speaks else "")


def _begin_alike(statement: str, rule: str) -> bool:
    """Whether both begin with the same verb, or one denies what the other says: "not with yarn"."""
    code = detect(rule, None) or "en"
    first, second = ([*_words(text, code)][:1] for text in (statement, rule))
    denied = without_ending(_without_denied(statement.casefold(), code)[1], code)
    return first == second or bool(denied and _without_value(rule, denied))


def is_lasting(text: str) -> bool:
    """Whether an instruction says that it holds on: always, from now on."""
    code = detect(text, None)
    phrases = pack(code).table("remember")["ever"] if code else ()
    return any(f" {phrase}" in f" {text.casefold()}" for phrase in phrases)


def takes_back(message: str) -> bool:
    """Whether it says that something was not right: "actually, …", "that's wrong", "…, not 4"."""
    code, text = detect(message, None), message.casefold()
    if code is None:
        return False
    openers = "|".join(pack(code).table("rules")["correcting"])
    opened = re.match(rf"\W*(?:{openers})(?!\w)", text)
    return bool(opened or after_denial(text, code) or _without_denied(text, code)[1])


def may_leave(proposal: Proposal, old: Entry) -> bool:
    """Whether it may leave an instruction that it seems to end.

    It may forbid something else, tell what happened on a day, or say what to do only once.
    """
    if not forbids(proposal.quote):
        return old.is_standing and (proposal.only_instructions or bool(proposal.when))
    both = proposal.standing and old.is_standing
    return both and any(forbidden_besides(proposal.quote, old.content))


def names_all(statement: Proposal, rule: Entry) -> bool:
    """Whether it forbids, in a rule's own words, what the rule asks for: "stop running make"."""
    both = statement.standing and rule.is_standing and forbids(statement.quote)
    found = forbidden_besides(statement.quote, rule.content) if both else []
    return len(found) > 1 and not any(found) and not forbids(rule.content)


def forbids(text: str) -> bool:
    """Whether an instruction says what shall not be done, or not any more."""
    return is_denied(text) or says_it_ended(text)


def forbidden_besides(text: str, rule: str) -> list[bool]:
    """For each word that says what is forbidden, whether a rule lacks it: any form of "run"."""
    denials = {*negations_in(text, detect(text, None))}
    # Of "stop using tabs, use spaces instead" the first clause.
    first = re.split(r"[,;:](?=\s)", text)[0]
    text = first if forbids(first) else text
    said = [word for word in words_in_order(without_ending(text)) if word not in denials]
    known = tuple(stems_of(rule))
    return [not stem_of(word).startswith(known) for word in said if content_stems(word)]


def _without_denied(text: str, code: str) -> tuple[str, str]:
    """An instruction without ", not single ones" or "instead of tabs", and what that denies."""
    denials = "|".join(pack(code).table("rules")["denials"])
    found = re.search(rf"(?:{denials}) ((?:[^,.;:!?]|[.:](?=\w))+),?", text)
    return (text[: found.start()] + text[found.end() :], found[1]) if found else (text, "")


def _without_value(rule: str, denied: str) -> str:
    """What else a rule says, if it has the denied words, in this order; otherwise nothing."""
    words = denied.strip(" `'\"“”").split()
    value = r"\s+".join(map(re.escape, words)) if len(words) <= _LONGEST_VALUE else ""
    before, *after = re.split(rf"(?<![\w-]){value}(?![\w-])", rule.casefold()) if value else [""]
    return " ".join([before, *after]) if after else ""


def _first_clause(text: str, code: str) -> str:
    """What an instruction asks for, without the reasons that may follow."""
    ends = (found.start() for found in re.finditer(r"[,;:]|[.!?](?=\s|$)", text))
    return text[: next((end for end in ends if len(_words(text[:end], code)) > 1), len(text))]


def _words(text: str, code: str) -> Mapping[str, str]:
    """The words that say what to do, in one form, each with the row of values it is in, or ""."""
    filling = pack(code).table("rules")["filling"].split()
    found: dict[str, str] = {}
    for word in _WORD.findall(text.casefold()):
        row, form = _values(code).get(word, ("", stem_of(word).rstrip("s")))
        if numbers := numbers_in(word):
            row, form = _NUMBER, str(min(numbers)) if word.isalpha() else word
        # "Run the tests with make test" has one word twice.
        form += "'" if form in found else ""
        found |= {} if word in filling else {form: row}
    return found


@cache
def _values(code: str) -> Mapping[str, tuple[str, str]]:
    """Every word of a row of values, with the row and the first word that means the same."""
    rows = pack(code).table("rules")["values"]
    poles = [(row, pole.split("=")) for row in rows for pole in row.split()]
    return {word: (row, words[0]) for row, words in poles for word in words}
