"""What only the SQLite store has: a file, a writer for many, other processes."""

import os
import signal
import sqlite3
import stat
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from effort import examples
from recollect.domain.job import JobKind
from recollect.domain.store_results import Written
from recollect.domain.writes import AddTurn, EraseAgent
from recollect.errors import Closed, Conflict, RecollectError, StorageBusy, StorageFull
from recollect.storage.sql import claims, reads
from recollect.storage.sql.derived import adopt
from recollect.storage.sqlite import SqliteStore
from recollect.storage.sqlite.connection import check_openable
from recollect.testing import FixedClock
from recollect.testing.store_contract.constants import SPACE, START, later
from recollect.testing.store_contract.reads import claim, claimed, observed
from recollect.testing.store_contract.values import add, embed, said


def together(store: SqliteStore, jobs: list[Callable[[], Written]]) -> list[Future[Written]]:
    """Let these writes wait for one another, so that they are committed as one group."""
    pool = ThreadPoolExecutor(len(jobs))
    with store._mutex:
        futures = [pool.submit(job) for job in jobs]
        while len(store._writer._waiting) < len(jobs):
            threading.Event().wait(0.001)
    pool.shutdown()
    return futures


def adding(store: SqliteStore, *names: str) -> list[Callable[[], Written]]:
    return [lambda name=name: store.write("anna", *add("c", name)) for name in names]


def test_the_writes_of_many_share_one_commit(store: SqliteStore):
    statements: list[str] = []
    store._connection.set_trace_callback(statements.append)
    futures = together(store, adding(store, *map(str, range(20))))
    store._connection.set_trace_callback(None)
    assert len({future.result().revision for future in futures}) == 20
    assert statements.count("COMMIT") == 1
    assert {turn.id for turn in store.turns("anna")} == set(map(str, range(20)))


@pytest.mark.parametrize("few", [0, 100])
def test_agents_take_turns_whether_few_or_many_jobs_are_due(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, few: int
):
    monkeypatch.setattr(claims, "_FEW", few)
    store.adopt_space(SPACE, START)
    names = ["anna", "ben", "carl"]
    for agent in names:
        store.write(agent, *add("c", "a"), embed("c"))
        store.write(agent, *add("d", "a"), embed("d", later(-1)), embed("later", later(9)))
    order = [claimed(store).job for _ in range(6)]
    served = [job.agent for job in order]
    assert sorted(served) == sorted(names * 2)
    assert few == 0 or served == names * 2
    for agent in names:
        assert [job.conversation for job in order if job.agent == agent] == ["d", "c"]


def test_an_agent_that_has_just_come_does_not_wait_for_very_many_others(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(claims, "_FEW", 5)
    store.adopt_space(SPACE, START)
    busy = [f"busy {number:02}" for number in range(30)]
    for agent in busy:
        store.write(agent, *add("c", "a"), *(embed(f"c{number}") for number in range(3)))
    first = [claimed(store).job.agent for _ in range(8)]
    store.write("new", *add("c", "a"), embed("c", later(1)))
    now = later(2)
    assert "new" in {claimed(store, now=now).job.agent for _ in range(2)}
    rest = [claimed(store, now=now).job.agent for _ in range(81)]
    assert set(first + rest) == set(busy), "and those in between are served too"


def test_one_failing_write_of_a_group_fails_alone(store: SqliteStore):
    store.write("anna", *add("c", "taken"))
    bad = [
        lambda: store.write("anna", *add("c", "x"), AddTurn("c", said("other", turn_id="taken"))),
        lambda: store.write("ben", *add("c", "x"), AddTurn("c", said("y", turn_id="x"))),
    ]
    good = adding(store, "a", "b", "c")
    futures = together(store, [good[0], bad[0], good[1], bad[1], good[2]])
    assert [type(future.exception()) for future in futures[1::2]] == [Conflict, Conflict]
    assert [future.exception() for future in futures[::2]] == [None, None, None]
    assert {turn.id for turn in store.turns("anna")} == {"taken", "a", "b", "c"}
    assert [agent.id for agent in store.every_agent()] == ["anna"]


def test_a_fault_of_our_own_in_a_group_fails_alone(store: SqliteStore):
    broken = [lambda: store.write("anna", AddTurn("c", None))]
    futures = together(store, [*adding(store, "a"), *broken, *adding(store, "b")])
    assert isinstance(futures[1].exception(), AttributeError)
    assert {turn.id for turn in store.turns("anna")} == {"a", "b"}
    assert store.write("anna", *add("c", "later")).turns


@pytest.mark.attack("fault", "a file locked by another program")
def test_a_busy_file_is_told_to_everyone_who_waited(store: SqliteStore, path: Path):
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageBusy) as refused:
        store.write("anna", *add("c", "a"))
    assert refused.value.code == "storage_busy"
    futures = together(store, adding(store, *map(str, range(20))))
    assert {type(future.exception()) for future in futures} == {StorageBusy}
    assert store.turns("anna") == (), "a reader does not wait"
    other.execute("ROLLBACK")
    other.close()
    store.write("anna", *add("c", "a"))
    assert [turn.id for turn in store.turns("anna")] == ["a"]


