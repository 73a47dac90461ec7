"""Turns become memories in a background job: read, extract, verify, and write once."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby
from typing import Final

from recollect.domain.amounts import pluralize
from recollect.domain.job import NOTHING_DONE, START_OVER, Dead, Done, Job, JobKind
from recollect.domain.learning import Extracted, Proposal
from recollect.domain.ports import Clock, ReadText, Store
from recollect.domain.speaker import is_speaker_name
from recollect.domain.steps import SLICE_SECONDS, Steps
from recollect.domain.turn import Turn
from recollect.domain.undo import without_undone
from recollect.domain.writes import Enqueue, Hasten, JobResult, PutEntry, Write, memory_jobs
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
from recollect.learning.learned_turns import LearnedTurns
from recollect.learning.lifecycle import with_reading
from recollect.learning.rebuild import curated_entries, rebuild_writes
from recollect.learning.time_limit import LONG_MESSAGE, MessageTimes, TimeLimit
from recollect.learning.undo import turns_set_aside
from recollect.learning.working_set import WorkingSet
from recollect.learning.working_set_cache import WorkingSetCache

# How many turns are read at once by a model and by the built-in extractor, and how many before them
# serve as context. What is learned must not depend on how long a run takes.
AT_ONCE: Final = 200
PIECE: Final = 10
BEFORE: Final = 12
# How many model calls one run makes, each with one retry: they must fit within the lease of a job,
# and every answer is stored before the next call.
MAX_MODEL_CALLS: Final = 2
# How long after another conversation continues this one is recapped, unless it resumes.
SWITCH_DELAY: Final = timedelta(seconds=10)


# Extracts the statements of an agent's conversation, from the turns at an index or later.
Extractor = Callable[[str, Sequence[Turn], int], Extracted]


@dataclass(frozen=True, slots=True, kw_only=True)
class Learner:
    """Learns from the turns of one agent at a time."""

    store: Store
    clock: Clock
    extract: Extractor
    models: ComparisonModels
    read: ReadText
    rules: VerifyRules
    # How long a conversation must be quiet before it is recapped.
    silence: timedelta
    # How many memories of an agent are kept; 0 means any number.
    max_memories: int
    # How long turns are collected before learning, so that a model sees several at once.
    gather: timedelta = timedelta()
    # How many turns are read at once; None for a model, which reads whole conversations.
    piece: int | None = PIECE
    limit: TimeLimit = field(default_factory=TimeLimit)
    working_sets: WorkingSetCache = field(default_factory=WorkingSetCache)

    def learn_new(self, now: datetime) -> Enqueue:
        """The job to enqueue with every turn."""
        return Enqueue(JobKind.LEARN, "", now + self.gather)

    def learn_all(self, now: datetime) -> Enqueue:
        """The job that learns everything again."""
        return Enqueue(JobKind.LEARN, "", now, since=NOTHING_DONE)

    def run(self, job: Job) -> JobResult | Steps[JobResult]:
        """Learn from the turns that arrived since the last run, in order."""
        if job.conversation:
            return self._retry_dead_letters(job)
        if job.watermark <= START_OVER:
            return self._relearn(job)
        found = self._turns_since(job.agent, job.watermark)
        if not found:
            return JobResult(Done("no new turns", job.watermark))
        return self._learn(job, found)

    def _turns_since(self, agent: str, watermark: int) -> tuple[tuple[int, Turn], ...]:
        return self.store.turns_since(agent, max(watermark, 0), limit=self.piece or AT_ONCE)

    def _learn(self, job: Job, found: Sequence[tuple[int, Turn]]) -> Steps[JobResult]:
        """Learn from new turns, piece by piece, until others may have waited long enough."""
        agent, end = job.agent, time.monotonic() + SLICE_SECONDS
        with self.working_sets.changing(agent, self.store, self.rules) as (working_set, plan):
            total, turns, count = LearnedTurns(), list[Turn](), 0
            while True:
                piece = self._turns_to_learn(agent, found, working_set)
                times = MessageTimes(self.limit)
                learned = yield from self._read(agent, piece, times)
                if learned.left:
                    return self._save_answers(job, learned)
                plan.extend((yield from self._apply_all(agent, working_set, learned, times)))
                total.add(learned)
                turns += piece
                count += len(found)
                watermark = found[-1][0]
                has_more = len(found) >= (self.piece or AT_ONCE)
                if not has_more or not self.piece or time.monotonic() >= end:
                    break
                found = self._turns_since(agent, watermark)
                if not found:
                    has_more = False
                    break
            writes: list[Write] = [*total.answers, *plan]
            if plan:
                writes += (*memory_jobs(self.clock.now()), *self._sweep_if_full(working_set))
        writes += (*self._recaps(turns), *self._set_aside_overdue(total))
        summary = total.summary(pluralize(len(turns), "turn"), len(plan))
        if len(turns) < count:
            summary += f", {pluralize(count - len(turns), 'turn')} already learned elsewhere"
        done = Done(summary, watermark, again=has_more, faults=len(total.faults))
        return JobResult(done, tuple(writes))

    def _relearn(self, job: Job) -> Steps[JobResult]:
        """Learn everything again on top of the user's decisions, and write only the differences."""
        agent = job.agent
        revision = self.store.revision(agent)
        histories = self.store.dump(agent).histories
        working_set = WorkingSet((), self.rules)
        for entry in curated_entries(histories):
            # A memory from a turn takes effect at that turn; earlier turns are not judged by it.
            from_turn = entry.source is not None and not entry.is_added
            (working_set.put_when_replayed if from_turn else working_set.put)(entry)
        turns = self.store.turns(agent)
        times = MessageTimes(self.limit)
        # What was learned from a message before it took too long must not be lost.
        learned = yield from self._read(agent, turns, times, again=bool(self.piece))
        if learned.left:
            return self._save_answers(job, learned)
        puts = yield from self._apply_all(agent, working_set, learned, times)
        self.working_sets.forget(agent)
        now = self.clock.now()
        changes = rebuild_writes(histories, working_set, puts, now)
        jobs = (*self._recaps(turns), *memory_jobs(now), *self._sweep_if_full(working_set))
        summary = learned.summary(f"{pluralize(len(turns), 'turn')} relearned", len(changes))
        done = Done(summary, revision, faults=len(learned.faults))
        aside = self._set_aside_overdue(learned)
        return JobResult(done, (*changes, *learned.answers, *jobs, *aside))

    def _retry_dead_letters(self, job: Job) -> Steps[JobResult]:
        """Retry the turns of a conversation that were set aside; those that fail again stay."""
        agent, now = job.agent, self.clock.now()
        # Not from the cache: the agent's own learning may be running.
        stored = (entry for _, entry in self.store.entries_since(agent, 0))
        working_set = WorkingSet(stored, self.rules, partial(self.store.entry, agent))
        writes: list[Write] = []
        counts: Counter[str] = Counter()
        reason = ""
        for turns in dead_letter_groups(self.store, agent, job.conversation):
            times = MessageTimes(self.limit)
            learned = yield from self._read(agent, turns, times, again=True)
            if learned.unanswered is not None:
                reason = learned.unanswered.why
                continue
            if learned.left:
                return JobResult(_more_to_read(job, learned), (*writes, *learned.answers))
            puts = yield from self._apply_all(agent, working_set, learned, times)
            writes += (*learned.answers, *puts, *clear_marks(turns, now))
            writes += memory_jobs(now) if puts else ()
            counts.update(turns=len(turns), changes=len(puts), faults=len(learned.faults))
        writes += self._sweep_if_full(working_set)
        if reason:
            return JobResult(Dead(reason), tuple(writes))
        if counts["turns"]:
            due = now + self.silence
            writes.append(Enqueue(JobKind.SUMMARIZE, job.conversation, due, debounced=True))
        retried = pluralize(counts["turns"], "turn")
        summary = f"{retried} retried, {pluralize(counts['changes'], 'change')}"
        done = Done(summary, job.watermark, faults=counts["faults"])
        return JobResult(done, tuple(writes))

    def _apply_all(
        self, agent: str, working_set: WorkingSet, learned: LearnedTurns, times: MessageTimes
    ) -> Steps[list[PutEntry]]:
        """The resulting writes; statements that cannot be judged are added to the faults.

        The rest of a message that takes too long is left out, except when that is retried.
        """
        puts: list[PutEntry] = []
        for turn, proposal in learned.proposals:
            if times.is_over(turn) and not was_ever_set_aside(self.store, agent, turn):
                times.leave_out(turn)
                continue
            with times.measured([turn]):
                plan = partial(working_set.apply, proposal, turn, self.models)
                puts += run_plans((plan,), self.read, learned.faults)
            yield
        learned.overdue += times.overdue()
        return puts

    def _set_aside_overdue(self, learned: LearnedTurns) -> Iterator[Write]:
        for overdue in learned.overdue:
            yield from set_aside(overdue, self.clock.now())

    def _read(
        self, agent: str, turns: Sequence[Turn], times: MessageTimes, *, again: bool = False
    ) -> Steps[LearnedTurns]:
        """The statements in turns of several conversations, in order of arrival.

        Turns that were set aside are skipped, unless this is their retry (`again`).
        """
        arrived = {(turn.conversation, turn.id): place for place, turn in enumerate(turns)}
        stated: list[tuple[int, int, Turn, Proposal]] = []
        learned = LearnedTurns()
        undone = turns_set_aside(self.store, agent)
        model_calls = 0
        # Whoever puts words into a name is nobody whose statements are remembered.
        named = [turn for turn in turns if not turn.speaker or is_speaker_name(turn.speaker)]
        to_learn = without_undone(named, undone)
        for conversation, to_read in self._pieces(agent, to_learn, learned, again=again):
            since = to_read[0].index
            before = without_undone(self._turns_before(agent, conversation, since), undone)
            if model_calls == MAX_MODEL_CALLS:
                return replace(learned, left=True)
            try:
                with times.measured(to_read):
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
            yield
        stated.sort(key=lambda item: item[:2])
        learned.proposals = [(turn, proposal) for _, _, turn, proposal in stated]
        return learned

    def _pieces(
        self, agent: str, turns: Sequence[Turn], learned: LearnedTurns, *, again: bool
    ) -> Iterator[tuple[str, list[Turn]]]:
        """The turns to read by conversation, in order, and as many as are read at once."""
        by_conversation: dict[str, list[Turn]] = {}
        for turn in turns:
            by_conversation.setdefault(turn.conversation, []).append(turn)
        for conversation, arrived in by_conversation.items():
            in_order = sorted(arrived, key=lambda turn: turn.index)
            to_read = in_order if again else without_dead_letters(self.store, agent, in_order)
            learned.skipped += len(in_order) - len(to_read)
            for piece in _cut(to_read, self.piece):
                yield conversation, piece

    def _turns_before(self, agent: str, conversation: str, index: int) -> tuple[Turn, ...]:
        if index == 0:
            return ()
        start = max(index - BEFORE, 0) - 1
        found = self.store.window(agent, conversation, after=start, limit=BEFORE)
        earlier = [turn for turn in found if turn.index < index]
        # Turns that no model could process must not fail other turns as context either.
        return tuple(without_dead_letters(self.store, agent, earlier))

    def _turns_to_learn(
        self, agent: str, found: Sequence[tuple[int, Turn]], working_set: WorkingSet
    ) -> list[Turn]:
        """The turns to learn from; of imported turns, those after the last with an imported memory.

        Turns are processed in order, so the exporting system had come that far.
        """
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

    def _save_answers(self, job: Job, learned: LearnedTurns) -> JobResult:
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


def _cut(turns: Sequence[Turn], most: int | None) -> Iterator[list[Turn]]:
    """The turns in pieces, a long message as a piece of its own; all at once without a limit."""
    piece: list[Turn] = []
    for turn in turns:
        is_long = most is not None and len(turn.content) > LONG_MESSAGE
        if piece and (is_long or len(piece) == most):
            yield piece
            piece = []
        piece.append(turn)
        if is_long:
            yield piece
            piece = []
    if piece:
        yield piece


def _more_to_read(job: Job, learned: LearnedTurns) -> Done:
    summary = f"{pluralize(len(learned.answers), 'turn')} read by the model, and more to read"
    return Done(summary, job.watermark, again=True)


def run_plans(
    plans: Iterable[Callable[[], list[PutEntry]]], read: ReadText, faults: list[str]
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
