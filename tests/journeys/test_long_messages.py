"""One very long message: its learning ends, nothing learned is lost, and others do not wait."""

import pytest

from recollect.domain.entry import Kind
from recollect.domain.learning import Unanswered
from recollect.jobs import run_due
from recollect.learning import pipeline, time_limit
from recollect.recall import embedding
from recollect.testing import ToyEmbedder
from scripted_reader import UNRELATED, Mark, ScriptedReader


def says(number):
    return f"I like number {number} more than any of the others"


LONG = "\n\n".join(f"{says(number)}." for number in range(12))


class SlowReader(ScriptedReader):
    """Takes a second for each message that it reads, and for each pair that it compares."""

    def __init__(self, clock):
        likes = Mark(kept=0.95, opens=0.9, kind=Kind.PREFERENCE)
        super().__init__(
            {"I like number": likes, " more than any of the others": likes}, compares=self._slowly
        )
        self._clock = clock

    def read(self, before, text):
        self._clock.advance(1)
        return super().read(before, text)

    def _slowly(self, _earlier, _later):
        self._clock.advance(1)
        return UNRELATED


@pytest.fixture
def memory(opened, clock):
    return opened(message_reader=SlowReader(clock), clock=clock, learning_seconds_per_message=4)


@pytest.fixture
def alice(memory):
    """Somebody of whom something is known, with which all that is new is compared."""
    alice = memory.agent("alice")
    alice.remember(says(50), conversation="b")
    assert memory.sync().ok
    return alice


def learned(agent):
    return {entry.content for entry in agent.memories.list()}


def likes(*numbers):
    return {says(number) for number in numbers}


def dead(memory):
    return memory.jobs.list(state="dead")


@pytest.mark.attack("fault", "a message that takes too long")
def test_a_message_that_takes_too_long_is_set_aside_and_others_are_learned(memory, alice):
    alice.ingest("c", [{"role": "user", "content": text} for text in (says(51), LONG, "Hello.")])
    alice.remember(says(60), conversation="d")
    report = memory.sync()
    assert (report.waiting, report.dead) == (0, 1)
    known = learned(alice)
    assert likes(50, 51, 60) < known, "what came before and after it"
    assert likes(0) < known, "what was learned from it in time"
    assert len(known) < 15
    (letter,) = dead(memory)
    assert (letter.kind, letter.conversation) == ("learn", "c")
    left = 15 - len(known)
    assert letter.outcome == (
        "too slow: learning from message 1 took more than 4 s (learning_seconds_per_message); "
        f"{left} of its statements are not learned yet"
    )
    (job,) = (job for job in memory.jobs.list() if job.kind == "learn" and not job.conversation)
    assert "1 turn set aside because it took long" in job.outcome


def test_a_retry_learns_the_rest_without_a_limit_and_nothing_twice(memory, alice):
    alice.remember(LONG, conversation="c")
    memory.sync()
    before = {entry.id: entry.version for entry in alice.memories.list()}
    memory.jobs.retry(dead(memory)[0].id)
    assert memory.sync().ok
    assert learned(alice) == likes(50, *range(12))
    after = {entry.id: entry.version for entry in alice.memories.list()}
    assert {name: after[name] for name in before} == before


def test_learning_everything_again_keeps_what_was_learned_from_it(memory, alice):
    alice.remember(LONG, conversation="c")
    memory.sync()
    known = learned(alice)
    assert dead(memory)
    memory.rebuild("alice")
    memory.sync()
    assert known <= learned(alice)


def test_without_a_limit_a_message_may_take_any_time(opened, clock):
    memory = opened(message_reader=SlowReader(clock), clock=clock, learning_seconds_per_message=0)
    alice = memory.agent("alice")
    alice.remember(says(50), conversation="b")
    assert memory.sync().ok
    alice.remember(LONG)
    assert memory.sync().ok
    assert learned(alice) == likes(50, *range(12))


def test_the_time_of_several_short_messages_is_shared(opened, clock):
    memory = opened(message_reader=SlowReader(clock), clock=clock, learning_seconds_per_message=2)
    texts = [says(number) for number in range(5)]
    memory.agent("alice").ingest("c", [{"role": "user", "content": text} for text in texts])
    memory.sync()
    times = time_limit.MessageTimes(time_limit.TimeLimit(2, clock.cpu_seconds))
    turns = memory.agent("alice").turns()
    with times.measured(turns):
        clock.advance(9)
    assert not any(map(times.is_over, turns))
    with times.measured(turns[:1]):
        clock.advance(1)
    assert [times.is_over(turn) for turn in turns] == [True, False, False, False, False]
    times.leave_out(turns[0])
    assert [type(one) for one in times.overdue()] == [Unanswered]


def test_another_agent_is_learned_between_two_steps_of_a_long_message(memory, monkeypatch):
    monkeypatch.setattr(pipeline, "SLICE_SECONDS", 0)
    monkeypatch.setattr(run_due, "SLICE_SECONDS", 0)
    alice, ben = memory.agent("alice"), memory.agent("ben")
    alice.remember(LONG, conversation="c")
    runner = memory._components.worker._runner
    while not any(job.state == "running" and job.kind == "learn" for job in memory.jobs.list()):
        assert runner.run_due(limit=1)
    ben.remember(says(7))
    while not learned(ben):
        assert runner.run_due(limit=1)
    assert learned(alice) == set()
    memory.sync()
    assert learned(alice) == likes(*range(12))


def test_a_short_job_is_not_held_up_by_many_long_ones(memory, monkeypatch):
    monkeypatch.setattr(run_due, "MAX_PAUSED", 0)
    memory.agent("ben").remember(says(7))
    assert memory.sync().ok
    assert learned(memory.agent("ben")) == likes(7)


def test_the_middle_of_a_long_text_and_numbers_are_found_by_words_only(opened, monkeypatch):
    monkeypatch.setattr(embedding, "_FIRST_BYTES", 2_400)
    monkeypatch.setattr(embedding, "_LAST_BYTES", 1_600)
    embedder = ToyEmbedder()
    memory = opened(embedder=embedder, extractor="none")
    alice = memory.agent("alice")
    words = [f"word{number}" for number in range(90 * 20)]
    words[90 * 10] = "porcupine"
    alice.remember(" ".join(words))
    alice.remember("Look at this: " + "12 34 56, " * 300)
    assert memory.sync().ok
    assert len(embedder.calls) <= 6
    (job,) = (job for job in memory.jobs.list() if job.kind == "embed" and job.conversation)
    assert "can be found by words only" in job.outcome
    embedded = memory.stats().store
    assert (embedded.turns_embedded, embedded.turns) == (2, 2)
    (first, *_) = alice.search("porcupine")
    assert "porcupine" in first.text
