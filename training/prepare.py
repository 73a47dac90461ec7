"""Dialogues with notes, and pairs of statements, as rows of tokens: python training/prepare.py ROWS.json FILE...

A row of a dialogue is a message of a person with what was said before it, and for each of its tokens whether it
belongs to a note (1), to what may be noted (-1) or to neither (0), whether a note begins with it, and the kinds of the
note. A row of a pair is two statements, and how the second stands to the first; a row of a message and a note is the
same with another mark before it.
"""

import json
import random
import re
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from talk import Told, told

from recollect.bench.learning import Dialogue
from recollect.bench.train import taught
from recollect.learn.extract import closed, said_before
from recollect.model.entry import Kind
from recollect.model.turn import Role, Turn
from recollect.providers.noticer import AT_ONCE, BEFORE, CLS, COMPARED, PAIR, SEP, TALK
from recollect.providers.wordpiece import WordPiece
from recollect.wiring.extracting import extract

Row = dict[str, object]
# What people state, and what is known of the world they work in.
KINDS = [str(kind) for kind in Kind][:15]
# Same, more, less, replaced, both, doubtful: in the order of `Compared`.
STANDS = "SMLRBD"
PAIRS, TALKS = "pairs", {"cards", "lives"}
# Somebody speaks of himself, and not a note of him.
SPOKEN = re.compile(
    r"\b(?:I|I'm|my|we|our|ich|mein\w*|wir|unser\w*|yo|mis?|nuestr\w+|me|je|j'\w+|mon|ma|mes|nous|notre|nos)\b",
    re.IGNORECASE,
)
# So many pairs of statements that have nothing to do with each other for one that was written.
STRANGERS = 0.5
# A sentence that asks.
ASKED = re.compile(r"[^.!?]+\?")
AT = datetime(2025, 4, 16, 10, tzinfo=UTC)
WORDS = WordPiece.from_file(
    Path(__file__).parents[1] / "src/recollect/providers/minilm/tokenizer.json"
)


def rows(one: Dialogue) -> Iterator[Row]:
    """The rows of a dialogue."""
    for place, turn in enumerate(one.turns):
        if turn.role is Role.USER:
            yield row(one, turn, said_before(one.turns[:place]))


def row(one: Dialogue, turn: Turn, before: str) -> Row:
    """The row of one message."""
    said = tokens(before)[-BEFORE:]
    pieces = [
        (start, end, token)
        for start, end, ids in WORDS.pieces(closed(turn.content))
        for token in ids
    ][:AT_ONCE]
    noted, opens = [0] * len(pieces), [0] * len(pieces)
    kinds: list[list[int]] = [[] for _ in pieces]
    for value, notes in ((-1, one.may), (1, one.notes)):
        for note in notes:
            inside = [
                at
                for at, (start, end, _) in enumerate(pieces)
                if note.turn == turn.index and start < note.end and note.start < end
            ]
            for at in inside:
                noted[at], opens[at] = value, int(at == inside[0])
                kinds[at] = [KINDS.index(kind) for kind in note.kinds]
    return {
        "ids": [CLS, *said, SEP, *(token for _, _, token in pieces), SEP],
        "first": len(said) + 2,
        "noted": noted,
        "opens": opens,
        "kinds": kinds,
        "stands": -1,
    }


def pairs(path: Path) -> Iterator[Row]:
    """The rows of a file of pairs: as they were said, as they would be remembered, and some that are strangers."""
    rng = random.Random(path.name)  # noqa: S311 - an order, no secret
    lines = path.read_text(encoding="utf-8").splitlines()
    told = [tuple(part.strip() for part in line.split("|")) for line in lines]
    for how, old, new in told:
        yield pair(how, old, new)
        if remembered(old):
            yield pair(how, remembered(old), remembered(new) or new)
        if rng.random() < STRANGERS:
            _, theirs, other = rng.choice(told)
            if theirs != old:
                yield pair("B", remembered(old) or old, remembered(other) or other)


