"""The constants of the ranking, in one place; `recollect bench DATA --ablate` shows what each is worth."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """How much each part of a score counts, and how a turn's key reaches into its neighbourhood."""

    lexical: float = 0.8
    dense: float = 1.5
    # What a reply gains by the nearness of the question before it: "Yes, last May!" has no topic of its own.
    reply: float = 0.5
    speaker: float = 2.0
    time: float = 1.5
    # A time that holds less than this share of all turns counts as one that holds so much.
    rarest: float = 0.05
    # What is left of the part for what was said in the days after the time: things are told a little later.
    told_later: float = 0.5
    told_days: float = 7.0
    session: float = 0.4
    role: float = 1.5
    # What a short turn that ends in a question loses: it asks, and tells nothing.
    asking: float = 0.3
    # The terms of a turn that has room for little beside its question.
    short: float = 25.0
    phrase: float = 2.0
    recency: float = 0.05
    # The share of its score that a memory lends to the turn it was learned from.
    learned: float = 0.1
    # The share of the question without names in the vector that is looked for.
    nameless: float = 1.0
    # The share of their terms that neighbours at a distance of 1, 2 and 3 lend to a turn,
    window: tuple[float, ...] = (0.5, 0.3, 0.2)
    # and how much more a reply takes from the question before it.
    after_question: float = 0.3
    # BM25's own.
    k1: float = 1.2
    b: float = 0.75
