"""The silence benchmark agrees with real contexts."""

import json

import pytest

from benchmarks.silence import histories, main, measure, variants
from recollect import InvalidInput, Memory
from recollect.recall.relevance import Bar

HISTORY = {
    "id": "sailor",
    "language": "en",
    "turns": [
        {"role": "user", "content": text, "at": f"2025-03-0{day}T10:00:00+00:00"}
        for day, text in enumerate(("We sailed to Bergen.", "The mast broke."), start=1)
    ],
    "unrelated": ["Why do cats purr?", "What happened to the mast of the Titanic?"],
    "related": [{"q": "When did the mast break?", "turn": 1}, {"q": "Who are they?", "turn": 0}],
}
LOCOMO = [
    {
        "sample_id": name,
        "conversation": {
            "speaker_a": name,
            "speaker_b": "Bob",
            "session_1_date_time": "1:00 pm on 1 May, 2025",
            "session_1": [
                {"speaker": name, "dia_id": "D1:1", "text": f"I bought a {thing}."},
                {"speaker": "Bob", "dia_id": "D1:2", "text": "How nice."},
            ],
        },
        "qa": [{"question": f"What did {name} buy?", "evidence": ["D1:1"], "category": 4}],
    }
    for name, thing in (("Ann", "kayak"), ("Zoe", "piano"))
]


@pytest.fixture
def memory(tmp_path, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    with Memory.open(tmp_path / "m.sqlite", embedding_backend="none") as opened:
        yield opened


@pytest.fixture
def files(tmp_path):
    told, data = tmp_path / "told.jsonl", tmp_path / "data.json"
    told.write_text(json.dumps(HISTORY), encoding="utf-8")
    data.write_text(json.dumps(LOCOMO), encoding="utf-8")
    return told, data


def test_shares_are_those_of_the_contexts_themselves(memory, files):
    told, data = files
    silence = measure(memory, histories(told), [data])
    found = silence.shares(memory.recall.bar)

    def shown(agent, question):
        return "excerpts" in memory.agent(agent).context(question).receipt.sections

    unrelated = [shown("sailor", question) for question in HISTORY["unrelated"]]
    related = [shown("sailor", each["q"]) for each in HISTORY["related"]]
    assert found["unrelated"].percent == 50 * sum(unrelated)
    assert found["related"].percent == found["with turn"].percent == 50 * sum(related) == 50
    assert found["any@1k"].percent == 100
    assert found["others'"].percent == 100 * shown("Ann", "What did Zoe buy?") == 0
    assert found["elsewhere"].count == 4


def test_without_a_threshold_everything_is_shown(memory, files):
    found = measure(memory, histories(files[0])).shares(None)
    assert set(found) == {"unrelated", "related", "with turn"}
    assert {share.percent for share in found.values()} == {100}


def test_every_constant_is_tried_with_other_values():
    tried = dict(variants(Bar()))
    assert tried["user × 0"] == Bar(user=0)
    assert tried["least × 1.5"].least == pytest.approx(1.5 * Bar().least)
    assert len(tried) == 3 * len(Bar.__dataclass_fields__)


@pytest.mark.parametrize("text", ["{", "[1]", '{"id": "a"}'])
def test_a_file_without_histories_is_refused(tmp_path, text):
    path = tmp_path / "told.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput, match="not a file of histories"):
        histories(path)
    with pytest.raises(InvalidInput, match="cannot be read"):
        histories(tmp_path / "missing.jsonl")


def test_the_shares_are_printed(monkeypatch, capsys, files):
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BACKEND", "none")
    histories_file, data = map(str, files)
    assert main([histories_file, "--data", data, data]) == 0
    printed = capsys.readouterr().out
    assert "as shipped" in printed
    assert "never silent" in printed
    assert main([histories_file, "--ablate", "--json"]) == 0
    assert "user × 0.5" in json.loads(capsys.readouterr().out)["shares"]
