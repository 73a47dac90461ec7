"""Agents share the background work: nobody waits until another's long work is done."""

import pytest

from recollect.domain.entry import Kind
from recollect.domain.job import JobKind
from recollect.jobs import run_due
from recollect.learning import pipeline
from scripted_reader import Mark, ScriptedReader

TURNS = 95
# How often the model is asked in one step, which nobody can interrupt: at most once for each message
# of a piece, or for each of the few memories that a statement is compared with.
LONGEST_STEP = pipeline.PIECE
# How often it is asked until another agent's first sentence is learned: that is, in six long steps.
SOON = 6 * LONGEST_STEP


@pytest.fixture(autouse=True)
def only_learning(monkeypatch):
    monkeypatch.setenv("RECOLLECT_OPTIMIZER_ENABLED", "false")


@pytest.fixture
def short_slices(monkeypatch):
    """A run ends at the first place where it may."""
    monkeypatch.setattr(pipeline, "SLICE_SECONDS", 0)
    monkeypatch.setattr(run_due, "SLICE_SECONDS", 0)


class CountingReader(ScriptedReader):
    """Counts how often it is asked anything, which is what takes a real model's time."""

    asked = 0

    def read(self, before, text):
        self.asked += 1
        return super().read(before, text)

    def compare(self, earlier, later):
        self.asked += 1
        return super().compare(earlier, later)

    def affect(self, known, message):
        self.asked += 1
        return super().affect(known, message)


def reader():
    return CountingReader({"I like number": Mark(kept=0.95, opens=0.9, kind=Kind.PREFERENCE)})


def likes(start, end):
    return [
        {"role": "user", "content": f"I like number {n}.", "id": str(n)} for n in range(start, end)
    ]


def runner(memory):
    return memory._components.worker._runner


def learned(agent):
    return sorted(entry.turn_id for entry in agent.memories.list())


def job_of(memory, agent, kind="learn"):
    return next(job for job in memory.jobs.list() if (job.agent, job.kind) == (agent, kind))


def asked_until(memory, condition):
    """How often the model is asked until then; no step may ask it often."""
    script = memory._components.learner.models.reader
    before = script.asked
    for _ in range(1_000):
        if condition():
            return script.asked - before
        begun = script.asked
        assert runner(memory).run_due(limit=1)
        assert script.asked - begun <= LONGEST_STEP
    raise AssertionError


def test_a_first_sentence_is_learned_before_anothers_thousand(opened, short_slices):
    memory = opened(message_reader=reader())
    busy, new = memory.agent("busy"), memory.agent("new")
    busy.ingest("c", likes(0, TURNS))
    asked_until(memory, lambda: learned(busy))
    new.remember("I like number 7.", conversation="c", id="7")
    # Its jobs alternate with those of the busy agent.
    assert asked_until(memory, lambda: learned(new)) <= SOON
    assert len(learned(busy)) < TURNS
    assert memory.sync().ok
    assert len(learned(busy)) == TURNS


def test_what_was_learned_in_a_slice_is_kept_when_the_process_ends(opened, short_slices):
    first = opened(message_reader=reader())
    first.agent("busy").ingest("c", likes(0, TURNS))
    asked_until(first, lambda: len(learned(first.agent("busy"))) >= 2 * pipeline.PIECE)
    known = learned(first.agent("busy"))
    assert len(known) < TURNS
    first.close()
    script = reader()
    second = opened(message_reader=script)
    assert learned(second.agent("busy")) == known
    assert second.sync().ok
    assert len(learned(second.agent("busy"))) == TURNS
    read = {text for _, text in script.read_texts}
    assert not any(f"I like number {turn}." in read for turn in known)


def test_slices_do_not_change_what_is_learned(opened, tmp_path, monkeypatch):
    found = []
    for seconds in (0, 60):
        monkeypatch.setattr(pipeline, "SLICE_SECONDS", seconds)
        memory = opened(message_reader=reader(), path=tmp_path / f"{seconds}.sqlite")
        alice = memory.agent("alice")
        alice.ingest("c", likes(0, 45))
        alice.ingest("d", likes(30, 60))
        assert memory.sync().ok
        found.append(sorted((e.id, e.content, e.version) for e in alice.memories.list()))
    assert found[0] == found[1]
    assert len(found[0]) == 60


