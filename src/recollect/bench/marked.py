r"""Dialogues with their notes marked in the text, which is quick to write and to read.

    === 2025-05-14 18:30 | diabetes
    U: how many carbs in a banana? {fact>type 1 here}, {?fact>diagnosed when I was 9}
    A: About 27 g.
    U(Maya): {commitment,fact@2025-05-20>dentist's on the 20th}

`{kinds>words}` is a note, `{?kinds>words}` what one reader would note and another would not. Behind the kinds may stand
`!` (a standing instruction), `@2025-05-20` (a date that the text fixes), `~Noor` (whom it is about, where that is not the
speaker) and `#home=Porto` (a closed attribute and its value, in the words). U is the user (or a person with a name), A the assistant, T a tool, S the system. `\{` is a brace.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

_HEAD: Final = re.compile(r"=== (\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?(?: \| *(.*))?")
_TURN: Final = re.compile(r"([UATS])(?:\(([^)]+)\))?: ?(.*)")
_MARK: Final = re.compile(
    r"(?<!\\)\{(?P<may>\?)?(?P<kinds>[a-z_, ]+?)(?P<standing>!)?(?:@(?P<date>[\d-]+))?"
    r"(?:~(?P<about>[^#@>{}]+))?(?:#(?P<attribute>[a-z_]+)=(?P<value>[^>{}]+))?"
    r">(?P<words>(?:[^{}\\]|\\.)*)\}",
    re.DOTALL,
)
_ROLES: Final = {"U": "user", "A": "assistant", "T": "tool", "S": "system"}


@dataclass(slots=True)
class _Written:
    at: str
    trap: str | None
    turns: list[dict[str, str]] = field(default_factory=list)


def marked(text: str, prefix: str) -> Iterator[dict[str, Any]]:
    """The dialogues of a text, in the form of a line of the other files; ids are the prefix and a number."""
    for number, one in enumerate(_written(text), 1):
        turns: list[dict[str, str]] = []
        notes: list[dict[str, Any]] = []
        for place, turn in enumerate(one.turns):
            content, found = _read(turn["content"].strip(), place)
            turns.append({**turn, "content": content})
            notes += found
        yield {
            "id": f"{prefix}{number:04d}",
            "trap": one.trap,
            "at": one.at,
            "turns": turns,
            "notes": [note for note in notes if not note["may"]],
            "may": [note for note in notes if note["may"]],
        }


def _written(text: str) -> Iterator[_Written]:
    one: _Written | None = None
    for line in text.splitlines():
        head, turn = _HEAD.fullmatch(line), _TURN.fullmatch(line)
        if head:
            if one:
                yield one
            one = _Written(f"{head[1]}T{head[2] or '12:00'}:00+00:00", head[3] or None)
        elif turn and one:
            speaker = {"speaker": turn[2]} if turn[2] else {}
            one.turns.append({"role": _ROLES[turn[1]], "content": turn[3], **speaker})
        elif one and one.turns:
            one.turns[-1]["content"] += f"\n{line}"
        elif line.strip():
            raise ValueError(line)
    if one:
        yield one


def _read(raw: str, place: int) -> tuple[str, list[dict[str, Any]]]:
    """A turn without its marks, and what they say."""
    said, at = "", 0
    found: list[dict[str, Any]] = []
    for mark in _MARK.finditer(raw):
        said += _plain(raw[at : mark.start()])
        words = _plain(mark["words"])
        found.append(
            {
                "may": bool(mark["may"]),
                "kinds": [kind.strip() for kind in mark["kinds"].split(",")],
                "turn": place,
                "quote": words,
                "start": len(said),
                "says": [],
                "date": mark["date"] or "",
                "standing": bool(mark["standing"]),
                "about": mark["about"] or "",
                "attribute": mark["attribute"] or "",
                "value": mark["value"] or "",
            }
        )
        said += words
        at = mark.end()
    return said + _plain(raw[at:]), found


def _plain(text: str) -> str:
    return text.replace("\\{", "{").replace("\\}", "}")
