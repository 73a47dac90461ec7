from typing import ClassVar

from .fields import Group, number, whole


class Recall(Group):
    """How a question finds its answers."""

    title: ClassVar[str] = "Recall"

    recall_top_k: int = whole(30, 1, 100, "How many results a search brings.", seed="recallTopK")
    temporal_decay_half_life_days: int = whole(
        30,
        1,
        365,
        "The days in which a result's small bonus for being recent is halved.",
        seed="temporalDecayHalfLifeDays",
    )
    mmr_lambda: float = number(
        0.7,
        0.0,
        1.0,
        "Relevance against variety in the results: 1 is relevance alone, 0 variety alone.",
        seed="mmrLambda",
    )
    mmr_fetch_multiplier: float = number(
        2.0,
        1.0,
        10.0,
        "How many times more results are fetched than shown, to choose a varied few from.",
        seed="mmrFetchMultiplier",
    )
    index_cache_mb: int = whole(
        512, 1, 65_536, "How much RAM the search indexes of recently used agents may take together."
    )
