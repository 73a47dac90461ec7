"""A turn coming in: SPEC §1, D2, M8's ground, M10, "Always"."""

import gc
import threading
import time
from datetime import UTC, datetime, timedelta, timezone

import pytest

from forked import run_python
from recollect import Closed, Conflict, Disabled, InvalidInput, Memory

WHEN = datetime(2026, 5, 1, 12, 30, tzinfo=UTC)


def test_a_turn_is_kept_as_it_was_said(alice):
    said = alice.remember(
        "I moved to Lisbon in May.",
        conversation="c1",
        role="user",
        speaker="Alice",
        at=WHEN,
        id="D1:3",
        metadata={"app": "x", "deep": [1, None, {"b": 2.5}]},
    )
    (turn,) = alice.turns()
    assert turn == said
    assert (turn.id, turn.conversation, turn.index, turn.role) == ("D1:3", "c1", 0, "user")
    assert (turn.content, turn.speaker, turn.at) == ("I moved to Lisbon in May.", "Alice", WHEN)
    assert turn.metadata == {"app": "x", "deep": [1, None, {"b": 2.5}]}
    assert (turn.tokens, turn.tier, turn.view) == (7, "short_term", "full")


def test_turns_survive_closing_and_opening_again(tmp_path):
    with Memory.open(tmp_path / "m.sqlite") as memory:
        memory.agent("alice").remember("Still here?")
    with Memory.open(tmp_path / "m.sqlite") as memory:
        assert [turn.content for turn in memory.agent("alice").turns()] == ["Still here?"]


def test_without_a_path_the_file_lies_in_the_home_folder(tmp_path):
    with Memory.open() as memory:
        memory.agent("alice").remember("hello")
    assert (tmp_path / "home" / "memory.sqlite").stat().st_mode & 0o777 == 0o600


def test_in_ram_nothing_is_written(tmp_path):
    with Memory.open(":memory:") as memory:
        memory.agent("alice").remember("hello")
        assert len(memory.agent("alice").turns()) == 1
    assert not (tmp_path / "home").exists()


def test_the_same_id_and_content_again_is_a_no_op(alice):
    first = alice.remember("Tea, please.", conversation="c", id="1", at=WHEN)
    again = alice.remember("Tea, please.", conversation="c", id="1", at=WHEN + timedelta(hours=1))
    assert again == first
    assert alice.turns() == [first]


def test_the_same_id_with_other_content_is_a_conflict_and_changes_nothing(alice):
    alice.remember("Tea, please.", conversation="c", id="1")
    before = alice.turns()
    with pytest.raises(Conflict) as refused:
        alice.remember("Coffee, please.", conversation="c", id="1")
    assert refused.value.code == "conflict"
    assert alice.turns() == before


def test_an_id_is_unique_in_its_conversation_only(alice):
    alice.remember("one", conversation="a", id="1")
    alice.remember("two", conversation="b", id="1")
    assert [turn.content for turn in alice.turns()] == ["one", "two"]


def test_saying_the_same_twice_is_said_twice(opened, clock):
    agent = opened(clock=clock).agent("alice")
    for _ in range(5):
        agent.remember("ok", conversation="c")
    turns = agent.turns()
    assert [turn.index for turn in turns] == [0, 1, 2, 3, 4]
    assert len({turn.id for turn in turns}) == 5


def test_the_same_words_at_the_same_given_time_are_the_same_turn(alice):
    alice.remember("ok", conversation="c", at=WHEN)
    alice.remember("ok", conversation="c", at=WHEN)
    assert len(alice.turns()) == 1


def test_ids_come_from_content(memory):
    ids = {memory.agent(name).remember("hello", at=WHEN).id for name in ("alice", "bob")}
    assert len(ids) == 1


def test_times_are_kept_in_utc_to_the_microsecond(alice):
    local = datetime(2026, 5, 1, 14, 30, 0, 123456, tzinfo=timezone(timedelta(hours=2)))
    turn = alice.remember("hello", at=local)
    assert turn.at == local
    assert alice.turns()[0].at.isoformat() == "2026-05-01T12:30:00.123456+00:00"
    assert alice.remember("later", at="2026-05-01T12:30:00Z").at == WHEN


