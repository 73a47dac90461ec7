from collections.abc import Iterator
from typing import ClassVar, Literal

from .fields import Group, Text, choice, number, switch, text, whole

TokenCounter = Literal["characters", "scripts", "exact"]


class Budget(Group):
    """How a conversation is cut to a model's window."""

    title: ClassVar[str] = "Token budget and optimizer"

    token_counter: TokenCounter = choice(
        TokenCounter,
        "characters",
        "How tokens are counted: `characters` (4 per token), `scripts` (3.5 in ASCII, 1.5 in other"
        " scripts), or `exact` (with `tokenizer_file`).",
    )
    tokenizer_file: Text | None = text(
        None,
        "The model's `tokenizer.json`, for the exact counter; needs the package `tokenizers`.",
        allowed="a file",
        takes="the path of a file",
    )
    max_context_tokens: int = whole(
        200_000,
        1_000,
        100_000_000,
        "The size of the model's context window in tokens.",
        seed="maxContextTokens",
    )
    system_prompt_tokens: int = whole(
        5_000,
        0,
        10_000_000,
        "Tokens of the window reserved for the system prompt.",
        seed="systemPromptTokens",
    )
    response_reserve_tokens: int = whole(
        4_096,
        0,
        10_000_000,
        "Tokens of the window reserved for the answer, and the longest answer of `recollect chat` and"
        " `/chat`.",
        seed="responseReserveTokens",
    )
    max_short_term_tokens: int = whole(
        190_000,
        100,
        100_000_000,
        "Maximum tokens of short-term memory, even if the window is larger.",
        seed="maxShortTermTokens",
    )
    full_message_window: int = whole(
        30,
        10,
        50,
        "Number of latest messages that stay in full; the optimizer tunes it.",
        seed="fullMessageWindow",
    )
    compression_trigger_ratio: float = number(
        0.7,
        0.35,
        0.85,
        "Share of the budget at which compression starts; the optimizer tunes it.",
        seed=("compressionTriggerRatio", "compressionTrigger"),
    )
    min_relevance: float = number(
        0.3,
        0.15,
        0.70,
        "Relevance below which a turn is compressed or dropped; the optimizer tunes it.",
        seed="minRelevance",
    )
    target_usage_ratio: float = number(
        0.65,
        0.65,
        0.65,
        "Share of the budget that the optimizer aims for.",
        seed="targetUsageRatio",
    )
    redundancy_threshold: float = number(
        0.9,
        0.0,
        1.0,
        "Word overlap (Jaccard) from which the older of two turns counts as redundant.",
    )
    optimizer_enabled: bool = switch("Whether the optimizer runs automatically.", default=True)
    optimizer_interval_ms: int = whole(
        120_000,
        1_000,
        86_400_000,
        "Milliseconds between two runs of the optimizer.",
        seed="intervalMs",
    )
    optimizer_snapshots_kept: int = whole(500, 1, 100_000, "Number of optimizer snapshots to keep.")

    def clashes(self) -> Iterator[tuple[str, str]]:
        """Each setting that conflicts with another one, with the reason."""
        if self.token_counter == "exact" and self.tokenizer_file is None:  # noqa: S105 - not a secret
            yield "token_counter", "it also needs tokenizer_file"
        system, response = self.system_prompt_tokens, self.response_reserve_tokens
        if self.max_context_tokens <= system + response:
            parts = f"system_prompt_tokens ({system}) and response_reserve_tokens ({response})"
            yield "max_context_tokens", f"it must be larger than the sum of {parts}"
