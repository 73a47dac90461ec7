"""Words that a question quotes: a turn that holds them as they stand is meant before any other.

The index knows which terms a turn holds and not in which order, so it says who may hold a phrase; the texts of those
that were fetched say who does.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

import numpy as np
import numpy.typing as npt

from recollect.domain.folding import folded
from recollect.domain.hit import Hit
from recollect.recall.index import AgentIndex
from recollect.recall.terms import query_terms


def held(index: AgentIndex, phrases: Sequence[str]) -> npt.NDArray[np.float64]:
    """The share of the phrases whose terms each turn holds, all of them in one passage."""
    share = np.zeros(len(index))
    for phrase in phrases:
        units = [index.postings.of(term)[0] for term in query_terms(phrase)]
        if units:
            turns = np.unique(index.turn_of[reduce(np.intersect1d, units)])
            share[turns] += 1 / len(phrases)
    return share


def checked(hits: list[Hit], phrases: Sequence[str], weight: float) -> list[Hit]:
    """The hits by what they hold word for word, best first; as they were where nothing is quoted."""
    if not phrases:
        return hits
    wanted = [_plain(phrase) for phrase in phrases]
    exact = [_checked(hit, wanted, weight) for hit in hits]
    return sorted(exact, key=lambda hit: (-hit.score, hit.at, hit.id))


def _checked(hit: Hit, wanted: Sequence[str], weight: float) -> Hit:
    text = _plain(hit.text)
    found = round(weight * sum(phrase in text for phrase in wanted) / len(wanted), 6)
    score = round(hit.score - hit.scores.phrase + found, 5)
    return replace(hit, score=score, scores=replace(hit.scores, phrase=found))


def _plain(text: str) -> str:
    """Without case, accents and the width of blanks, and with one kind of apostrophe."""
    return " ".join(folded(text).replace("’", "'").split())
