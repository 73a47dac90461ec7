"""Whether a question has to do with what an agent remembers, on a scale that is the same for every agent.

The scores of a ranking only compare one turn of the agent with another: something always comes first. Here a few
signs are weighed that mean the same everywhere, and what a search has worked out anyway is all they need.
`recollect bench --silence FILES --ablate` shows what each constant is worth.
"""

import math
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, NamedTuple

import numpy as np

from recollect.dates.questions import TimeRange
from recollect.dates.words import carriers
from recollect.domain.clock import from_micros
from recollect.domain.folding import composed, folded
from recollect.domain.query import Query
from recollect.domain.relevance import Relevance
from recollect.recall.index import AgentIndex, Floats
from recollect.recall.manner import is_general, is_small_talk, of_the_user
from recollect.recall.question import READ, Question
from recollect.recall.question_names import Roster
from recollect.recall.terms import language_of, query_terms, terms

# So many of the best rows are looked at for words, with so many neighbours on each side.
_ROWS: Final = 5
_BESIDE: Final = 2
# The question itself, where it is stored already, is looked for among so many.
_FIRST: Final = 20
# A longer time ("in 2024") may be any time of the world's, not of this history.
_SHORT: Final = timedelta(days=32)
# As many passages as the largest conversations have that the bar was set on.
_LARGE: Final = 500
# The agent of those who name none.
_NOBODY: Final = "default"
# A capital inside a sentence makes a name, except in dates, and where every noun has one.
_CAPITAL: Final = re.compile(r"(?<=[^\s.?!:;¿¡\"“„«»(])\s+([^\W\d_]\w+)")
_CAPITAL_NOUNS: Final = frozenset({"de"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """How much each sign counts, and how much it takes."""

    # Of the nearness of the best passage, what all passages have in common counts only up to here: a model that
    # hardly knows a language finds all texts in it alike.
    common: float = 0.2
    words: float = 0.3
    user: float = 0.3
    known: float = 0.3
    stranger: float = 0.2
    general: float = 0.15
    least: float = 0.37
    # In a large memory something near is found for anything: for ten times the passages it takes so much more.
    larger: float = 0.1
    # Words that stand together are enough whatever a model makes of them,
    enough: float = 0.3
    # and have to be where there are no vectors, or not yet: then fewer of them must do.
    least_alone: float = 0.12


class Nearness(NamedTuple):
    """How near the passages of one sort are to a question: the cosine of the nearest, and the average."""

    nearest: float
    average: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """What is measured of a question, before it is weighed."""

    # Of turns and of what was learned, as far as there are any; None where there are no vectors.
    nearness: Sequence["Nearness"] | None
    # Whether one of the best rows has no vector yet.
    pending: bool
    # The best share of the question's words, by their rarity, that one turn holds with its neighbours.
    words: float
    user: float
    known: bool
    stranger: bool
    general: bool
    small_talk: bool
    passages: int


def measured(
    index: AgentIndex,
    question: Question,
    near: Floats | None,
    rows: Sequence[int],
    agent: str,
    query: Query,
) -> Signs:
    """The signs of a question, with the cosines and the best rows that its search has worked out."""
    text = question.text[:READ]
    asking = frozenset(_asking(index, question, rows, query.conversation))
    best = [row for row in rows if row not in asking][:_ROWS]
    named = bool(question.names) or _names_the_agent(agent, text)
    stranger = not named and _names_a_stranger(index, text)
    user = of_the_user(text)
    # Beside a stranger's name "she" is the stranger.
    user = 0.0 if stranger and user < 1 else user
    general = not user and is_general(text)
    return Signs(
        nearness=None if near is None else tuple(_nearness(index, near, asking)),
        pending=near is not None and not index.embedded[index.first_unit[best]].all(),
        words=_held(index, query_terms(question.stripped), best, asking),
        user=user,
        # What a stranger did that day was not said here, and a day in a text to translate is no day of anybody's.
        known=named
        or (not (stranger or general) and any(_within(index, t) for t in question.times)),
        stranger=stranger,
        general=general,
        small_talk=is_small_talk(text),
        passages=index.units,
    )


def judged(signs: Signs, bar: Bar) -> Relevance:
    """Whether the signs are enough."""
    grown = bar.larger * math.log10(max(signs.passages / _LARGE, 1.0))
    # What was said a moment ago has no vector yet, and must not be kept back for that.
    alone = signs.nearness is None or signs.pending
    enough = bar.least_alone if alone else bar.enough
    by_words = _weighed(signs, bar, enough + grown, signs.words, 0.0)
    if signs.nearness is None:
        return by_words
    meaning = max((_meaning(one, bar) for one in signs.nearness), default=0.0)
    by_both = _weighed(signs, bar, bar.least + grown, bar.words * signs.words, meaning)
    return by_words if by_words.relevant and not by_both.relevant else by_both


def _meaning(near: Nearness, bar: Bar) -> float:
    return near.nearest - max(near.average - bar.common, 0.0)


def _weighed(signs: Signs, bar: Bar, least: float, words: float, meaning: float) -> Relevance:
    if signs.small_talk:
        return Relevance(relevant=False, score=0.0, least=round(least, 4))
    parts = {
        "meaning": meaning,
        "words": words,
        "user": bar.user * signs.user,
        "known": bar.known * signs.known,
        "stranger": -bar.stranger * signs.stranger,
        "general": -bar.general * signs.general,
    }
    rounded = {name: round(part, 4) + 0.0 for name, part in parts.items()}
    # Sums in another order differ in the last digits, which must not decide.
    score, least = round(sum(rounded.values()), 4), round(least, 4)
    return Relevance(relevant=score >= least, score=score, least=least, **rounded)


def _asking(
    index: AgentIndex, question: Question, rows: Sequence[int], conversation: str | None
) -> Iterator[int]:
    """The rows of the turns that are the question itself; being the same, they are among the first."""
    if conversation is None:
        return
    said = terms(question.text)
    for row in rows[:_FIRST]:
        if index.keys[row][0] == conversation and index.terms_of([row])[0].tolist() == said:
            yield row


def _nearness(index: AgentIndex, near: Floats, asking: Collection[int]) -> Iterator[Nearness]:
    """Turns and what was learned each by themselves: memories begin alike, and are near to each other for that."""
    others = ~np.isin(index.turn_of, list(asking)) if asking else np.ones(len(near), np.bool_)
    turns = index.turn_units
    for among in (others,) if turns is None else (turns & others, others & ~turns):
        if among.any():
            yield Nearness(float(near[among].max()), float(near[among].mean(dtype=np.float64)))


def _held(
    index: AgentIndex, wanted: Sequence[int], rows: Sequence[int], asking: Collection[int]
) -> float:
    """The share of the terms, by rarity, that the best of the rows holds with its neighbours.

    One word that nobody ever said is thought added, so that a single word is never the whole of a question.
    """
    if not wanted:
        return 0.0
    rarity = {term: _rarity(index, len(index.postings.of(term)[0])) for term in wanted}
    around = (_around(index, row, asking) for row in rows)
    best = max((sum(rarity[term] for term in wanted if term in held) for held in around), default=0)
    return best / (sum(rarity.values()) + _rarity(index, 0))


def _rarity(index: AgentIndex, units: int) -> float:
    # Unlike that of a ranking it is never 0: where all speak of cats, a question about cats is still to the point.
    return math.log(1 + index.units / (units + 0.5))


def _around(index: AgentIndex, row: int, asking: Collection[int]) -> set[int]:
    """The terms of a turn and of those beside it."""
    rows = {row}
    for links in (index.before, index.after):
        unit = int(index.first_unit[row])
        for _ in range(_BESIDE):
            unit = int(links[unit])
            if unit < 0:
                break
            rows.add(int(index.turn_of[unit]))
    each = index.terms_of(sorted(rows.difference(asking)))
    return {term for found in each for term in found.tolist()}


def _within(index: AgentIndex, span: TimeRange) -> bool:
    """Whether a short time lies in this history."""
    if span.start is None or span.end is None or span.end - span.start > _SHORT:
        return False
    oldest = index.kept("oldest", lambda: int(index.at.min()))
    return span.start <= from_micros(index.newest) and span.end >= from_micros(oldest)


def _names_the_agent(agent: str, text: str) -> bool:
    """Whether the agent is somebody whom the question names: people ask about Alice whose memory is alice's."""
    return agent.isalpha() and agent != _NOBODY and bool(Roster((agent,)).mentions(composed(text)))


def _names_a_stranger(index: AgentIndex, text: str) -> bool:
    """Whether a name is in it that was never said here."""
    if language_of(text) in _CAPITAL_NOUNS:
        return False
    words = (word for word in _CAPITAL.findall(text) if word[0].isupper())
    names = (word for word in words if folded(word) not in carriers())
    return any(_unheard(index, query_terms(word)) for word in names)


def _unheard(index: AgentIndex, name: Sequence[int]) -> bool:
    return bool(name) and not any(len(index.postings.of(term)[0]) for term in name)
