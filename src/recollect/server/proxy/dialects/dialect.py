"""What the proxy has to know of a chat API; everything else is the same for all of them."""

from collections.abc import Callable
from dataclasses import dataclass

from recollect.server.proxy.reply_text import ReplyText

# Adds what a decoded reply, or one event of a streamed one, says.
ReadReply = Callable[[object, ReplyText], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProxyDialect:
    """Where the requests of a chat API contain text, and how its replies are read."""

    read_reply: ReadReply
    read_event: ReadReply
    # How the last event of a stream starts.
    ends: tuple[bytes, ...]
    # The key of the messages, and of the system prompt where it is not one of them.
    messages: str = "messages"
    system: str | None = None
    # The key that has the end of the request cached, where it marks the last block for that.
    cache_mark: str | None = None
    # The type of a text in a message with several parts.
    part: str = "text"
    # Whether a request may contain only what is new, because the upstream has the rest.
    keeps_history: bool = False
