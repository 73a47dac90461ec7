"""Detection of a file's format from its content, and the table of all formats."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from typing import Any, Final

from recollect.errors import InvalidInput
from recollect.importers import (
    chatgpt,
    claude,
    documents,
    graph,
    jsonl,
    letta,
    locomo,
    mcp_memory,
    mem0,
    statements,
)
from recollect.importers.archive import ZIP, open_archive
from recollect.importers.items import ImportedConversation, ImportedItem
from recollect.importers.source import ImportSource

_KNOWN: Final = (
    "Recollect reads the exports of Claude and ChatGPT, memory.jsonl of MCP, mem0, Letta, Zep and"
    " Graphiti, Markdown and text (Obsidian, basic-memory), JSON or JSON lines of turns, and LoCoMo"
)
_GZIP: Final = b"\x1f\x8b"
_JSON_MEMBER: Final = re.compile(
    r"(?:.*/)?(?:conversations(?:-\d+)?|memories|projects|(?:memories|projects)/[^/]+)\.json"
)


class Format(StrEnum):
    """File formats that can be imported."""

    AUTO = "auto"
    LOCOMO = "locomo"
    JSONL = "jsonl"
    CHATGPT = "chatgpt"
    CLAUDE = "claude"
    MCP_MEMORY = "mcp-memory"
    MEM0 = "mem0"
    LETTA = "letta"
    ZEP = "zep"
    GRAPHITI = "graphiti"
    BASIC_MEMORY = "basic-memory"
    OBSIDIAN = "obsidian"
    MARKDOWN = "markdown"
    TEXT = "text"


# The formats that are one JSON document: how an item is recognized, and how all are read.
_JSON: Final = {
    Format.CHATGPT: (chatgpt.matches, chatgpt.read),
    Format.CLAUDE: (claude.matches, claude.read),
    Format.LOCOMO: (locomo.matches, locomo.conversations),
    Format.LETTA: (letta.matches, letta.read),
    Format.MEM0: (mem0.matches, mem0.read),
    Format.GRAPHITI: (graph.is_graphiti, graph.read),
    Format.ZEP: (graph.matches, graph.read),
}
# The formats of lines: each is read as it is needed, however long the file is.
_LINES: Final = {Format.MCP_MEMORY: mcp_memory.read, Format.JSONL: jsonl.conversations}
_DOCUMENTS: Final = frozenset({Format.BASIC_MEMORY, Format.OBSIDIAN, Format.MARKDOWN, Format.TEXT})


@dataclass(frozen=True, slots=True)
class DetectedFile:
    """A file of known format; each call of `items` reads it from the start."""

    format: Format
    items: Callable[[], Iterator[ImportedItem]]

    def conversations(self) -> Iterator[ImportedConversation]:
        """Yield only the conversations."""
        return (item for item in self.items() if isinstance(item, ImportedConversation))


def is_recollect_export(source: ImportSource) -> bool:
    """Return whether the file is Recollect's own export, which `Memory.import_` reads."""
    if source.path.is_dir() or not source.head().lstrip().startswith(b"{"):
        return False
    with suppress(InvalidInput):
        return _first_line(source).get("recollect") == "export"
    return False


def detect_file(source: ImportSource, wanted: Format = Format.AUTO) -> DetectedFile:
    """Detect the format of a file, unless `wanted` names it."""
    head = b"" if source.path.is_dir() else source.head()
    if source.path.is_dir() or head.startswith(ZIP):
        return _from_archive(source, wanted)
    if head.startswith(mem0.SQLITE):
        return DetectedFile(Format.MEM0, partial(mem0.read_database, source))
    _check_text(source, head)
    if wanted in _LINES:
        return DetectedFile(wanted, partial(_LINES[wanted], source))
    if _is_text(source, head, wanted):
        return _from_text(source, wanted)
    if wanted is Format.AUTO and (found := _line_format(source, head)):
        return DetectedFile(found, partial(_LINES[found], source))
    return _from_documents(source, wanted, [source.document()])


def _check_text(source: ImportSource, head: bytes) -> None:
    if not head.strip():
        raise source.error("the file is empty")
    if head.startswith(_GZIP):
        raise source.error("compressed with gzip: unpack it first")
    if b"\0" in head:
        raise source.error(f"this is a binary file. {_KNOWN}")


