"""A conversation as it is read back: its messages, and the window of them that a model gets to see.

None of these shows anyone's words in its repr, so that no log and no crash report does.
"""

from dataclasses import dataclass, field
from datetime import datetime

from recollect.domain.turn import Role, View


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of a conversation, whether that is stored or lives in RAM only."""

    id: str
    role: Role
    content: str = field(repr=False)
    timestamp: datetime
    token_count: int | None = None
    is_compressed: bool = False
    speaker: str | None = field(default=None, repr=False)
    # How windows that keep to a budget show it: whole, shortened, or not at all.
    view: View = View.FULL


@dataclass(frozen=True, slots=True, kw_only=True)
class Metrics:
    """How a window fits: the tokens it uses of those it may use, and what had to give way.

    It is distilled where it is not the whole conversation word for word.
    """

    used_tokens: int
    total_tokens: int
    is_distilled: bool
    # How many messages are shown in part, and how many not at all.
    shortened: int = 0
    left_out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """What a model gets to read of a conversation, framed, and the messages it was made of."""

    text: str = field(repr=False)
    tokens: int
    messages: tuple[Message, ...]
    metrics: Metrics
