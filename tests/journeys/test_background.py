"""Work in the background: M9, and the embedder's promises of HOUSE."""

import time
from datetime import timedelta

import numpy as np
import pytest

from recollect import Memory, ProviderError, ProviderUnavailable
from recollect.domain.job import JobKind
from recollect.errors import CircuitOpen
from recollect.jobs import run_due
from recollect.recall.reading import TermReader
from recollect.testing import ToyEmbedder
from recollect.testing.store_contract.reads import vectors_of


@pytest.fixture(autouse=True)
def nothing_is_learned(monkeypatch):
    """So that the only work is that of the turns themselves."""
    monkeypatch.setenv("RECOLLECT_EXTRACTOR", "none")
    monkeypatch.setenv("RECOLLECT_OPTIMIZER_ENABLED", "false")


def embedded(memory):
    stats = memory.stats().store
    return stats.turns_embedded, stats.turns


def test_remember_does_not_wait_for_the_embedder(opened):
    embedder = ToyEmbedder()
    memory = opened(embedder=embedder)
    memory.agent("a").remember("hello")
    assert embedder.calls == []
    assert memory.sync().ok
    assert embedder.calls == ["hello"]
    assert embedded(memory) == (1, 1)


def test_the_background_thread_does_it_by_itself(opened):
    memory = opened(background=True)
    memory.agent("a").remember("hello")
    deadline = time.monotonic() + 60
    while embedded(memory) != (1, 1) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert embedded(memory) == (1, 1)


def test_vectors_are_stored_as_the_embedder_gave_them(opened):
    embedder = ToyEmbedder()
    memory = opened(embedder=embedder)
    turn = memory.agent("a").remember("hello world")
    memory.sync()
    (stored,) = vectors_of(memory._components.store, "a", "toy/1").items()
    assert stored[0] == ("default", turn.id)
    wanted = np.frombuffer(embedder.embed("hello world"), "<f4")
    assert np.allclose(np.frombuffer(stored[1], "<f2"), wanted, atol=1e-3)


def test_a_long_conversation_is_embedded_to_its_end(opened):
    memory = opened()
    memory.agent("a").ingest("c", [{"user": f"turn {n}"} for n in range(200)])
    assert memory.sync().ok
    assert embedded(memory) == (200, 200)


def test_each_message_is_read_once_in_a_batch_or_when_it_is_embedded(opened, monkeypatch):
    texts, read = [], TermReader.read

    def noted(self, text, *rest):
        texts.append(text)
        return read(self, text, *rest)

    monkeypatch.setattr(TermReader, "read", noted)
    memory = opened()
    memory.agent("a").ingest("c", [{"user": "one of two"}, {"user": "the other"}])
    memory.agent("a").remember("alone", conversation="c")
    assert memory.sync().ok
    assert sorted(texts) == ["alone", "one of two", "the other"]
    assert len(memory.agent("a").search("alone")) == 3
    assert len(texts) == 3


def test_long_turns_are_embedded_a_few_at_a_time_and_all_of_them(opened):
    memory = opened()
    memory.agent("a").ingest("c", [{"user": f"{n} " + "word " * 5_000} for n in range(5)])
    while embedded(memory) == (0, 5):  # on a slow machine the first takes several slices of time
        assert memory._components.worker._runner.run_due(limit=1) == 1
    assert embedded(memory) == (1, 5)
    assert memory.sync().ok
    assert embedded(memory) == (5, 5)


def test_a_long_turn_that_is_refused_does_not_keep_the_next_from_being_embedded(opened):
    embedder = ToyEmbedder()
    memory = opened(embedder=embedder)
    long = "word " * 10_000
    memory.agent("a").ingest("c", [{"user": text} for text in (long, "short", long + "end")])
    embedder.failures = [ProviderError("too long")]
    assert memory.sync().ok
    assert embedded(memory) == (2, 3)


def test_a_changed_model_embeds_anew_and_never_mixes(opened):
    first = opened(embedder=ToyEmbedder("one"))
    first.agent("a").ingest("c", [{"user": "x"}, {"user": "y"}])
    first.sync()
    first.close()
    second = opened(embedder=ToyEmbedder("two"))
    second._components.worker.prepare()
    assert vectors_of(second._components.store, "a", "two/1") == {}
    assert embedded(second) == (0, 2)
    second.sync()
    assert len(vectors_of(second._components.store, "a", "two/1")) == 2
    assert vectors_of(second._components.store, "a", "one/1") == {}


