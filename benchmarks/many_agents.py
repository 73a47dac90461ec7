"""What one agent's request costs beside very many others, on SQLite and PostgreSQL.

    python -m benchmarks.many_agents --agents 100000 --vectors 1000000 --folder /tmp/many
    python -m benchmarks.many_agents --agents 100000 --vectors 1000000 --database postgresql://…

The database is built once (a minute or two) and used again by the next run. PostgreSQL's must be
empty at first, and its role a superuser, because the rows are copied without checking foreign keys.
"""

import argparse
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from http import HTTPStatus
from pathlib import Path

from rich.console import Console

from benchmarks.many_agents_data import (
    BUILT,
    UNUSED_EVERY,
    Size,
    agent_name,
    build_postgres,
    build_sqlite,
    word_of,
)
from benchmarks.server_process import connection, serve
from recollect.bench.ratio import Ratio, seconds, show
from recollect.bench.synthetic_data import HashEmbedder, put_vectors, turn_at
from recollect.bench.texts import sentences
from recollect.domain.access import Reach
from recollect.domain.clock import to_micros
from recollect.domain.entry import EntryFilter
from recollect.domain.job import JobKind
from recollect.domain.writes import Enqueue
from recollect.memory import Memory
from recollect.settings import load
from recollect.storage.sql.store import SqlStore
from recollect.testing import FixedClock
from recollect.wiring import Components, build

_ROUNDS = 20
_WITH_WORK = 100
_LIMIT_SECONDS = 30.0
_LARGE_SHARE = 50
_MB = 2**20


