"""Messages of a conversation, and the window of them that a model sees.

No repr contains message text, so that logs and crash reports do not either.
"""

from dataclasses import dataclass, field
from datetime import datetime

from recollect.domain.metadata import Metadata
from recollect.domain.turn import Role, Tier, View


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of a durable or ephemeral conversation."""

    id: str
    role: Role
    content: str = field(repr=False)
    timestamp: datetime
    token_count: int | None = None
    is_compressed: bool = False
    speaker: str | None = field(default=None, repr=False)
    # How windows with a budget show it: in full, shortened, or not at all.
    view: View = View.FULL
    tier: Tier = Tier.SHORT_TERM
    # From 0 to 1, as of when it was listed or promoted; None in a window.
    relevance: float | None = None
    # That of its turn; ephemeral messages have none.
    metadata: Metadata = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Metrics:
    """The tokens a window uses and may use, and what was cut.

    `is_distilled` is True unless the window is the whole conversation verbatim.
    """

    used_tokens: int
    total_tokens: int
    is_distilled: bool
    # How many messages are shortened, and how many are left out.
    shortened: int = 0
    left_out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """The part of a conversation that a model sees, as framed text and as messages."""

    text: str = field(repr=False)
    tokens: int
    messages: tuple[Message, ...]
    metrics: Metrics
