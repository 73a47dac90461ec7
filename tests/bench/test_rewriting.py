"""`python -m benchmarks.rewriting` on files of follow-up questions."""

import json
from pathlib import Path

import pytest

from benchmarks.rewriting import main
from recollect import InvalidInput

FIXTURE = sorted(
    (Path(__file__).parents[1] / "conversations" / "fixture").glob("follow_ups_*.json")
)


@pytest.fixture
def run(capsys):
    """Run the benchmark and return what it printed."""

    def running(*arguments):
        assert main([str(argument) for argument in arguments]) == 0
        return capsys.readouterr().out

    return running


@pytest.fixture
def write(tmp_path):
    """Write questions to a file."""

    def writing(questions):
        path = tmp_path / "questions.json"
        path.write_text(json.dumps(questions))
        return path

    return writing


def question(language, text, *, follow_up, needs=()):
    history = [{"role": "user", "content": "I'm thinking of getting a Brompton."}]
    return {
        "language": language,
        "part": "dev",
        "question": text,
        "history": history,
        "follow_up": follow_up,
        "needs": [[term] for term in needs],
        "forbids": [],
    }


def test_shares_are_printed_by_language(run, write):
    questions = [
        question("en", "can i take it on a plane?", follow_up=True, needs=["Brompton"]),
        question("en", "Which colours does it come in?", follow_up=True, needs=["Porsche"]),
        question("en", "What is the capital of Peru?", follow_up=False),
    ]
    found = json.loads(run(write(questions), "--json"))
    assert [(row["part"], row["language"], row["count"]) for row in found] == [
        ("dev", "all", 3),
        ("dev", "en", 3),
    ]
    assert (found[0]["precision"], found[0]["recall"]) == (1.0, 1.0)
    assert (found[0]["resolved"], found[0]["untouched"]) == (0.5, 1.0)
    shown = run(write(questions)).splitlines()
    assert shown[0].split() == [
        *("PART", "LANGUAGE", "QUESTIONS", "PRECISION", "RECALL", "RESOLVED", "UNTOUCHED")
    ]
    assert shown[2].split() == ["dev", "en", "3", "100.0", "100.0", "50.0", "100.0"]


def test_a_share_of_nothing_is_left_empty(run, write):
    alone = [question("en", "What is the capital of Peru?", follow_up=False)]
    shown = run(write(alone)).splitlines()
    assert shown[1].split() == ["dev", "all", "1", "100.0"]


def test_the_page_says_what_the_fixture_shows(run):
    found = json.loads(run(*FIXTURE, "--json"))
    page = (Path(__file__).parents[2] / "docs" / "bench.md").read_text("utf-8")
    names = {"en": "English", "de": "German", "es": "Spanish", "fr": "French", "all": "all"}
    for row in (each for each in found if each["part"] == "held_out"):
        measured = (row[name] for name in ("precision", "recall", "resolved", "untouched"))
        cells = [names[row["language"]], str(row["count"]), *(f"{100 * s:.1f}" for s in measured)]
        assert f"| {' | '.join(cells)} |" in page


def test_a_file_of_something_else_is_named(run, write):
    with pytest.raises(InvalidInput, match="is not a file of follow-up questions"):
        run(write({"no": "questions"}))
