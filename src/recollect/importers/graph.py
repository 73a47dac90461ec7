"""Reader for Zep and Graphiti: edges (facts), nodes, episodes and messages as JSON.

Neither has an export; this is what their libraries return, as lists or in an object that names
them. A fact keeps the times at which it was true.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

from recollect.domain.entry import Kind
from recollect.importers.documents import sections
from recollect.importers.items import ImportedConversation, ImportedItem, NotImported
from recollect.importers.json_values import fields_of, list_of, moment, text_of
from recollect.importers.source import ImportSource

# Zep's pages call every list "items".
_LISTS: Final = ("edges", "facts", "nodes", "episodes", "messages", "items")
_UNUSED: Final = {"communities": "communities", "observations": "observations"}
_ROLES: Final = frozenset({"user", "assistant"})
_SPOKEN: Final = re.compile(r"(?P<speaker>[^:\n]{1,100}):[ \t]+(?P<text>.+)")


def matches(item: dict[str, Any]) -> bool:
    """Return whether this is an edge, an episode, or an object that lists some."""
    return any(_kind(each) is not None for each in _first_items(item))


def is_graphiti(item: dict[str, Any]) -> bool:
    """Return whether this is Graphiti's, which keeps everything by group."""
    return any(_kind(each) is not None and "group_id" in each for each in _first_items(item))


def _first_items(item: dict[str, Any]) -> list[dict[str, Any]]:
    listed = (each for name in _LISTS for each in list_of(item.get(name))[:1])
    return [item, *map(fields_of, listed)]


def _kind(item: dict[str, Any]) -> str | None:
    """Return the list that an object would be in."""
    if "uuid" not in item and "uuid_" not in item:
        return "facts" if isinstance(item.get("fact"), str) else None
    if isinstance(item.get("fact"), str):
        return "edges"
    if isinstance(item.get("content"), str):
        return "episodes" if item.keys() & {"source", "source_description"} else "messages"
    return "nodes" if "name" in item and "summary" in item else None


def read(items: list[Any], source: ImportSource) -> Iterator[ImportedItem]:
    """Yield facts and entities as statements, messages as turns, other episodes as knowledge."""
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for number, value in enumerate(items, start=1):
        item = source.fields(f"item {number}", value)
        if (kind := _kind(item)) is not None:
            found[kind].append(item)
            continue
        thread = item.get("thread_id") or item.get("thread_uuid") or item.get("uuid")
        for name in _LISTS:
            for each in map(fields_of, list_of(item.get(name))):
                kind = (_kind(each) or "") if name == "items" else name
                found[kind].append({"thread_id": thread, **each} if kind == "messages" else each)
        for name, what in _UNUSED.items():
            if count := len(list_of(item.get(name))):
                yield NotImported(what, count)
    if found[""]:
        yield NotImported("items of an unknown kind", len(found[""]))
    yield from _facts(found["edges"] + found["facts"], found["nodes"], source)
    yield from _entities(found["nodes"], source)
    yield from _episodes(found["episodes"], found["messages"], source)


def _facts(
    edges: list[dict[str, Any]], nodes: list[dict[str, Any]], source: ImportSource
) -> Iterator[ImportedItem]:
    names = {_id(node): text_of(node.get("name")) for node in nodes}
    for number, edge in enumerate(edges, start=1):
        text = text_of(edge.get("fact")) or text_of(edge.get("content"))
        ends = [
            text_of(edge.get(f"{end}_node_name")) or names.get(edge.get(f"{end}_node_uuid"), "")
            for end in ("source", "target")
        ]
        verb = text_of(edge.get("name")).replace("_", " ").lower()
        begins = moment(edge.get("valid_at"))
        ended = moment(edge.get("invalid_at")) or moment(edge.get("expired_at"))
        if not text:
            yield NotImported("edges without a fact")
            continue
        yield source.memory(
            f"edge {number}",
            text,
            id=_id(edge),
            agent=_owner(edge),
            at=moment(edge.get("created_at")) or begins,
            valid_from=None if begins and ended and begins >= ended else begins,
            valid_until=ended,
            link=(ends[0], verb, ends[1]) if all(ends) and verb else None,
        )
    if embedded := sum(bool(edge.get("fact_embedding")) for edge in edges):
        yield NotImported("embeddings", embedded)


def _entities(nodes: list[dict[str, Any]], source: ImportSource) -> Iterator[ImportedItem]:
    for number, node in enumerate(nodes, start=1):
        name, summary = text_of(node.get("name")), text_of(node.get("summary"))
        if not name or not summary:
            yield NotImported("entities without a summary")
            continue
        labels = (text_of(label)[:100] for label in list_of(node.get("labels")))
        yield source.memory(
            f"node {number}",
            f"{name}: {summary}",
            kind=Kind.ENTITY,
            id=_id(node),
            agent=_owner(node),
            subject=source.title(name),
            at=moment(node.get("created_at")),
            tags=tuple(label for label in labels if label and label != "Entity"),
        )
    if embedded := sum(bool(node.get("name_embedding")) for node in nodes):
        yield NotImported("embeddings", embedded)


def _episodes(
    episodes: list[dict[str, Any]], messages: list[dict[str, Any]], source: ImportSource
) -> Iterator[ImportedItem]:
    spoken: dict[tuple[str | None, str], list[dict[str, Any]]] = defaultdict(list)
    for number, item in enumerate([*messages, *episodes], start=1):
        place, text = f"episode {number}", text_of(item.get("content"))
        if item.get("source") in {"text", "json"}:
            name = (
                text_of(item.get("source_description")) or text_of(item.get("name")) or "episodes"
            )
            path, at = f"{name}/{_id(item)}", _time(item)
            yield from sections(source, path, text, at, agent=_owner(item))
        elif turns := [*_turns(item, text, place, source)]:
            thread = item.get("thread_uuid") or item.get("thread_id") or source.path.stem
            spoken[_owner(item), source.name(place, thread, "thread")] += turns
        else:
            yield NotImported("messages of tools and the system, or without text")
    for (agent, thread), turns in spoken.items():
        yield ImportedConversation(agent, thread, None, turns)


def _turns(
    item: dict[str, Any], text: str, place: str, source: ImportSource
) -> Iterator[dict[str, Any]]:
    """Yield the turn of a message; Graphiti keeps several in one, a line "speaker: text" each."""
    role = text_of(item.get("role")) or text_of(item.get("role_type"))
    name, at = _id(item), _time(item)
    if role:
        if role in _ROLES and text:
            speaker = text_of(item.get("name")) or text_of(item.get("role_name")) or None
            fields = {"role": role, "content": text, "speaker": speaker, "at": at, "id": name}
            yield source.turn(place, fields)
        return
    for number, line in enumerate(filter(str.strip, text.splitlines())):
        found = _SPOKEN.fullmatch(line.strip())
        who = found["speaker"].strip() if found else None
        is_role = who is not None and who.lower() in _ROLES
        yield source.turn(
            place,
            {
                "role": who.lower() if who and is_role else "user",
                "content": found["text"] if found else line.strip(),
                "speaker": None if is_role else who,
                "at": at,
                "id": f"{name}:{number}",
            },
        )


def _time(item: dict[str, Any]) -> Any:
    names = ("reference_time", "valid_at", "created_at")
    return next((at for name in names if (at := moment(item.get(name)))), None)


def _id(item: dict[str, Any]) -> str | None:
    return text_of(item.get("uuid")) or text_of(item.get("uuid_")) or None


def _owner(item: dict[str, Any]) -> str | None:
    names = ("group_id", "user_id", "user_uuid")
    return next((text for name in names if (text := text_of(item.get(name)))), None)
