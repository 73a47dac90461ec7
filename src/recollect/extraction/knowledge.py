"""What agents with tools learn about sites: which site a turn is about, and a key per fact."""

import hashlib
import re
from collections.abc import Iterable
from typing import Final

from recollect.domain.entry import Kind
from recollect.domain.turn import Role, Turn

_HOST: Final = re.compile(
    r"(?<![\w.@-])(?:https?://)?((?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,10})(?![\w-])"
)
# "main.py" and "notes.txt" are files, not sites.
_FILE_ENDINGS: Final = frozenset(
    "py js ts csv pdf json txt md png jpg html htm yaml yml toml lock sh xml zip go rs java".split()
)
_WORD: Final = re.compile(r"(?<![\w#./?=-])[\w#./?=-]*\w")
# What may change while the topic stays the same: numbers, selectors, addresses.
_CHANGING: Final = re.compile(r"[#./\[]\S+|\S*\d\S*")
_LONGEST: Final = 60


def site_of(turn: Turn) -> str:
    """The first site that a turn mentions, or ""."""
    if turn.voice is Role.SYSTEM:
        return ""
    hosts = (found[1].removeprefix("www.") for found in _HOST.finditer(turn.content[:4000].lower()))
    return next((host for host in hosts if host.rpartition(".")[2] not in _FILE_ENDINGS), "")


def site_at(turns: Iterable[Turn], index: int) -> str:
    """The last site mentioned up to a turn, or ""."""
    named = (site_of(turn) for turn in turns if turn.index <= index)
    return next((site for site in reversed(list(named)) if site), "")


def key_of(kind: Kind, content: str, site: str = "") -> str:
    """A readable key made of site and topic; numbers and addresses are left out."""
    text = content.lower()
    words = [word for word in _WORD.findall(text) if not _CHANGING.fullmatch(word)]
    words = words or _WORD.findall(text)
    readable = "-".join(words)[:_LONGEST].strip("-")
    digest = hashlib.sha256(f"{kind}\n{site}\n{' '.join(words)}".encode()).hexdigest()[:8]
    return f"{site + ':' if site else ''}{readable}-{digest}"
