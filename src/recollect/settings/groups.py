"""The settings of storage, search, context, learning, conversations and the token budget."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from .fields import Group, Names, Secret, Text, choice, names, number, secret, switch, text, whole

Inject = Literal["split", "system"]
VerificationMode = Literal["careful", "seed"]
ExtractorName = Literal["built_in", "model", "none", "rules"]
HooksMemory = Literal["on", "off", "read-only", "write-only"]
TokenCounter = Literal["characters", "scripts", "exact"]


class Storage(Group):
    """The database and background jobs."""

    title: ClassVar[str] = "Storage and background work"

    storage_busy_timeout_seconds: int = whole(30, 1, 600)
    """Seconds that a write waits for another process that has locked the database."""
    background_poll_seconds: float = number(1.0, 0.05, 60.0)
    """Seconds between checks of the background thread for due jobs."""
    background_work: bool = switch(default=True)
    """Whether a process that opens the memory, such as the server, also runs background jobs; if
    off, run `recollect worker`.
    """
    background_grace_seconds: float = number(2.0, 0.0, 600.0)
    """Seconds that a shutdown waits for the running job before releasing it; a process ends at most
    2.5 seconds later.
    """


class Recall(Group):
    """How search works."""

    title: ClassVar[str] = "Recall"

    recall_top_k: int = whole(30, 1, 100, seed="recallTopK")
    """Number of search results."""
    temporal_decay_half_life_days: int = whole(30, 1, 365, seed="temporalDecayHalfLifeDays")
    """Half-life, in days, of the small bonus for recent results."""
    mmr_lambda: float = number(0.7, 0.0, 1.0, seed="mmrLambda")
    """Relevance versus diversity of results: 1 is only relevance, 0 only diversity."""
    mmr_fetch_multiplier: float = number(2.0, 1.0, 10.0, seed="mmrFetchMultiplier")
    """How many times more results are fetched than returned, to choose diverse ones from."""
    index_cache_mb: int = whole(512, 1, 65_536)
    """MiB of RAM for the search indexes of recently used agents."""


class Context(Group):
    """How much memory a model sees, and where it is inserted."""

    title: ClassVar[str] = "Context"

    context_max_tokens: int = whole(4_000, 100, 1_000_000)
    """Maximum tokens of a context, including headings; most have far fewer."""
    profile_max_tokens: int = whole(2_000, 100, 50_000, seed="profileMaxTokens")
    """Maximum tokens of the profile."""
    profile_tokens: int = whole(80, 0, 50_000)
    """Maximum tokens of the profile beside a question; standing instructions may take 15 % of the
    context (25 % if they are about the way to answer), and what the answers leave.
    """
    working_memory_budget_tokens: int = whole(3_000, 50, 10_000, seed="workingMemoryBudgetTokens")
    """Maximum tokens of memories."""
    summary_budget_tokens: int = whole(3_000, 50, 10_000, seed="summaryBudgetTokens")
    """Maximum tokens of summaries."""
    chunk_budget_tokens: int = whole(3_000, 50, 20_000, seed="chunkBudgetTokens")
    """Maximum tokens of excerpts from conversations."""
    graph_budget_tokens: int = whole(300, 50, 5_000, seed="graphBudgetTokens")
    """Maximum tokens of key relationships."""
    inject: Inject = choice(Inject, "split")
    """Where the proxy inserts memory: `split` keeps prompt caches working, `system` puts all of it
    into the system message.
    """
    memory_deadline_ms: int = whole(150, 1, 60_000)
    """Milliseconds that the proxy waits for memory before it continues with the instructions alone.
    """


class Learning(Group):
    """How turns become long-term memory."""

    title: ClassVar[str] = "Long-term memory"

    extractor: ExtractorName = choice(ExtractorName, "built_in")
    """What learns from conversations: the `built_in` extractor (`rules` is its older name), the
    core `model`, or `none`.
    """
    learning_seconds_per_message: float = number(3.5, 0.0, 3_600.0)
    """Seconds of CPU after which learning from a message ends (0 = unlimited): what was learned so
    far is kept, and the message is a dead letter, which `recollect jobs retry` learns from.
    """
    max_entries_per_agent: int = whole(500, 0, 10_000, seed="maxEntriesPerAgent")
    """Maximum number of active memories per agent (0 = unlimited); the least valuable are archived
    first.
    """
    profile_regenerate_threshold: int = whole(10, 1, 100, seed="profileRegenerateThreshold")
    """Number of new contributions after which the profile is rewritten."""
    summary_debounce_seconds: int = whole(60, 10, 3_600, seed="summaryDebounceSeconds")
    """Seconds that a conversation must be silent before it is summarized."""
    summary_retention_days: int = whole(180, 0, 3_650, seed="summaryRetentionDays")
    """Days that summaries are in use before they are archived (0 = forever)."""
    inherited_metadata: Names = names(
        allowed="metadata keys", takes="a list of metadata keys, such as app and user_id"
    )
    """Metadata keys that learned memories take over from the turn they were learned from."""
    verification_enabled: bool = switch(default=True, seed="verificationEnabled")
    """Whether a new memory is compared with existing ones before it is stored."""
    verification_mode: VerificationMode = choice(VerificationMode, "careful")
    """`careful` never merges memories that differ in names, numbers, dates or a “not”, and replaces
    what was said to be over; `seed` uses only the thresholds.
    """
    verification_jaccard_dedup_threshold: float = number(
        0.6, 0.0, 1.0, seed="verificationJaccardDedupThreshold"
    )
    """Word overlap (Jaccard) above which a new memory is a near-duplicate."""
    verification_semantic_dedup_threshold: float = number(
        0.85, 0.0, 1.0, seed="verificationSemanticDedupThreshold"
    )
    """Similarity of meaning above which a new memory is a duplicate."""


class Sessions(Group):
    """Short-term memory: ephemeral sessions, and the conversations of `/chat`."""

    title: ClassVar[str] = "Short-term memory"

    session_max_messages: int = whole(50, 2, 10_000, seed="maxMessages")
    """Maximum number of messages in an ephemeral session, including the pinned first one."""
    session_max_tokens: int = whole(2_000, 50, 1_000_000, seed="maxTokens")
    """Token budget of seed–middle–tail windows, and of last-n windows without a model."""
    seed_preservation: bool = switch(default=True, seed="seedPreservation")
    """Whether the first message of a session is always part of its context."""
    session_tail_size: int = whole(3, 1, 100, seed="tailSize")
    """Number of latest messages of a session that stay in full."""
    rewrite_timeout_seconds: float = number(10.0, 0.1, 600.0)
    """Seconds for the core model to rewrite a follow-up question before rules do it."""
    session_sweep_minutes: int = whole(30, 1, 1_440)
    """Minutes between removals of expired ephemeral sessions."""
    session_ttl_hours: int = whole(24, 1, 8_760)
    """Hours after its start at which an ephemeral session expires."""
    session_max_sessions: int = whole(100, 1, 100_000)
    """Maximum number of ephemeral sessions; the agent with the most loses its oldest first."""
    enable_memory: bool = switch(default=True, seed="ENABLE_MEMORY")
    """Whether `/chat` remembers conversations; if off, each request is independent."""
    memory_max_turns: int = whole(8, 1, 10_000, seed="MEMORY_MAX_TURNS")
    """Number of latest messages kept in a `/chat` conversation."""
    memory_ttl_min: int = whole(60, 0, 525_600, seed="MEMORY_TTL_MIN")
    """Idle minutes after which a `/chat` conversation is forgotten (0 = never)."""
    memory_max_conversations: int = whole(500, 1, 1_000_000, seed="MEMORY_MAX_CONVERSATIONS")
    """Maximum number of `/chat` conversations; the agent with the most loses the least recent."""
    ephemeral_max_mb: int = whole(64, 1, 65_536)
    """Maximum total text of all ephemeral conversations in MiB; the largest agent makes room."""


class Budget(Group):
    """How a conversation is cut to a model's window."""

    title: ClassVar[str] = "Token budget and optimizer"

    token_counter: TokenCounter = choice(TokenCounter, "characters")
    """How tokens are counted: `characters` (4 per token), `scripts` (3.5 in ASCII, 1.5 in other
    scripts), or `exact` (with `tokenizer_file`).
    """
    tokenizer_file: Text | None = text(None, allowed="a file", takes="the path of a file")
    """The model's `tokenizer.json`, for the exact counter; needs the package `tokenizers`."""
    max_context_tokens: int = whole(200_000, 1_000, 100_000_000, seed="maxContextTokens")
    """The size of the model's context window in tokens."""
    system_prompt_tokens: int = whole(5_000, 0, 10_000_000, seed="systemPromptTokens")
    """Tokens of the window reserved for the system prompt."""
    response_reserve_tokens: int = whole(4_096, 0, 10_000_000, seed="responseReserveTokens")
    """Tokens of the window reserved for the answer, and the longest answer of `recollect chat` and
    `/chat`.
    """
    max_short_term_tokens: int = whole(190_000, 100, 100_000_000, seed="maxShortTermTokens")
    """Maximum tokens of short-term memory, even if the window is larger."""
    full_message_window: int = whole(30, 10, 50, seed="fullMessageWindow")
    """Number of latest messages that stay in full; the optimizer tunes it."""
    compression_trigger_ratio: float = number(
        0.7, 0.35, 0.85, seed=("compressionTriggerRatio", "compressionTrigger")
    )
    """Share of the budget at which compression starts; the optimizer tunes it."""
    min_relevance: float = number(0.3, 0.15, 0.70, seed="minRelevance")
    """Relevance below which a turn is compressed or dropped; the optimizer tunes it."""
    target_usage_ratio: float = number(0.65, 0.65, 0.65, seed="targetUsageRatio")
    """Share of the budget that the optimizer aims for."""
    redundancy_threshold: float = number(0.9, 0.0, 1.0)
    """Word overlap (Jaccard) from which the older of two turns counts as redundant."""
    optimizer_enabled: bool = switch(default=True)
    """Whether the optimizer runs automatically."""
    optimizer_interval_ms: int = whole(120_000, 1_000, 86_400_000, seed="intervalMs")
    """Milliseconds after a message until the optimizer runs for its agent."""
    optimizer_snapshots_kept: int = whole(500, 1, 100_000)
    """Number of optimizer snapshots to keep."""

    def clashes(self) -> Iterator[tuple[str, str]]:
        """Each setting that conflicts with another one, with the reason."""
        if self.token_counter == "exact" and self.tokenizer_file is None:  # noqa: S105
            yield "token_counter", "it also needs tokenizer_file"
        system, response = self.system_prompt_tokens, self.response_reserve_tokens
        if self.max_context_tokens <= system + response:
            parts = f"system_prompt_tokens ({system}) and response_reserve_tokens ({response})"
            yield "max_context_tokens", f"it must be larger than the sum of {parts}"


class Hooks(Group):
    """How hooks give memory to Claude Code, Codex and Cursor."""

    title: ClassVar[str] = "Hooks"

    hooks_memory: HooksMemory = choice(HooksMemory, "on")
    """What hooks do: `read-only` adds memory but stores nothing, `write-only` stores but adds
    nothing.
    """
    hooks_tokens: int = whole(1_000, 100, 2_400)
    """Maximum tokens that a hook adds; hosts cut off more."""
    hooks_timeout_seconds: float = number(5.0, 0.1, 60.0)
    """Seconds after which a hook gives up and the prompt goes on without memory."""
    hooks_helper_minutes: int = whole(15, 0, 1_440)
    """Minutes that a helper process stays after its last use when no server is running, so that
    prompts need not wait until the models are loaded (0 = no helper).
    """
    hooks_api_key: Secret | None = secret()
    """API key with which hooks ask the server, if it has keys; without one they open the database.
    """
