"""Nine conversations of our own in five languages: a change that finds less of their evidence fails here."""

from pathlib import Path

import pytest

from recollect import Memory
from recollect.bench.recall import evaluate, questions, shares

FIXTURE = sorted((Path(__file__).parent / "fixture").glob("*.json"))


@pytest.mark.parametrize(
    ("backend", "floors"),
    [
        ("minilm", {"any@10": 80, "any@1k": 91, "all@1k": 76, "any@3k": 98, "all@3k": 96.5}),
        ("none", {"any@10": 72, "any@1k": 84, "all@1k": 65, "any@3k": 98, "all@3k": 93}),
    ],
)
def test_the_evidence_is_found(tmp_path, monkeypatch, backend, floors):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path))
    with Memory.open(tmp_path / "m.sqlite", embedding_backend=backend) as memory:
        found = shares(evaluate(memory, FIXTURE))["all"]
    seen = {measure: round(found[measure].percent, 1) for measure in floors}
    assert all(seen[measure] >= floor for measure, floor in floors.items()), seen


def test_the_fixture_is_what_it_is_meant_to_be():
    asked = [question for path in FIXTURE for question in questions(path)]
    assert len(FIXTURE) >= 6
    assert len(asked) >= 120
    assert {question.category for question in asked} == {1, 2, 3, 4}
