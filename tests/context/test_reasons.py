"""Why something is in a context, in words."""

import pytest

from recollect.domain.hit import Scope, Scores
from recollect.domain.reasons import reason_in_words
from recollect.domain.receipt import Item, LeftOut, Reason, Section


def item(score, *, reason=None, **parts):
    common = {
        "id": "1",
        "scope": Scope.TURNS,
        "section": Section.EXCERPTS,
        "tokens": 3,
        "score": score,
        "scores": Scores(**parts),
    }
    return Item(**common) if reason is None else LeftOut(**common, reason=reason)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (item(2.0, dense=1.2, lexical=0.8), "found by meaning and words"),
        (item(2.0, time=1.4, speaker=0.6), "found by when it was said and who said it"),
        # Both are about the speaker: the next part is named instead.
        (item(2.0, speaker=1.0, role=0.6, lexical=0.4), "found by who said it and words"),
        (item(2.0, dense=2.0, lexical=0.05), "found by meaning"),
        (item(0.1, lexical=0.05), "found by words"),
        (item(None), "always included"),
        (item(None, reason=Reason.NO_ROOM), "left out, no room"),
        (item(None, reason=Reason.DELETED), "left out, deleted or corrected"),
        (item(2.0, reason=Reason.NO_ROOM, lexical=2.0), "left out, no room; found by words"),
    ],
)
def test_a_reason_is_said_in_words(given, said):
    assert reason_in_words(given) == said


@pytest.mark.parametrize("part", Scores.__dataclass_fields__)
def test_every_part_of_a_score_has_words(part):
    assert reason_in_words(item(1.0, **{part: 1.0})) not in {"always included", f"found by {part}"}
