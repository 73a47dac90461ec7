"""Nine conversations in five languages: a change that finds less of their evidence fails here."""

from pathlib import Path

import pytest

from recollect import Memory
from recollect.bench.context_evidence import measure_all_contexts
from recollect.bench.recall import evaluate, questions, shares

FIXTURE = sorted((Path(__file__).parent / "fixture").glob("*.json"))
# Few, because their questions are asked twice more: German, Chinese, Japanese and English.
RENDERED = [
    path
    for path in FIXTURE
    if path.stem in {"jana_thilo", "lin_wang", "misaki_kenta", "nadia_owen"}
]


@pytest.mark.parametrize(
    ("backend", "floors"),
    [
        pytest.param(
            "minilm",
            {"any@10": 80, "any@1k": 91, "all@1k": 76, "any@3k": 98, "all@3k": 96.5},
            marks=pytest.mark.slow,
        ),
        ("none", {"any@10": 72, "any@1k": 84, "all@1k": 65, "any@3k": 98, "all@3k": 93}),
    ],
)
def test_recall_of_evidence_stays_above_its_floors(tmp_path, monkeypatch, backend, floors):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path))
    with Memory.open(tmp_path / "m.sqlite", embedding_backend=backend) as memory:
        found = shares(evaluate(memory, FIXTURE))["all"]
    seen = {measure: round(found[measure].percent, 1) for measure in floors}
    assert all(seen[measure] >= floor for measure, floor in floors.items()), seen


def test_a_context_shows_as_much_of_the_evidence_as_a_search_finds(tmp_path, monkeypatch):
    """Headings and days take tokens too, and two questions are judged to be about nothing here."""
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path))
    with Memory.open(tmp_path / "m.sqlite", embedding_backend="none") as memory:
        answers = evaluate(memory, RENDERED)
        found = shares(answers)["all"]
        rendered = measure_all_contexts(memory, [answer.asked for answer in answers])
    shown = shares([each.answer for each in rendered])["all"]
    assert shown.pop("first 200").percent > 50
    lost = {name: round(found[name].percent - share.percent, 1) for name, share in shown.items()}
    assert len(answers) >= 70
    assert set(lost) == {"any@1k", "all@1k", "any@3k", "all@3k"}
    assert max(lost.values()) <= 3, lost
    assert all(size <= cap for each in rendered for cap, size in each.tokens.items())


def test_the_fixture_has_the_expected_shape():
    asked = [question for path in FIXTURE for question in questions(path)]
    assert len(FIXTURE) >= 6
    assert len(asked) >= 120
    assert {question.category for question in asked} == {1, 2, 3, 4}
