from typing import ClassVar

from .fields import Group, number, switch, whole


class Sessions(Group):
    """Short-term memory: private sessions, and the short memory behind `/chat`."""

    title: ClassVar[str] = "Short-term memory"

    session_max_messages: int = whole(
        50,
        2,
        10_000,
        "The most messages an ephemeral session keeps, the first one pinned.",
        seed="maxMessages",
    )
    session_max_tokens: int = whole(
        2_000,
        50,
        1_000_000,
        "The token budget of a conversation's last-n and seed–middle–tail windows.",
        seed="maxTokens",
    )
    seed_preservation: bool = switch(
        "Whether a session's first message is always part of its context.",
        default=True,
        seed="seedPreservation",
    )
    session_tail_size: int = whole(
        3,
        1,
        100,
        "How many of a session's last messages stay in full.",
        seed="tailSize",
    )
    rewrite_timeout_seconds: float = number(
        10.0,
        0.1,
        600.0,
        "How long the core model may take to rewrite a follow-up question before rules do it.",
    )
    session_sweep_minutes: int = whole(
        30,
        1,
        1_440,
        "How often old ephemeral sessions are swept away.",
    )
    session_ttl_hours: int = whole(
        24,
        1,
        8_760,
        "How long after its start an ephemeral session lives.",
    )
    session_max_sessions: int = whole(
        100,
        1,
        100_000,
        "The most ephemeral sessions kept; the oldest go first.",
    )
    enable_memory: bool = switch(
        "Whether `/chat` remembers its conversations; off, every request stands alone.",
        default=True,
        seed="ENABLE_MEMORY",
    )
    memory_max_turns: int = whole(
        8,
        1,
        10_000,
        "How many of a `/chat` conversation's last messages are kept.",
        seed="MEMORY_MAX_TURNS",
    )
    memory_ttl_min: int = whole(
        60,
        0,
        525_600,
        "The idle minutes after which a `/chat` conversation is forgotten (0 = never).",
        seed="MEMORY_TTL_MIN",
    )
    memory_max_conversations: int = whole(
        500,
        1,
        1_000_000,
        "The most `/chat` conversations kept; the least recently used go first.",
        seed="MEMORY_MAX_CONVERSATIONS",
    )
    ephemeral_max_mb: int = whole(
        64,
        1,
        65_536,
        "The most MiB of text all ephemeral conversations hold together.",
    )
