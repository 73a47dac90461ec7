r"""Parser for dialogues with notes marked in the text, a format that is easy to write and read.

    === 2025-05-14 18:30 | diabetes
    U: how many carbs in a banana? {fact>type 1 here}, {?fact>diagnosed when I was 9}
    A: About 27 g.
    U(Maya): {commitment,fact@2025-05-20>dentist's on the 20th}

`{kinds>words}` is a note, `{?kinds>words}` an optional note. The kinds may be followed by `!`
(a standing instruction), `@2025-05-20` (a date that the text states), `~Noor` (who it is about, if
not the speaker) and `#home=Porto` (a closed attribute with its value from the text). U is the user
(or a named person), A the assistant, T a tool, S the system. `\{` is a brace.
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
class _Draft:
    at: str
    trap: str | None
    turns: list[dict[str, str]] = field(default_factory=list)


def parse_dialogues(text: str, prefix: str) -> Iterator[dict[str, Any]]:
    """The dialogues of a text, in the JSON form; ids are the prefix and a number."""
    for number, dialogue in enumerate(_drafts(text), 1):
        turns: list[dict[str, str]] = []
        notes: list[dict[str, Any]] = []
        for place, turn in enumerate(dialogue.turns):
            content, found = _parse_turn(turn["content"].strip(), place)
            turns.append({**turn, "content": content})
            notes += found
        yield {
            "id": f"{prefix}{number:04d}",
            "trap": dialogue.trap,
            "at": dialogue.at,
            "turns": turns,
            "notes": [note for note in notes if not note["may"]],
            "may": [note for note in notes if note["may"]],
        }


def _drafts(text: str) -> Iterator[_Draft]:
    dialogue: _Draft | None = None
    for line in text.splitlines():
        head, turn = _HEAD.fullmatch(line), _TURN.fullmatch(line)
        if head:
            if dialogue:
                yield dialogue
            dialogue = _Draft(f"{head[1]}T{head[2] or '12:00'}:00+00:00", head[3] or None)
        elif turn and dialogue:
            speaker = {"speaker": turn[2]} if turn[2] else {}
            dialogue.turns.append({"role": _ROLES[turn[1]], "content": turn[3], **speaker})
        elif dialogue and dialogue.turns:
            dialogue.turns[-1]["content"] += f"\n{line}"
        elif line.strip():
            raise ValueError(line)
    if dialogue:
        yield dialogue


def _parse_turn(raw: str, place: int) -> tuple[str, list[dict[str, Any]]]:
    """The content of a turn without its marks, and the notes they define."""
    said, at = "", 0
    found: list[dict[str, Any]] = []
    for mark in _MARK.finditer(raw):
        said += _unescaped(raw[at : mark.start()])
        words = _unescaped(mark["words"])
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
    return said + _unescaped(raw[at:]), found


def _unescaped(text: str) -> str:
    return text.replace("\\{", "{").replace("\\}", "}")