def limit_pages(store: SqliteStore, more: int) -> None:
    (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
    store._connection.execute(f"PRAGMA max_page_count = {pages + more}")


def test_a_full_disk_keeps_what_was_there_and_nothing_of_the_write(store: SqliteStore):
    store.write("anna", *add("c", "a"))
    before = observed(store, "anna")
    limit_pages(store, 5)
    with pytest.raises(StorageFull) as refused:
        store.write("anna", *add("c", "small"), AddTurn("c", said("x" * 200_000)))
    assert refused.value.code == "storage_full"
    assert observed(store, "anna") == before
    assert store.faults() == ()
    limit_pages(store, 1_000)
    store.write("anna", AddTurn("c", said("x" * 200_000)))
    assert len(store.turns("anna")) == 2


def test_a_full_disk_fails_only_the_write_that_does_not_fit(store: SqliteStore):
    store.write("anna", *add("c", "first"))
    limit_pages(store, 8)
    huge = [lambda: store.write("anna", AddTurn("c", said("x" * 200_000)))]
    good = adding(store, "a", "b", "c", "d")
    futures = together(store, [*good[:2], *huge, *good[2:]])
    assert isinstance(futures[2].exception(), StorageFull)
    assert [future.exception() for future in futures[:2] + futures[3:]] == [None] * 4
    assert {turn.id for turn in store.turns("anna")} == {"first", "a", "b", "c", "d"}


def test_two_stores_on_one_file_see_each_other(store: SqliteStore, path: Path, clock: FixedClock):
    other = SqliteStore(path, clock=clock)
    store.write("anna", *add("c", "a"))
    assert [turn.id for turn in other.turns("anna")] == ["a"]
    since = store.revision("anna")
    other.write("anna", *add("c", "b"))
    assert [turn.id for turn in store.changes("anna", since).turns.rows()] == ["b"]
    other.adopt_space(SPACE, START)
    assert store.space() == SPACE
    other.write("anna", EraseAgent())
    assert store.changes("anna", since).reset
    assert observed(store, "anna") == observed(other, "anna")
    other.close()
    store.write("ben", *add("c", "still open"))


def test_two_stores_on_one_file_lose_and_double_nothing(path: Path, clock: FixedClock):
    stores = [SqliteStore(path, clock=clock) for _ in range(2)]
    stores[0].adopt_space(SPACE, START)

    def talk(worker: int) -> list[str]:
        store = stores[worker % 2]
        taken = []
        for number in range(10):
            store.write("anna", *add(f"c{worker}", f"{number}"), embed(f"c{worker}"))
            store.write("anna", *add("shared", f"{worker}.{number}"))
            mine = claim(store, str(worker))
            taken += [mine.job.id] if mine else []
        return taken

    with ThreadPoolExecutor(6) as pool:
        claims = [name for taken in pool.map(talk, range(6)) for name in taken]
    assert [turn.index for turn in stores[0].turns("anna", "shared")] == list(range(60))
    assert len(claims) == len(set(claims)) == 6
    assert stores[0].revision("anna") == stores[1].revision("anna") == 120
    for store in stores:
        store.close()


def test_only_the_owner_may_read_the_file(tmp_path: Path, clock: FixedClock):
    path = tmp_path / "new folder" / "deeper" / "recollect.db"
    store = SqliteStore(path, clock=clock)
    store.write("anna", *add("c", "a"))
    for name in ("recollect.db", "recollect.db-wal", "recollect.db-shm"):
        assert stat.S_IMODE((path.parent / name).stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    store.close()


def test_what_was_written_is_there_when_the_file_is_opened_again(path: Path, clock: FixedClock):
    first = SqliteStore(path, clock=clock)
    first.adopt_space(SPACE, START)
    first.write("anna", *add("c", "a"), embed("c"))
    before = observed(first, "anna")
    first.close()
    again = SqliteStore(path, clock=clock)
    assert observed(again, "anna") == before
    assert again.space() == SPACE
    again.close()


def test_writes_that_wait_at_the_close_are_told(store: SqliteStore):
    def close_first() -> Written:
        store.close()
        return store.write("anna", *add("c", "late"))

    with pytest.raises(Closed):
        close_first()
    with pytest.raises(Closed):
        store.scrub()


# From Python 3.12 on a fork beside threads is warned of; that it is refused is what is tested here.
forking = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


def in_child(work: Callable[[], None]) -> int:
    """The exit status of a forked child that does this work, or is killed when it hangs."""
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@forking
@pytest.mark.parametrize("where", ["file", "ram"])
def test_a_forked_child_is_refused(where: str, path: Path, clock: FixedClock):
    store = SqliteStore(path if where == "file" else ":memory:", clock=clock)
    store.write("anna", *add("c", "a"))

    def use() -> None:
        for act in (
            lambda: store.write("anna", *add("c", "b")),
            lambda: store.turns("anna"),
            store.stats,
            lambda: claim(store),
        ):
            with pytest.raises(Closed):
                act()
        store.close()

    assert in_child(use) == 0
    assert [turn.id for turn in store.turns("anna")] == ["a"]
    store.write("anna", *add("c", "b"))
    store.close()


@forking
def test_a_forked_child_does_not_wait_for_a_lock_that_was_left_behind(store: SqliteStore):
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with store._mutex:
            held.set()
            done.wait()

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait()

    def use() -> None:
        with pytest.raises(RecollectError):
            store.write("anna", *add("c", "a"))
        store.close()

    status = in_child(use)
    done.set()
    holder.join()
    assert status == 0


@pytest.mark.parametrize(
    "query",
    [
        f"{reads._CONVERSATION_TURNS} AND t.id = ?",
        f"{reads._CONVERSATION_TURNS} AND t.idx > ? ORDER BY t.idx",
        f"{reads._CONVERSATION_TURNS} ORDER BY t.idx",
        f"{reads._TURNS} AND t.revision > ? ORDER BY t.pk",
        f"{reads.CONVERSATIONS} AND c.id = ?",
        f"{reads.ENTRIES} AND e.id = ?",
        f"{reads.ENTRIES} AND e.digest = ?",
        f"{reads.HISTORY} AND e.id = ?",
    ],
)
def test_a_question_about_few_rows_does_not_read_them_all(store: SqliteStore, query: str):
    plan = store._connection.execute(f"EXPLAIN QUERY PLAN {query}", ("x",) * query.count("?"))
    steps = [row[3] for row in plan]
    assert not [step for step in steps if step.startswith("SCAN")]
    wanted = {
        "t.id = ?": "(conversation_pk=? AND id=?)",
        "t.idx > ?": "(conversation_pk=? AND idx>?)",
        "t.revision > ?": "(agent_pk=? AND revision>?)",
        "c.id = ?": "(agent_pk=? AND id=?)",
        "e.id = ?": "(agent_pk=? AND id=?)",
        "e.digest = ?": "(agent_pk=? AND digest=?)",
    }
    for condition, searched in wanted.items():
        if condition in query:
            assert [step for step in steps if searched in step], steps


def test_what_a_summary_leaves_over_is_counted_without_reading_it(store: SqliteStore):
    plan = store._connection.execute(f"EXPLAIN QUERY PLAN {reads._UNCOVERED}", (1, 1, 0))
    searches = [row[3] for row in plan if row[3].startswith("SEARCH")]
    assert "COVERING INDEX" in searches[0]
    assert "turns_that_summarize" in searches[1]


def test_who_comes_second_to_adopt_asks_for_nothing_again(store: SqliteStore):
    """Two threads may both have seen that nobody had adopted it."""
    store.adopt_reader("one", START)
    store.write("anna", AddTurn("c", said("hello")))
    store.change(lambda connection: adopt(connection, JobKind.READ, "one", START))
    assert store.every_job() == ()
    store.change(lambda connection: adopt(connection, JobKind.READ, "two", START))
    assert [job.kind for job in store.every_job()] == [JobKind.READ]


def test_a_log_that_another_process_takes_away_meanwhile_keeps_nobody_from_opening(tmp_path):
    path, log = tmp_path / "memory.sqlite", tmp_path / "memory.sqlite-wal"
    SqliteStore(path, clock=FixedClock(START)).close()
    over = threading.Event()

    def come_and_go() -> None:
        while not over.is_set():
            log.touch()
            log.unlink(missing_ok=True)

    other = threading.Thread(target=come_and_go)
    other.start()
    try:
        for _ in range(examples(1_000)):
            check_openable(path)
    finally:
        over.set()
        other.join()
