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
        "What learns from conversations: the `built_in` extractor (`rules` is its older name), the"
        " core `model`, or `none`.",
    )
    max_entries_per_agent: int = whole(
        500,
        0,
        10_000,
        "Maximum number of active memories per agent (0 = unlimited); the least valuable are removed"
        " first.",
        seed="maxEntriesPerAgent",
    )
    profile_regenerate_threshold: int = whole(
        10,
        1,
        100,
        "Number of new contributions after which the profile is rewritten.",
        seed="profileRegenerateThreshold",
    )
    summary_debounce_seconds: int = whole(
        60,
        10,
        3_600,
        "Seconds that a conversation must be silent before it is summarized.",
        seed="summaryDebounceSeconds",
    )
    summary_retention_days: int = whole(
        180,
        0,
        3_650,
        "Days that summaries are kept (0 = forever).",
        seed="summaryRetentionDays",
    )
    verification_enabled: bool = switch(
        "Whether a new memory is compared with existing ones before it is stored.",
        default=True,
        seed="verificationEnabled",
    )
    verification_mode: VerificationMode = choice(
        VerificationMode,
        "careful",
        "`careful` never merges memories that differ in names, numbers, dates or a “not”, and replaces"
        " what was said to be over; `seed` uses only the thresholds.",
    )
    verification_jaccard_dedup_threshold: float = number(
        0.6,
        0.0,
        1.0,
        "Word overlap (Jaccard) above which a new memory is a near-duplicate.",
        seed="verificationJaccardDedupThreshold",
    )
    verification_semantic_dedup_threshold: float = number(
        0.85,
        0.0,
        1.0,
        "Similarity of meaning above which a new memory is a duplicate.",
        seed="verificationSemanticDedupThreshold",
    )
