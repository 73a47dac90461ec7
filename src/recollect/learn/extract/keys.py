"""A name for a piece of knowledge that stays the same when it is learned again."""

import hashlib
import re
from typing import Final

from recollect.model.entry import Kind

_WORD: Final = re.compile(r"[\w#./?=-]*\w")
_LONGEST: Final = 60


def key_of(kind: Kind, content: str, site: str = "") -> str:
    """The key of a statement: readable, and the same for the same words in any case and order of spaces."""
    words = _WORD.findall(content.lower())
    readable = "-".join(words)[:_LONGEST].strip("-")
    digest = hashlib.sha256(f"{kind}\n{site}\n{' '.join(words)}".encode()).hexdigest()[:8]
    return f"{site + ':' if site else ''}{readable}-{digest}"