class Bench:
    """One opened database and what is measured on it."""

    def __init__(self, where: str | Path, size: Size, components: Components) -> None:
        self.where, self.size = where, size
        self.components = components
        self.memory = Memory(components, background=False)
        assert isinstance(components.store, SqlStore)
        self.store = components.store
        assert isinstance(components.clock, FixedClock)
        self.clock = components.clock
        self.on = f"{size.agents:,} agents, {size.vectors:,} vectors"

    def below(
        self, name: str, rounds: list[float], bound: float, unit: str, more: str = ""
    ) -> Ratio:
        """One measurement with its bound."""
        return Ratio(name, tuple(rounds), bound, at_least=False, detail=more or self.on, unit=unit)

    def timed(self, name: str, call: Callable[[int], object], bound: float) -> Ratio:
        """The time of a call, in milliseconds."""
        rounds = [1000 * seconds(partial(call, number)) for number in range(_ROUNDS)]
        return self.below(name, rounds, bound, "ms")

    def reading(self) -> Iterator[Ratio]:
        """Requests that look across agents."""
        names = [agent_name(number * self.size.agents // _ROUNDS) for number in range(_ROUNDS)]
        found = [self.store.entries(name, EntryFilter(), limit=1)[0].id for name in names]
        across = self.memory.all_agents
        yield self.timed("memory by id, agent unknown", lambda n: across.owner(found[n]), 5)
        yield self.timed(
            "page of agents", lambda n: self.memory.agents(limit=50, cursor=names[n]), 50
        )
        yield self.timed("page of all memories", lambda _: across.list(limit=50), 50)
        yield self.timed("is any job due?", lambda _: self.store.next_due(), 5)
        now, later = self.clock.now(), self.clock.now() + timedelta(seconds=50)
        kinds = frozenset(JobKind)
        yield self.timed(
            "claim, nothing due",
            lambda _: self.store.claim_any(kinds, owner="bench", now=now, until=later),
            10,
        )

    def served(self) -> Iterator[Ratio]:
        """The same over HTTP."""
        start = time.perf_counter()
        with serve(self.where, background_work="false", embedding_backend="none") as url:
            opened = time.perf_counter() - start
            http = connection(url)

            def get(path: str) -> float:
                begun = time.perf_counter()
                http.request("GET", path)
                response = http.getresponse()
                response.read()
                assert response.status == HTTPStatus.OK, path
                return 1000 * (time.perf_counter() - begun)

            first = {
                path: get(path) for path in ("/metrics", "/api/v1/stats", "/api/v1/memory/stats")
            }
            yield self.below("serve, until ready", [opened], 20, "s")
            for path, once in first.items():
                rounds = [get(path) for _ in range(_ROUNDS)]
                yield self.below(path, rounds, 50, "ms", f"the first {once:.0f} ms; {self.on}")

    def optimizing(self) -> Iterator[Ratio]:
        """A run of the optimizer over all agents, when a few have something new."""
        for number in range(_WITH_WORK):
            self.memory.agent(agent_name(number)).remember("Another message.", conversation="c")
        self._drain(frozenset({JobKind.OPTIMIZE}))
        self.clock.advance(1)
        for number in range(_WITH_WORK):
            self.memory.agent(agent_name(number)).remember("One more message.", conversation="c")
        scheduled = seconds(self.memory.optimizer.run)
        name = "optimizer: jobs for each agent with something new"
        yield self._work(name, JobKind.OPTIMIZE, _WITH_WORK, scheduled)

    def sweeping(self) -> Iterator[Ratio]:
        """An ordinary day: yesterday every agent was swept, today a few memories are unused."""
        sample = agent_name(UNUSED_EVERY + 2)
        self.store.write(sample, Enqueue(JobKind.SWEEP, "", self.clock.now(), hastened=True))
        self._drain(frozenset({JobKind.SWEEP, JobKind.PROFILE}))
        (swept,) = (
            job
            for job in self.store.every_job(reach=Reach(only=sample))
            if job.kind == JobKind.SWEEP
        )
        set_due = "UPDATE jobs SET due_at = ?, state = 'pending' WHERE kind = 'sweep'"
        due, next_day = to_micros(swept.due_at), to_micros(BUILT + timedelta(days=1))
        self.store.change(lambda c: c.execute(set_due, (due,)))
        with_work = f" AND agent_pk % {UNUSED_EVERY} = 2"
        self.store.change(lambda c: c.execute(set_due + with_work, (next_day,)))
        self.clock.advance((BUILT + timedelta(days=1, hours=1) - self.clock.now()).total_seconds())
        name = "daily sweep: jobs for each agent with something to do"
        yield self._work(name, JobKind.SWEEP, -(-self.size.agents // UNUSED_EVERY))

    def _work(self, name: str, kind: JobKind, expected: int, scheduled: float = 0.0) -> Ratio:
        """Run what is due, for a while, and compare it with the agents that have work."""
        (due,) = self.store.read(
            lambda c: c.execute(
                "SELECT count(*) FROM jobs WHERE state = 'pending' AND due_at <= ? AND kind = ?",
                (to_micros(self.clock.now()), kind),
            ).fetchone()
        )
        start, ran = time.perf_counter(), 0
        while time.perf_counter() - start < _LIMIT_SECONDS:
            done = self.components.worker.run_due(limit=20)
            ran += done
            if not done:
                break
        took = time.perf_counter() - start
        estimate = took * max(1.0, due / max(1, ran))
        more = f"{due:,} due; {scheduled:.1f} s to request, about {estimate:.0f} s to run"
        return self.below(name, [due / expected], 1.1, "", more)

    def _drain(self, kinds: frozenset[JobKind]) -> None:
        self.store.hasten_every_job(kinds - {JobKind.SWEEP}, self.clock.now())
        while self.components.worker.run_due():
            pass

    def erasing(self) -> Iterator[Ratio]:
        """Erase an agent while another one is written to."""
        small = self.memory.agents(limit=1, cursor=agent_name(self.size.agents // 2))[0].id
        yield from self._erase(small, "a small agent", word_of(int(small[6:])))
        count = max(1_000, self.size.vectors // _LARGE_SHARE)
        texts = [f"{text} wordlargeq" for text in sentences(count, 5)]
        large = self.memory.agent("large")
        for start in range(0, count, 1_000):
            turns = [
                turn_at(start + place, text)
                for place, text in enumerate(texts[start : start + 1_000])
            ]
            receipt = large.ingest(f"c{start}", turns)
            put_vectors(self.store, "large", f"c{start}", receipt.ids, start)
        yield from self._erase("large", f"an agent of {count:,} turns", "wordlargeq")

    def _erase(self, agent: str, what: str, word: str) -> Iterator[Ratio]:
        with _writing(self.memory) as pauses:
            time.sleep(0.5)
            called = seconds(self.memory.agent(agent).erase)
            gone = called + seconds(self._wait_until_clean)
            time.sleep(0.5)
        found = self._holds(word)
        more = f"erase returned after {called:.2f} s, traces gone after {gone:.2f} s"
        more += f", in the files: {found}; median write {1000 * statistics.median(pauses):.0f} ms"
        yield self.below(f"longest write while erasing {what}", [max(pauses)], 1, "s", more)

    def _wait_until_clean(self) -> None:
        self.store.scrub()

    def _holds(self, word: str) -> str:
        if not isinstance(self.where, Path):
            return "not looked at"
        found = [
            file.name
            for file in self.where.parent.glob(f"{self.where.name}*")
            if _file_holds(file, word.encode())
        ]
        return ", ".join(found) or "nothing"


@contextmanager
def _writing(memory: Memory) -> Iterator[list[float]]:
    """How long each write of another agent took meanwhile."""
    pauses: list[float] = []
    stopping = threading.Event()
    other = memory.agent("another")

    def write() -> None:
        while not stopping.is_set():
            text = f"Message {len(pauses)}."
            pauses.append(seconds(partial(other.remember, text, conversation="c")))
            time.sleep(0.005)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        yield pauses
    finally:
        stopping.set()
        thread.join()


def _file_holds(file: Path, word: bytes) -> bool:
    tail = b""
    with file.open("rb") as opened:
        while chunk := opened.read(64 * _MB):
            if word in tail + chunk:
                return True
            tail = chunk[-len(word) :]
    return False


def _is_built(url: str) -> bool:
    import psycopg  # noqa: PLC0415 - an extra

    with psycopg.connect(url) as connected:
        row = connected.execute("SELECT to_regclass('agents')").fetchone()
        return row is not None and row[0] is not None


def _prepared(given: argparse.Namespace, size: Size, console: Console) -> str | Path:
    """The database, which is built if it does not exist."""
    if given.database:
        if not _is_built(given.database):
            with console.status("Building ..."):
                build_postgres(given.database, size)
        return str(given.database)
    path = Path(given.folder) / f"many-{size.agents}-{size.vectors}.sqlite"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with console.status("Building ..."):
            build_sqlite(path.with_suffix(".new"), size)
            path.with_suffix(".new").rename(path)
    return path


def main() -> int:
    """Run every measurement; returns 1 if a bound is exceeded."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--agents", type=int, default=20_000)
    parser.add_argument("--vectors", type=int, default=200_000)
    parser.add_argument("--folder", default="many-agents", help="where the SQLite file is kept")
    parser.add_argument("--database", help="an address of PostgreSQL instead")
    parser.add_argument(
        "--only", default="", help="some of: served reading sweeping optimizing erasing"
    )
    given = parser.parse_args()
    size, console = Size(given.agents, given.vectors), Console(stderr=True)
    where = _prepared(given, size, console)
    settings = load(
        extractor="none", **({} if isinstance(where, Path) else {"database_url": where})
    )
    path = where if isinstance(where, Path) else None
    opening = time.perf_counter()
    components = build(settings, path, embedder=HashEmbedder(), clock=FixedClock(BUILT))
    bench = Bench(where, size, components)
    ratios = [bench.below("open", [time.perf_counter() - opening], 2, "s")]
    for name in ("served", "reading", "sweeping", "optimizing", "erasing"):
        if name in (given.only or name):
            with console.status(f"Measuring {name} ..."):
                ratios += getattr(bench, name)()
    bench.memory.close()
    show(ratios)
    return 0 if all(ratio.holds for ratio in ratios) else 1


if __name__ == "__main__":
    sys.exit(main())
