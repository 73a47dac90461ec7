from typing import ClassVar, Literal

from .fields import Group, choice, number, switch, whole

VerificationMode = Literal["careful", "seed"]
ExtractorName = Literal["built_in", "model", "none", "rules"]


class Learning(Group):
    """How turns become long-term memory."""

    title: ClassVar[str] = "Long-term memory"

    extractor: ExtractorName = choice(
        ExtractorName,
        "built_in",
        "What learns from conversations: the `built_in` reader (`rules` is its older name), the core"
        " `model`, or `none`.",
    )
    max_entries_per_agent: int = whole(
        500,
        0,
        10_000,
        "The most active memories of one agent (0 = unlimited); the least valuable go first.",
        seed="maxEntriesPerAgent",
    )
    profile_regenerate_threshold: int = whole(
        10,
        1,
        100,
        "How many new contributions it takes until the profile is written anew.",
        seed="profileRegenerateThreshold",
    )
    summary_debounce_seconds: int = whole(
        60,
        10,
        3_600,
        "How long a conversation must be silent before it is summarised.",
        seed="summaryDebounceSeconds",
    )
    summary_retention_days: int = whole(
        180,
        0,
        3_650,
        "How long summaries are kept and searched (0 = unlimited).",
        seed="summaryRetentionDays",
    )
    verification_enabled: bool = switch(
        "Whether a new memory is compared with the known ones before it is stored.",
        default=True,
        seed="verificationEnabled",
    )
    verification_mode: VerificationMode = choice(
        VerificationMode,
        "careful",
        "`careful` merges nothing that differs in names, numbers, dates or a “not”, and replaces what was told to be over; `seed` follows the bare thresholds.",
    )
    verification_jaccard_dedup_threshold: float = number(
        0.6,
        0.0,
        1.0,
        "The word overlap above which a new memory is a near-duplicate.",
        seed="verificationJaccardDedupThreshold",
    )
    verification_semantic_dedup_threshold: float = number(
        0.85,
        0.0,
        1.0,
        "The similarity of meaning above which a new memory is a duplicate.",
        seed="verificationSemanticDedupThreshold",
    )
