"""The sets of everyday questions, and what contexts answer of one."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks.everyday import main

FIXTURE = Path(__file__).parent / "fixture"


@pytest.mark.parametrize("name", ["dev", "judge"])
def test_a_set_of_questions_is_sound(name):
    data = json.loads((FIXTURE / f"everyday_{name}.json").read_text("utf-8"))
    turns = data["turns"]
    assert all(one["at"] <= other["at"] for one, other in pairwise(turns))
    assert len(data["questions"]) >= 60
    for question in data["questions"]:
        evidence = [turns[number] for number in question["evidence"]]
        assert all(turn["at"] < question["asked_at"] for turn in evidence)
        said = "\n".join(turn["content"] for turn in evidence).casefold()
        for group in question["needs"]:
            assert any(text.casefold() in said for text in group), question["id"]


def test_answers_are_counted(tmp_path, capsys):
    day = "2026-05-0{}T10:00:00+00:00".format
    turns = [("I work at Northgate Bakery.", 1), ("The cat is called Tommy.", 2)]
    data = {
        "turns": [
            {"conversation": "c", "role": "user", "at": day(n), "content": text}
            for text, n in turns
        ],
        "questions": [
            {
                "id": "q1",
                "kind": "work",
                "text": "Where do I work?",
                "asked_at": day(3),
                "needs": [["northgate"]],
                "forbids": [],
            },
            {
                "id": "q2",
                "kind": "people",
                "text": "What is the cat called?",
                "asked_at": "2026-05-01T12:00:00+00:00",
                "needs": [["tommy"]],
                "forbids": [],
            },
        ],
        "unrelated": ["Why is Mongolia so dry?"],
    }
    path = tmp_path / "set.json"
    path.write_text(json.dumps(data))
    assert main([str(path), "--verbose"]) == 0
    printed = capsys.readouterr().out
    assert "1 of 2 answered, 1 of them early" in printed
    assert "q2 people: What is the cat called? [missing tommy]" in printed
    assert "0 of 1 show something" in printed
