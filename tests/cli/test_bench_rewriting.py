"""`recollect bench --rewriting` on files of follow-up questions."""

from pathlib import Path

import pytest

FIXTURE = sorted(
    (Path(__file__).parents[1] / "conversations" / "fixture").glob("follow_ups_*.json")
)


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
    told = [
        question("en", "can i take it on a plane?", follow_up=True, needs=["Brompton"]),
        question("en", "Which colours does it come in?", follow_up=True, needs=["Porsche"]),
        question("en", "What is the capital of Peru?", follow_up=False),
    ]
    found = run("bench", "--rewriting", write("q.json", told), "--json").json
    assert [(row["part"], row["language"], row["count"]) for row in found] == [
        ("dev", "all", 3),
        ("dev", "en", 3),
    ]
    assert (found[0]["precision"], found[0]["recall"]) == (1.0, 1.0)
    assert (found[0]["resolved"], found[0]["untouched"]) == (0.5, 1.0)
    shown = run("bench", "--rewriting", write("q.json", told)).out.splitlines()
    assert shown[0].split() == [
        *("PART", "LANGUAGE", "QUESTIONS", "PRECISION", "RECALL", "RESOLVED", "UNTOUCHED")
    ]
    assert shown[2].split() == ["dev", "en", "3", "100.0", "100.0", "50.0", "100.0"]


def test_a_share_of_nothing_is_left_empty(run, write):
    alone = [question("en", "What is the capital of Peru?", follow_up=False)]
    shown = run("bench", "--rewriting", write("q.json", alone)).out.splitlines()
    assert shown[1].split() == ["dev", "all", "1", "100.0"]


def test_the_page_says_what_the_fixture_shows(run):
    found = run("bench", "--rewriting", *FIXTURE, "--json").json
    page = (Path(__file__).parents[2] / "docs" / "bench.md").read_text("utf-8")
    names = {"en": "English", "de": "German", "es": "Spanish", "fr": "French", "all": "all"}
    for row in (each for each in found if each["part"] == "held_out"):
        measured = (row[name] for name in ("precision", "recall", "resolved", "untouched"))
        cells = [names[row["language"]], str(row["count"]), *(f"{100 * s:.1f}" for s in measured)]
        assert f"| {' | '.join(cells)} |" in page


@pytest.mark.parametrize(
    "args",
    [
        ("--rewriting",),
        ("--rewriting", "--speed"),
        ("--rewriting", "--ablate", "x.json"),
        ("--rewriting", "--speed", "x.json"),
    ],
)
def test_it_goes_with_data_and_nothing_else(run, args):
    assert run("bench", *args).code == 2


def test_a_file_of_something_else_is_named(run, write):
    ended = run("bench", "--rewriting", write("q.json", {"no": "questions"}))
    assert (ended.code, "is not a file of follow-up questions" in ended.err) == (1, True)
