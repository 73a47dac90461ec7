"""`recollect bench --learned`: contexts with and without learned memories."""

import pytest

ANN = [
    ("D1:1", "Ann", "I live in Bergen. I work at a bakery."),
    ("D1:2", "Bob", "How nice!"),
    ("D1:3", "Ann", "The weather was fine."),
]


@pytest.fixture
def data(write):
    """A sample of three turns and a question about the first."""
    sample = {
        "sample_id": "ann",
        "conversation": {
            "speaker_a": "Ann",
            "speaker_b": "Bob",
            "session_1_date_time": "1:00 pm on 1 May, 2025",
            "session_1": [
                {"dia_id": name, "speaker": who, "text": text} for name, who, text in ANN
            ],
        },
        "qa": [{"question": "Where does Ann live?", "evidence": ["D1:1"], "category": 4}],
    }
    return write("locomo.json", [sample])


def test_contexts_are_measured_again_with_what_was_learned(run, data):
    found = run("bench", data, "--learned", "--json").json
    assert found["learned"]["memories"] >= 2
    for part in (found["context"], found["learned"]["context"], found["learned"]["told"]):
        assert part["shares"]["all"]["all@1k"] == {"percent": 100.0, "error": 0.0, "count": 1}
    assert "learned" not in run("bench", data, "--json").json
    shown = run("bench", data, "--learned").out
    assert "WITH MEMORIES" in shown


@pytest.mark.parametrize("other", ["--learning", "--speed"])
def test_it_cannot_be_combined(run, data, other):
    assert run("bench", data, "--learned", other).code == 2
