"""Training of what chooses among clauses: dialogues with notes in, weights out; and how well they do on unseen ones.

    python -m recollect.bench.train tests/learn/fixture/dialogues/*.jsonl training/dialogues/*.txt

writes the weights. Files named `judge` or `tune` are never read. `training/` has the other reader, and how it was taught.
"""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from math import sqrt
from pathlib import Path
from typing import Final

import numpy as np

from recollect.bench.fitting import Cells, Errors, Floats, Ints, fit, matrix
from recollect.bench.learning import Dialogue, Note, dialogues
from recollect.learn import extract
from recollect.learn.extract import proposed
from recollect.learn.extract.candidate import Candidate
from recollect.learn.extract.signs import Group, Setting, Signs, signs
from recollect.learn.extract.worth import KIND_PLACES, KINDS, PLACES, Weights, places
from recollect.model.learning import Proposal

_LOOSE: Final = 10.0
# Where the weights lie that are shipped.
WEIGHTS: Final = Path(extract.__file__).with_name("weights.npz")
# What one careful reader would keep and another would not tells the kind less surely.
_MAY: Final = 0.3


@dataclass(frozen=True, slots=True)
class Example:
    """A candidate as training sees it: its signs, whether it was noted (None: either way is right), and as what."""

    own: Cells
    around: Cells
    noted: bool | None
    kinds: frozenset[str]


def examples(one: Dialogue) -> list[Example]:
    """The candidates of a dialogue, each with what the notes say of it."""
    found: list[Example] = []
    missed = list(one.notes)

    def look(candidate: Candidate, where: Setting) -> None:
        made = candidate.propose(candidate.rule.kind)
        if made:
            found.append(_example(made, where.index, signs(candidate, where), missed, one))

    for _ in proposed(one.turns, look):
        pass
    return found


def trained(given: Sequence[Example]) -> Weights:
    """The weights that these examples teach."""
    judged = [one for one in given if one.noted is not None]
    named = [one for one in given if one.kinds & set(KINDS)]
    worth, likely = fit(
        all_signs := matrix([one.own + one.around for one in judged]),
        1,
        _missing(np.array([[float(bool(one.noted))] for one in judged])),
        loose=_LOOSE,
    )
    kinds, base = fit(
        own_signs := matrix([_folded(one.own) for one in named]),
        len(KINDS),
        _misnaming(
            np.array([[float(kind in one.kinds) for kind in KINDS] for one in named]),
            np.array([[1.0 if one.noted else _MAY] for one in named]),
        ),
        loose=_LOOSE,
    )
    worth_table, worth_step = _table(worth[:, 0], all_signs.columns, PLACES)
    kinds_table, kinds_step = _table(kinds, own_signs.columns, KIND_PLACES)
    return Weights(
        worth=worth_table,
        worth_step=worth_step,
        kinds=kinds_table,
        kinds_step=kinds_step,
        base=np.concatenate([likely, base]),
    )


def as_bytes(weights: Weights) -> bytes:
    """The file of the weights."""
    held = BytesIO()
    np.savez(
        held,
        worth=weights.worth,
        worth_step=weights.worth_step,
        kinds=weights.kinds,
        kinds_step=weights.kinds_step,
        base=weights.base,
    )
    return held.getvalue()


def _example(
    made: Proposal, turn: int, found: Signs, missed: list[Note], dialogue: Dialogue
) -> Example:
    note = next((note for note in missed if note.said_in(made, turn)), None)
    may = [one for one in dialogue.may if one.said_in(made, turn)]
    if note:
        missed.remove(note)
    # A clause that repeats a note, or that another reader would keep, teaches nothing of whether to keep it.
    open_ = bool(may) or any(one.said_in(made, turn) for one in dialogue.notes)
    noted = True if note else None if open_ else False
    kinds = frozenset(kind for one in ([note] if note else may) for kind in one.kinds)
    return Example(_cells(found.own), _cells(found.around.groups), noted, kinds)


def _cells(groups: Iterable[Group]) -> Cells:
    every = [group for group in groups if group]
    return Cells(
        tuple(place for group in every for place in places(group)),
        tuple(1 / sqrt(len(group)) for group in every for _ in group),
    )


def _folded(cells: Cells) -> Cells:
    return Cells(tuple(place % KIND_PLACES for place in cells.places), cells.values)


def _missing(noted: Floats) -> Errors:
    def errors(totals: Floats) -> Floats:
        return 1 / (1 + np.exp(-totals)) - noted

    return errors


def _misnaming(accepted: Floats, counts: Floats) -> Errors:
    """Any of the kinds that a reader accepts is right: the share that they have together is to grow."""

    def errors(totals: Floats) -> Floats:
        shares = np.exp(totals - totals.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        right = shares * accepted
        wrong: Floats = (shares - right / right.sum(axis=1, keepdims=True)) * counts
        return wrong

    return errors


def _table(weights: Floats, columns: Ints, length: int) -> tuple[np.typing.NDArray[np.int8], float]:
    step = float(np.abs(weights).max()) / 127
    table = np.zeros((length, *weights.shape[1:]), dtype=np.int8)
    table[columns] = np.rint(weights / step)
    return table, step


def taught(files: Iterable[Path]) -> list[Dialogue]:
    """What there is to learn from in these files."""
    return [
        one
        for path in sorted(files)
        if not path.stem.startswith(("judge", "tune"))
        for one in dialogues(path)
    ]


def main() -> None:
    """Train, and write the weights."""
    asked = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    asked.add_argument("files", nargs="+", type=Path)
    given = taught(asked.parse_args().files)
    data = as_bytes(trained([example for one in given for example in examples(one)]))
    WEIGHTS.write_bytes(data)
    print(f"{len(given)} dialogues, {len(data):,} bytes: {WEIGHTS.name}")


if __name__ == "__main__":
    main()
