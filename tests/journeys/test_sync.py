"""`sync` does what was asked for so far, says truly what became of it, and ends (HOUSE, M9)."""

import threading

import pytest

from recollect import Memory, ProviderError
from recollect.testing import ToyEmbedder


def test_everything_asked_for_is_done_with_what_follows_from_it(opened, clock):
    memory = opened(clock=clock)
    alice = memory.agent("alice")
    alice.ingest("c", [{"user": "I live in Lisbon."}, {"user": "I work at Acme."}])
    report = memory.sync()
    assert report.ok
    assert [recap.conversation for recap in alice.summaries.list()] == ["c"]
    assert len(alice.memories.list()) == 2
    left = {(job.kind, job.state) for job in memory.jobs.list()}
    assert {kind for kind, state in left if state == "pending"} <= {"sweep", "optimize"}
    again = memory.sync()
    assert (again.done, again.ok) == (0, True)


def test_a_dead_letter_is_told_until_it_is_mended(opened):
    embedder = ToyEmbedder()
    embedder.failures = [ProviderError("bad key")]
    memory = opened(embedder=embedder, extractor="none")
    memory.agent("a").remember("hello")
    assert memory.sync().dead == 1
    later = memory.sync()
    assert (later.dead, later.ok) == (1, False)
    (dead,) = memory.jobs.list(state="dead")
    memory.jobs.retry(dead.id)
    assert memory.sync().ok


@pytest.mark.timeout(120)
def test_it_ends_while_somebody_else_writes_all_the_time(tmp_path):
    path = tmp_path / "memory.sqlite"
    stopping = threading.Event()

    def write_on():
        with Memory.open(path, background=False) as other:
            number = 0
            while not stopping.is_set():
                number += 1
                other.agent(f"a{number % 3}").remember(f"Noted, {number}.", role="assistant")

    with Memory.open(path, background=False) as memory:
        memory.agent("mine").ingest("c", [{"user": "I live in Lisbon."}, {"user": "Ok."}])
        writer = threading.Thread(target=write_on)
        writer.start()
        syncing = threading.Thread(target=memory.sync, daemon=True)
        try:
            syncing.start()
            syncing.join(60)
            assert not syncing.is_alive(), "it waits for what was not asked for when it began"
        finally:
            stopping.set()
            writer.join()
            syncing.join()
        assert [entry.content for entry in memory.agent("mine").memories.list()] != []


def test_sync_for_one_agent_leaves_the_work_of_others(memory):
    alice, ben = memory.agent("alice"), memory.agent("ben")
    for agent in (alice, ben):
        agent.remember("I live in Lisbon.")
    report = memory.sync(agent="alice")
    assert report.ok
    assert [entry.content for entry in alice.memories.list()] == ["User lives in Lisbon."]
    assert ben.memories.list() == []
    assert {job.agent for job in memory.jobs.list(state="pending") if job.kind == "learn"} == {
        "ben"
    }
    assert memory.sync(agent="nobody").done == 0
