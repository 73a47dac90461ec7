"""The front matter of a Markdown note: the few fields that Recollect uses, read without YAML."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from recollect.domain.checks import TAGS_MAX
from recollect.importers.json_values import moment

_END: Final = re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE)
_FIELD: Final = re.compile(r"(?P<name>[A-Za-z][\w -]*):(?:\s+(?P<value>.*))?")
_CREATED: Final = ("created", "created_at", "date created", "date", "creation date", "updated")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What a note says about itself."""

    title: str | None = None
    permalink: str | None = None
    tags: tuple[str, ...] = ()
    created_at: datetime | None = None


def split_front_matter(text: str) -> tuple[FrontMatter, str]:
    """Return the front matter, empty if there is none, and the text after it."""
    first, _, rest = text.partition("\n")
    end = _END.search(rest) if first.rstrip() == "---" else None
    if end is None:
        return FrontMatter(), text
    fields = dict(_fields(rest[: end.start()]))
    created = (moment(fields[name][0]) for name in _CREATED if fields.get(name))
    named = {name: fields.get(name, [""])[:1] for name in ("title", "permalink")}
    tags = (tag.lstrip("#")[:100] for tag in fields.get("tags") or fields.get("tag") or ())
    return (
        FrontMatter(
            "".join(named["title"]) or None,
            "".join(named["permalink"]) or None,
            tuple(dict.fromkeys(tag for tag in tags if tag))[:TAGS_MAX],
            next((at for at in created if at is not None), None),
        ),
        rest[end.end() :],
    )


def _fields(block: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each field with its values: one, a list in brackets, or a list of lines."""
    name, values = "", list[str]()
    for line in block.splitlines():
        if name and line.lstrip().startswith("- "):
            values.append(_unquoted(line.lstrip()[2:]))
        elif found := _FIELD.fullmatch(line.rstrip()):
            if name:
                yield name, values
            name, values = found["name"].strip().lower(), _values(found["value"] or "")
    if name:
        yield name, values


def _values(text: str) -> list[str]:
    if text.startswith("[") and text.endswith("]"):
        return [value for part in text[1:-1].split(",") if (value := _unquoted(part))]
    value = _unquoted(text)
    return [value] if value else []


def _unquoted(text: str) -> str:
    text = text.strip()
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "'\""
    return text[1:-1] if is_quoted else text
