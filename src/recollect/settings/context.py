from typing import ClassVar, Literal

from .fields import Group, choice, whole

Inject = Literal["split", "system"]


class Context(Group):
    """How much memory a model sees, and where it is inserted."""

    title: ClassVar[str] = "Context"

    context_max_tokens: int = whole(
        4_000,
        100,
        1_000_000,
        "Maximum tokens of a context, including headings.",
    )
    profile_max_tokens: int = whole(
        2_000,
        100,
        50_000,
        "Maximum tokens of the profile.",
        seed="profileMaxTokens",
    )
    working_memory_budget_tokens: int = whole(
        3_000,
        50,
        10_000,
        "Maximum tokens of memories.",
        seed="workingMemoryBudgetTokens",
    )
    summary_budget_tokens: int = whole(
        3_000,
        50,
        10_000,
        "Maximum tokens of summaries.",
        seed="summaryBudgetTokens",
    )
    chunk_budget_tokens: int = whole(
        3_000,
        50,
        20_000,
        "Maximum tokens of excerpts from conversations.",
        seed="chunkBudgetTokens",
    )
    graph_budget_tokens: int = whole(
        300,
        50,
        5_000,
        "Maximum tokens of key relationships.",
        seed="graphBudgetTokens",
    )
    inject: Inject = choice(
        Inject,
        "split",
        "Where the proxy inserts memory: `split` keeps prompt caches working, `system` puts all of it"
        " into the system message.",
    )
    memory_deadline_ms: int = whole(
        150,
        1,
        60_000,
        "Milliseconds that the proxy waits for memory before it continues without it.",
    )
