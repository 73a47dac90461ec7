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

_TEXT: Final[Schema] = {"type": "string", "minLength": 1}
_ID: Final = _TEXT | {"maxLength": ID_MAX}
_MOMENT: Final[Schema] = {"type": "string", "format": "date-time"}
_FLAG: Final[Schema] = {"type": "boolean"}
# An argument is the same for every tool that has it.
SCHEMAS: Final[dict[str, Schema]] = {
    "agent_id": _ID,
    "id": _ID,
    "conversation_id": _ID,
    "receipt_id": _ID,
    "cursor": _ID,
    "key": _ID,
    "content": _TEXT,
    "text": _TEXT,
    "query": _TEXT | {"maxLength": QUERY_MAX},
    "speaker": _TEXT,
    "subject": _TEXT | {"maxLength": LABEL_MAX},
    "after": _MOMENT,
    "before": _MOMENT,
    "as_of": _MOMENT,
    "valid_from": _MOMENT,
    "valid_until": _MOMENT,
    "kind": {"type": "string", "enum": [*MEMORY_KINDS]},
    "priority": {"type": "string", "enum": [*Priority]},
    "status": {"type": "string", "enum": [*Status, "all"]},
    "framing": {"type": "string", "enum": [*Framing]},
    "scopes": {"type": "array", "items": {"type": "string", "enum": [*Scope]}},
    "spaces": {"type": "array", "items": _ID, "maxItems": MAX_SPACES},
    "tags": {"type": "array", "items": {"type": "string"}},
    "confidence": {"type": "number", "minimum": 0, "maximum": 1},
    "limit": {"type": "integer", "minimum": 1, "maximum": MAX_ITEMS},
    "tokens": {"type": "integer", "minimum": 1, "maximum": MAX_TOKENS},
    "offset": {"type": "integer", "minimum": 0},
    "version": {"type": "integer", "minimum": 1},
    "history": _FLAG,
    "pinned": _FLAG,
    "restore": _FLAG,
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
