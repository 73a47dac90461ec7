"""S11, S13: the optimizer at work on stored conversations."""

from datetime import UTC, datetime, timedelta

import pytest

from recollect import Memory, NotFound
from recollect.settings import load
from recollect.testing import FixedClock, ToyEmbedder
from recollect.wiring import build

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
LONG = "The start\n" + "a line of words without facts\n" * 40 + "The end"


@pytest.fixture
def clock():
    return FixedClock(NOW)


@pytest.fixture
def opened(tmp_path, clock, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    memories = []

    def open_(**settings):
        # What is learned is no matter here, and long messages take long to read.
        chosen = load(**{"extractor": "none", **settings})
        house = build(chosen, tmp_path / "m.sqlite", embedder=ToyEmbedder(), clock=clock)
        memories.append(Memory(house, background=False))
        return memories[-1]

    yield open_
    for memory in memories:
        memory.close()


def talked(memory, count, text="message {}", conversation="c", agent="alice", start=0):
    talk = memory.conversation(conversation, agent=agent)
    for number in range(start, start + count):
        talk.add("user", text.format(number), id=str(number))
    return talk


def test_s11_it_looks_at_a_conversation_after_every_twenty_messages(opened):
    memory = opened()
    talked(memory, 19)
    memory.sync()
    assert memory.optimizer.status("alice")["totalOptimizations"] == 0
    talked(memory, 1, start=19)
    memory.sync()
    assert memory.optimizer.status("alice")["totalOptimizations"] == 1
    talked(memory, 20, start=20)
    memory.sync()
    assert memory.optimizer.status("alice")["totalOptimizations"] == 2


def test_s11_also_if_the_twentieth_is_in_the_middle_of_a_batch(opened):
    memory = opened()
    turns = [{"role": "user", "content": f"message {number}"} for number in range(33)]
    memory.agent("alice").ingest("c", turns[:19])
    memory.sync()
    assert memory.optimizer.status("alice")["totalOptimizations"] == 0
    memory.agent("alice").ingest("c", turns)
    memory.sync()
    assert memory.optimizer.status("alice")["totalOptimizations"] == 1


def test_s13_it_looks_at_an_agent_two_minutes_after_its_first_new_message(opened, clock):
    memory = opened()
    runner = memory._components.worker._runner
    talk = memory.conversation("c", agent="alice")
    talk.add("tool", "error: important, see https://example.com")
    talked(memory, 1, agent="bob")
    runner.run_due()
    clock.advance(60)
    # Another message does not postpone the run.
    talk.add("user", "What does the error mean, and who can mend it?")
    clock.advance(59)
    runner.run_due()
    assert memory.optimizer.status()["totalOptimizations"] == 0
    clock.advance(1)
    runner.run_due()
    assert memory.optimizer.status("alice")["totalOptimizations"] == 1
    assert memory.optimizer.status("bob")["totalOptimizations"] == 1
    assert memory.agent("alice").turns()[0].tier == "long_term"
    # Where nothing has changed since, nothing runs: bob at once, alice after her change was seen.
    for _ in range(10):
        clock.advance(120)
        runner.run_due()
    assert memory.optimizer.status("alice")["totalOptimizations"] == 2
    assert memory.optimizer.status("bob")["totalOptimizations"] == 1
    talked(memory, 1, agent="bob", start=1)
    clock.advance(120)
    runner.run_due()
    assert memory.optimizer.status("bob")["totalOptimizations"] == 2


def test_s13_switched_off_or_on_another_interval(opened, clock):
    off = opened(optimizer_enabled=False)
    talked(off, 25)
    clock.advance(3_600)
    off._components.worker.run_due()
    assert off.optimizer.status()["totalOptimizations"] == 0
    off.close()
    memory = opened(optimizer_interval_ms=5_000)
    talked(memory, 1, start=25)
    clock.advance(5)
    memory._components.worker.run_due()
    assert memory.optimizer.status("alice")["totalOptimizations"] == 1


def test_s11_small_talk_is_compressed_then_dropped_and_facts_are_promoted(opened, clock):
    memory = opened()
    old = (NOW - timedelta(hours=2)).isoformat()
    talk = memory.conversation("c", agent="alice")
    talk.add("user", "ok", at=old, id="small talk")
    talk.add("tool", "error: important, see https://example.com", id="a fact")
    talked(memory, 60, start=2)
    for _ in range(3):
        memory.sync()
        clock.advance(120)
    turns = {turn.id: turn for turn in memory.agent("alice").turns()}
    assert turns["small talk"].view == "dropped"
    assert (turns["a fact"].tier, turns["a fact"].relevance) == ("long_term", 1.0)
    assert turns["small talk"].content == "ok"
    text = talk.context("budgeted").text
    assert "User: ok" not in text
    assert "https://example.com" in text
    assert memory.agent("alice").search("ok")[0].turn.id == "small talk"


def test_s13_usage_comes_down_and_stays_and_the_record_says_so(opened, clock):
    memory = opened(max_context_tokens=40_000, system_prompt_tokens=0, response_reserve_tokens=0)
    usages = []
    for step in range(20):
        talk = talked(memory, 10, LONG + " {}", start=10 * step)
        clock.advance(120)
        memory.sync()
        usages.append(talk.context("budgeted").tokens / 40_000)
    assert all(0.45 <= usage <= 0.80 for usage in usages[-10:])
    runs = memory.optimizer.snapshots("alice")
    assert all(0.35 <= run.parameters.compression_trigger <= 0.85 for run in runs)
    assert all(10 <= run.parameters.full_message_window <= 50 for run in runs)
    status = memory.optimizer.status("alice")
    assert status["totalTokensSaved"] == sum(run.metrics.tokens_saved for run in runs) > 0
    assert set(status["currentParameters"]) == {
        "compressionTrigger",
        "fullMessageWindow",
        "minRelevance",
        "targetUsageRatio",
    }


def test_s13_it_runs_again_after_two_minutes_while_there_is_something_to_do(opened, clock):
    memory = opened(max_context_tokens=9_000, system_prompt_tokens=0, response_reserve_tokens=0)
    talked(memory, 40, LONG + " {}")
    runner = memory._components.worker._runner
    runner.run_due()
    assert len(memory.optimizer.snapshots()) == 1
    clock.advance(119)
    runner.run_due()
    assert len(memory.optimizer.snapshots()) == 1
    for _ in range(40):
        clock.advance(121)
        runner.run_due()
    ended = len(memory.optimizer.snapshots())
    assert ended > 1
    clock.advance(3_600)
    runner.run_due()
    assert len(memory.optimizer.snapshots()) == ended


def test_s13_what_was_learned_outlives_a_restart(opened):
    memory = opened()
    talked(memory, 20)
    memory.sync()
    learned = memory.optimizer.status("alice")
    assert learned["currentParameters"]["fullMessageWindow"] == 31
    memory.close()
    assert opened().optimizer.status("alice") == learned
    assert opened().optimizer.status()["totalOptimizations"] == 1
    assert opened().optimizer.status("bob")["currentParameters"]["fullMessageWindow"] == 30


def test_s13_it_runs_when_it_is_asked_to_for_one_agent_or_for_all_that_have_changed(opened):
    memory = opened(optimizer_enabled=False)
    talked(memory, 40)
    talked(memory, 5, agent="bob")
    memory.sync()
    assert memory.optimizer.status()["totalOptimizations"] == 0
    memory.optimizer.run("alice")
    memory.sync()
    assert memory.optimizer.status()["totalOptimizations"] == 1
    memory.optimizer.run("alice")
    memory.sync()
    assert memory.optimizer.status("alice")["totalOptimizations"] == 2
    memory.optimizer.run()
    memory.sync()
    assert memory.optimizer.status("alice")["totalOptimizations"] == 2
    assert memory.optimizer.status("bob")["totalOptimizations"] == 1
    memory.agent("alice").remember("Something new.", conversation="c")
    memory.optimizer.run()
    memory.sync()
    assert memory.optimizer.status("alice")["totalOptimizations"] == 3
    assert memory.optimizer.status("bob")["totalOptimizations"] == 1
    assert len(memory.optimizer.snapshots(limit=2)) == 2
    with pytest.raises(NotFound):
        memory.optimizer.run("nobody")


def test_s13_only_the_last_runs_are_kept(opened):
    memory = opened(optimizer_snapshots_kept=3)
    talked(memory, 5)
    for _ in range(5):
        memory.optimizer.run("alice")
        memory.sync()
    assert len(memory.optimizer.snapshots("alice")) == 3
    assert memory.optimizer.status("alice")["totalOptimizations"] == 5


def test_the_log_says_only_what_a_run_changed(opened, caplog):
    memory = opened()
    with caplog.at_level("INFO"):
        talked(memory, 20)
        memory.sync()
        talked(memory, 20, text="the same old message", start=20)
        memory.sync()
    said = [text.split(": ", 1)[1] for text in caplog.messages if "(optimize)" in text]
    assert said == [
        "1 conversation checked: nothing to change",
        "1 conversation checked: 19 turns shortened in windows",
    ]
