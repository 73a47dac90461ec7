"""The constants of the ranking; `python -m benchmarks.constants` shows what each is worth."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """The weight of each part of a score, and of the neighbours of a turn in its key."""

    lexical: float = 0.8
    dense: float = 1.5
    # What a reply gains from the question before it: "Yes, last May!" does not name its topic.
    reply: float = 0.5
    speaker: float = 2.0
    time: float = 1.5
    # The same for an item that names a day of the question: "friday" asks for "the 14th".
    day: float = 3.0
    # The smallest share of all turns that a time counts as containing.
    rarest: float = 0.05
    # The share of `time` for turns in the days after the time: people report things a little later.
    told_later: float = 0.5
    told_days: float = 7.0
    session: float = 0.4
    role: float = 1.5
    # The penalty for a short turn that ends in a question: it asks, and contains no answer.
    asking: float = 0.3
    # The number of terms up to which such a turn is short.
    short: float = 25.0
    # The penalty for a reply of the assistant with at most this many terms: it says "Noted!".
    empty: float = 2.0
    empty_terms: float = 3.0
    phrase: float = 2.0
    recency: float = 0.05
    # The share of its score by which a memory boosts the turn it was learned from.
    learned: float = 0.1
    # The share of the question without names in the question vector.
    nameless: float = 1.0
    # The share of the terms of neighbours at a distance of 1, 2 and 3 that a turn counts,
    window: tuple[float, ...] = (0.5, 0.3, 0.2)
    # and how much more a reply takes from the question before it.
    after_question: float = 0.3
    # The parameters of BM25.
    k1: float = 1.2
    b: float = 0.75
