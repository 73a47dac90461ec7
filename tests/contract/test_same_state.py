"""Random histories of three agents: the store in RAM is the model that the others are compared with, step by step."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from in_memory_store import InMemoryStore
from postgres_server import emptied
from recollect.domain.entry import Change, EntryFilter, Kind, Status
from recollect.domain.ids import job_id
from recollect.domain.job import Claim, Dead, Done, JobKind, Outcome, Retry
from recollect.domain.ports import Store
from recollect.domain.turn import Reading, Role, Tier, View
from recollect.domain.writes import (
    AddTurn,
    DeleteConversation,
    DeleteTurn,
    Derived,
    DropEntries,
    Enqueue,
    EraseAgent,
    FinishJob,
    PurgeEntry,
    PutAnswer,
    PutEntry,
    PutReadings,
    PutVectors,
    Reached,
    RecordRun,
    Rederive,
    RestoreTurn,
    RetryJob,
    SetTitle,
    SetViews,
    TurnView,
    Write,
)
from recollect.errors import RecollectError
from recollect.storage.sqlite import SqliteStore
from recollect.testing import FixedClock
from recollect.testing.store_contract import HOSTILE, observed
from recollect.testing.store_contract.constants import EVERY, READER, START, later
from recollect.testing.store_contract.conversations import run
from recollect.testing.store_contract.learned import source
from recollect.testing.store_contract.reads import Mirror
from recollect.testing.store_contract.restore import restoring
from recollect.testing.store_contract.values import memory, said

AGENTS = 3
SPACES = ("toy", "Toy")
READERS = (READER, "reader 2")
KINDS = frozenset(JobKind)

# Names that look alike stand side by side in the list.
neighbours = st.sampled_from(range(len(HOSTILE) - 2)).map(lambda n: list(HOSTILE[n : n + AGENTS]))
numbers = st.integers(0, AGENTS - 1)
contents = st.sampled_from(("yes", "no", "It's 100% 記憶\n"))
flags = st.booleans()
readings = st.builds(Reading, st.sampled_from(READERS), st.binary(max_size=2))
moments = st.integers(0, 20).map(later)
indexes = st.integers(0, 6)
owners = st.sampled_from(("w1", "w2"))
outcomes = st.one_of(
    st.builds(Done, st.just("ok"), st.integers(-1, 6), flags),
    st.builds(Retry, st.just("slow"), moments, flags),
    st.builds(Dead, st.just("no")),
)


@dataclass(frozen=True)
class Draws:
    """Draws a write for one agent. Few names are in play, so that writes meet."""

    draw: Callable[[st.SearchStrategy[Any]], Any]
    words: list[str]
    model: Store
    agent: str

    def write(self) -> Write:
        makers = (Draws.turn, Draws.turn, Draws.turn, Draws.memory, Draws.memory, Draws.job)
        makers += (
            Draws.job,
            Draws.derived,
            Draws.derived,
            Draws.restored,
            Draws.small,
            Draws.small,
            Draws.shown,
        )
        return self.draw(st.sampled_from(makers))(self)

    def word(self) -> str:
        return self.draw(st.sampled_from(self.words))

    def turn(self) -> Write:
        new = said(
            self.draw(contents),
            turn_id=self.draw(st.none() | st.sampled_from(self.words)),
            role=self.draw(st.sampled_from(Role)),
            at=self.draw(moments),
            at_given=self.draw(flags),
            repeatable=self.draw(flags),
            occurrence=self.draw(st.integers(0, 1)),
            metadata={self.word(): [self.draw(contents)]},
            reading=self.draw(st.none() | readings),
            covers=self.draw(st.none() | st.none() | indexes),
        )
        return AddTurn(self.word(), new)

    def memory(self) -> Write:
        """The next version of a memory, or a first one; now and then of a version that is not there."""
        name = self.word()
        found = self.model.entry(self.agent, name)
        version = found.version if found else 0
        entry = memory(
            name,
            self.draw(contents),
            kind=self.draw(st.sampled_from((Kind.FACT, Kind.DOMAIN))),
            key=self.draw(st.none() | st.sampled_from(self.words)),
            status=self.draw(st.sampled_from(Status)),
            drawn_from=self.draw(st.none() | st.sampled_from(self.words)),
        )
        stale = self.draw(st.sampled_from((0,) * 9 + (1, -1)))
        others = self.draw(st.none() | st.sampled_from(self.words))
        entry = replace(entry, also=(source(others),) if others and entry.source else ())
        return PutEntry(
            *(replace(entry, version=version + 1), entry.content, Change.EDITED, version + stale),
            reading=self.draw(st.none() | readings),
        )

    def job(self) -> Write:
        due, since = self.draw(moments), self.draw(st.none() | indexes)
        kind = self.draw(st.sampled_from(JobKind))
        name = self.draw(st.sampled_from((*self.words, "")))
        when = self.draw(st.none() | st.builds(Reached, st.just(self.word()), st.integers(1, 3)))
        return Enqueue(kind, name, due, since, self.draw(flags), self.draw(flags), when)

    def derived(self) -> Write:
        """Vectors or readings, of turns or of memories; now and then of a version that is not there."""
        name = self.draw(st.sampled_from((*self.words, "")))
        versions = {turn.id: 0 for turn in self.model.turns(self.agent, name)}
        if not name:
            entries = self.model.entries(self.agent, EVERY)
            stale = self.draw(st.sampled_from((0, 0, 1)))
            versions = {entry.id: entry.version - stale for entry in entries}
        data = self.draw(st.binary(max_size=2))
        some = (*list(versions.items())[::2], ("nowhere", 1))
        made = tuple(Derived(each, data, version) for each, version in some)
        if self.draw(flags):
            return PutVectors(name, self.draw(st.sampled_from(SPACES)), made)
        return PutReadings(name, self.draw(st.sampled_from(READERS)), made)

    def shown(self) -> Write:
        """How windows show turns, or what a run of the optimizer came to."""
        if self.draw(flags):
            dropped = DropEntries(tuple(self.words[:1]))
            ran = RecordRun(run(self.draw(indexes), self.draw(moments)), kept=2)
            answer = PutAnswer(self.word(), "k", "yes", self.draw(moments))
            return self.draw(st.sampled_from((ran, dropped, answer)))
        name = self.word()
        some = [turn.id for turn in self.model.turns(self.agent, name)][::2]
        view, tier = self.draw(st.sampled_from(View)), self.draw(st.sampled_from(Tier))
        return SetViews(
            name, tuple(TurnView(each, view, tier, 0.25) for each in (*some, "nowhere"))
        )

    def restored(self) -> Write:
        name, index = self.word(), self.draw(indexes)
        new = said(self.draw(contents), at=self.draw(moments))
        reading = self.draw(st.none() | readings)
        return RestoreTurn(new.settled(name, self.word(), index), reading)

    def small(self) -> Write:
        name = self.word()
        job = RetryJob(job_id(self.agent, name, JobKind.EMBED), self.draw(moments))
        title = SetTitle(name, self.draw(st.none() | contents))
        deletion = DeleteConversation(name)
        anew = Rederive(self.draw(moments))
        turn = DeleteTurn(name, self.draw(st.sampled_from(self.turn_ids(name))))
        purge = PurgeEntry(name)
        return self.draw(
            st.sampled_from((job, title, deletion, anew, turn, turn, purge, EraseAgent()))
        )

    def turn_ids(self, name: str) -> list[str]:
        return [*(turn.id for turn in self.model.turns(self.agent, name)), "nowhere"]


class TwoStores(RuleBasedStateMachine):
    """The same steps in both stores; after each, both show the same, and only the writer has changed."""

    @initialize(
        ids=neighbours,
        words=neighbours,
        space=st.sampled_from((*SPACES, None)),
    )
    def open(self, ids: list[str], words: list[str], space: str | None) -> None:
        self.agents, self.words = ids, words
        self.clock = FixedClock(START)
        self.model = InMemoryStore(self.clock)
        self.real = self.opened()
        self.claims: list[tuple[Claim, Claim]] = []
        self.known = {agent: {0} for agent in ids}
        self.mirrors = {agent: Mirror(self.real, agent) for agent in ids}
        self.both(lambda store: store.adopt_space(space, START))
        self.both(lambda store: store.adopt_reader(READER, START))
        self.seen = self.look()

    def opened(self) -> Store:
        return SqliteStore(":memory:", clock=self.clock)

    def look(self) -> dict[str, dict[str, object]]:
        """Every read of every agent, the same in both stores."""
        model, real = (
            {
                agent: observed(store, agent, spaces=SPACES, known=self.known[agent])
                for agent in self.agents
            }
            for store in (self.model, self.real)
        )
        assert model == real
        return model

    def both(self, act: Callable[[Store], Any]) -> Any:
        """Do it in each store: the same result, or the same refusal."""
        results = []
        for store in (self.model, self.real):
            try:
                results.append(act(store))
            except RecollectError as refused:
                results.append(type(refused))
        assert results[0] == results[1]
        return results[0]

    def step(self, agent: str, *items: Write) -> None:
        """One write of one agent; the others must not notice, and a refused one leaves no trace."""
        refused = isinstance(self.both(lambda store: store.write(agent, *items)), type)
        if not refused:
            # From here on a reader that stopped at this revision is asked for as well.
            self.known[agent] = {0, *sorted(self.known[agent])[-3:], self.model.revision(agent)}
        before, self.seen = self.seen, self.look()
        for each in self.agents:
            if each == agent and not refused:
                continue
            # Where an agent is unknown, its revision is that of the highest erased, whosoever that was.
            hidden = set() if before[each]["summary"] else {"revision", "changes", "news"}
            for what in before[each].keys() - hidden:
                assert self.seen[each][what] == before[each][what], (each, what)
        if not refused:
            assert self.seen[agent]["revision"] > before[agent]["revision"]

    def draws(self, data: st.DataObject, agent: str) -> Draws:
        return Draws(data.draw, self.words, self.model, agent)

    @rule(data=st.data(), agent=numbers, count=st.integers(2, 6))
    def write_one_by_one(self, data: st.DataObject, agent: int, count: int) -> None:
        name = self.agents[agent]
        for _ in range(count):
            self.clock.advance(1)
            self.step(name, self.draws(data, name).write())

    @rule(data=st.data(), agent=numbers, count=st.integers(2, 4))
    def write_together(self, data: st.DataObject, agent: int, count: int) -> None:
        name = self.agents[agent]
        self.step(name, *(self.draws(data, name).write() for _ in range(count)))

    @rule(data=st.data())
    def write_every(self, data: st.DataObject) -> None:
        batches = [(name, (self.draws(data, name).write(),)) for name in self.agents]
        self.both(lambda store: store.write_every(batches))
        self.seen = self.look()

    @rule(giver=numbers, taker=numbers)
    def restore_elsewhere(self, giver: int, taker: int) -> None:
        dump = self.model.dump(self.agents[giver])
        self.step(self.agents[taker], *restoring(dump))

    @rule(data=st.data(), owner=owners, wait=st.sampled_from((1, 5, 20)))
    def work(self, data: st.DataObject, owner: str, wait: int) -> None:
        """Claim a job; while it runs the world goes on; then somebody finishes something."""
        taken = self.claim(owner, self.clock.advance(wait), data.draw(st.sampled_from((1, 10, 30))))
        if taken is not None:
            job = taken.job
            asked = replace(self.draws(data, job.agent), words=[job.conversation]).job()
            meanwhile = data.draw(st.sampled_from(("nothing", "asked", "asked", "late")))
            if meanwhile == "asked":
                self.step(job.agent, asked)
            elif meanwhile == "late":
                self.claim("w3", self.clock.advance(40), 30)
        if self.claims and data.draw(st.sampled_from((True, True, True, False))):
            self.finish(data.draw(st.sampled_from(self.claims[-2:])), data.draw(outcomes))

    def claim(self, owner: str, now: datetime, seconds: int) -> Claim | None:
        until = now + timedelta(seconds=seconds)
        model, real = (
            store.claim_any(KINDS, owner=owner, now=now, until=until)
            for store in (self.model, self.real)
        )
        assert (model and model.job) == (real and real.job)
        if model and real:
            self.claims.append((model, real))
        self.seen = self.look()
        return model

    def finish(self, claims: tuple[Claim, Claim], outcome: Outcome) -> None:
        now = self.clock.now()

        def end(store: Store) -> object:
            mine = claims[store is self.real]
            return store.write(mine.job.agent, FinishJob(mine, outcome, now))

        self.both(end)
        self.seen = self.look()

    @rule(owner=owners, space=st.sampled_from((*SPACES, None)), what=st.integers(0, 6))
    def tend(self, owner: str, space: str | None, what: int) -> None:
        now = self.clock.now()
        tasks: list[Callable[[Store], Any]] = [
            lambda store: store.release_leases(owner, died=True) or store.scrub(),
            lambda store: store.release_leases(owner, died=False),
            lambda store: store.hasten_every_job(KINDS - {JobKind.SWEEP}, now),
            lambda store: store.adopt_space(space, now),
            lambda store: store.adopt_space(SPACES[0], now),
            lambda store: store.adopt_reader(READERS[owner == "w1"], now),
            lambda store: store.adopt_extractor(owner, now),
        ]
        self.both(tasks[what])
        self.seen = self.look()

    @rule(
        data=st.data(),
        agent=numbers,
        text=st.none() | st.sampled_from(("YES", "%", "記")),
        kinds=st.just(tuple(Kind)) | st.sets(st.sampled_from((Kind.FACT, Kind.DOMAIN))).map(tuple),
        limit=st.none() | st.integers(0, 3),
    )
    def read(self, data: st.DataObject, agent: int, text: Any, kinds: Any, limit: Any) -> None:
        name = self.agents[agent]
        after = data.draw(st.none() | st.sampled_from(self.words))
        chosen = EntryFilter(statuses=EVERY.statuses, kinds=kinds, text=text)
        self.both(lambda store: store.entries(name, chosen, after=after, limit=limit))
        self.both(lambda store: store.conversations(name, after=after, limit=limit))
        self.both(lambda store: store.every_agent(after=after, limit=limit))
        self.mirrors[name].catch_up()
        assert self.mirrors[name].is_current()

    @invariant()
    def the_whole_is_the_same(self) -> None:
        if not hasattr(self, "real"):
            return
        self.both(lambda store: replace(store.stats(), database_bytes=0))
        plain = ("every_agent", "every_job", "every_lease_owner", "next_due", "space", "reader")
        for read in (*plain, "every_tuning", "every_snapshot"):
            self.both(lambda store, read=read: getattr(store, read)())

    def teardown(self) -> None:
        if hasattr(self, "real"):
            assert self.real.faults() == ()
            self.real.close()


class OnPostgres(TwoStores):
    """The same with PostgreSQL."""

    address = ""

    def opened(self) -> Store:
        return emptied(self.address, self.clock)


@pytest.fixture
def on_postgres(postgres: str) -> None:
    OnPostgres.address = postgres


BRIEF = settings(
    max_examples=6,
    stateful_step_count=25,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


# Finding the shortest history that fails takes a while, when there is one.
@pytest.mark.timeout(900)
class TestTwoStores(TwoStores.TestCase):
    settings = BRIEF


@pytest.mark.timeout(900)
@pytest.mark.usefixtures("on_postgres")
class TestPostgres(OnPostgres.TestCase):
    settings = settings(BRIEF, max_examples=2, stateful_step_count=15)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.usefixtures("on_postgres")
class TestPostgresForLonger(OnPostgres.TestCase):
    settings = settings(BRIEF, max_examples=60, stateful_step_count=40)


@pytest.mark.slow
@pytest.mark.timeout(1800)
class TestTwoStoresForLonger(TwoStores.TestCase):
    settings = settings(BRIEF, max_examples=200, stateful_step_count=50)
