import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from recollect.bench.learning import dialogues, score
from recollect.domain.entry import Kind
from recollect.domain.learning import Proposal
from recollect.errors import InvalidInput

TEXT = "I moved to Graz in May and I hate olives"
NOTES = [
    {
        "kinds": ["fact"],
        "turn": 0,
        "quote": "I moved to Graz in May",
        "about": "user",
        "says": ["graz"],
        "valid_from": "2025-05",
    },
    {
        "kinds": ["preference"],
        "turn": 0,
        "quote": "I hate olives",
        "about": "user",
        "says": ["olives"],
    },
]
MOVED = Proposal(
    kind=Kind.FACT,
    content="User moved to Graz.",
    subject="user",
    turn_id="en-001/0",
    start=0,
    end=22,
    quote=TEXT[:22],
    valid_from=datetime(2025, 5, 1, tzinfo=UTC),
)


@pytest.fixture
def judged(tmp_path):
    def run(*proposals, notes=NOTES, may=()):
        file = tmp_path / "dialogues.jsonl"
        item = {
            "id": "en-001",
            "trap": None,
            "at": "2025-06-01T10:00:00+00:00",
            "turns": [{"role": "user", "content": TEXT}],
            "notes": list(notes),
            "may": list(may),
        }
        file.write_text(json.dumps(item) + "\n", "utf-8")
        return score(dialogues(file), lambda _: proposals)

    return run


def counts(report):
    return report.all.notes, report.all.found, report.all.junk


def test_a_memory_that_matches_a_note_is_found(judged):
    report = judged(MOVED)
    assert counts(report) == (2, 1, 0)
    assert (report.all.precision, report.all.recall) == (1, 0.5)
    assert set(report.languages) == {"en"}
    assert report.kinds["preference"].found == 0


@pytest.mark.parametrize(
    "change",
    [
        {"kind": Kind.SKILL},
        {"content": "User moved.", "quote": "I moved", "end": 7},
        {"start": 27, "end": 40, "quote": TEXT[27:]},
        {"valid_from": None},
        {"valid_from": datetime(2024, 5, 1, tzinfo=UTC)},
    ],
    ids=["another kind", "words missing", "another place", "no date", "another date"],
)
def test_a_memory_that_differs_is_junk(judged, change):
    assert counts(judged(replace(MOVED, **change))) == (2, 0, 1)


def test_a_second_memory_for_one_note_is_junk(judged):
    assert counts(judged(MOVED, MOVED)) == (2, 1, 1)


def test_optional_notes_do_not_count(judged):
    assert counts(judged(MOVED, MOVED, may=NOTES[:1])) == (2, 1, 0)
    assert counts(judged(MOVED, notes=[], may=NOTES[:1])) == (0, 0, 0)


def test_without_memories_there_is_no_precision(judged):
    report = judged()
    assert report.all.precision is None
    assert report.all.recall == 0


def test_a_file_without_dialogues_is_refused(tmp_path):
    (tmp_path / "other.jsonl").write_text('{"a": 1}', "utf-8")
    with pytest.raises(InvalidInput, match="is not a file of dialogues"):
        dialogues(tmp_path / "other.jsonl")
