from typing import ClassVar

from .fields import Group, number, whole


class Recall(Group):
    """How search works."""

    title: ClassVar[str] = "Recall"

    recall_top_k: int = whole(30, 1, 100, "Number of search results.", seed="recallTopK")
    temporal_decay_half_life_days: int = whole(
        30,
        1,
        365,
        "Half-life, in days, of the small bonus for recent results.",
        seed="temporalDecayHalfLifeDays",
    )
    mmr_lambda: float = number(
        0.7,
        0.0,
        1.0,
        "Relevance versus diversity of results: 1 is only relevance, 0 only diversity.",
        seed="mmrLambda",
    )
    mmr_fetch_multiplier: float = number(
        2.0,
        1.0,
        10.0,
        "How many times more results are fetched than returned, to choose diverse ones from.",
        seed="mmrFetchMultiplier",
    )
    index_cache_mb: int = whole(
        512, 1, 65_536, "MiB of RAM for the search indexes of recently used agents."
    )
