"""Constants are never fitted on the conversation that they are measured on."""

import json

import pytest

from benchmarks.constants import GRID, ablate, leave_one_out, main
from recollect import InvalidInput, Memory
from recollect.bench.recall import BenchQuestion
from recollect.recall.weights import Weights
from recollect.settings import load
from recollect.testing import ToyEmbedder
from recollect.wiring import build

# Long enough that a budget of 1,000 tokens holds a part of the turns only.
FILLER = " and so on and on" * 12


@pytest.fixture
def memory(tmp_path, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    house = build(load(extractor="none"), tmp_path / "m.sqlite", embedder=ToyEmbedder(dims=64))
    with Memory(house, background=False) as opened:
        for sample in ("one", "two", "three"):
            turns = [
                {
                    "speaker": name,
                    "role": "user",
                    "content": f"{word}{FILLER}",
                    "id": f"{name}{word}",
                }
                for word in ("tea", "rain", "wind", "snow", "milk", "hail", "sun", "fog", "ice")
                for name in ("Ann", "Bob", "Cid")
            ]
            opened.agent(sample).ingest("c", turns)
        opened.sync()
        yield opened


def asked(sample, word, name):
    return BenchQuestion(
        sample, f"What does {name} say of {word}?", frozenset({f"{name}{word}"}), 4
    )


def test_constants_do_not_depend_on_the_conversation_left_out(memory):
    others = [asked("one", "tea", "Ann"), asked("two", "rain", "Bob"), asked("two", "sun", "Cid")]
    first = leave_one_out(memory, [*others, asked("three", "ice", "Cid")])
    again = leave_one_out(
        memory, [*others, BenchQuestion("three", "fog", frozenset({"Annfog"}), 1)]
    )
    chosen = [{left.sample: left.chosen for left in run}["three"] for run in (first, again)]
    assert chosen[0] == chosen[1]


def test_the_conversation_left_out_does_not_affect_the_fit(memory):
    """Words alone suffice for two conversations; only the third gains from the speaker weight."""
    everything_of_cid = frozenset(
        turn.id for turn in memory.agent("three").turns() if turn.speaker == "Cid"
    )
    questions = [
        BenchQuestion("one", "tea", frozenset({"Anntea"}), 4),
        BenchQuestion("two", "rain", frozenset({"Bobrain"}), 4),
        BenchQuestion("three", "What does Cid say?", everything_of_cid, 4),
    ]
    chosen = {left.sample: left.chosen for left in leave_one_out(memory, questions)}
    bare = {name: values[0] for name, values in GRID.items()}
    assert {name: getattr(chosen["three"], name) for name in GRID} == bare
    assert chosen["one"].speaker > 0 < chosen["two"].speaker


def test_every_question_is_measured_once_with_the_constants_of_its_conversation(memory):
    questions = [
        asked("one", "tea", "Ann"),
        asked("two", "rain", "Bob"),
        asked("one", "ice", "Cid"),
    ]
    lefts = list(leave_one_out(memory, questions))
    assert [left.sample for left in lefts] == ["one", "two"]
    assert {a.asked for left in lefts for a in left.answers} == set(questions)
    for left in lefts:
        assert all(getattr(left.chosen, name) in values for name, values in GRID.items())


def test_a_single_conversation_is_refused(memory):
    with pytest.raises(InvalidInput):
        next(leave_one_out(memory, [asked("one", "tea", "Ann")]))


def test_an_ablation_changes_every_constant(memory):
    found = dict(ablate(memory, [asked("one", "tea", "Ann")]))
    names = {name.split()[0] for name in found}
    assert names >= set(Weights.__dataclass_fields__)
    assert names >= {
        "candidates",
        "mmr_lambda",
        "mmr_ranks",
        "mmr_fetch_multiplier",
        "half_life_days",
    }
    assert all(answers[0].found.keys() >= {"any@10", "all@3k"} for answers in found.values())


def test_the_shares_are_printed(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BACKEND", "none")
    samples = [
        {
            "sample_id": sample,
            "conversation": {
                "session_1_date_time": "1:00 pm on 8 May, 2024",
                "session_1": [{"speaker": "Ann", "dia_id": "D1:1", "text": f"I like {liked}"}],
            },
            "qa": [{"question": f"Who likes {liked}?", "evidence": ["D1:1"], "category": 4}],
        }
        for sample, liked in (("s", "tea"), ("t", "wind"))
    ]
    path = tmp_path / "data.json"
    path.write_text(json.dumps(samples))
    assert main([str(path)]) == 0
    assert "lexical × 0" in capsys.readouterr().out
    assert main([str(path), "--leave-one-out", "--json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["shares"]["left out"]["any@1k"]["count"] == 2
    assert "Without s: lexical" in printed.err
