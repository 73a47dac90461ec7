"""Which paths belong to the upstream, and in which dialect."""

from collections.abc import Mapping
from typing import Final

from recollect.server.proxy.dialects.chat_completions import CHAT_COMPLETIONS
from recollect.server.proxy.dialects.dialect import ProxyDialect
from recollect.server.proxy.dialects.messages import MESSAGES
from recollect.server.proxy.dialects.ollama import OLLAMA
from recollect.server.proxy.dialects.responses import RESPONSES

_VERSIONED: Final = "/v1/"
OLLAMA_PREFIX: Final = "/api/"
# Chats are read, and may get memory.
CHATS: Final[Mapping[str, ProxyDialect]] = {
    "/v1/chat/completions": CHAT_COMPLETIONS,
    "/chat/completions": CHAT_COMPLETIONS,
    "/v1/messages": MESSAGES,
    "/v1/responses": RESPONSES,
    "/api/chat": OLLAMA,
}
# Ollama's routes that do not change its models.
_OLLAMA: Final = frozenset(
    f"{OLLAMA_PREFIX}{name}" for name in "embed embeddings generate ps show tags version".split()
)
# Routes for mem0's clients, of which no upstream has any.
_MEM0: Final = ("/v1/memories/", "/v1/entities/", "/v1/ping/", "/v1/batch/", "/v2/", "/v3/")


def is_proxied(path: str) -> bool:
    """Whether requests for this path go to the upstream."""
    own = is_for_mem0(path)
    return (path.startswith(_VERSIONED) and not own) or path in CHATS or path in _OLLAMA


def is_for_mem0(path: str) -> bool:
    """Whether mem0's clients call this path."""
    return path.startswith(_MEM0)


def takes_any_type(path: str) -> bool:
    """Whether the bodies for this path may have any content type: Ollama's clients send none."""
    return is_proxied(path) and CHATS.get(path, OLLAMA) is OLLAMA
