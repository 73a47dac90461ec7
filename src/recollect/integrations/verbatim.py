"""A framework's value kept as it is in the metadata of a turn."""

import json
from typing import Any
from uuid import uuid4

from recollect.context.fence import unfenced
from recollect.domain.checks import check_metadata
from recollect.domain.turn import Role, Turn
from recollect.errors import InvalidInput


def turn_with(value: Any, key: str, role: Role, text: str, kind: str) -> dict[str, Any]:
    """A turn with this text, or else the kind of value in brackets, that keeps a JSON value."""
    kept: object = without_memory(json.loads(json.dumps(value)))
    try:
        check_metadata({key: kept})
    except InvalidInput:
        # As text it may contain what metadata may not, such as a NUL character.
        kept = json.dumps(kept)
    content = clean(unfenced(text))
    return {
        "id": uuid4().hex,
        "role": role,
        "content": content if content.strip() else f"[{kind}]",
        "metadata": {key: kept},
    }


def without_memory(value: Any) -> Any:
    """A JSON value without the memory that a model or a client has repeated in its texts."""
    if isinstance(value, str):
        return unfenced(value)
    if isinstance(value, list):
        return [without_memory(each) for each in value]
    if isinstance(value, dict):
        return {name: without_memory(each) for name, each in value.items()}
    return value


def clean(text: str) -> str:
    """The text without what no content may have: NUL and halves of surrogate pairs."""
    return text.replace("\x00", "").encode(errors="replace").decode()


def value_of(turn: Turn, key: str) -> Any | None:
    """The value that a turn keeps, or None."""
    kept = turn.metadata.get(key)
    return json.loads(kept) if isinstance(kept, str) else kept
