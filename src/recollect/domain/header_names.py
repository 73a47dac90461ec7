"""Names in HTTP headers, into which many clients can put only Latin-1."""

import re
from contextlib import suppress
from typing import Final
from urllib.parse import unquote_to_bytes

from recollect.errors import InvalidInput

# As in RFC 8187: without it, a percent sign is part of the name.
_PREFIX: Final = "utf-8''"
_ENCODED: Final = re.compile("(?:[!-$&-~]|%[0-9a-fA-F]{2})*")


def from_header(value: str, header: str) -> str:
    """Return the name in a header: percent-encoded after `UTF-8''`, otherwise as it is."""
    name = value.strip(" \t")  # not more: `à` in UTF-8 ends in what Latin-1 calls a space
    if name.lower().startswith(_PREFIX):
        return _decoded(name[len(_PREFIX) :], header.title())
    try:
        return name.encode("latin-1").decode("utf-8").strip()
    except UnicodeError:
        return name.strip()


def _decoded(encoded: str, header: str) -> str:
    if _ENCODED.fullmatch(encoded):
        with suppress(UnicodeDecodeError):
            return unquote_to_bytes(encoded).decode("utf-8")
    raise InvalidInput(f"{header} is not percent-encoded UTF-8 after UTF-8''", field=header)
