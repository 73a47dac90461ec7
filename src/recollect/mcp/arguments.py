"""JSON schemas of the tool arguments, kept short because a model reads all of them up front.

The library validates the values; only what it does not know about is checked here.
"""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from recollect.domain.checks import ID_MAX, LABEL_MAX, QUERY_MAX, shown
from recollect.domain.entry import MEMORY_KINDS, Priority, Status
from recollect.domain.framing import Framing
from recollect.domain.hit import Scope
from recollect.errors import InvalidInput

Schema: TypeAlias = dict[str, Any]

# Limits that keep an answer from filling a model's context window.
MAX_ITEMS: Final = 50
DEFAULT_ITEMS: Final = 10
MAX_TOKENS: Final = 16_000


def string(description: str, max_length: int | None = None) -> Schema:
    """Schema of a non-empty string."""
    limits = {"minLength": 1} | ({"maxLength": max_length} if max_length else {})
    return {"type": "string", "description": description} | limits


def identifier(description: str) -> Schema:
    """Schema of an id."""
    return string(description, ID_MAX)


def choice(description: str, *choices: str) -> Schema:
    """Schema of one of several fixed values."""
    return {"type": "string", "enum": [*choices], "description": description}


def integer(description: str, minimum: int, maximum: int | None = None) -> Schema:
    """Schema of an integer in a range."""
    limits = {"minimum": minimum} | ({"maximum": maximum} if maximum else {})
    return {"type": "integer", "description": description} | limits


def boolean(description: str) -> Schema:
    """Schema of a flag."""
    return {"type": "boolean", "description": description}


def timestamp(description: str) -> Schema:
    """Schema of a date and time."""
    return {"type": "string", "format": "date-time", "description": description}


AGENT: Final = identifier("The agent whose memory to use; defaults to your own.")
MEMORY_ID: Final = identifier("The id of the memory, as returned by another tool.")
QUERY: Final = string("What you want to know, in plain words.", QUERY_MAX)
LIMIT: Final = integer(f"Maximum number of results; {DEFAULT_ITEMS} by default.", 1, MAX_ITEMS)
KIND: Final = choice("The kind of statement.", *MEMORY_KINDS)
PRIORITY: Final = choice("How important it is.", *Priority)
AS_OF: Final = timestamp("What was known at that moment, in ISO 8601 with a time zone.")
TOKENS: Final = integer("Maximum length of the text in tokens.", 1, MAX_TOKENS)
CURRENT_CONVERSATION: Final = identifier(
    "The current conversation, so that its question is not repeated."
)

STATEMENT: Final[dict[str, Schema]] = {
    "subject": string("Who or what it is about.", LABEL_MAX),
    "confidence": {
        "type": "number",
        "minimum": 0,
        "maximum": 1,
        "description": "How certain it is.",
    },
    "priority": PRIORITY,
    "tags": {"type": "array", "items": {"type": "string"}, "description": "Short labels."},
    "pinned": boolean("Never let it fade."),
    "valid_from": timestamp("When it becomes true, in ISO 8601 with a time zone."),
    "valid_until": timestamp("When it stops being true."),
}
SCOPES: Final[Schema] = {
    "type": "array",
    "items": {"type": "string", "enum": [*Scope]},
    "description": "Where to search; everywhere by default.",
}
STATUS: Final = choice("active and review by default.", *Status, "all")
FRAMING: Final = choice(
    "follow_up: may be referred to; silent: background, never to be mentioned.", *Framing
)


def check_arguments(
    known: Mapping[str, Schema], required: tuple[str, ...], arguments: Mapping[str, Any]
) -> dict[str, Any]:
    """The arguments of a call by name; null counts as missing, because many models send it."""
    for name in arguments:
        if name not in known:
            raise InvalidInput(
                f"unknown argument {shown(name)}; known arguments: {', '.join(known)}"
            )
    given = {name: value for name, value in arguments.items() if value is not None}
    for name in required:
        if name not in given:
            raise InvalidInput(f"{name} is required", field=name)
    return given


def check_range(minimum: int, value: object, maximum: int, field: str) -> int:
    """The value, if it is an integer in the range that this server allows."""
    if isinstance(value, bool) or not isinstance(value, int) or not minimum <= value <= maximum:
        message = f"{field} must be an integer from {minimum} to {maximum:,}, not {shown(value)}"
        raise InvalidInput(message, field=field)
    return value
