"""Puts a name or a noun in the place of a pronoun in languages with grammatical gender.

A pronoun shows gender and case, and so the article that a noun in its place has. As in English,
every rule gives up (None) if in doubt.
"""

import re
from typing import Final

from recollect.conversations.keywords import Keyword, ParsedTurn
from recollect.conversations.language import Language, first_names
from recollect.conversations.references import named_things
from recollect.conversations.topic import FollowUpQuestion, answer_names

_NEXT: Final = re.compile(r"\s+([\w'’-]+)")
_VOWEL: Final = re.compile(r"[aeiouhyàâéèêëîïôœùûü]", re.IGNORECASE)
# French: “habite-t-elle ?” asks about “habite Julie ?”, if nothing depends on the verb.
_INVERTED: Final = re.compile(r"(?:-t)?-$")
_THAT: Final = re.compile(r"\bqu['’]$", re.IGNORECASE)
# What joins a noun to one that belongs to it: “machine à laver”, “Zug nach Köln”.
_JOINS: Final = re.compile(r"\s+(?:à|de|en|d['’]|nach|aus|von)\s*")


def with_name(question: FollowUpQuestion, name: str, at: tuple[int, int]) -> str | None:
    """The question with a person's name in the place of a pronoun."""
    language = question.language
    before, word, after = question.text[: at[0]], question.text[slice(*at)], question.text[at[1] :]
    if word.lower() in language.name_possessives and _is_possessive(word, after):
        return f"{before}{_genitive(name, word)}{after}"
    if word.lower() not in language.name_pronouns or _may_be_other(language, before, word, after):
        return None
    return _joined(before, name, after)


def with_noun(question: FollowUpQuestion, at: tuple[int, int]) -> str | None:
    """The question with the only noun that agrees with its pronoun, with the pronoun's article."""
    before, word, after = question.text[: at[0]], question.text[slice(*at)], question.text[at[1] :]
    article = question.language.pronoun_articles.get(word.lower())
    if article is None or _may_be_other(question.language, before, word, after):
        return None
    noun = _only_noun(question)
    if noun is None:
        return None
    is_elided = article in {"le", "la"} and _VOWEL.match(noun)
    return _joined(before, f"l'{noun}" if is_elided else f"{article} {noun}", after)


def _may_be_other(language: Language, before: str, word: str, after: str) -> bool:
    """Whether a pronoun may be a polite “Sie”, a “sie” for several, or an “ihr” of another kind."""
    if not language.capital_nouns:
        return False
    ahead = before.lower().split()[-1:] or [""]
    if word.lower() == "sie":
        return word != "sie" or ahead[0].endswith("en") or ahead[0] == "sind"
    following = _NEXT.match(after)
    next_word = following[1] if following else ""
    is_dative = not next_word or next_word.endswith("en") or language.is_function_word(next_word)
    return word.lower() == "ihr" and not is_dative


def _is_possessive(word: str, after: str) -> bool:
    """Whether a noun follows: “ihr Geburtstag”, but not “ihr zum Geburtstag”."""
    words = re.findall(r"[\w'’-]+", after)[:2]
    if words and words[0][0].isupper():
        return True
    return len(words) > 1 and words[1][0].isupper() and word.lower() not in {"ihr", "sein"}


def _genitive(name: str, word: str) -> str:
    genitive = f"{name}'" if name[-1] in "sßxz" else f"{name}s"
    return genitive if word[0].islower() or name[0].isupper() else genitive.capitalize()


def _joined(before: str, phrase: str, after: str) -> str | None:
    if _INVERTED.search(before):
        alone = not re.search(r"\w", after)
        return f"{_INVERTED.sub(' ', before)}{phrase}{after}" if alone else None
    if _THAT.search(before) and not _VOWEL.match(phrase):
        return f"{before[:-1]}e {phrase}{after}"
    if before.strip() or phrase[0].isupper():
        return f"{before}{phrase}{after}"
    return f"{before}{phrase[0].upper()}{phrase[1:]}{after}"


def _only_noun(question: FollowUpQuestion) -> str | None:
    """The only noun of the pronoun's gender in the last exchange, if the user said it."""
    turn, answer, kind = question.last.user, question.last.answer, question.follow_up.kind
    if any(_may_be_meant(turn.language, name) for name in answer_names(question.last)):
        return None
    if answer is not None and any(thing.kind is kind for thing in named_things(answer)):
        return None
    things = [thing for thing in named_things(turn) if thing.word.lower not in turn.language.times]
    fitting = [thing.word for thing in things if thing.kind is kind]
    if len(fitting) != 1 or _is_person(turn.language, fitting[0]):
        return None
    noun = _phrase(turn, fitting[0])
    unknown = (thing.word for thing in things if thing.kind is None)
    return None if noun is None or any(_is_rival(turn, word, noun) for word in unknown) else noun


def _may_be_meant(language: Language, name: str) -> bool:
    """Whether an answer names something, and not only a number: “330 Meter”, “acht”."""
    return name[0].isupper() if language.capital_nouns else not name[0].isdigit()


def _is_person(language: Language, word: Keyword) -> bool:
    return word.lower in first_names() or word.lower in language.persons


def _is_rival(turn: ParsedTurn, word: Keyword, noun: str) -> bool:
    """Whether a noun of unknown gender may be meant as well."""
    ahead = turn.text[: word.start].replace("’", "'").lower().split()[-1:] or [""]
    if word.text in noun.split() or ahead[0] in turn.language.prepositions:
        return False
    return turn.language.capital_nouns or ahead[0] in turn.language.determiners


def _phrase(turn: ParsedTurn, noun: Keyword) -> str | None:
    """The noun with what surely belongs to it; None after a preposition, which bends articles."""
    ahead = [word.lower for word in turn.words if word.end <= noun.start][-2:]
    if len(ahead) > 1 and ahead[-2] in turn.language.prepositions:
        return None
    group = next(group for group in turn.groups(turn.nouns) if noun in group)
    group = group[group.index(noun) :][:2]
    is_joined = len(group) > 1 and _JOINS.fullmatch(turn.text, noun.end, group[1].start)
    last = group[1] if len(group) > 1 and is_joined else noun
    is_whole = turn.language.capital_nouns or _ends(turn, last)
    return turn.text[noun.start : last.end] if is_whole else None


def _ends(turn: ParsedTurn, word: Keyword) -> bool:
    """Whether the phrase ends at this word: no unknown word follows, which might be its verb."""
    after = next((w for w in turn.words if w.start >= word.end), None)
    if after is None or re.search(r"[,.;:!?]", turn.text[word.end : after.start]):
        return True
    return turn.language.is_function_word(after.lower)
