from typing import ClassVar

from .fields import Group, number, switch, whole


class Sessions(Group):
    """Short-term memory: ephemeral sessions, and the conversations of `/chat`."""

    title: ClassVar[str] = "Short-term memory"

    session_max_messages: int = whole(
        50,
        2,
        10_000,
        "Maximum number of messages in an ephemeral session, including the pinned first one.",
        seed="maxMessages",
    )
    session_max_tokens: int = whole(
        2_000,
        50,
        1_000_000,
        "Token budget of last-n and seed–middle–tail windows.",
        seed="maxTokens",
    )
    seed_preservation: bool = switch(
        "Whether the first message of a session is always part of its context.",
        default=True,
        seed="seedPreservation",
    )
    session_tail_size: int = whole(
        3,
        1,
        100,
        "Number of latest messages of a session that stay in full.",
        seed="tailSize",
    )
    rewrite_timeout_seconds: float = number(
        10.0,
        0.1,
        600.0,
        "Seconds for the core model to rewrite a follow-up question before rules do it.",
    )
    session_sweep_minutes: int = whole(
        30,
        1,
        1_440,
        "Minutes between removals of expired ephemeral sessions.",
    )
    session_ttl_hours: int = whole(
        24,
        1,
        8_760,
        "Hours after its start at which an ephemeral session expires.",
    )
    session_max_sessions: int = whole(
        100,
        1,
        100_000,
        "Maximum number of ephemeral sessions; the oldest are removed first.",
    )
    enable_memory: bool = switch(
        "Whether `/chat` remembers conversations; if off, each request is independent.",
        default=True,
        seed="ENABLE_MEMORY",
    )
    memory_max_turns: int = whole(
        8,
        1,
        10_000,
        "Number of latest messages kept in a `/chat` conversation.",
        seed="MEMORY_MAX_TURNS",
    )
    memory_ttl_min: int = whole(
        60,
        0,
        525_600,
        "Idle minutes after which a `/chat` conversation is forgotten (0 = never).",
        seed="MEMORY_TTL_MIN",
    )
    memory_max_conversations: int = whole(
        500,
        1,
        1_000_000,
        "Maximum number of `/chat` conversations; the least recently used are removed first.",
        seed="MEMORY_MAX_CONVERSATIONS",
    )
    ephemeral_max_mb: int = whole(
        64,
        1,
        65_536,
        "Maximum total text of all ephemeral conversations in MiB.",
    )
