"""Resolves references: pronouns, “there”, and phrases such as “that restaurant”."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from recollect.conversations.keywords import Keyword, ParsedTurn, is_plural, within
from recollect.conversations.language import ReferenceKind, first_names
from recollect.conversations.topic import DEPTH, FollowUpQuestion, answer_names, same_topic, topic


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that a turn names, with the gender of its article or kinship term."""

    word: Keyword
    kind: ReferenceKind | None


def gendered(question: FollowUpQuestion) -> list[str]:
    """The referent that agrees with the pronoun; only its clause if there is another candidate."""
    wanted = question.follow_up.kind
    for exchange in question.exchanges[:DEPTH]:
        # Whether the answer may introduce the referent.
        names_one = exchange.user.asks_for_a_name or not exchange.user.language.grammatical
        for turn in (exchange.user, exchange.answer):
            if turn is None or (turn is exchange.answer and not names_one):
                continue
            things = named_things(turn)
            fitting = [thing for thing in things if thing.kind is wanted]
            rivals = [thing for thing in things if thing.kind not in {wanted, None}]
            if fitting:
                names = answer_names(exchange) if turn is exchange.user else []
                is_unclear = rivals or not question.language.grammatical
                words = _clause_of(turn, fitting[0].word, rivals) if is_unclear else turn.nouns
                return turn.phrases(words) + names
        if not question.language.grammatical:
            names = answer_names(exchange)
            if names:
                return names + exchange.user.noun_phrases
    return topic(question)


def named_things(turn: ParsedTurn) -> list[Thing]:
    """What a turn names: people, and nouns with their gender where articles show it."""
    language = turn.language
    nouns = set(turn.nouns)
    things: list[Thing] = []
    for place, word in enumerate(turn.words):
        ahead = [w.lower for w in turn.words[max(0, place - 2) : place]]
        # “My brother Andrea”: the kinship term is more reliable than the name.
        kin_before = bool(ahead) and ahead[-1] in language.persons
        kin = language.persons.get(word.lower)
        named = (
            first_names().get(word.lower) if word.capital and not (things and kin_before) else None
        )
        if kin or named:
            things.append(Thing(word, kin or named))
        elif word in nouns and language.grammatical:
            kind = next(
                (language.genders[a] for a in reversed(ahead[-2:]) if a in language.genders), None
            )
            direct = bool(ahead) and (ahead[-1] in language.genders or word.capital)
            things.append(Thing(word, kind if direct else None))
    return things


_CLAUSES: Final = re.compile(
    r"[,.;:!?]\s|\s(?:and|but|while|und|aber|y|pero|et|mais|e)\s", re.IGNORECASE
)


def _clause_of(turn: ParsedTurn, word: Keyword, rivals: Sequence[Thing]) -> list[Keyword]:
    start = max((m.end() for m in _CLAUSES.finditer(turn.text, 0, word.start)), default=0)
    stop = _CLAUSES.search(turn.text, word.end)
    inside = within(turn.content, (start, stop.start() if stop else len(turn.text)))
    excluded = {thing.word for thing in rivals}
    return [w for w in inside if w not in excluded and (w in turn.nouns or w.start <= word.start)]


def plural(question: FollowUpQuestion) -> list[str]:
    """The topic, and the names in the answer if the user named neither a plural nor a company."""
    user, answer = question.last.user, question.last.answer
    companies = [w for w in user.names if not is_place(user, w)]
    if (
        answer is None
        or companies
        or any(map(is_plural, user.nouns))
        or user.language.capital_nouns
    ):
        return topic(question)
    return answer.phrases(answer.names) + topic(question)


def place(question: FollowUpQuestion) -> list[str]:
    """The last place named, after “in” or “to” or as an answer."""
    for exchange in question.exchanges:
        for turn in exchange.turns if exchange.user.asks_for_a_name else exchange.turns[::-1]:
            places = [w for w in turn.names if is_place(turn, w)]
            places = [
                w for w in places if not _ORIGIN.search(turn.text[: w.start].lower())
            ] or places
            if not places and turn is exchange.answer and exchange.user.asks_for_a_name:
                places = list(turn.names[:2]) if not turn.language.capital_nouns else []
            if not places and not turn.language.capital_nouns and turn is exchange.user:
                places = [w for w in turn.names if w.lower not in turn.language.times]
            kinds = {turn.language.types.get(word.lower) for word in turn.words}
            if not places and turn is exchange.user and "name" in kinds:
                return turn.noun_phrases
            if places:
                near = [w for w in turn.names if w.start == places[-1].end + 1]
                return turn.phrases([places[-1], *near])
    return topic(question)


_ORIGIN: Final = re.compile(r"\b(?:from|of|aus|von|ab|depuis|desde|de|leaving)\s$")


def is_place(turn: ParsedTurn, word: Keyword) -> bool:
    """Whether a word follows a preposition of place."""
    before = turn.text[: word.start].replace("’", "'").lower()
    return word.lower not in turn.language.times and bool(turn.language.places.search(before))


def named_again(question: FollowUpQuestion) -> list[str]:
    """The name of “that restaurant”, or the last turn that used the word."""
    noun = question.follow_up.detail.split()
    kinds = {question.language.types.get(word) for word in noun} - {None}
    if "document" in kinds:
        return _document(question) or topic(question)
    if "topic" in kinds:
        return same_topic(question)
    for exchange in question.exchanges:
        phrases = [p for turn in exchange.turns for p in turn.phrases(turn.names)]
        if "name" in kinds and phrases and not question.language.capital_nouns:
            return phrases + exchange.user.noun_phrases
        if any(word.lower in noun for turn in exchange.turns for word in turn.words):
            return exchange.user.noun_phrases + phrases
    return topic(question)


def _document(question: FollowUpQuestion) -> list[str]:
    documents = question.language.document_words
    for turn in (exchange.user for exchange in question.exchanges):
        if any(word.lower in documents for word in turn.words):
            return turn.noun_phrases
    return []
