"""How well the dialogues for development are understood; the held-out ones are judged by `recollect bench` alone."""

from pathlib import Path

import pytest

from recollect.bench.learning import dialogues, score
from recollect.learn.extract import extract

DIALOGUES = Path(__file__).parents[1] / "fixture" / "dialogues"


# A little below what was reached, so that a rule may trade one note for another.
@pytest.mark.parametrize(("language", "precision", "recall"), [("en", 0.9, 0.88)])
def test_the_dialogues_are_understood_as_well_as_they_were(language, precision, recall):
    made = score(dialogues(DIALOGUES / f"dev_{language}.jsonl"), extract).all
    assert made.precision >= precision
    assert made.recall >= recall
