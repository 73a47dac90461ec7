"""Messages beside notes: what a message does to things remembered earlier, from cards and from lives.

A card has notes of one person and messages that each meet all of them:

    === en
    1 | "I live in a flat on Elm Street with two cats"
    2 | User is vegetarian.
    - !1 | Handed in the keys for Elm Street today. [We're in the house on Park Row now]. How do I clean an oven?
    - ~2 | had a bit of bacon at mum's, don't tell anyone
    - =2 | as a vegetarian, what can I order at a steakhouse?

`!N` ends note N, `~N` makes one wonder, `=N` says it again; square brackets hold what a careful reader would keep. A
life has dated messages (`tests/learning/fixture/lives/README.md`); the earlier messages are its notes.
"""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

NOTE = re.compile(r'(\d+) \| "?(.+?)"?')
MESSAGE = re.compile(r"- ?([!~=\d, ]*)\| (.+)")
MARK = re.compile(r"([!~=])(\d+(?:, ?\d+)*)")
BRACKET = re.compile(r"\[([^\[\]]+)\]")
LIFE_LINE = re.compile(r"\d{4}-\d\d-\d\d \| (?:([!~])(\d+(?:,\d+)*) )?(.+)")
WORD = re.compile(r"\w{4,}")
RELATIONS = {"!": "R", "~": "D", "=": "S"}
# Of the notes that a message leaves alone: so many of the nearest and of the others, and of these a part. Beside a note
# that it ends all the others teach which one is meant.
NEAR, TEMPTING, FAR, PART = 4, 8, 1, 0.65
# So many earlier messages of a life stand for what is known then.
REMEMBERED = 40


@dataclass(frozen=True, slots=True)
class Message:
    """A message, what is worth keeping of it (None: nobody has said), and (note, relation) pairs."""

    text: str
    kept: list[tuple[int, int]] | None
    notes: list[tuple[str, str]]

    @property
    def changes(self) -> bool:
        """Whether it ends a note, or may."""
        return any(relation in "RD" for _, relation in self.notes)


def messages(path: Path) -> Iterator[Message]:
    """The messages of a file of cards or of lives."""
    read = _cards if path.parent.name == "cards" else _lives
    yield from read(path.read_text(encoding="utf-8"), random.Random(path.name))  # noqa: S311 - an order


def _cards(text: str, rng: random.Random) -> Iterator[Message]:
    for card in re.split(r"^=== .*$", text, flags=re.MULTILINE)[1:]:
        lines = [line.strip() for line in card.splitlines()]
        notes = {found[1]: found[2] for line in lines if (found := NOTE.fullmatch(line))}
        for line in lines:
            found = MESSAGE.fullmatch(line)
            marks = _marks(found[1]) if found else {}
            if found and marks.keys() <= notes.keys():
                message, kept = _without_brackets(found[2])
                told = [(notes[number], relation) for number, relation in marks.items()]
                others = [note for number, note in notes.items() if number not in marks]
                left = others if told else _left_alone(message, others, rng)
                yield Message(message, kept, [*told, *((note, "B") for note in left)])


def _marks(text: str) -> dict[str, str]:
    return {
        number.strip(): RELATIONS[sign]
        for sign, numbers in MARK.findall(text)
        for number in numbers.split(",")
    }


def _lives(text: str, rng: random.Random) -> Iterator[Message]:
    for life in re.split(r"^=== .*$", text, flags=re.MULTILINE)[1:]:
        lines = [
            found for line in life.splitlines() if (found := LIFE_LINE.fullmatch(line.strip()))
        ]
        over: set[int] = set()
        for number, line in enumerate(lines):
            changed = {int(one) - 1 for one in (line[2] or "").split(",") if one}
            told = [
                (lines[one][3], RELATIONS[line[1]])
                for one in sorted(changed - over)
                if one < number
            ]
            open_ = [one for one in range(number) if one not in over | changed]
            others = [lines[one][3] for one in open_[-REMEMBERED:]]
            if line[1] == "!":
                over |= changed
            near = _nearest(line[3], others, rng, TEMPTING if told else NEAR)
            left = near if told else [note for note in near if rng.random() < PART]
            yield Message(line[3], None, [*told, *((note, "B") for note in left)])


def _left_alone(message: str, notes: Sequence[str], rng: random.Random) -> list[str]:
    """Some of the notes that hold as before."""
    return [note for note in _nearest(message, notes, rng, NEAR) if rng.random() < PART]


def _nearest(message: str, notes: Sequence[str], rng: random.Random, count: int) -> list[str]:
    """The notes that share most words with a message, which tempt, and one of the others."""
    words = set(WORD.findall(message.lower()))
    order = sorted(notes, key=lambda note: (-len(words & set(WORD.findall(note.lower()))), note))
    far = order[count:]
    return [*order[:count], *rng.sample(far, min(FAR, len(far)))]


def _without_brackets(text: str) -> tuple[str, list[tuple[int, int]]]:
    """A message without its brackets, and where they stood."""
    plain, kept, at = "", [], 0
    for found in BRACKET.finditer(text):
        plain += text[at : found.start()]
        kept.append((len(plain), len(plain) + len(found[1])))
        plain, at = plain + found[1], found.end()
    return plain + text[at:], kept
