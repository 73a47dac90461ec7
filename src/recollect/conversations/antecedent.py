"""Replaces a pronoun by what it stands for, where the conversation leaves no doubt.

A wrong name misleads more than a pronoun does, so every rule gives up (None) if in doubt.
`gendered_antecedent.py` has the rules of languages with grammatical gender.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from recollect.conversations.gendered_antecedent import with_name, with_noun
from recollect.conversations.keywords import Keyword, ParsedTurn
from recollect.conversations.language import Language, ReferenceKind, first_names
from recollect.conversations.noun_phrases import has_plural_head, noun_phrase, noun_phrases
from recollect.conversations.references import is_place, named_things, place
from recollect.conversations.topic import FollowUpQuestion, answer_names, chain_of

_PEOPLE: Final = frozenset({ReferenceKind.HE, ReferenceKind.SHE})
_PERIODS: Final = frozenset(
    "day days week weeks month months year years hour hours minute minutes night nights".split()
)
_NAME: Final = re.compile(r"[\w-]+(?:\s(?:[A-Z]\.|[A-Z][\w-]+))*")
_COUNTED: Final = re.compile(r"\b(?:how (?:many|much)|most|any|none|some|all) of $", re.IGNORECASE)


def with_antecedent(question: FollowUpQuestion) -> str | None:
    """The question with what its pronoun stands for in its place; None if that is not sure."""
    at, kind = question.follow_up.at, question.follow_up.kind
    if at is None:
        return None
    if question.language.grammatical:
        name = _person(question) if kind in _PEOPLE else None
        return with_name(question, name, at) if name else with_noun(question, at)
    if kind in _PEOPLE:
        return _replaced(question, _person(question), at)
    if kind is ReferenceKind.PLACE:
        return _replaced(question, _location(question, at), at)
    is_counted = kind is ReferenceKind.AMONG and _COUNTED.search(question.text[: at[0]])
    if kind in {ReferenceKind.IT, ReferenceKind.THEY} or is_counted:
        found = _thing(question, plural=kind is not ReferenceKind.IT)
        is_bare = is_counted and found and " " not in found
        return _replaced(question, f"the {found}" if is_bare else found, at)
    return None


def _person(question: FollowUpQuestion) -> str | None:
    """The only man, or the only woman, in the last turn about people."""
    for exchange in chain_of(question):
        for turn in exchange.turns[::-1]:
            people = dict(_people(turn, question.follow_up.kind))
            known = [span for span in people.values() if span]
            if any(_may_be_person(turn, word, known) for word in turn.names):
                return None
            names = {turn.text[slice(*span)] for span in known}
            if len(names) == 1 and len(known) == len(people):
                return names.pop()
            if people:
                is_sure = len(people) == 1 and turn is exchange.user and not names
                can_say = is_sure and not question.language.grammatical
                return noun_phrase(turn, list(people)) if can_say else None
    return None


def _people(
    turn: ParsedTurn, kind: ReferenceKind | None
) -> Iterator[tuple[Keyword, tuple[int, int] | None]]:
    """The people of one gender, each with the span of the name: Anna in “my friend Anna”."""
    for thing in named_things(turn):
        is_name = thing.word.lower in first_names()
        is_kin = thing.word.lower in turn.language.persons
        after = next((w for w in turn.names if is_kin and w.start == thing.word.end + 1), None)
        name = thing.word if is_name else after
        gender = thing.kind
        if after and gender not in _PEOPLE:
            gender = first_names().get(after.lower)
        if gender is kind:
            found = _NAME.match(turn.text, name.start) if name else None
            yield thing.word, found.span() if found else None


def _may_be_person(turn: ParsedTurn, word: Keyword, known: Sequence[tuple[int, int]]) -> bool:
    """Whether a capitalized word may name a person of unknown gender."""
    language = turn.language
    if language.capital_nouns or word.text[0].isdigit() or is_place(turn, word):
        return False
    is_known = word.lower in first_names() or word.lower in language.persons
    return not is_known and not any(start <= word.start < end for start, end in known)


def _thing(question: FollowUpQuestion, *, plural: bool) -> str | None:
    """The only thing, or the only things, in the last user turn with nouns."""
    for exchange in chain_of(question):
        turn = exchange.user
        groups = [group for group in noun_phrases(turn) if _is_thing(turn.language, group)]
        fitting = [group for group in groups if has_plural_head(turn, group) is plural]
        # An answer such as “330 metres” names nothing else that “it” could be.
        names = [name for name in answer_names(exchange) if not name[0].isdigit()]
        is_ambiguous = bool(turn.names if plural else names)
        if groups:
            is_sure = len(fitting) == 1 and not is_ambiguous
            return noun_phrase(turn, fitting[0]) if is_sure else None
    return None


def _is_thing(language: Language, group: Sequence[Keyword]) -> bool:
    words = {word.lower for word in group}
    is_person = any(language.persons.get(word) in _PEOPLE for word in words) or (
        group[0].lower in first_names()
    )
    return not is_person and not words <= language.times | _PERIODS | {
        w for w in words if w[0].isdigit()
    }


_GO: Final = frozenset(
    """go going went gone been get getting got move moving moved fly flying flew drive driving drove
    travel travelling traveling walk walking""".split()
)
_BEFORE_PLACES: Final = frozenset("from near around outside to".split())
_VAGUE: Final = frozenset("over out up down".split())


def _location(question: FollowUpQuestion, at: tuple[int, int]) -> str | None:
    """The named place that “there” means, with its preposition."""
    found = place(question)
    is_name = len(found) == 1 and all(word[0].isupper() for word in found[0].split())
    ahead = question.text[: at[0]].lower().split()[-1:] or [""]
    if not is_name or question.text[slice(*at)].lower() != "there" or ahead[0] in _VAGUE:
        return None
    if ahead[0] in _BEFORE_PLACES:
        return found[0]
    return f"{'to' if ahead[0] in _GO else 'in'} {found[0]}"


_OBJECTS: Final = frozenset("he him she it they them these those there".split())
_GIVE: Final = frozenset(
    """give gave bring brought send sent buy bought get got tell told show showed ask make
    made""".split()
)
# What follows “her” where it is no possessive, besides prepositions and verbs.
_AFTER_HER: Final = frozenset(
    "and or but so if that this too again then now a an the my some any it".split()
)


def _replaced(
    question: FollowUpQuestion, antecedent: str | None, at: tuple[int, int]
) -> str | None:
    if antecedent is None:
        return None
    before, word, after = question.text[: at[0]], question.text[slice(*at)], question.text[at[1] :]
    bent = _bent(question.language, antecedent, word.lower(), (before, after))
    if bent is None:
        return None
    return f"{before}{bent}{after}" if before.strip() else f"{bent[0].upper()}{bent[1:]}{after}"


def _bent(language: Language, antecedent: str, word: str, around: tuple[str, str]) -> str | None:
    """An English antecedent in the form of the pronoun; None if there is none, or two."""
    if word == "her":
        ahead = around[0].lower().split()[-1:]
        following = re.match(r"\s+([\w'’-]+)", around[1])
        next_word = following[1].lower() if following else ""
        if not next_word or next_word in _AFTER_HER | language.prepositions | language.verbs:
            return antecedent
        if ahead and ahead[0] in _GIVE:
            return None
    elif word in _OBJECTS:
        return None if re.match(r"['’](?!s\b)", around[1]) else antecedent
    elif word not in {"his", "its", "their"}:
        return None
    if language.prepositions.intersection(antecedent.lower().split()):
        return None
    return f"{antecedent}'" if word == "their" and antecedent.endswith("s") else f"{antecedent}'s"