def _is_text(source: ImportSource, head: bytes, wanted: Format) -> bool:
    is_json = head.lstrip()[:1] in {b"[", b"{"}
    if wanted is not Format.AUTO:
        return wanted in _DOCUMENTS or (wanted is Format.CHATGPT and not is_json)
    # Any bytes are text, so the name must say that this one is meant as a document.
    return source.path.suffix.lower() in documents.SUFFIXES


def _from_text(source: ImportSource, wanted: Format) -> DetectedFile:
    text = source.text()
    found = Format.TEXT if source.path.suffix.lower() == ".txt" else Format.MARKDOWN
    if documents.has_permalink(text.encode()):
        found = Format.BASIC_MEMORY
    if wanted is Format.CHATGPT or (wanted is Format.AUTO and statements.begins_with_date(text)):
        saved = partial(statements.memories, text, source, source.path.name)
        return DetectedFile(Format.CHATGPT, saved)
    path = source.path.resolve()
    changed_at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    name = f"{path.parent.name}/{path.name}"
    read = partial(documents.read_document, source, name, text, changed_at)
    return DetectedFile(found if wanted is Format.AUTO else wanted, read)


def _from_archive(source: ImportSource, wanted: Format) -> DetectedFile:
    with open_archive(source) as archive:
        members = archive.members()
        known = [item for item in members if _JSON_MEMBER.fullmatch(item.path)]
        if known and wanted not in _DOCUMENTS:
            parsed = [archive.document(item) for item in known]
            return _from_documents(source, wanted, parsed)
        notes = [item for item in members if item.suffix in documents.SUFFIXES]
        if notes:
            found = Format.MARKDOWN
            if documents.has_permalink(archive.read(notes[0])):
                found = Format.BASIC_MEMORY
            elif (source.path / ".obsidian").is_dir():
                found = Format.OBSIDIAN
            read = partial(_read_documents, source)
            return DetectedFile(wanted if wanted in _DOCUMENTS else found, read)
    raise source.error("contains no conversations.json, and no Markdown or text")


def _read_documents(source: ImportSource) -> Iterator[ImportedItem]:
    with open_archive(source) as archive:
        yield from documents.read_archive(source, archive)


def _line_format(source: ImportSource, head: bytes) -> Format | None:
    """Return the format of lines if the first one is a complete object; None for a document."""
    start = head.lstrip()
    if start[:1] == b"[":
        return None
    if start[:1] != b"{":
        raise source.error(f"this is not JSON. {_KNOWN}")
    try:
        first = _first_line(source)
    except InvalidInput:
        # The first line of a multi-line document is an open brace; a malformed line ends with "}".
        _, text = next(source.lines())
        return Format.JSONL if text.endswith("}") else None
    if mcp_memory.matches(first):
        return Format.MCP_MEMORY
    return Format.JSONL if _document_format(first) is None else None


def _first_line(source: ImportSource) -> dict[str, Any]:
    _, text = next(source.lines())
    try:
        first = json.loads(text)
    except (ValueError, RecursionError):
        raise source.error("this is not a line of JSON", "line 1") from None
    return first if isinstance(first, dict) else {}


def _from_documents(source: ImportSource, wanted: Format, parsed: list[Any]) -> DetectedFile:
    items = [
        item
        for document in parsed
        for item in (document if isinstance(document, list) else [document])
    ]
    if not items:
        raise source.error("the list is empty: nothing to import")
    if wanted is Format.AUTO:
        found = next((known for item in items if (known := _document_format(item))), None)
    else:
        found = wanted if wanted in _JSON else None
    if found is None and jsonl.matches(items[0]):
        if isinstance(parsed[0], dict):
            source = replace(source, conversation=source.conversation or source.path.stem)
        return DetectedFile(Format.JSONL, partial(jsonl.conversations, source, items))
    if found is None:
        raise _unknown_format(source, items[0])
    return DetectedFile(found, partial(_JSON[found][1], items, source))


def _document_format(item: object) -> Format | None:
    if not isinstance(item, dict):
        return None
    return next((name for name, (matches, _) in _JSON.items() if matches(item)), None)


def _unknown_format(source: ImportSource, item: object) -> InvalidInput:
    if isinstance(item, dict) and item.get("recollect") == "memories":
        return source.error("POST /api/v1/memory/import reads this, as Import in Memories does")
    return source.error(f"unknown JSON format. {_KNOWN}")
