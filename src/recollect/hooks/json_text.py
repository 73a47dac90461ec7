"""Changes a JSON file by inserting and deleting text, so that everything else stays as it is."""

import json
import re
from typing import Any, Final, NamedTuple

_SPACE: Final = re.compile(r"[ \t\r\n]*")
_DECODER: Final = json.JSONDecoder()
_INDENT: Final = re.compile(r"\n([ \t]+)\S")


class TextSpan(NamedTuple):
    """A member of an object or an element of an array: its key, its text, and its value."""

    key: str | int
    start: int
    value_start: int
    end: int


def put_member(text: str, keys: list[str], value: object) -> str:
    """The text with a new member at the end of the object at the path of all keys but the last."""
    *parents, name = keys
    member = f"{json.dumps(name)}: {_dumped(text, value, len(keys))}"
    return _insert(text, _find(text, parents), member, len(keys))


def put_element(text: str, keys: list[str], value: object) -> str:
    """The text with a new element at the end of the array at a path."""
    depth = len(keys) + 1
    return _insert(text, _find(text, keys), _dumped(text, value, depth), depth)


def remove(text: str, keys: list[str | int]) -> str:
    """The text without the member or element at a path, and without the comma it leaves."""
    parts = _parts(text, _find(text, keys[:-1]))
    place = next(index for index, part in enumerate(parts) if part.key == keys[-1])
    if place:
        return text[: parts[place - 1].end] + text[parts[place].end :]
    if len(parts) > 1:
        return text[: parts[0].start] + text[parts[1].start :]
    return text[: parts[0].start].rstrip() + text[_skip(text, parts[0].end) :]


def _insert(text: str, start: int, item: str, depth: int) -> str:
    unit, end_line = _indent(text), _line_end(text)
    parts = _parts(text, start)
    if parts:
        end = parts[-1].end
        return f"{text[:end]},{end_line}{unit * depth}{item}{text[end:]}"
    close = _skip(text, start + 1)
    inside = f"{end_line}{unit * depth}{item}{end_line}{unit * (depth - 1)}"
    return text[: start + 1] + inside + text[close:]


def _find(text: str, keys: list[Any]) -> int:
    """Where the value at a path begins."""
    start = _skip(text, 0)
    for key in keys:
        start = next(part.value_start for part in _parts(text, start) if part.key == key)
    return start


def _parts(text: str, start: int) -> list[TextSpan]:
    found = list[TextSpan]()
    is_object = text[start] == "{"
    place = _skip(text, start + 1)
    while text[place] not in "]}":
        begin, key = place, len(found)
        if is_object:
            key, place = _DECODER.raw_decode(text, place)
            place = _skip(text, _skip(text, place) + 1)  # the colon
        _, end = _DECODER.raw_decode(text, place)
        found.append(TextSpan(key, begin, place, end))
        place = _skip(text, end)
        if text[place] == ",":
            place = _skip(text, place + 1)
    return found


def _skip(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    assert found is not None
    return found.end()


def _dumped(text: str, value: object, depth: int) -> str:
    unit = _indent(text)
    lines = json.dumps(value, indent=unit, ensure_ascii=False).split("\n")
    return (_line_end(text) + unit * depth).join(lines)


def _indent(text: str) -> str:
    found = _INDENT.search(text)
    return found[1] if found else "  "


def _line_end(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"
