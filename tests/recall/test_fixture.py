"""Nine conversations of our own in five languages: a change that finds less of their evidence fails here."""

from pathlib import Path

import pytest

from recollect import Memory
from recollect.bench.recall import evaluate, questions, shares
from recollect.bench.rendered import render

FIXTURE = sorted((Path(__file__).parent / "fixture").glob("*.json"))
# A question is asked twice more of these, so they are few: German, Chinese, Japanese and English.
RENDERED = [
    path
    for path in FIXTURE
    if path.stem in {"jana_thilo", "lin_wang", "misaki_kenta", "nadia_owen"}
]


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


def test_a_context_shows_as_much_of_the_evidence_as_a_search_finds(tmp_path, monkeypatch):
    """Headings and days take room too; beyond that, nothing that was found may get lost on the way."""
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path))
    with Memory.open(tmp_path / "m.sqlite", embedding_backend="none") as memory:
        answers = evaluate(memory, RENDERED)
        found = shares(answers)["all"]
        rendered = render(memory, [answer.asked for answer in answers])
    shown = shares([each.answer for each in rendered])["all"]
    lost = {name: round(found[name].percent - share.percent, 1) for name, share in shown.items()}
    assert len(answers) >= 70
    assert set(lost) == {"any@1k", "all@1k", "any@3k", "all@3k"}
    assert max(lost.values()) <= 2, lost
    assert all(size <= cap for each in rendered for cap, size in each.tokens.items())


def test_the_fixture_is_what_it_is_meant_to_be():
    asked = [question for path in FIXTURE for question in questions(path)]
    assert len(FIXTURE) >= 6
    assert len(asked) >= 120
    assert {question.category for question in asked} == {1, 2, 3, 4}
