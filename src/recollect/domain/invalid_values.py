"""What a value should have been, in our words, from an error of the library that checks values.

Options of commands and fields of requests are checked by one library, and its errors are plain
objects: `type`, `input`, `ctx` with the limits, and `msg` in words for programmers.
"""

import json
from collections.abc import Mapping
from typing import Any, Final

_LONGEST_SHOWN: Final = 80
# By the type of the error.
_LIMITS: Final = {
    "greater_than_equal": "{ge} or more",
    "greater_than": "more than {gt}",
    "less_than_equal": "{le} or less",
    "less_than": "less than {lt}",
    "string_too_short": "{min_length} or more characters",
    "string_too_long": "{max_length} or fewer characters",
    "too_short": "{min_length} or more items",
    "too_long": "{max_length} or fewer items",
    "literal_error": "{expected}",
    "enum": "{expected}",
}
# By the first word of the type of the error.
_KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "finite": "a finite number",
    "bool": "true or false",
    "string": "a text",
    "list": "a list",
    "tuple": "a list",
    "dict": "an object",
    "model": "an object",
    "datetime": "a time in ISO 8601, such as 2026-05-01T12:00:00Z",
    "timezone": "a time with its zone, such as 2026-05-01T12:00:00Z",
}


def invalid_value(name: str, error: Mapping[str, Any]) -> str:
    """Why a value is refused: "limit takes a whole number, not 'abc'"."""
    kind, context = str(error["type"]), error.get("ctx", {})
    if "error" in context:
        return f"{name}: {context['error']}"
    takes = _LIMITS.get(kind, "").format_map(context) or _KINDS.get(kind.partition("_")[0])
    if takes is None:
        return f"{name}: {error['msg']}"
    return f"{name} takes {takes}, not {_shown(error.get('input'))}"


def _shown(value: object) -> str:
    if isinstance(value, str):
        return repr(value) if len(value) <= _LONGEST_SHOWN else f"{len(value):,} characters"
    if isinstance(value, list | tuple):
        return f"a list of {len(value):,}"
    if isinstance(value, Mapping):
        return "an object"
    return json.dumps(value, default=lambda other: type(other).__name__)