def test_two_processes_with_different_models_do_not_mix(opened):
    """The file has one space, the last opener's; the other's worker leaves its work alone."""
    old = opened(embedder=ToyEmbedder("old"))
    new = opened(embedder=ToyEmbedder("new"))
    old._components.worker.prepare()
    new._components.worker.prepare()
    old.agent("a").remember("said to the old one")
    assert not old.sync().ok
    assert vectors_of(new._components.store, "a", "old/1") == {}
    assert new.sync().ok
    assert len(vectors_of(new._components.store, "a", "new/1")) == 1


def test_turns_kept_without_a_model_are_embedded_once_there_is_one(opened, tmp_path):
    with Memory.open(tmp_path / "memory.sqlite", embedding_backend="none") as plain:
        plain.agent("a").ingest("c", [{"user": "x"}, {"user": "y"}])
        assert plain.sync().ok
        assert plain.jobs.list() == []
    memory = opened()
    memory.sync()
    assert embedded(memory) == (2, 2)


def test_a_passing_fault_is_retried_after_1_2_and_4_seconds(opened, clock):
    embedder = ToyEmbedder()
    embedder.failures = [ProviderUnavailable("busy")] * 3
    memory = opened(embedder=embedder, clock=clock)
    memory.agent("a").remember("hello")
    runner = memory._components.worker._runner
    waits = []
    assert runner.run_due() == 1
    for _ in range(3):
        job = memory.jobs.list()[0]
        waits.append((job.due_at - clock.now()).total_seconds())
        assert (job.state, job.outcome) == ("pending", "provider_unavailable: busy")
        assert runner.run_due() == 0
        clock.advance(waits[-1])
        assert runner.run_due() == 1
    assert waits == [1, 2, 4]
    job = memory.jobs.list()[0]
    assert (job.state, job.outcome) == ("done", "embedded 1 turn")
    assert embedded(memory) == (1, 1)


def test_work_that_takes_longer_than_its_lease_is_not_begun_anew_while_its_worker_lives(
    opened, clock, monkeypatch
):
    monkeypatch.setattr(run_due, "RENEW_SECONDS", 0.01)
    embedder = ToyEmbedder()
    memory, other = opened(embedder=embedder, clock=clock), opened(clock=clock)
    store, embed, taken = memory._components.store, embedder.embed, []

    def slow(text):
        for _ in range(3):
            clock.advance(run_due.LEASE_SECONDS * 0.9)
            until = time.monotonic() + 60
            while store.next_due() < clock.now() + timedelta(seconds=run_due.LEASE_SECONDS):
                assert time.monotonic() < until, "the lease was not put off"
                time.sleep(0.01)
            taken.append(other._components.worker._runner.run_due())
        return embed(text)

    embedder.embed = slow
    memory.agent("a").remember("hello")
    assert memory._components.worker._runner.run_due() == 1
    assert taken == [0, 0, 0]
    assert memory.jobs.list()[0].outcome == "embedded 1 turn"


def test_after_the_last_retry_it_is_a_dead_letter_with_its_reason(opened):
    embedder = ToyEmbedder()
    embedder.failures = [ProviderUnavailable("busy")] * 4
    memory = opened(embedder=embedder)
    memory.agent("a").remember("hello")
    worker = memory._components.worker
    for _ in range(4):
        memory._components.store.hasten_every_job(
            frozenset(JobKind), memory._components.clock.now()
        )
        worker._runner.run_due()
    (dead,) = memory.jobs.list(state="dead")
    assert "4 attempts" in dead.outcome
    assert "busy" in dead.outcome
    assert memory.jobs.get(dead.id) == dead
    memory.jobs.retry(dead.id)
    assert memory.sync().ok
    assert memory.jobs.list(state="dead") == []
    assert embedded(memory) == (1, 1)


def test_a_refusal_is_not_retried(opened):
    embedder = ToyEmbedder()
    embedder.failures = [ProviderError("bad key")]
    memory = opened(embedder=embedder)
    memory.agent("a").remember("hello")
    report = memory.sync()
    assert (report.dead, report.ok) == (1, False)
    assert memory.jobs.list()[0].outcome == "provider_error: bad key"


def test_one_refused_text_does_not_keep_the_others_from_theirs(opened):
    embedder = ToyEmbedder()
    embedder.failures = [ProviderError("too long")]
    memory = opened(embedder=embedder)
    memory.agent("a").ingest("c", [{"user": f"turn {n}"} for n in range(3)])
    assert memory.sync().ok
    assert embedded(memory) == (2, 3)
    assert "1 were refused, the last because: too long" in memory.jobs.list()[0].outcome


