"""Detection of a file's format from its content."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

from recollect.errors import InvalidInput
from recollect.importers import chatgpt, jsonl, locomo
from recollect.importers.source import ImportedConversation, ImportSource

_KNOWN = (
    "Recollect reads JSON lines of turns, ChatGPT's export (conversations.json or the .zip),"
    " and LoCoMo"
)
_ZIP = b"PK\x03\x04"
_GZIP = b"\x1f\x8b"


class Format(StrEnum):
    """File formats that can be ingested."""

    AUTO = "auto"
    LOCOMO = "locomo"
    JSONL = "jsonl"
    CHATGPT = "chatgpt"


@dataclass(frozen=True, slots=True)
class DetectedFile:
    """A file of known format; each call of `conversations` reads it from the start."""

    format: Format
    conversations: Callable[[], Iterator[ImportedConversation]]


def detect_file(source: ImportSource, wanted: Format = Format.AUTO) -> DetectedFile:
    """Detect the format of a file, unless `wanted` names it."""
    head = source.head()
    _check_text_or_zip(source, head)
    if head.startswith(_ZIP):
        return _from_documents(source, wanted, chatgpt.read_archive(source))
    if wanted is Format.JSONL or (wanted is Format.AUTO and _is_jsonl(source, head)):
        return DetectedFile(Format.JSONL, partial(jsonl.conversations, source))
    return _from_documents(source, wanted, [source.document()])


def _check_text_or_zip(source: ImportSource, head: bytes) -> None:
    if not head.strip():
        raise source.error("the file is empty")
    if head.startswith(_ZIP):
        return
    if head.startswith(_GZIP):
        raise source.error("compressed with gzip: unpack it first")
    if b"\0" in head:
        raise source.error(f"this is a binary file. {_KNOWN}")


def _is_jsonl(source: ImportSource, head: bytes) -> bool:
    """Return whether the first line is a complete object and not a known document format."""
    start = head.lstrip()
    if start[:1] == b"[":
        return False
    if start[:1] != b"{":
        raise source.error(f"this is not JSON. {_KNOWN}")
    _, text = next(source.lines())
    try:
        first = json.loads(text)
    except (ValueError, RecursionError):
        # The first line of a multi-line document is an open brace; a malformed line ends with "}".
        return text.endswith("}")
    if isinstance(first, dict) and first.get("recollect") == "export":
        raise source.error("this is a Recollect export: use recollect import")
    return _document_format(first) is None


def _from_documents(source: ImportSource, wanted: Format, documents: list[Any]) -> DetectedFile:
    items = [
        item
        for document in documents
        for item in (document if isinstance(document, list) else [document])
    ]
    if not items:
        raise source.error("the list is empty: nothing to ingest")
    format_ = _document_format(items[0]) if wanted is Format.AUTO else wanted
    match format_:
        case Format.LOCOMO:
            return DetectedFile(format_, partial(locomo.conversations, items, source))
        case Format.CHATGPT:
            return DetectedFile(format_, partial(chatgpt.conversations, items, source))
        case _:
            raise _unknown_format(source, items[0])


def _document_format(item: object) -> Format | None:
    if not isinstance(item, dict):
        return None
    if "mapping" in item:
        return Format.CHATGPT
    conversation = item.get("conversation")
    is_locomo = isinstance(conversation, dict) and "speaker_a" in conversation
    return Format.LOCOMO if is_locomo else None


def _unknown_format(source: ImportSource, item: object) -> InvalidInput:
    if isinstance(item, dict) and {"role", "content", "user", "assistant"} & set(item):
        return source.error(
            "this is a single JSON list of turns; write one turn per line:"
            " jq -c '.[]' FILE > turns.jsonl"
        )
    return source.error(f"unknown JSON format. {_KNOWN}")
