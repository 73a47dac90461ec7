"""How well the dialogues for development are understood; the judging ones are scored by `recollect bench` alone."""

from pathlib import Path

import pytest

from recollect.bench.learning import dialogues, score
from recollect.wiring.extracting import extract

DIALOGUES = Path(__file__).parents[1] / "fixture" / "dialogues"


# A little below what was reached, so that training may trade one note for another.
@pytest.mark.parametrize(
    ("part", "precision", "recall"), [("dev_en", 0.91, 0.93), ("held_out_en", 0.94, 0.88)]
)
def test_the_dialogues_are_understood_as_well_as_they_were(part, precision, recall):
    made = score(dialogues(DIALOGUES / f"{part}.jsonl"), extract).all
    assert made.precision >= precision
    assert made.recall >= recall
