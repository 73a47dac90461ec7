"""Which headers go on, and which are between two machines only."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

Headers = list[tuple[str, str]]

AGENT: Final = ("x-recollect-agent-id", "x-osaurus-agent-id")
CONVERSATION: Final = "x-conversation-id"
MEMORY: Final = "x-recollect-memory"
RECEIPT: Final = "x-recollect-receipt"
TOKENS: Final = "x-recollect-tokens"
UPSTREAM_ID: Final = "x-upstream-request-id"
# What a page in a browser may read beside the body.
EXPOSED: Final = (RECEIPT, TOKENS, MEMORY, CONVERSATION, UPSTREAM_ID)

_HOPS: Final = frozenset(
    "connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding"
    " upgrade".split()
)
# Made anew for the upstream, or said to us alone: by a browser about its page, or about memory.
_OURS: Final = frozenset(
    "host content-length expect cookie origin referer x-osaurus-agent-id x-conversation-id".split()
)
_OUR_PREFIXES: Final = ("x-recollect-", "sec-")
# Ours to say: who may read the answer, how long it may be kept, and by which name it is logged.
_THEIRS: Final = frozenset(
    "date server set-cookie alt-svc strict-transport-security cache-control content-security-policy"
    " x-request-id".split()
)
# Where callers put a key: theirs stay here where we have one of our own for the upstream.
_KEYS: Final = frozenset({"authorization", "api-key", "x-api-key"})
_CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f]")
_THEIR_PREFIXES: Final = ("access-control-", "x-recollect-")


def onward(headers: Iterable[tuple[str, str]], key: str | None, *, plain: bool) -> Headers:
    """What the upstream is told: the caller's headers, with our key where we have one.

    `plain` asks for a reply that is not packed, for those who listen to it.
    """
    told = _passing([*headers], _OURS, _OUR_PREFIXES)
    kept = [(name, value) for name, value in told if not (plain and name == "accept-encoding")]
    if plain:
        kept.append(("accept-encoding", "identity"))
    if key is not None:
        kept = [(name, value) for name, value in kept if name not in _KEYS]
        kept.append(("authorization", f"Bearer {key}"))
    return kept


def back(headers: Iterable[tuple[str, str]]) -> Headers:
    """What the caller is told: the upstream's headers, its name for the request beside ours."""
    told = [*headers]
    names = [(UPSTREAM_ID, value) for name, value in told if name.lower() == "x-request-id"]
    # A page of the upstream's must not run as one of ours.
    return [
        *_passing(told, _THEIRS, _THEIR_PREFIXES),
        *names,
        ("content-security-policy", "default-src 'none'; sandbox"),
    ]


def naming(conversation: str) -> Headers:
    """The header that names a conversation, in UTF-8; none for a name that no header can carry as it is."""
    carried = conversation.encode("utf-8").decode("latin-1")
    if conversation != conversation.strip() or _CONTROLS.search(carried):
        return []
    return [(CONVERSATION, carried)]


def from_header(value: str) -> str:
    """The name that a header carries, in UTF-8 or else as it stands."""
    try:
        return value.encode("latin-1").decode("utf-8").strip()
    except UnicodeError:
        return value.strip()


def _passing(
    headers: Headers, kept_back: frozenset[str], prefixes: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    named = {
        word.strip().lower()
        for name, value in headers
        if name.lower() == "connection"
        for word in value.split(",")
    }
    for name, value in headers:
        low = name.lower()
        if low not in _HOPS | named | kept_back and not low.startswith(prefixes):
            yield low, value
