"""Whether a question is relevant to an agent's memory, on one scale for all agents.

Ranking scores only compare items of one agent: something always comes first. The signals weighed
here mean the same for every agent, and need nothing beyond what a search has computed.
`python -m benchmarks.silence FILES --ablate` shows what each constant is worth.
"""

import math
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final, NamedTuple

import numpy as np

from recollect.dates.questions import TimeRange
from recollect.dates.vocabulary import date_words
from recollect.domain.clock import from_micros
from recollect.domain.folding import composed, folded
from recollect.domain.hit import Hit, Relevance
from recollect.recall.common_words import word_weight
from recollect.recall.index import AgentIndex
from recollect.recall.intent import about_user, is_general, is_small_talk
from recollect.recall.phrases import says_word_for_word
from recollect.recall.question import MAX_CHARS, Question
from recollect.recall.question_names import Roster
from recollect.recall.score import Scored
from recollect.recall.terms import language_of, query_terms
from recollect.recall.wording import wording

# The best rows whose words count, and their neighbours on each side.
_BEST_ROWS: Final = 5
_NEIGHBOURS: Final = 2
# A longer time ("in 2024") may have nothing to do with this history.
_MAX_TIME: Final = timedelta(days=32)
# Fewer passages than this are treated alike.
_FEW: Final = 10
# The agent of callers that name none.
_DEFAULT_AGENT: Final = "default"
# A capitalized word inside a sentence is a name, except in dates and in German.
_CAPITAL: Final = re.compile(r"(?<=[^\s.?!:;¿¡\"“„«»(])\s+([^\W\d_]\w+)")
_CAPITAL_NOUNS: Final = frozenset({"de"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """The weight of each signal, and the threshold, on the scale of a cosine.

    Fitted by `training/relevance/fit.py` (a logistic regression), except for `common`.
    """

    # The average similarity above this is subtracted from that of the best passage: a model that
    # hardly knows a language finds all texts in it similar.
    common: float = 0.2
    words: float = 0.266
    user: float = 0.223
    wording: float = 0.058
    # The same without the kind of a question, which only the bundled embedder tells.
    wording_alone: float = 0.072
    kind: float = 0.049
    known: float = 0.286
    stranger: float = 0.239
    general: float = 0.103
    # In a conversation between named people questions are about others, and their wording says
    # little.
    people: float = 0.074
    least: float = 0.099
    # A large memory has something similar to anything: the best of n random similarities grows
    # with √(2 ln n).
    larger: float = 0.098
    # Without vectors, or while they are missing, words are all there is.
    words_alone: float = 0.535
    least_alone: float = -0.021
    larger_alone: float = 0.043


class Nearness(NamedTuple):
    """The cosines of turns, or of memories, with a question: the best and the average."""

    nearest: float
    average: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """What is measured of a question before the weights apply."""

    # For turns and for memories, as far as there are any; None without vectors.
    nearness: Sequence["Nearness"] | None
    # Whether one of the best rows still lacks its vector.
    pending: bool
    # The largest share of the question's words, weighted by rarity, in one turn and its neighbours.
    words: float
    user: float
    wording: float
    # What its vector says about its kind; None if nothing was fitted on such vectors.
    kind: float | None
    known: bool
    stranger: bool
    general: bool
    small_talk: bool
    # Whether two or more speakers have names.
    people: bool
    # Those of turns; of memories where there are no turns.
    passages: int
    # Whether a hit has what is quoted or an identifier of the question word for word.
    word_for_word: bool = False


def measure_signals(
    index: AgentIndex,
    question: Question,
    scored: Scored,
    rows: Sequence[int],
    agent: str,
    own_rows: frozenset[int],
    told: Sequence[Hit],
    kind: float | None,
) -> Signals:
    """The signals of a question, from the scores and the best rows of its search.

    `own_rows` are the question itself and the messages around it, which do not count; `told` are
    the hits with a phrase of the question.
    """
    word_for_word = says_word_for_word(told, question)
    text = question.text[:MAX_CHARS]
    best = [row for row in rows if row not in own_rows][:_BEST_ROWS]
    named = word_for_word or bool(question.names) or _names_the_agent(index, agent, text)
    # An unknown ticket is like an unknown person: what is similar is about another one.
    stranger = not named and (bool(question.identifiers) or _names_a_stranger(index, question))
    user = about_user(text)
    # Next to a stranger's name, "she" is the stranger.
    user = 0.0 if stranger and user < 1 else user
    general = not (user or named) and is_general(text)
    return Signals(
        nearness=None if scored.cosines is None else tuple(_nearness(index, scored, own_rows)),
        pending=scored.cosines is not None and not index.embedded[index.first_unit[best]].all(),
        words=_word_share(index, question.terms, best, own_rows),
        user=user,
        wording=wording(text),
        kind=kind,
        # A day counts only in a question that is neither about a stranger nor a general task.
        known=named
        or (
            not (stranger or general)
            and any(_is_in_history(index, time) for time in question.times)
        ),
        stranger=stranger,
        general=general,
        small_talk=not word_for_word and is_small_talk(text),
        people=len(index.speakers) > 1,
        passages=_count_passages(index),
        word_for_word=word_for_word,
    )


def _count_passages(index: AgentIndex) -> int:
    turns = 0 if index.turn_units is None else int(np.count_nonzero(index.turn_units))
    # What was learned from turns repeats them.
    return turns or index.units


def judge_relevance(signals: Signals, bar: Bar) -> Relevance:
    """Whether the signals reach the threshold."""
    size = math.sqrt(2 * math.log(max(signals.passages, _FEW)))
    least = bar.least_alone + bar.larger_alone * size
    by_words = _weigh(signals, bar, least, bar.words_alone * signals.words, 0.0)
    if signals.nearness is None:
        return by_words
    above = (near.nearest - max(near.average - bar.common, 0.0) for near in signals.nearness)
    meaning = max(above, default=0.0)
    least = bar.least + bar.larger * size
    by_both = _weigh(signals, bar, least, bar.words * signals.words, meaning)
    # A recent turn has no vector yet, and must not be held back for that.
    return by_words if signals.pending and by_words.relevant and not by_both.relevant else by_both


def judge_in_space(signals: Signals, own: Signals | None, bar: Bar) -> Relevance:
    """The same for a space that is read beside an agent's own memory, which has the signals `own`.

    That a question is about the user makes a space no more relevant. The average of a few passages
    says nothing about what is usual, but that of the agent's own does.
    """
    if signals.nearness is not None and signals.passages < _FEW:
        averages = (near.average for near in (own.nearness if own else None) or ())
        usual = min(averages, default=0.0)
        nearness = (near._replace(average=min(near.average, usual)) for near in signals.nearness)
        signals = replace(signals, nearness=tuple(nearness))
    judged = judge_relevance(signals, bar)
    score = round(judged.score - judged.user, 4)
    return replace(
        judged, relevant=judged.relevant and score >= judged.least, score=score, user=0.0
    )


def _weigh(signals: Signals, bar: Bar, least: float, words: float, meaning: float) -> Relevance:
    least = round(least - bar.people * signals.people, 4)
    if signals.small_talk:
        return Relevance(relevant=False, score=0.0, least=least)
    # Wording alone finds nothing to show.
    has_more = words or meaning
    wording = _weigh_wording(signals, bar) if has_more and not signals.people else 0.0
    parts = {
        "meaning": meaning,
        "words": words,
        "user": bar.user * signals.user + max(wording, 0.0),
        "known": bar.known * signals.known,
        "stranger": -bar.stranger * signals.stranger,
        # Whoever names a known person or day does not ask for general knowledge.
        "general": min(wording, 0.0) * (not signals.known) - bar.general * signals.general,
    }
    rounded = {name: round(part, 4) + 0.0 for name, part in parts.items()}
    if signals.word_for_word:
        # What is asked for by its very words is shown, whoever asks.
        others = sum(rounded.values()) - rounded["known"] - rounded["user"]
        rounded["known"] = max(rounded["known"], round(least - others, 4))
    # Rounded, because sums in another order differ in the last digits.
    score = round(sum(rounded.values()), 4)
    return Relevance(relevant=score >= least, score=score, least=least, **rounded)


def _weigh_wording(signals: Signals, bar: Bar) -> float:
    if signals.kind is None:
        return bar.wording_alone * signals.wording
    return bar.wording * signals.wording + bar.kind * signals.kind


def _nearness(index: AgentIndex, scored: Scored, own_rows: Collection[int]) -> Iterator[Nearness]:
    """Turns and memories separately: memories start alike, which makes them similar."""
    cosines = scored.cosines
    assert cosines is not None
    others = (
        ~np.isin(index.turn_of, list(own_rows)) if own_rows else np.ones(len(cosines), np.bool_)
    )
    turns = index.turn_units
    for among in (others,) if turns is None else (turns & others, others & ~turns):
        if among.any():
            yield Nearness(scored.nearest(among), float(cosines[among].mean(dtype=np.float64)))


def _word_share(
    index: AgentIndex, wanted: Sequence[int], rows: Sequence[int], own_rows: Collection[int]
) -> float:
    """The largest share of the terms, weighted by rarity, in one row and its neighbours.

    The total includes one imaginary unknown word, so that a single word never covers a question.
    """
    if not wanted:
        return 0.0
    rarity = {term: _rarity(index, len(index.postings.lookup(term)[0])) for term in wanted}
    nearby = (_terms_around(index, row, own_rows) for row in rows)
    best = max((sum(rarity[term] for term in wanted if term in near) for near in nearby), default=0)
    return best / (sum(rarity.values()) + _rarity(index, 0))


def _rarity(index: AgentIndex, units: int) -> float:
    # Unlike the rarity in a ranking it is never 0: if all turns are about cats, a question about
    # cats is still relevant.
    return math.log(1 + index.units / (units + 0.5))


def _terms_around(index: AgentIndex, row: int, own_rows: Collection[int]) -> set[int]:
    """The terms of a turn and its neighbours."""
    rows = {row}
    for links in (index.before, index.after):
        unit = int(index.first_unit[row])
        for _ in range(_NEIGHBOURS):
            unit = int(links[unit])
            if unit < 0:
                break
            rows.add(int(index.turn_of[unit]))
    terms_of_rows = index.terms_of(sorted(rows.difference(own_rows)))
    return {term for row_terms in terms_of_rows for term in row_terms.tolist()}


def _is_in_history(index: AgentIndex, span: TimeRange) -> bool:
    """Whether a short time overlaps the history of this agent."""
    if span.start is None or span.end is None or span.end - span.start > _MAX_TIME:
        return False
    oldest = index.cached("oldest", lambda: int(index.at.min()))
    return span.start <= from_micros(index.newest) and span.end >= from_micros(oldest)


def _names_the_agent(index: AgentIndex, agent: str, text: str) -> bool:
    """Whether the question names the agent: people ask agent "alice" about Alice."""
    if not agent.isalpha() or agent == _DEFAULT_AGENT:
        return False
    roster = index.cached(("agent", agent), lambda: Roster((agent,)))
    return bool(roster.mentions(composed(text)))


def _names_a_stranger(index: AgentIndex, question: Question) -> bool:
    """Whether the question contains a name that never occurs in this memory.

    In "otter's IP" it is otter that is asked about, if memory has all else that tells.
    """
    text = question.text[:MAX_CHARS]
    if language_of(text) in _CAPITAL_NOUNS:
        return False
    words = (word for word in _CAPITAL.findall(text) if word[0].isupper())
    named = [word for word in words if folded(word) not in date_words()]
    unknown = {word: terms for word in named if _is_unknown(index, terms := query_terms(word))}
    telling = {term for term in question.terms if word_weight(term) == 1}
    others = telling.difference(*unknown.values())
    if others and not any(_is_unknown(index, [term]) for term in others):
        return not all(map(str.isupper, unknown))
    return bool(unknown)


def _is_unknown(index: AgentIndex, name: Sequence[int]) -> bool:
    return bool(name) and not any(len(index.postings.lookup(term)[0]) for term in name)
