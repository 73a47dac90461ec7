"""Which paths belong to the upstream."""

from typing import Final

UNVERSIONED: Final = "/chat/completions"
_VERSIONED: Final = "/v1/"
# Requests with a conversation in JSON; they are read, and may get memory.
CHATS: Final = frozenset({UNVERSIONED, "/v1/chat/completions"})


def is_proxied(path: str) -> bool:
    """Whether requests for this path go to the upstream."""
    return path.startswith(_VERSIONED) or path in CHATS


def is_relayed(path: str) -> bool:
    """Whether requests for this path go to the upstream unread, in any format."""
    return is_proxied(path) and path not in CHATS