def told_together(one: Dialogue) -> Iterator[Row]:
    """Two notes of one dialogue, in which nothing is put right: both hold."""
    notes = [note for note in one.notes if note.turn < len(one.turns)]
    if len(notes) > 1 and not any(Kind.CORRECTION in note.kinds for note in notes):
        first, second = (one.turns[note.turn].content[note.start : note.end] for note in notes[-2:])
        yield pair("B", first, second)


def stated(path: Path) -> Iterator[Row]:
    """The earlier statements of a file of pairs, each a message that is worth noting as it stands."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for text in dict.fromkeys(line.split("|")[1].strip() for line in lines):
        if SPOKEN.search(text):
            ids = tokens(closed(text))[:AT_ONCE]
            yield {
                "ids": [CLS, SEP, *ids, SEP],
                "first": 2,
                "noted": [1] * len(ids),
                "opens": [1] + [0] * (len(ids) - 1),
                "kinds": [[] for _ in ids],
                "stands": -1,
            }


def pair(how: str, old: str, new: str, mark: int = PAIR) -> Row:
    """The row of two statements, or of a note and a message."""
    first = tokens(closed(old))[:COMPARED]
    second = tokens(closed(new))[: COMPARED if mark == PAIR else AT_ONCE]
    return {
        "ids": [CLS, mark, *first, SEP, *second, SEP],
        "first": len(first) + 3,
        "noted": [],
        "opens": [],
        "kinds": [],
        "stands": STANDS.index(how),
    }


def talk(one: Told) -> Iterator[Row]:
    """The rows of a message: what becomes of each note, and what is to be noted of it where somebody has said so."""
    for note, how in one.stands:
        yield pair(how, note, one.said, TALK)
    changes = any(how != "B" for _, how in one.stands)
    if one.noted or (one.noted is not None and not changes):
        asked = [(part.start(), part.end()) for part in ASKED.finditer(one.said)]
        noted, opens, ids = [], [], []
        for start, end, found in list(WORDS.pieces(closed(one.said)))[:AT_ONCE]:
            inside = [span for span in one.noted if span[0] < end and start < span[1]]
            # Around the words that change something may stand others that do; a question does not.
            idle = not changes or any(first <= start < last for first, last in asked)
            noted += [1 if inside else 0 if idle else -1] * len(found)
            opens += [int(bool(inside) and start <= inside[0][0]), *[0] * (len(found) - 1)]
            ids += found
        yield {
            "ids": [CLS, SEP, *ids, SEP],
            "first": 2,
            "noted": noted,
            "opens": opens,
            "kinds": [[] for _ in ids],
            "stands": -1,
        }


@cache
def remembered(text: str) -> str:
    """The memory that is made of most of a message; nothing where there is none."""
    turn = Turn(
        id="0",
        conversation="",
        index=0,
        role=Role.USER,
        content=text,
        at=AT,
        recorded_at=AT,
        tokens=0,
    )
    longest = max(extract([turn]), key=lambda one: len(one.quote), default=None)
    return longest.content if longest and 2 * len(longest.quote) >= len(text) else ""


def tokens(text: str) -> list[int]:
    """The tokens of a text."""
    return [token for _, _, ids in WORDS.pieces(text) for token in ids]


def made(files: Iterable[Path]) -> Iterator[Row]:
    """The rows of all files."""
    every = sorted(files)
    for one in taught(file for file in every if file.parent.name not in {PAIRS, *TALKS}):
        yield from rows(one)
        yield from told_together(one)
    for file in every:
        if file.parent.name == PAIRS:
            yield from pairs(file)
            yield from stated(file)
        elif file.parent.name in TALKS:
            for message in told(file):
                yield from talk(message)


if __name__ == "__main__":
    to, *given = sys.argv[1:]
    found = list(made(map(Path, given)))
    held = {"kinds": KINDS, "stands": list(STANDS), "rows": found}
    Path(to).write_text(json.dumps(held), encoding="utf-8")
    print(len(found), "rows")
