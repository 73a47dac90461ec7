"""Dialogues with notes as rows of tokens: python training/prepare.py ROWS.json FILE...

A row is a message of a person with what was said before it, and for each of its tokens whether it belongs to a note
(1), to what may be noted (-1) or to neither (0), whether a note begins with it, and the kinds of the note.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from recollect.bench.learning import Dialogue
from recollect.bench.train import taught
from recollect.learn.extract import closed, said_before
from recollect.model.entry import Kind
from recollect.model.turn import Role, Turn
from recollect.providers.noticer import AT_ONCE, BEFORE, CLS, SEP
from recollect.providers.wordpiece import WordPiece

# What people state, and what is known of the world they work in.
KINDS = [str(kind) for kind in Kind][:15]
WORDS = WordPiece.from_file(
    Path(__file__).parents[1] / "src/recollect/providers/minilm/tokenizer.json"
)


def rows(one: Dialogue) -> Iterator[dict[str, object]]:
    """The rows of a dialogue."""
    for place, turn in enumerate(one.turns):
        if turn.role is Role.USER:
            yield row(one, turn, said_before(one.turns[:place]))


def row(one: Dialogue, turn: Turn, before: str) -> dict[str, object]:
    """The row of one message."""
    said = [token for _, _, ids in WORDS.pieces(before) for token in ids][-BEFORE:]
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
        "dialogue": one.id,
        "ids": [CLS, *said, SEP, *(token for _, _, token in pieces), SEP],
        "first": len(said) + 2,
        "noted": noted,
        "opens": opens,
        "kinds": kinds,
    }


if __name__ == "__main__":
    to, *files = sys.argv[1:]
    made = [each for one in taught(map(Path, files)) for each in rows(one)]
    Path(to).write_text(json.dumps({"kinds": KINDS, "rows": made}), encoding="utf-8")
    print(len(made), "rows")
