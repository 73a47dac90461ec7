"""What the tools take, as JSON schemas: small, because a model reads all of them before it says a word.

The values are checked by the library, in its own words; here only what the library does not know is checked.
"""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from recollect.domain.checks import ID_MAX, LABEL_MAX, QUERY_MAX, shown
from recollect.domain.entry import MEMORY_KINDS, Priority, Status
from recollect.domain.framing import Framing
from recollect.domain.hit import Scope
from recollect.errors import InvalidInput

Schema: TypeAlias = dict[str, Any]

# No answer may fill a model's window: so many things at once, and so many tokens of a context.
MOST: Final = 50
USUAL: Final = 10
MOST_TOKENS: Final = 16_000


def text(description: str, longest: int | None = None) -> Schema:
    """Some words."""
    limits = {"minLength": 1} | ({"maxLength": longest} if longest else {})
    return {"type": "string", "description": description} | limits


def name(description: str) -> Schema:
    """An id."""
    return text(description, ID_MAX)


def choice(description: str, *choices: str) -> Schema:
    """One of a closed set."""
    return {"type": "string", "enum": [*choices], "description": description}


def whole(description: str, least: int, most: int | None = None) -> Schema:
    """A whole number."""
    limits = {"minimum": least} | ({"maximum": most} if most else {})
    return {"type": "integer", "description": description} | limits


def flag(description: str) -> Schema:
    """Yes or no."""
    return {"type": "boolean", "description": description}


def moment(description: str) -> Schema:
    """A time."""
    return {"type": "string", "format": "date-time", "description": description}


AGENT: Final = name("Whose memory; leave it out for your own.")
MEMORY_ID: Final = name("The memory, by the id that another tool gave.")
QUERY: Final = text("What you want to know, in plain words.", QUERY_MAX)
LIMIT: Final = whole(f"How many at most; {USUAL} if left out.", 1, MOST)
KIND: Final = choice("What sort of statement.", *MEMORY_KINDS)
PRIORITY: Final = choice("How much it matters.", *Priority)
AS_OF: Final = moment("What was known at that moment, in ISO 8601 with a time zone.")
TOKENS: Final = whole("The most tokens of the text.", 1, MOST_TOKENS)
GOING_ON: Final = name("The conversation that is going on, so that its question is not repeated.")

STATEMENT: Final[dict[str, Schema]] = {
    "subject": text("Whom or what it is about.", LABEL_MAX),
    "confidence": {
        "type": "number",
        "minimum": 0,
        "maximum": 1,
        "description": "How sure it is.",
    },
    "priority": PRIORITY,
    "tags": {"type": "array", "items": {"type": "string"}, "description": "Short labels."},
    "pinned": flag("Never let it fade."),
    "valid_from": moment("Since when it holds, in ISO 8601 with a time zone."),
    "valid_until": moment("Until when it holds."),
}
SCOPES: Final[Schema] = {
    "type": "array",
    "items": {"type": "string", "enum": [*Scope]},
    "description": "Where to look; everywhere if left out.",
}
STATUS: Final = choice("active and review if left out.", *Status, "all")
FRAMING: Final = choice(
    "follow_up: may be referred to; silent: background, never to be mentioned.", *Framing
)


def given(
    takes: Mapping[str, Schema], needs: tuple[str, ...], arguments: Mapping[str, Any]
) -> dict[str, Any]:
    """The arguments of a call by their names; a null is one left out, as many models write it."""
    for name in arguments:
        if name not in takes:
            known = ", ".join(takes)
            raise InvalidInput(f"there is no argument {shown(name)}; there are: {known}")
    found = {key: value for key, value in arguments.items() if value is not None}
    for needed in needs:
        if needed not in found:
            raise InvalidInput(f"{needed} is missing", field=needed)
    return found


def between(least: int, value: object, most: int, field: str) -> int:
    """A whole number within what this door gives."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        message = f"{field} takes a whole number from {least} to {most:,}, not {shown(value)}"
        raise InvalidInput(message, field=field)
    return value
