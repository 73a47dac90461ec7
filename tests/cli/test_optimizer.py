import json

import pytest


def test_a_run_is_asked_for_and_told(run, tmp_path):
    turns = tmp_path / "turns.jsonl"
    lines = [{"role": "user", "content": f"message {n}", "id": str(n)} for n in range(25)]
    turns.write_text("".join(json.dumps(line) + "\n" for line in lines))
    run("ingest", str(turns), "--agent", "alice")
    told = run("optimizer", "--run", "--json").json
    assert told["totalOptimizations"] >= 1
    assert told["currentParameters"]["targetUsageRatio"] == 0.65
    assert set(told["snapshots"][-1]) >= {"tokensBefore", "tokensAfter", "timestamp"}
    shown = run("optimizer", "--agent", "alice")
    assert shown.code == 0
    assert "Now: compress at " in shown.out
    assert "; then trigger " in shown.out


def test_without_a_run_the_first_parameters_are_told(run):
    told = run("optimizer", "--json").json
    assert told == {
        "totalOptimizations": 0,
        "totalTokensSaved": 0,
        "avgSavingsPerRun": 0,
        "currentParameters": {
            "compressionTrigger": 0.7,
            "fullMessageWindow": 30,
            "minRelevance": 0.3,
            "targetUsageRatio": 0.65,
        },
        "snapshots": [],
    }


@pytest.mark.parametrize("given", [(), ("--run",)])
def test_an_agent_that_is_not_there_is_told(run, given):
    ended = run("optimizer", *given, "--agent", "nobody", "--json")
    assert (ended.code, ended.json["error"]["field"]) == (1, "agent")
