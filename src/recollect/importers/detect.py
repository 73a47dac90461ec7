"""What kind of file it is, by its content."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

from recollect.errors import InvalidInput
from recollect.importers import chatgpt, jsonl, locomo
from recollect.importers.source import ImportedConversation, Source

_KNOWN = (
    "Recollect reads JSON lines of turns, ChatGPT's export (conversations.json or the .zip),"
    " and LoCoMo"
)
_ZIP = b"PK\x03\x04"
_GZIP = b"\x1f\x8b"


class Format(StrEnum):
    """The kinds of file that can be ingested."""

    AUTO = "auto"
    LOCOMO = "locomo"
    JSONL = "jsonl"
    CHATGPT = "chatgpt"


@dataclass(frozen=True, slots=True)
class Reading:
    """A file whose kind is known; `talks` reads it from the start, as often as it is called."""

    format: Format
    talks: Callable[[], Iterator[ImportedConversation]]


def read(source: Source, wanted: Format = Format.AUTO) -> Reading:
    """Find out what the file is, or take it for what it is said to be."""
    head = source.head()
    _check_text_or_zip(source, head)
    if head.startswith(_ZIP):
        return _of_documents(source, wanted, chatgpt.unpacked(source))
    if wanted is Format.JSONL or (wanted is Format.AUTO and _is_lines(source, head)):
        return Reading(Format.JSONL, partial(jsonl.talks, source))
    return _of_documents(source, wanted, [source.document()])


def _check_text_or_zip(source: Source, head: bytes) -> None:
    if not head.strip():
        raise source.refusal("the file is empty")
    if head.startswith(_ZIP):
        return
    if head.startswith(_GZIP):
        raise source.refusal("it is compressed with gzip: unpack it first")
    if b"\0" in head:
        raise source.refusal(f"it is a binary file. {_KNOWN}")


def _is_lines(source: Source, head: bytes) -> bool:
    """Whether the first line is a whole object of its own, and none of the documents we know."""
    start = head.lstrip()
    if start[:1] == b"[":
        return False
    if start[:1] != b"{":
        raise source.refusal(f"it is not JSON. {_KNOWN}")
    _, text = next(source.lines())
    try:
        first = json.loads(text)
    except (ValueError, RecursionError):
        # A document spread over many lines begins with an open brace; a broken line does not end so.
        return text.endswith("}")
    if isinstance(first, dict) and first.get("recollect") == "export":
        raise source.refusal("it is an export of Recollect: use recollect import")
    return _kind(first) is None


def _of_documents(source: Source, wanted: Format, documents: list[Any]) -> Reading:
    items = [
        item for found in documents for item in (found if isinstance(found, list) else [found])
    ]
    if not items:
        raise source.refusal("the list is empty: there is nothing to ingest")
    kind = _kind(items[0]) if wanted is Format.AUTO else wanted
    match kind:
        case Format.LOCOMO:
            return Reading(kind, partial(locomo.talks, items, source))
        case Format.CHATGPT:
            return Reading(kind, partial(chatgpt.talks, items, source))
        case _:
            raise _unknown(source, items[0])


def _kind(item: object) -> Format | None:
    if not isinstance(item, dict):
        return None
    if "mapping" in item:
        return Format.CHATGPT
    talk = item.get("conversation")
    return Format.LOCOMO if isinstance(talk, dict) and "speaker_a" in talk else None


def _unknown(source: Source, item: object) -> InvalidInput:
    if isinstance(item, dict) and {"role", "content", "user", "assistant"} & set(item):
        return source.refusal(
            "it is one JSON list of turns; write one turn a line: jq -c '.[]' FILE > turns.jsonl"
        )
    return source.refusal(f"it is JSON of a kind that is not known. {_KNOWN}")
