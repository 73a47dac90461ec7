"""Turns become memories in a background job: read, extract, verify, and write once."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby
from typing import Final

from recollect.domain.entry import Origin
from recollect.domain.job import NOTHING_DONE, START_OVER, Dead, Done, Job, JobKind, pluralized
from recollect.domain.learning import Extracted, Proposal, Unanswered
from recollect.domain.ports import Clock, Read, Store
from recollect.domain.turn import Turn
from recollect.domain.writes import (
    Enqueue,
    Hasten,
    JobResult,
    PutAnswer,
    PutEntry,
    Write,
    memory_jobs,
)
from recollect.errors import RecollectError, fault_location
from recollect.learning.compare import ComparisonModels
from recollect.learning.dead_letters import (
    clear_marks,
    dead_letter_groups,
    set_aside,
    was_ever_set_aside,
    without_dead_letters,
)
from recollect.learning.decide import VerifyRules
from recollect.learning.lifecycle import with_reading
from recollect.learning.rebuild import curated_entries, rebuild_writes
from recollect.learning.working_set import WorkingSet
from recollect.learning.working_set_cache import WorkingSetCache

# How many turns are processed in one run, and how many before them serve as context.
AT_ONCE: Final = 200
BEFORE: Final = 12
# How many model calls one run makes, each with one retry: they must fit within the lease of a job,
# and every answer is stored before the next call.
MAX_MODEL_CALLS: Final = 2
# How long after another conversation continues this one is recapped, unless it resumes.
SWITCH_DELAY: Final = timedelta(seconds=10)


# Extracts the statements of an agent's conversation, from the turns at an index or later.
Extractor = Callable[[str, Sequence[Turn], int], Extracted]


@dataclass(slots=True)
class _Learned:
    """What was learned from one stretch of turns."""

    proposals: list[tuple[Turn, Proposal]] = field(default_factory=list)
    answers: list[PutAnswer] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    # Code locations where reading a conversation or judging a statement failed.
    faults: list[str] = field(default_factory=list)
    left: bool = False
    unanswered: Unanswered | None = None
    # How many turns were skipped because they wait for a retry.
    skipped: int = 0

    def summary(self, start: str, changes: int) -> str:
        """A sentence for the job's log."""
        parts = [start, pluralized(len(self.proposals), "statement"), pluralized(changes, "change")]
        if self.refused:
            counts = (
                f"{count} {reason}" for reason, count in sorted(Counter(self.refused).items())
            )
            parts.append(f"{len(self.refused)} refused ({', '.join(counts)})")
        if self.faults:
            counts = (f"{count} × {where}" for where, count in sorted(Counter(self.faults).items()))
            bugs = ", ".join(counts)
            parts.append(f"{len(self.faults)} failed because of a bug in Recollect ({bugs})")
        if self.skipped:
            parts.append(f"{pluralized(self.skipped, 'turn')} set aside for a retry")
        return ", ".join(parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Learner:
    """Learns from the turns of one agent at a time."""

    store: Store
    clock: Clock
    extract: Extractor
    models: ComparisonModels
    read: Read
    rules: VerifyRules
    # How long a conversation must be quiet before it is recapped.
    silence: timedelta
    # How many memories of an agent are kept; 0 means any number.
    max_memories: int
    # How long turns are collected before learning, so that a model sees several at once.
    gather: timedelta = timedelta()
    working_sets: WorkingSetCache = field(default_factory=WorkingSetCache)

    def learn_new(self, now: datetime) -> Enqueue:
        """The job to enqueue with every turn."""
        return Enqueue(JobKind.LEARN, "", now + self.gather)

    def learn_all(self, now: datetime) -> Enqueue:
        """The job that learns everything again."""
        return Enqueue(JobKind.LEARN, "", now, since=NOTHING_DONE)

    def run(self, job: Job) -> JobResult:
        """Learn from the turns that arrived since the last run, in order."""
        agent = job.agent
        if job.conversation:
            return self._retry_dead_letters(job)
        if job.watermark <= START_OVER:
            return self._relearn(job)
        found = self.store.turns_since(agent, max(job.watermark, 0), limit=AT_ONCE)
        if not found:
            return JobResult(Done("no new turns", job.watermark))
        turns = self._turns_to_learn(agent, found)
        learned = self._read(agent, turns)
        if learned.left:
            return self._save_answers(job, learned)
        working_set = self.working_sets.load(agent, self.store, self.rules)
        puts = self._apply_all(working_set, learned)
        self.working_sets.record_plan(agent, puts)
        writes: list[Write] = [*learned.answers, *puts]
        if puts:
            writes += (*memory_jobs(self.clock.now()), *self._sweep_if_full(working_set))
        writes += self._recaps(turns)
        summary = learned.summary(pluralized(len(turns), "turn"), len(puts))
        if len(turns) < len(found):
            summary += f", {pluralized(len(found) - len(turns), 'turn')} already learned elsewhere"
        has_more = len(found) >= AT_ONCE
        done = Done(summary, found[-1][0], again=has_more, faults=len(learned.faults))
        return JobResult(done, tuple(writes))

    def _relearn(self, job: Job) -> JobResult:
        """Learn everything again on top of the user's decisions, and write only the differences."""
        agent = job.agent
        revision = self.store.revision(agent)
        histories = self.store.dump(agent).histories
        working_set = WorkingSet((), self.rules)
        for entry in curated_entries(histories):
            # A memory from a turn takes effect at that turn; earlier turns are not judged by it.
            from_turn = entry.source is not None and entry.origin is not Origin.MANUAL
            (working_set.put_when_replayed if from_turn else working_set.put)(entry)
        turns = self.store.turns(agent)
        learned = self._read(agent, turns)
        if learned.left:
            return self._save_answers(job, learned)
        puts = self._apply_all(working_set, learned)
        self.working_sets.forget(agent)
        now = self.clock.now()
        changes = rebuild_writes(histories, working_set, puts, now)
        jobs = (*self._recaps(turns), *memory_jobs(now), *self._sweep_if_full(working_set))
        summary = learned.summary(f"{pluralized(len(turns), 'turn')} relearned", len(changes))
        done = Done(summary, revision, faults=len(learned.faults))
        return JobResult(done, (*changes, *learned.answers, *jobs))

    def _retry_dead_letters(self, job: Job) -> JobResult:
        """Retry the turns of a conversation that were set aside; those that fail again stay."""
        agent, now = job.agent, self.clock.now()
        # Not from the cache: the agent's own learning may be running.
        stored = (entry for _, entry in self.store.entries_since(agent, 0))
        working_set = WorkingSet(stored, self.rules, partial(self.store.entry, agent))
        writes: list[Write] = []
        counts: Counter[str] = Counter()
        reason = ""
        for turns in dead_letter_groups(self.store, agent, job.conversation):
            learned = self._read(agent, turns, again=True)
            if learned.unanswered is not None:
                reason = learned.unanswered.why
                continue
            if learned.left:
                return JobResult(_more_to_read(job, learned), (*writes, *learned.answers))
            puts = self._apply_all(working_set, learned)
            writes += (*learned.answers, *puts, *clear_marks(turns, now))
            writes += memory_jobs(now) if puts else ()
            counts.update(turns=len(turns), changes=len(puts), faults=len(learned.faults))
        writes += self._sweep_if_full(working_set)
        if reason:
            return JobResult(Dead(reason), tuple(writes))
        if counts["turns"]:
            due = now + self.silence
            writes.append(Enqueue(JobKind.SUMMARIZE, job.conversation, due, debounced=True))
        retried = pluralized(counts["turns"], "turn")
        summary = f"{retried} retried, {pluralized(counts['changes'], 'change')}"
        done = Done(summary, job.watermark, faults=counts["faults"])
        return JobResult(done, tuple(writes))

    def _apply_all(self, working_set: WorkingSet, learned: _Learned) -> list[PutEntry]:
        """The resulting writes; statements that cannot be judged are added to the faults."""
        plans = (
            partial(working_set.apply, proposal, turn, self.models)
            for turn, proposal in learned.proposals
        )
        return run_plans(plans, self.read, learned.faults)

    def _read(self, agent: str, turns: Sequence[Turn], *, again: bool = False) -> _Learned:
        """The statements in turns of several conversations, in order of arrival.

        Turns that were set aside are skipped, unless this is their retry (`again`).
        """
        arrived = {(turn.conversation, turn.id): place for place, turn in enumerate(turns)}
        stated: list[tuple[int, int, Turn, Proposal]] = []
        learned = _Learned()
        model_calls = 0
        for conversation in dict.fromkeys(turn.conversation for turn in turns):
            in_order = sorted(
                (turn for turn in turns if turn.conversation == conversation),
                key=lambda turn: turn.index,
            )
            to_read = in_order if again else without_dead_letters(self.store, agent, in_order)
            learned.skipped += len(in_order) - len(to_read)
            if not to_read:
                continue
            since = to_read[0].index
            before = self._turns_before(agent, conversation, since)
            if model_calls == MAX_MODEL_CALLS:
                return replace(learned, left=True)
            try:
                extracted = self.extract(agent, (*before, *to_read), since)
            except RecollectError:
                raise
            except Exception as fault:  # noqa: BLE001 - the others must be learned
                learned.faults.append(fault_location(fault))
                continue
            learned.answers += extracted.answers
            if extracted.left:
                return replace(learned, left=True, unanswered=extracted.unanswered)
            model_calls += bool(extracted.answers)
            learned.refused += extracted.refused
            by_id = {turn.id: turn for turn in (*before, *to_read)}
            for number, proposal in enumerate(extracted.proposals):
                turn = by_id.get(proposal.turn_id)
                # A late arrival may precede turns that were processed long ago.
                if turn is not None:
                    # New turns may change the meaning of earlier ones.
                    place = arrived.get((conversation, turn.id), -1)
                    stated.append((place, number, turn, proposal))
        stated.sort(key=lambda item: item[:2])
        learned.proposals = [(turn, proposal) for _, _, turn, proposal in stated]
        return learned

    def _turns_before(self, agent: str, conversation: str, index: int) -> tuple[Turn, ...]:
        if index == 0:
            return ()
        start = max(index - BEFORE, 0) - 1
        found = self.store.window(agent, conversation, after=start, limit=BEFORE)
        earlier = [turn for turn in found if turn.index < index]
        # Turns that no model could process must not fail other turns as context either.
        return tuple(without_dead_letters(self.store, agent, earlier))

    def _turns_to_learn(self, agent: str, found: Sequence[tuple[int, Turn]]) -> list[Turn]:
        """The turns to learn from; of imported turns, those after the last with an imported memory.

        Turns are processed in order, so the exporting system had come that far.
        """
        working_set = self.working_sets.load(agent, self.store, self.rules)
        unread: list[Turn] = []
        for _, written in groupby(found, lambda row: row[0]):
            since: list[Turn] = []
            for _, turn in written:
                since.append(turn)
                # A turn that was set aside may have been retried before its neighbours.
                if working_set.has_memory_from(turn) and not was_ever_set_aside(
                    self.store, agent, turn
                ):
                    since.clear()
            unread += since
        return unread

    def _save_answers(self, job: Job, learned: _Learned) -> JobResult:
        """Store the model's answers so far, set aside what failed, and continue in the next run."""
        writes: list[Write] = [*learned.answers]
        if learned.unanswered is not None:
            writes += set_aside(learned.unanswered, self.clock.now())
        return JobResult(_more_to_read(job, learned), tuple(writes))

    def _recaps(self, turns: Sequence[Turn]) -> Iterator[Write]:
        """The recap jobs: after a quiet period, or soon after another conversation continues."""
        now = self.clock.now()
        quiet_at = now + self.silence
        conversations = list(dict.fromkeys(turn.conversation for turn in turns))
        for conversation in conversations:
            yield Enqueue(JobKind.SUMMARIZE, conversation, quiet_at, debounced=True)
        if turns:
            # All other conversations; resuming one in time postpones its recap again.
            switched_at = now + SWITCH_DELAY
            yield Hasten(JobKind.SUMMARIZE, turns[-1].conversation, switched_at, until=quiet_at)

    def _sweep_if_full(self, working_set: WorkingSet) -> Iterator[Enqueue]:
        """The daily cleanup, immediately if there are too many memories."""
        if self.max_memories and working_set.visible_count > self.max_memories:
            yield Enqueue(JobKind.SWEEP, "", self.clock.now(), hastened=True)


def _more_to_read(job: Job, learned: _Learned) -> Done:
    summary = f"{pluralized(len(learned.answers), 'turn')} read by the model, and more to read"
    return Done(summary, job.watermark, again=True)


def run_plans(
    plans: Iterable[Callable[[], list[PutEntry]]],
    read: Read,
    faults: list[str],
) -> list[PutEntry]:
    """The writes of all plans; the code location of each that fails is added to the faults."""
    puts: list[PutEntry] = []
    for plan in plans:
        try:
            planned = plan()
        except RecollectError:
            raise
        except Exception as fault:  # noqa: BLE001 - one bad statement must not block the others
            faults.append(fault_location(fault))
        else:
            puts += [with_reading(put, read) for put in planned]
    return puts