def test_an_ingest_keeps_exchanges_and_single_turns_in_order(alice):
    result = alice.ingest(
        "c1",
        [
            {"user": "Hi, my name is Alice", "assistant": "Hello Alice!"},
            {"role": "tool", "content": "42", "at": "2026-05-01T12:30:00+00:00", "id": "t1"},
            {"user": "bye", "assistant": ""},
        ],
    )
    assert (result.added, result.duplicates) == (4, 0)
    turns = alice.turns("c1")
    assert [turn.role for turn in turns] == ["user", "assistant", "tool", "user"]
    assert tuple(turn.id for turn in turns) == result.ids


def test_the_same_ingest_again_changes_nothing(alice):
    batch = [{"user": "ok", "assistant": "ok"}, {"user": "ok", "assistant": "sure"}]
    first = alice.ingest("c", batch)
    before = alice.turns()
    again = alice.ingest("c", batch)
    assert (first.added, again.added, again.duplicates) == (4, 0, 4)
    assert again.ids == first.ids
    assert alice.turns() == before


def test_an_exchange_held_again_needs_an_id_or_a_time_to_be_told_from_a_repeated_call(alice):
    exchange = {"user": "Good morning", "assistant": "Hello"}
    assert alice.ingest("c", [exchange]).added == 2
    assert alice.ingest("c", [exchange]).added == 0
    assert alice.ingest("c", [exchange | {"at": WHEN}]).added == 2
    assert alice.ingest("c", [{"content": "Good morning", "id": "day 2"}]).added == 1


def test_one_bad_turn_refuses_the_whole_ingest(alice):
    with pytest.raises(InvalidInput) as refused:
        alice.ingest("c", [{"user": "fine"}, {"role": "king", "content": "no"}])
    assert refused.value.field == "turns[1].role"
    assert alice.turns() == []
    alice.remember("one", conversation="c", id="1")
    with pytest.raises(Conflict):
        alice.ingest("c", [{"user": "new"}, {"role": "user", "content": "two", "id": "1"}])
    assert len(alice.turns()) == 1


def test_switched_off_nothing_is_recorded_but_reading_and_deleting_work(tmp_path):
    path = tmp_path / "m.sqlite"
    with Memory.open(path) as memory:
        memory.agent("alice").remember("before", conversation="c")
    with Memory.open(path, enabled=False) as memory:
        alice = memory.agent("alice")
        for record in (
            lambda: alice.remember("after"),
            lambda: alice.ingest("c", [{"user": "after"}]),
            lambda: alice.memories.add("after"),
        ):
            with pytest.raises(Disabled):
                record()
        assert len(alice.turns()) == 1
        alice.conversations.delete("c")
        assert alice.turns() == []


def test_closing_twice_is_fine_and_using_it_afterwards_is_told(tmp_path):
    memory = Memory.open(tmp_path / "m.sqlite")
    alice = memory.agent("alice")
    memory.close()
    memory.close()
    for use in (lambda: alice.remember("x"), alice.turns, memory.agents, memory.sync):
        with pytest.raises(Closed):
            use()


def test_secrets_never_reach_the_file(tmp_path):
    key = "sk-" + "proj-" + "Ab3dEf6hIj9kLmN0pQrS" * 2 + "T3BlbkFJ" + "xYz123AbC456dEf789Gh"
    with Memory.open(tmp_path / "m.sqlite", background=False) as memory:
        alice = memory.agent("alice")
        alice.remember(
            f"my key is {key}, ok?", metadata={"note": key, "password": "hunter2-hunter2"}
        )
        alice.ingest("c", [{"user": f"again {key}"}])
        entry = alice.memories.add(f"The key is {key}", tags=["key"], metadata={"k": key})
        alice.memories.update(entry.id, content=f"Their key was {key}")
        assert "[redacted" in alice.turns()[0].content
        assert alice.turns()[0].content.startswith("my key is ")
        memory.export(tmp_path / "out.jsonl")
    for file in tmp_path.iterdir():
        if file.is_file():
            assert key.encode() not in file.read_bytes(), file
            assert b"hunter2" not in file.read_bytes(), file


def test_redaction_can_be_switched_off(tmp_path):
    with Memory.open(tmp_path / "m.sqlite", redact_secrets=False) as memory:
        text = "my password is hunter2-hunter2"
        assert memory.agent("alice").remember(text).content == text


def test_an_agent_outlives_the_name_of_its_memory(tmp_path):
    alice = Memory.open(tmp_path / "m.sqlite").agent("alice")
    gc.collect()
    alice.remember("still open")
    assert len(alice.turns()) == 1


