"""Messages about invalid settings; none contains a secret."""

import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from recollect.errors import InvalidSetting

from .table import TABLE, Row

_LONGEST_SHOWN = 80
_PLACES = {"argument": "an argument", "default": "the default"}
# user:password@host or a query anywhere, because a malformed URL may contain them too.
_CREDENTIALS = re.compile(r":.*@|://.*\?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem; `field` is the setting's name, or the key as it was given."""

    field: str
    text: str


@dataclass(frozen=True, slots=True)
class Given:
    """A given value with its source and key; `is_new` if it is not written there yet."""

    value: object
    source: str
    key: str
    is_new: bool = False


def refused(row: Row, given: Given, reason: str) -> Problem:
    """A value that cannot be used."""
    value = "" if row.may_hide_secrets else f" = {shown(given.value)}"
    written = f", as {given.key}" if given.source == "config.json" and given.key != row.name else ""
    place = "" if given.is_new else f" (from {_PLACES.get(given.source, given.source)}{written})"
    text = f"{row.name}{value}{place} is not allowed: {reason}"
    return Problem(row.name, text)


def unknown(key: str, source: str) -> Problem:
    """An unknown setting."""
    name = key if key.isidentifier() and len(key) <= _LONGEST_SHOWN else shown(key)
    known = {other.casefold(): row.name for row in TABLE.values() for other in row.keys}
    near = get_close_matches(key[:_LONGEST_SHOWN].casefold(), known, n=1)
    hint = f"the closest is {known[near[0]]}" if near else "recollect config lists them"
    text = f"{name} (from {_PLACES.get(source, source)}) is not a setting; {hint}"
    return Problem(key, text)


def error_of(problems: Sequence[Problem]) -> InvalidSetting:
    """One error that lists all problems."""
    lines = [problem.text for problem in problems]
    if len(lines) > 1:
        lines = [f"{len(lines)} problems with the settings:", *(f"- {x}" for x in lines)]
    return InvalidSetting("\n".join(lines), field=problems[0].field)


def shown(value: object) -> str:
    """A value as JSON, shortened, and hidden if it may contain credentials."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        # The repr of an unknown type might contain a secret, so only the type is shown.
        text = f'"{value}"' if isinstance(value, os.PathLike) else f"<{type(value).__name__}>"
    text = text.encode("utf-8", "backslashreplace").decode()
    if _CREDENTIALS.search(text):
        return '"…" (hidden, as it may contain a password)'
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"
