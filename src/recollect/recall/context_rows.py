"""Which of the ranked rows a context needs: those that are relevant, as far as they fit."""

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from recollect.recall.index_arrays import Doubles, Floats, Numbers
from recollect.recall.results import SearchResults

# A turn answers the question if its score is this share of the way from that of the turn at this
# rank, which is there by chance, to the best. A caller who offers more tokens than usual wants
# more; one who offers fewer gets the beginning of the same.
_RELEVANT_SHARE: Final = 0.28
_CHANCE_RANK: Final = 60
USUAL_TOKENS: Final = 1_000
# The best turns need less, until they have so many terms: else 2 of 140 everyday questions lost
# their answer. With 0, a lone answer stood among lines that are there by chance.
_FIRST_TERMS: Final = 65
_FIRST_SHARE: Final = 0.1
# Of fewer turns, this share of the ranks is not there by chance,
_ANSWERING: Final = 1 / 3
# unless there are so few. Of fewer still one is always below the average, however close they are.
_FEW_TURNS: Final = range(4, 21)
# The language of the bundled embedder: in others it hardly tells what is similar.
_LANGUAGE: Final = "en"
# The same for memories, of which there are fewer.
_RELEVANT_MEMORY_SHARE: Final = 0.6
_CHANCE_MEMORY: Final = 20
# So many rows are fetched in any case, and more than needed: for the receipt, and for lines that
# turn out to be repeated.
_SPARE_ROWS: Final = 10


def least_scores(
    results: SearchResults, rows: Sequence[int], tokens: int, average: float, language: str
) -> tuple[float, float]:
    """The scores at which relevance ends, of turns and of memories.

    `average` is the score of a user's turn with no more to say to the question than most.
    """
    if not results.by_meaning or language != _LANGUAGE:
        # Words alone do not tell where it ends: cutting cost 6 points of evidence, and 18 of
        # Spanish questions.
        return -math.inf, -math.inf
    is_turn = results.index.is_turn(rows)
    scores = np.array(results.scores(rows))
    turns = scores[is_turn]
    if len(turns) not in _FEW_TURNS or not results.index.embedded.all():
        # A turn that was said just now has no vector yet, so that only its words count.
        average = 0.0
    least = _usual_least(turns, results.lengths(rows)[is_turn], average)
    if tokens > USUAL_TOKENS:
        least = min(least, _lower_least(turns, tokens / USUAL_TOKENS, average))
    # Memories are short and score higher than turns.
    return least, max(least, _least(scores[~is_turn], _RELEVANT_MEMORY_SHARE, _CHANCE_MEMORY))


def rows_needed(
    results: SearchResults,
    rows: Sequence[int],
    least: tuple[float, float],
    tokens: int,
    turn_tokens: int,
) -> list[int]:
    """The rows up to the last turn that is relevant and can fit, a few more, and memories."""
    is_turn = results.index.is_turn(rows)
    relevant = np.array(results.scores(rows)) >= np.where(is_turn, *least)
    # Other lines have about as many tokens per term as the first.
    sizes = results.tokens_per_term(rows[:_SPARE_ROWS]) * results.lengths(rows)
    # A memory may turn out to repeat a turn, so neither uses up the tokens of the other.
    end = _SPARE_ROWS + _end_of_turns(
        results, rows, np.flatnonzero(relevant & is_turn), sizes, turn_tokens
    )
    memories = np.flatnonzero(relevant & ~is_turn)
    memories = memories[np.cumsum(sizes[memories]) <= tokens]
    return [*rows[:end], *(rows[place] for place in memories[memories >= end])]


def _end_of_turns(
    results: SearchResults, rows: Sequence[int], turns: Numbers, sizes: Floats, tokens: int
) -> int:
    """The place after the last of these turns that can fit.

    By their estimated sizes first; more are fetched if those turn out to be shorter.
    """
    count, used = 0, 0.0
    while count < len(turns) and used < tokens:
        fitting = np.cumsum(sizes[turns[count:]]) <= tokens - used
        more = turns[count : count + max(int(fitting.sum()), 1)]
        used += results.tokens_shown([rows[place] for place in more], sizes[more])
        count += len(more)
    return int(turns[count - 1]) + 1 if count else 0


def _usual_least(turns: Doubles, lengths: Floats, average: float) -> float:
    """The score at which relevance ends if no more tokens are offered than usual."""
    if len(turns) <= _FEW_TURNS[-1]:
        return _least_of_few(turns, _RELEVANT_SHARE, average)
    rank = _CHANCE_RANK if len(turns) >= _CHANCE_RANK else round(_ANSWERING * len(turns))
    order = np.argsort(-turns, kind="stable")
    terms_before = np.cumsum(lengths[order]) - lengths[order]
    first = float(turns[order][terms_before < _FIRST_TERMS].min())
    return min(_least(turns, _RELEVANT_SHARE, rank), max(first, _least(turns, _FIRST_SHARE, rank)))


def _lower_least(turns: Doubles, ratio: float, average: float) -> float:
    """The same if so many times the usual number is offered."""
    share, rank = _RELEVANT_SHARE / ratio, round(_CHANCE_RANK * ratio)
    is_few = len(turns) < rank
    return _least_of_few(turns, share, average) if is_few else _least(turns, share, rank)


def _least_of_few(scores: Doubles, share: float, average: float) -> float:
    """Only what is plainly unrelated is left out: below average, and closer to the lowest.

    In memories of 4 to 14 turns that is a third of the lines, and evidence of one question in 100;
    with 0 for the average, of 4 to 50 turns, it is a sixth, and one in 500.
    """
    if not len(scores):
        return -math.inf
    lowest, best = scores.min(), scores.max()
    return float(min(lowest + share * (best - lowest), average))


def _least(scores: Doubles, share: float, chance_rank: int) -> float:
    """A share of the way from a chance score to the best one; few are not cut."""
    if len(scores) < chance_rank:
        return -math.inf
    by_chance, best = np.sort(scores)[[-chance_rank, -1]]
    return float(by_chance + share * (best - by_chance))
