"""JSON schemas of the tool arguments; `tools.toml` has their descriptions.

The library validates the values; only what it does not know about is checked here.
"""

from collections.abc import Collection, Mapping
from typing import Any, Final, TypeAlias

from recollect.domain.checks import ID_MAX, LABEL_MAX, QUERY_MAX, shown
from recollect.domain.entry import MEMORY_KINDS, Priority, Status
from recollect.domain.framing import Framing
from recollect.domain.hit import Scope
from recollect.domain.space import MAX_SPACES
from recollect.errors import InvalidInput

Schema: TypeAlias = dict[str, Any]

# Limits that keep an answer from filling a model's context window.
MAX_ITEMS: Final = 50
DEFAULT_ITEMS: Final = 10
MAX_TOKENS: Final = 16_000


TEXT: Final[Schema] = {"type": "string", "minLength": 1}
ID: Final = TEXT | {"maxLength": ID_MAX}
QUERY: Final = TEXT | {"maxLength": QUERY_MAX}
MOMENT: Final[Schema] = {"type": "string", "format": "date-time"}
FLAG: Final[Schema] = {"type": "boolean"}
KIND: Final[Schema] = {"type": "string", "enum": [*MEMORY_KINDS]}
PRIORITY: Final[Schema] = {"type": "string", "enum": [*Priority]}
STATUS: Final[Schema] = {"type": "string", "enum": [*Status, "all"]}
FRAMING: Final[Schema] = {"type": "string", "enum": [*Framing]}
SPACES: Final[Schema] = {"type": "array", "items": ID, "maxItems": MAX_SPACES}
SCOPES: Final[Schema] = {"type": "array", "items": {"type": "string", "enum": [*Scope]}}
TOKENS: Final[Schema] = {"type": "integer", "minimum": 1, "maximum": MAX_TOKENS}
LIMIT: Final[Schema] = {
    "type": "integer",
    "minimum": 1,
    "maximum": MAX_ITEMS,
    "description": f"Maximum number of results; {DEFAULT_ITEMS} by default.",
}
STATEMENT: Final[dict[str, Schema]] = {
    "subject": TEXT | {"maxLength": LABEL_MAX},
    "confidence": {"type": "number", "minimum": 0, "maximum": 1},
    "priority": PRIORITY,
    "tags": {"type": "array", "items": {"type": "string"}},
    "pinned": FLAG,
    "valid_from": MOMENT,
    "valid_until": MOMENT,
}


def check_arguments(
    known: Collection[str], required: tuple[str, ...], arguments: Mapping[str, Any]
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
