"""`recollect bench --learned` and `--observations`: what was learned, beside turns and beside others' notes."""

import pytest

ANN = [
    ("D1:1", "Ann", "I live in Bergen. I work at a bakery."),
    ("D1:2", "Bob", "How nice!"),
    ("D1:3", "Ann", "The weather was fine."),
]


@pytest.fixture
def data(write):
    """A sample of three turns, a question about the first, and two observations."""

    def written(observations):
        told = {"session_1_observation": {"Ann": observations}}
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
            "observation": told,
            "qa": [{"question": "Where does Ann live?", "evidence": ["D1:1"], "category": 4}],
        }
        return write("locomo.json", [sample])

    return written


def test_an_observation_counts_as_learned_where_its_turn_gave_a_memory(run, data):
    path = data([["Ann lives in Bergen.", "D1:1"], ["It was fine.", ["D1:3", "D1:2"]]])
    one = run("bench", path, "--observations", "--json").json["all"]
    assert (one["turns"], one["observations"], one["learned"]) == (3, 2, 1)
    assert (one["memories"], one["noted"]) == (2, 2)
    assert one["shares"]["learned"] == 0.5
    assert one["shares"]["turns_with_memory"] == pytest.approx(1 / 3)
    assert one["shares"]["turns_with_observation"] == 1.0
    shown = run("bench", path, "--observations").out.splitlines()
    assert shown[1].split() == ["ann", "2", "50.0", "33.3", "2", "100.0", "100.0", "0.67"]
    assert shown[2].split()[0] == "all"


def test_a_memory_from_a_turn_that_nobody_observed_is_not_noted(run, data):
    path = data([["It was fine.", "D1:3"]])
    one = run("bench", path, "--observations", "--json").json["all"]
    assert (one["learned"], one["memories"], one["noted"]) == (0, 2, 0)


def test_data_without_observations_are_refused(run, data, write):
    assert "no observation" in run("bench", data([]), "--observations").err
    ended = run("bench", write("q.json", {"no": "samples"}), "--observations")
    assert (ended.code, "is not LoCoMo-format data" in ended.err) == (1, True)


def test_contexts_are_measured_again_with_what_was_learned(run, data):
    path = data([])
    found = run("bench", path, "--learned", "--json").json
    assert found["learned"]["memories"] >= 2
    for part in (found["context"], found["learned"]["context"], found["learned"]["told"]):
        assert part["shares"]["all"]["all@1k"] == {"percent": 100.0, "error": 0.0, "count": 1}
    assert "learned" not in run("bench", path, "--json").json
    shown = run("bench", path, "--learned").out
    assert "WITH MEMORIES" in shown


@pytest.mark.parametrize("flag", ["--learned", "--observations"])
@pytest.mark.parametrize("other", ["--ablate", "--rewriting", "--learning", "--speed"])
def test_they_go_with_nothing_else(run, data, flag, other):
    assert run("bench", data([]), flag, other).code == 2
