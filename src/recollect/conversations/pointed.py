"""Whom a pronoun means, where “there” is, what “that restaurant” is called."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from recollect.conversations.first_names import FIRST_NAMES
from recollect.conversations.keywords import Turned, Word, is_plural, within
from recollect.conversations.language import Kind
from recollect.conversations.topic import (
    DEPTH,
    Exchange,
    FollowUpQuestion,
    answered,
    chain_of,
    nouns,
    told,
    topic,
)


@dataclass(frozen=True, slots=True)
class _Thing:
    """Something a turn names, with what its article or its kin word tells of it."""

    word: Word
    kind: Kind | None


def gendered(asked: FollowUpQuestion) -> list[str]:
    """The one that agrees with the pronoun; its clause alone, where another stands beside it."""
    wanted = asked.found.kind
    for exchange in asked.exchanges[:DEPTH]:
        for turn in (exchange.user, exchange.answer):
            if turn is None or (turn is exchange.answer and not _names_one(exchange)):
                continue
            things = _things(turn)
            fitting = [thing for thing in things if thing.kind is wanted]
            rivals = [thing for thing in things if thing.kind not in {wanted, None}]
            if fitting and (rivals or not asked.language.grammatical):
                names = answered(exchange) if turn is exchange.user else []
                return turn.show(_clause_of(turn, fitting[0].word, rivals)) + names
            if fitting:
                names = answered(exchange) if turn is exchange.user else []
                return turn.show(turn.nouns) + names
        if not asked.language.grammatical:
            names = answered(exchange)
            if names:
                return names + exchange.user.show(exchange.user.nouns)
    return topic(asked)


def _names_one(exchange: Exchange) -> bool:
    """Whether the answer brings in whom or what is talked about next, rather than speaking of it."""
    return exchange.user.asks_for_a_name or not exchange.user.language.grammatical


def _things(turn: Turned) -> list[_Thing]:
    language = turn.language
    nouns = set(turn.nouns)
    things: list[_Thing] = []
    for place, word in enumerate(turn.words):
        ahead = [w.lower for w in turn.words[max(0, place - 2) : place]]
        # “My brother Andrea”: the kin word tells more than the name.
        kin_before = bool(ahead) and ahead[-1] in language.persons
        kin = language.persons.get(word.lower)
        named = (
            FIRST_NAMES.get(word.lower) if word.capital and not (things and kin_before) else None
        )
        if kin or named:
            things.append(_Thing(word, kin or named))
        elif word in nouns and language.grammatical:
            kind = next(
                (language.genders[a] for a in reversed(ahead[-2:]) if a in language.genders), None
            )
            direct = bool(ahead) and (ahead[-1] in language.genders or word.capital)
            things.append(_Thing(word, kind if direct else None))
    return things


_CLAUSES: Final = re.compile(
    r"[,.;:!?]\s|\s(?:and|but|while|und|aber|y|pero|et|mais|e)\s", re.IGNORECASE
)


def _clause_of(turn: Turned, word: Word, rivals: Sequence[_Thing]) -> list[Word]:
    start = max((m.end() for m in _CLAUSES.finditer(turn.text, 0, word.start)), default=0)
    stop = _CLAUSES.search(turn.text, word.end)
    inside = within(turn.content, (start, stop.start() if stop else len(turn.text)))
    shunned = {thing.word for thing in rivals}
    return [w for w in inside if w not in shunned and (w in turn.nouns or w.start <= word.start)]


def plural(asked: FollowUpQuestion) -> list[str]:
    """The topic, and the names of the answer where the user named neither several things nor a firm."""
    user, answer = asked.last.user, asked.last.answer
    firms = [w for w in user.names if not _is_place(user, w)]
    if answer is None or firms or any(map(is_plural, user.nouns)) or user.language.capital_nouns:
        return topic(asked)
    return answer.show(answer.names) + topic(asked)


def place(asked: FollowUpQuestion) -> list[str]:
    """The last place named: behind “in” or “to”, or alone as an answer."""
    for exchange in asked.exchanges:
        for turn in exchange.turns if exchange.user.asks_for_a_name else exchange.turns[::-1]:
            places = [w for w in turn.names if _is_place(turn, w)]
            places = [w for w in places if not _is_origin(turn, w)] or places
            if not places and turn is exchange.answer and exchange.user.asks_for_a_name:
                places = list(turn.names[:2]) if not turn.language.capital_nouns else []
            if not places and not turn.language.capital_nouns and turn is exchange.user:
                places = [w for w in turn.names if w.lower not in turn.language.times]
            if not places and turn is exchange.user and _has_place_word(turn):
                return turn.show(turn.nouns)
            if places:
                near = [w for w in turn.names if w.start == places[-1].end + 1]
                return turn.show([places[-1], *near])
    return topic(asked)


_ORIGIN: Final = re.compile(r"\b(?:from|of|aus|von|ab|depuis|desde|de|leaving)\s$")


def _is_origin(turn: Turned, word: Word) -> bool:
    return _ORIGIN.search(turn.text[: word.start].lower()) is not None


def _has_place_word(turn: Turned) -> bool:
    return any(turn.language.types.get(word.lower) == "name" for word in turn.words)


def _is_place(turn: Turned, word: Word) -> bool:
    return (
        word.lower not in turn.language.times
        and turn.language.places.search(turn.text[: word.start].replace("’", "'").lower())
        is not None
    )


def named_again(asked: FollowUpQuestion) -> list[str]:
    """What “that restaurant” is called, or the last turn that used the word itself."""
    noun = asked.found.detail.split()
    kinds = {asked.language.types.get(word) for word in noun} - {None}
    if "document" in kinds:
        return _document(asked) or topic(asked)
    if "topic" in kinds:
        return told(chain_of(asked), nouns)
    for exchange in asked.exchanges:
        phrases = [p for turn in exchange.turns for p in turn.show(turn.names)]
        if "name" in kinds and phrases and not asked.language.capital_nouns:
            return phrases + exchange.user.show(exchange.user.nouns)
        if any(word.lower in noun for turn in exchange.turns for word in turn.words):
            return exchange.user.show(exchange.user.nouns) + phrases
    return topic(asked)


def _document(asked: FollowUpQuestion) -> list[str]:
    for exchange in asked.exchanges:
        turn = exchange.user
        if any(word.lower in turn.language.marks for word in turn.words):
            return turn.show(turn.nouns)
    return []