def _started_since(others):
    started = [thread for thread in threading.enumerate() if thread not in others]
    return [thread for thread in started if thread.name.startswith("recollect")]


def _ended(threads):
    """Whether they end; a worker may hold its memory for a moment, so garbage is sought again."""
    deadline = time.monotonic() + 60
    while any(thread.is_alive() for thread in threads) and time.monotonic() < deadline:
        gc.collect()
        time.sleep(0.05)
    return not any(thread.is_alive() for thread in threads)


def test_a_memory_that_nobody_holds_any_more_leaves_no_thread_behind(tmp_path):
    others = threading.enumerate()
    memory = Memory.open(tmp_path / "m.sqlite", embedding_backend="minilm")
    memory.agent("alice").remember("x")
    ours = _started_since(others)
    assert ours
    del memory
    assert _ended(ours)


def test_a_memory_in_a_cycle_is_closed_without_waiting_for_itself(tmp_path):
    class Holder:
        pass

    others = threading.enumerate()
    holder = Holder()
    holder.self = holder
    holder.memory = Memory.open(tmp_path / "m.sqlite", embedding_backend="minilm")
    holder.memory.agent("alice").ingest("c", [{"user": f"turn {n}"} for n in range(30)])
    ours = _started_since(others)
    del holder
    assert _ended(ours)


def test_a_relative_path_stays_the_same_file_wherever_the_process_goes(tmp_path, monkeypatch):
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "there")
    with Memory.open("notes.sqlite") as other:
        other.agent("alice").remember("somebody else's")
    monkeypatch.chdir(tmp_path / "here")
    with Memory.open("notes.sqlite", background=False) as memory:
        monkeypatch.chdir(tmp_path / "there")
        assert memory.agent("alice").turns() == []


@pytest.mark.parametrize(
    "ending",
    [
        "return",
        pytest.param("raise SystemExit(3)", marks=pytest.mark.slow),
        pytest.param("memory.close()", marks=pytest.mark.slow),
    ],
)
@pytest.mark.slow
def test_leaving_in_the_midst_of_work_makes_no_dead_letter(tmp_path, ending):
    script = f"""
from recollect import Memory
def main():
    memory = Memory.open({str(tmp_path / "m.sqlite")!r}, embedding_backend="minilm")
    memory.agent("a").ingest("c", [{{"user": f"turn {{n}} of many words"}} for n in range(200)])
    import time; time.sleep(0.4)
    {ending}
main()
"""
    for _ in range(2):
        done = run_python(script)
        assert done.stderr == b""
        assert done.returncode in {0, 3}
    with Memory.open(tmp_path / "m.sqlite", embedding_backend="minilm", background=False) as memory:
        assert memory.jobs.list(state="dead") == []
        assert memory.sync().ok
        assert memory.stats().store.turns_embedded == 200


def test_two_speakers_may_say_the_same_at_the_same_time(alice):
    for speaker in ("Ann", "Bob"):
        alice.remember("Yes", speaker=speaker, at=WHEN)
    assert [turn.speaker for turn in alice.turns()] == ["Ann", "Bob"]


def test_a_signal_in_the_midst_of_a_write_cannot_break_it(tmp_path):
    script = f"""
import signal
from recollect import Memory, StorageBusy
memory = Memory.open({str(tmp_path / "m.sqlite")!r}, background=False, embedding_backend="none")
agent, told = memory.agent("a"), 0
def handler(*_):
    global told
    try:
        agent.remember("from the handler", conversation="c")
    except StorageBusy:
        told += 1
    # Only now, because on a slow machine the next signal would come within this one.
    signal.setitimer(signal.ITIMER_REAL, 0.0007)
signal.signal(signal.SIGALRM, handler)
# The first write also prepares the database, by reads that a signal must not interrupt.
agent.remember("turn 0", conversation="c")
signal.setitimer(signal.ITIMER_REAL, 0.0007)
for number in range(1, 1500):
    agent.remember(f"turn {{number}}", conversation="c")
signal.signal(signal.SIGALRM, signal.SIG_IGN)
said = [t.content for t in agent.turns() if t.content != "from the handler"]
assert said == [f"turn {{n}}" for n in range(1500)], len(said)
assert told, "no signal came in the midst of a write"
assert memory.faults() == []
"""
    done = run_python(script)
    assert done.returncode == 0, done.stderr
