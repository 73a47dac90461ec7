"""Reader for memory.jsonl of the MCP server "memory": entities, their observations, relations.

The file has no dates. Its lines may have been written by hand, so unknown ones are counted.
"""

import json
from collections.abc import Iterator
from typing import Any, Final

from recollect.domain.entry import USER, Kind
from recollect.importers.documents import relation
from recollect.importers.items import ImportedItem, NotImported
from recollect.importers.json_values import list_of, text_of
from recollect.importers.source import ImportSource

# The name under which the server's own instructions keep the user.
_USERS: Final = frozenset({"default_user", "user"})


def matches(line: object) -> bool:
    """Return whether this is a line of the file."""
    return isinstance(line, dict) and line.get("type") in {"entity", "relation"}


def read(source: ImportSource) -> Iterator[ImportedItem]:
    """Yield each observation and each relation as a statement."""
    for place, text in source.lines():
        try:
            line = json.loads(text)
        except (ValueError, RecursionError):
            raise source.error("this is not a line of JSON", place) from None
        match line:
            case {"type": "entity", "name": str(name)}:
                yield from _entity(source, place, name, line)
            case {
                "type": "relation",
                "from": str(one),
                "relationType": str(verb),
                "to": str(other),
            }:
                yield relation(source, place, ("User" if one in _USERS else one, verb, other))
            case _:
                yield NotImported("lines that are neither entities nor relations")


def _entity(
    source: ImportSource, place: str, name: str, line: dict[str, Any]
) -> Iterator[ImportedItem]:
    is_user = name in _USERS
    type_ = text_of(line.get("entityType"))
    fields = {
        "subject": USER if is_user else source.title(name),
        "tags": (type_[:100],) if type_ else (),
    }
    observations = [text for item in list_of(line.get("observations")) if (text := text_of(item))]
    for text in observations:
        yield source.memory(place, text if is_user else f"{name}: {text}", **fields)
    if not observations and type_ and name.strip():
        yield source.memory(place, f"{name}: {type_}", kind=Kind.ENTITY, **fields)