def test_an_open_circuit_puts_work_off_without_counting_it(opened):
    embedder = ToyEmbedder()
    embedder.failures = [CircuitOpen("resting", retry_after=60)]
    memory = opened(embedder=embedder)
    memory.agent("a").remember("hello")
    report = memory.sync()
    assert (report.done, report.waiting, report.dead) == (0, 1, 0)
    job = memory.jobs.list()[0]
    assert (job.attempts, job.outcome) == (0, "postponed: resting")


def test_a_fault_of_ours_is_a_dead_letter_without_peoples_words(opened):
    embedder = ToyEmbedder()
    embedder.failures = [KeyError("my secret diary")]
    memory = opened(embedder=embedder)
    memory.agent("a").remember("my secret diary")
    assert memory.sync().dead == 1
    outcome = memory.jobs.list()[0].outcome
    assert outcome.startswith("fault: KeyError at ")
    assert "diary" not in outcome


def test_new_turns_revive_a_dead_letter(opened):
    embedder = ToyEmbedder()
    embedder.failures = [ProviderError("bad key")]
    memory = opened(embedder=embedder)
    memory.agent("a").remember("one", conversation="c")
    memory.sync()
    memory.agent("a").remember("two", conversation="c")
    assert memory.sync().ok
    assert embedded(memory) == (2, 2)


def test_what_a_dead_worker_had_claimed_is_taken_up(opened):
    memory = opened()
    memory.agent("a").remember("hello")
    house = memory._components
    host = house.worker._runner.owner.split("/")[0]
    claimed = house.store.claim_any(
        house.worker._runner.kinds,
        owner=f"{host}/999999999/1/abc",
        now=house.clock.now(),
        until=house.clock.now().replace(year=2100),
    )
    assert claimed is not None
    assert memory.sync().ok
    assert embedded(memory) == (1, 1)


def test_work_on_what_was_erased_meanwhile_is_dropped(opened):
    memory = opened()
    agent = memory.agent("a")
    agent.remember("hello")

    class Erasing(ToyEmbedder):
        def embed(self, text):
            agent.erase()
            return super().embed(text)

    memory._components.embedder._inner = Erasing()
    memory.sync()
    assert memory.agents() == []
    assert memory.stats().store.turns_embedded == 0


def test_erasing_forgets_cached_vectors(opened):
    embedder = ToyEmbedder()
    memory = opened(embedder=embedder)
    memory.agent("a").remember("hello")
    memory.sync()
    memory.agent("a").erase()
    memory.agent("b").remember("hello")
    memory.sync()
    assert embedder.calls == ["hello", "hello"]


@pytest.mark.parametrize("times", [1, 3])
def test_sync_with_nothing_to_do(opened, times):
    memory = opened()
    for _ in range(times):
        assert memory.sync().ok


def test_who_only_reads_leaves_the_vector_space_as_it_is(opened, tmp_path):
    memory = opened()
    memory.agent("a").remember("hello")
    memory.sync()
    memory.close()
    with Memory.open(
        tmp_path / "memory.sqlite", embedding_backend="none", background=False
    ) as other:
        assert len(other.agent("a").turns()) == 1
        other.agents()
        assert other._components.store.space() == "toy/1"
    again = opened()
    assert again._components.store.next_due() is None


def test_a_process_without_an_embedder_leaves_the_others_work_alone(opened, tmp_path):
    memory = opened()
    memory.agent("a").remember("one", conversation="c")
    memory.sync()
    with Memory.open(tmp_path / "memory.sqlite", embedding_backend="none") as plain:
        plain.agent("a").remember("two", conversation="c")
        assert plain.sync().ok
    assert memory.sync().ok
    assert embedded(memory) == (2, 2)


def test_work_that_failed_while_more_was_asked_for_is_not_called_done(opened):
    embedder = ToyEmbedder()
    memory = opened(embedder=embedder)
    agent = memory.agent("a")

    class Failing(ToyEmbedder):
        def embed(self, text):
            if len(self.calls) < 2:
                agent.remember(f"another {len(self.calls)}", conversation="c")
                self.calls.append(text)
                raise ProviderError("bad key")
            self.calls.append(text)
            raise ProviderError("bad key")

    memory._components.embedder._inner = Failing()
    agent.remember("one", conversation="c")
    assert memory.sync().dead == 1
