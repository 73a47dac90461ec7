"""What a message does to what is known: pairs of a note and a message, out of cards and of lives.

A card has notes of a person, and messages each of which meets them all:

    === en
    1 | User lives in a flat on Elm Street with two cats.
    2 | User is vegetarian.
    - !1 | Handed in the keys for Elm Street today. [We're in the house on Park Row now.] How do I clean an oven?
    - ~2 | had a bit of bacon at mum's, don't tell anyone

`!N` ends note N, `~N` lets one wonder; square brackets hold what a careful reader would note. A life has messages in
the order of time (`tests/learn/fixture/lives/README.md`); what is remembered of the earlier ones are its notes.
"""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from recollect.bench.lives import Message, lives, turn_of
from recollect.wiring.extracting import extract

NOTE = re.compile(r"(\d+) \| (.+)")
SAID = re.compile(r"- ?([!~\d, ]*)\| (.+)")
MARK = re.compile(r"([!~])(\d+(?:, ?\d+)*)")
BRACKET = re.compile(r"\[([^\[\]]+)\]")
WORD = re.compile(r"\w{4,}")
# Of the notes that a message leaves as they are, so many, the nearest first, and so many others; and of these a part.
NEAR, FAR, PART = 4, 1, 0.65
ENDS, WONDERS, HOLDS = "RDB"


@dataclass(frozen=True, slots=True)
class Told:
    """A message, what a careful reader would note of it (None: nobody has said), and what becomes of some notes."""

    said: str
    noted: list[tuple[int, int]] | None
    stands: list[tuple[str, str]]


def cards(text: str, name: str) -> Iterator[Told]:
    """The messages of all cards of a file."""
    rng = random.Random(name)  # noqa: S311 - an order, no secret
    for card in re.split(r"^=== .*$", text, flags=re.MULTILINE)[1:]:
        lines = [line.strip() for line in card.splitlines()]
        known = {found[1]: found[2] for line in lines if (found := NOTE.fullmatch(line))}
        for line in lines:
            if found := SAID.fullmatch(line):
                said, noted = unbracketed(found[2])
                marks = {
                    number.strip(): ENDS if sign == "!" else WONDERS
                    for sign, numbers in MARK.findall(found[1])
                    for number in numbers.split(",")
                }
                if marks.keys() <= known.keys():
                    told = [(known[number], how) for number, how in marks.items()]
                    left = [note for number, note in known.items() if number not in marks]
                    yield Told(said, noted, [*told, *beside(said, left, rng)])


def lived(text: str, name: str) -> Iterator[Told]:
    """The messages of all lives of a file, each with what is remembered of those before it."""
    rng = random.Random(name)  # noqa: S311 - an order, no secret
    for life in lives(text):
        known = [remembered(number, message) for number, message in enumerate(life)]
        over: set[int] = set()
        for number, message in enumerate(life):
            told, left = [], []
            for place in set(range(number)) - over:
                if place not in message.of:
                    left += known[place]
                elif len(known[place]) == 1:
                    told.append((known[place][0], ENDS if message.mark == "!" else WONDERS))
            over |= message.of
            yield Told(message.said, None, [*told, *beside(message.said, left, rng)])


def remembered(number: int, message: Message) -> list[str]:
    """What is remembered of one message."""
    return [one.content for one in extract([turn_of(number, message)])]


def beside(said: str, left: Sequence[str], rng: random.Random) -> Iterator[tuple[str, str]]:
    """Some of the notes that hold as before: the nearest, which tempt, and others."""
    words = set(WORD.findall(said.lower()))
    order = sorted(left, key=lambda note: (-len(words & set(WORD.findall(note.lower()))), note))
    far = order[NEAR:]
    for note in (*order[:NEAR], *rng.sample(far, min(FAR, len(far)))):
        if rng.random() < PART:
            yield note, HOLDS


def unbracketed(text: str) -> tuple[str, list[tuple[int, int]]]:
    """A message without its brackets, and where they stood."""
    said, noted, at = "", [], 0
    for found in BRACKET.finditer(text):
        said += text[at : found.start()]
        noted.append((len(said), len(said) + len(found[1])))
        said, at = said + found[1], found.end()
    return said + text[at:], noted


def told(path: Path) -> Iterator[Told]:
    """The messages of a file of cards or of lives."""
    read = cards if path.parent.name == "cards" else lived
    yield from read(path.read_text(encoding="utf-8"), path.name)