def test_a_rebuild_is_paused_for_others_and_goes_on(opened, short_slices):
    memory = opened(message_reader=reader())
    busy, new = memory.agent("busy"), memory.agent("new")
    busy.ingest("c", likes(0, TURNS))
    assert memory.sync().ok
    before = sorted((entry.id, entry.version) for entry in busy.memories.list())
    script = memory._components.learner.models.reader
    script.read_texts.clear()
    memory.rebuild("busy")
    asked_until(memory, lambda: job_of(memory, "busy").state == "running")
    new.remember("I like number 7.", conversation="c", id="7")
    assert asked_until(memory, lambda: learned(new)) <= SOON
    assert job_of(memory, "busy").state == "running"
    assert memory.sync().ok
    assert sorted((entry.id, entry.version) for entry in busy.memories.list()) == before
    assert len(script.read_texts) == TURNS + 1, "nothing was read twice"


def test_a_paused_rebuild_brings_nothing_back_that_was_deleted_meanwhile(opened, short_slices):
    memory = opened(message_reader=reader())
    busy = memory.agent("busy")
    busy.ingest("c", likes(0, 30))
    busy.ingest("d", likes(30, 60))
    assert memory.sync().ok
    memory.rebuild("busy")
    asked_until(memory, lambda: job_of(memory, "busy").state == "running")
    for _ in range(3):
        runner(memory).run_due(limit=1)
    busy.conversations.delete("c")
    assert memory.sync().ok
    assert learned(busy) == [str(number) for number in range(30, 60)]


def test_a_paused_job_is_free_for_others_once_its_memory_is_closed(opened, short_slices):
    memory = opened(message_reader=reader())
    memory.agent("busy").ingest("c", likes(0, 40))
    assert memory.sync().ok
    memory.rebuild("busy")
    asked_until(memory, lambda: job_of(memory, "busy").state == "running")
    other = opened(message_reader=reader())
    assert runner(other).run_due() == 0
    memory.close()
    assert job_of(other, "busy").state == "pending"
    assert other.sync().ok


def test_more_long_jobs_than_may_be_paused_wait_for_each_other(opened, short_slices, monkeypatch):
    monkeypatch.setattr(run_due, "MAX_PAUSED", 1)
    monkeypatch.setattr(run_due, "_FULL_SECONDS", 0)
    memory = opened(message_reader=reader())
    for name in ("a", "b", "c"):
        memory.agent(name).ingest("c", likes(0, 12))
    assert memory.sync().ok
    for name in ("a", "b", "c"):
        memory.rebuild(name)
    waited = False
    while runner(memory).run_due(limit=1):
        jobs = [job for job in memory.jobs.list() if job.kind == JobKind.LEARN]
        waited |= any((job.outcome or "").startswith("waiting: 1 long job") for job in jobs)
        assert sum(job.state == "running" for job in jobs) <= 1
    assert waited
    assert all(job.state == "done" for job in memory.jobs.list() if job.kind == JobKind.LEARN)
    assert [len(learned(memory.agent(name))) for name in "abc"] == [12] * 3


def test_turns_that_came_as_one_write_are_learned_with_pauses(opened, short_slices, tmp_path):
    source = opened(message_reader=reader(), path=tmp_path / "source.sqlite", extractor="none")
    source.agent("busy").ingest("c", likes(0, TURNS))
    source.export(tmp_path / "dump.jsonl")
    memory = opened(message_reader=reader())
    memory.import_(tmp_path / "dump.jsonl")
    asked_until(memory, lambda: job_of(memory, "busy").state == "running")
    memory.agent("new").remember("I like number 7.", conversation="c", id="7")
    assert asked_until(memory, lambda: learned(memory.agent("new"))) <= SOON
    assert learned(memory.agent("busy")) == []
    assert memory.sync().ok
    assert len(learned(memory.agent("busy"))) == TURNS


def test_a_paused_job_is_not_blamed_for_the_death_of_its_process(opened, short_slices, monkeypatch):
    class Killed(BaseException):
        pass

    script = reader()
    memory = opened(message_reader=script)
    memory.agent("busy").ingest("c", likes(0, 40))
    assert memory.sync().ok
    memory.rebuild("busy")
    asked_until(memory, lambda: job_of(memory, "busy").state == "running")

    def dies(before, text):
        if "999" in text:
            raise Killed
        return ScriptedReader.read(script, before, text)

    monkeypatch.setattr(script, "read", dies)
    memory.agent("killer").remember("I like number 999.")
    with pytest.raises(Killed):
        runner(memory).run_due()
    assert job_of(memory, "busy").state == job_of(memory, "killer").state == "running"
    memory._components.store.release_leases(runner(memory).owner, died=True)
    assert [job_of(memory, agent).attempts for agent in ("killer", "busy")] == [1, 0]
