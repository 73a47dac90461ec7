"""Which headers the proxy forwards in each direction."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

Headers = list[tuple[str, str]]

AGENT: Final = ("x-recollect-agent-id", "x-osaurus-agent-id")
CONVERSATION: Final = "x-conversation-id"
SPACES: Final = "x-recollect-spaces"
MEMORY: Final = "x-recollect-memory"
RECEIPT: Final = "x-recollect-receipt"
TOKENS: Final = "x-recollect-tokens"
RECORDING: Final = "x-recollect-recording"
UPSTREAM_ID: Final = "x-upstream-request-id"
# Response headers that a web page may read.
EXPOSED: Final = (RECEIPT, TOKENS, MEMORY, RECORDING, CONVERSATION, UPSTREAM_ID)

# Sent by clients: a key of the request, and how often the SDKs of OpenAI and Anthropic repeat it.
IDEMPOTENCY_KEY: Final = "idempotency-key"
RETRY_COUNT: Final = "x-stainless-retry-count"

_HOP_BY_HOP: Final = frozenset(
    "connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer"
    " transfer-encoding upgrade".split()
)
# Rebuilt for the upstream, or meant only for this server.
_NOT_FORWARDED: Final = frozenset(
    "host content-length expect cookie origin referer x-osaurus-agent-id x-conversation-id".split()
)
_NOT_FORWARDED_PREFIXES: Final = ("x-recollect-", "sec-")
# Set by this server: who may read the response, how long it may be cached, and its request id.
_NOT_RETURNED: Final = frozenset(
    "date server set-cookie alt-svc strict-transport-security cache-control content-security-policy"
    " x-request-id".split()
)
# Replaced when the server has its own upstream key.
_CREDENTIALS: Final = frozenset({"authorization", "api-key", "x-api-key"})
_CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f]")
_NOT_RETURNED_PREFIXES: Final = ("access-control-", "x-recollect-")


def upstream_headers(
    headers: Iterable[tuple[str, str]], key: str | None, *, plain: bool, sent_our_key: bool
) -> Headers:
    """Return the headers for the upstream: the caller's, with the server's own key if it has one.

    `plain` asks for an uncompressed reply, so that the proxy can read it. `sent_our_key` means that
    the caller's credentials are for this server.
    """
    received = [*headers]
    sent = [*_end_to_end(received, _NOT_FORWARDED, _NOT_FORWARDED_PREFIXES)]
    if plain:
        sent = [(name, value) for name, value in sent if name != "accept-encoding"]
        sent.append(("accept-encoding", "identity"))
    if key is not None or sent_our_key:
        sent = [(name, value) for name, value in sent if name not in _CREDENTIALS]
    if key is not None:
        is_anthropic = any(name.lower() == "anthropic-version" for name, _ in received)
        sent.append(("x-api-key", key) if is_anthropic else ("authorization", f"Bearer {key}"))
    return sent


def client_headers(headers: Iterable[tuple[str, str]]) -> Headers:
    """Return the upstream's headers for the client, with its request id under another name."""
    received = [*headers]
    ids = [(UPSTREAM_ID, value) for name, value in received if name.lower() == "x-request-id"]
    # HTML from the upstream must not run with this server's origin.
    return [
        *_end_to_end(received, _NOT_RETURNED, _NOT_RETURNED_PREFIXES),
        *ids,
        ("content-security-policy", "default-src 'none'; sandbox"),
    ]


def conversation_header(conversation: str) -> Headers:
    """Return the header that names a conversation in UTF-8, or none if no header can carry it."""
    value = conversation.encode("utf-8").decode("latin-1")
    if conversation != conversation.strip() or _CONTROLS.search(value):
        return []
    return [(CONVERSATION, value)]


def _end_to_end(
    headers: Headers, dropped: frozenset[str], prefixes: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    hop_by_hop = {
        word.strip().lower()
        for name, value in headers
        if name.lower() == "connection"
        for word in value.split(",")
    }
    for name, value in headers:
        low = name.lower()
        if low not in _HOP_BY_HOP | hop_by_hop | dropped and not low.startswith(prefixes):
            yield low, value
