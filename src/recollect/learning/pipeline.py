"""Turns become memories, in the background: read, close; extract, verify; and one write for all of it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby
from typing import Final

from recollect.domain.entry import Origin
from recollect.domain.extracted import Extracted, Unanswered
from recollect.domain.job import ANEW, NOTHING_DONE, Dead, Done, Job, JobKind, so_many
from recollect.domain.learning import Proposal
from recollect.domain.ports import Clock, Store
from recollect.domain.turn import Reading, Turn
from recollect.domain.writes import (
    Enqueue,
    Hasten,
    PutAnswer,
    PutEntry,
    Work,
    Write,
    memory_work,
)
from recollect.errors import RecollectError, place_of
from recollect.learning.compare import Minds
from recollect.learning.dead_letters import (
    others,
    set_aside,
    taken_up,
    waiting,
    was_aside,
)
from recollect.learning.ledger import Ledger
from recollect.learning.ledgers import Ledgers
from recollect.learning.rebuild import canonical, difference
from recollect.learning.verdict import VerifyRules

# So many turns are learned from in one go, and so many before them are there to be referred to.
AT_ONCE: Final = 200
BEFORE: Final = 12
# A model is asked so often in one go, and as often once more where it answers badly: all of it within the lease of
# a job, and what it has said is written down before it is asked more.
QUESTIONS: Final = 2
# A conversation is left for another: so long it may take to come back before it is recapped.
LEFT: Final = timedelta(seconds=10)


# Finds the statements of a stretch of one agent's conversation, in the turns from an index on.
Extractor = Callable[[str, Sequence[Turn], int], Extracted]


@dataclass(frozen=True, slots=True)
class _Learned:
    """One stretch of turns, and what follows from it."""

    proposals: tuple[tuple[Turn, Proposal], ...]
    answers: tuple[PutAnswer, ...]
    refused: tuple[str, ...] = ()
    # Where we failed to read a talk.
    faults: tuple[str, ...] = ()
    left: bool = False
    unanswered: Unanswered | None = None
    # How many turns were passed over, since they wait for a retry.
    aside: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Learner:
    """Learns from the turns of one agent at a time."""

    store: Store
    clock: Clock
    extract: Extractor
    minds: Minds
    read: Callable[[str], Reading]
    rules: VerifyRules
    # How long a conversation has to be silent before it is summarised.
    silence: timedelta
    # So many memories of an agent are kept; 0 means any number.
    most: int
    # How long turns are gathered before they are learned from, so that a model is asked about a stretch of them.
    gather: timedelta = timedelta()
    ledgers: Ledgers = field(default_factory=Ledgers)

    def after(self, now: datetime) -> Enqueue:
        """What to ask for with every turn."""
        return Enqueue(JobKind.LEARN, "", now + self.gather)

    def anew(self, now: datetime) -> Enqueue:
        """What to ask for to have everything learned once more."""
        return Enqueue(JobKind.LEARN, "", now, since=NOTHING_DONE)

    def run(self, job: Job) -> Work:
        """Learn from the turns that came since the last run, in the order in which they came."""
        agent = job.agent
        if job.conversation:
            return self._once_more(job)
        if job.watermark <= ANEW:
            return self._anew(job)
        found = self.store.turns_since(agent, max(job.watermark, 0), limit=AT_ONCE)
        if not found:
            return Work(Done("nothing new was said", job.watermark))
        turns = self._unread(agent, found)
        learned = self._read(agent, turns)
        if learned.left:
            return self._asked(job, learned)
        ledger = self.ledgers.of(agent, self.store, self.rules)
        puts, faults = self._believed(ledger, learned)
        self.ledgers.planned(agent, puts)
        writes: tuple[Write, ...] = (*learned.answers, *puts)
        if puts:
            writes += (*memory_work(self.clock.now()), *self._sweep(ledger))
        writes += tuple(self._recaps(turns))
        more = len(found) >= AT_ONCE
        told = f"{so_many(len(turns), 'turn')}, {_results(learned, len(puts))}"
        left_out = (*learned.faults, *faults)
        told += _refusals(learned.refused) + _faults(left_out) + _passed_over(learned.aside)
        if len(turns) < len(found):
            told += f", {so_many(len(found) - len(turns), 'turn')} learned from elsewhere"
        return Work(Done(told, found[-1][0], again=more, faults=len(left_out)), writes)

    def _anew(self, job: Job) -> Work:
        """Learn everything once more, on top of what a person has made of it, and write what is different then."""
        agent = job.agent
        seen = self.store.revision(agent)
        histories = self.store.dump(agent).histories
        ledger = Ledger((), self.rules)
        for entry in canonical(histories):
            # What somebody has said holds from when it was said: what came before is not judged by it.
            said = entry.source is not None and entry.origin is not Origin.MANUAL
            (ledger.expect if said else ledger.take)(entry)
        turns = self.store.turns(agent)
        learned = self._read(agent, turns)
        if learned.left:
            return self._asked(job, learned)
        puts, faults = self._believed(ledger, learned)
        self.ledgers.forget(agent)
        writes: tuple[Write, ...] = difference(histories, ledger, puts, self.clock.now())
        changes = len(writes)
        writes += (*learned.answers, *self._recaps(turns), *memory_work(self.clock.now()))
        told = f"{so_many(len(turns), 'turn')} anew, {_results(learned, changes)}"
        left_out = (*learned.faults, *faults)
        told += _refusals(learned.refused) + _faults(left_out) + _passed_over(learned.aside)
        done = Done(told, seen, faults=len(left_out))
        return Work(done, (*writes, *self._sweep(ledger)))

    def _once_more(self, job: Job) -> Work:
        """Learn from the turns of a conversation that were set aside; what is in vain again stays there."""
        agent, now = job.agent, self.clock.now()
        # One of its own: the agent's own learning may be under way.
        stored = (entry for _, entry in self.store.entries_since(agent, 0))
        ledger = Ledger(stored, self.rules, partial(self.store.entry, agent))
        writes: list[Write] = []
        counts: Counter[str] = Counter()
        why = ""
        for turns in waiting(self.store, agent, job.conversation):
            learned = self._read(agent, turns, again=True)
            if learned.unanswered is not None:
                why = learned.unanswered.why
                continue
            if learned.left:
                return Work(_more_to_read(job, learned), (*writes, *learned.answers))
            puts, faults = self._believed(ledger, learned)
            writes += (*learned.answers, *puts, *taken_up(turns, now))
            writes += memory_work(now) if puts else ()
            counts.update(turns=len(turns), changes=len(puts), faults=len(faults))
        writes += self._sweep(ledger)
        if why:
            return Work(Dead(why), tuple(writes))
        if counts["turns"]:
            due = now + self.silence
            writes.append(Enqueue(JobKind.SUMMARIZE, job.conversation, due, debounced=True))
        told = (
            f"{so_many(counts['turns'], 'turn')} once more, {so_many(counts['changes'], 'change')}"
        )
        done = Done(told, job.watermark, faults=counts["faults"])
        return Work(done, tuple(writes))

    def _believed(self, ledger: Ledger, learned: _Learned) -> tuple[list[PutEntry], list[str]]:
        """What is to be written, and where it failed to judge a statement."""
        puts: list[PutEntry] = []
        faults: list[str] = []
        for turn, proposal in learned.proposals:
            try:
                made = ledger.believe(proposal, turn, self.minds)
            except RecollectError:
                raise
            except Exception as fault:  # noqa: BLE001 - a wall: one statement must not keep an agent from learning
                faults.append(place_of(fault))
            else:
                puts += [replace(put, reading=self.read(put.entry.content)) for put in made]
        return puts, faults

    def _read(self, agent: str, turns: Sequence[Turn], *, again: bool = False) -> _Learned:
        """What is stated in turns of several conversations, in the order in which they came.

        Those that were set aside are passed over, unless it is for them that it is tried `again`.
        """
        arrived = {(turn.conversation, turn.id): place for place, turn in enumerate(turns)}
        stated: list[tuple[int, int, Turn, Proposal]] = []
        answers: list[PutAnswer] = []
        refused: list[str] = []
        faults: list[str] = []
        asked = aside = 0
        for talk in dict.fromkeys(turn.conversation for turn in turns):
            said = sorted(
                (turn for turn in turns if turn.conversation == talk), key=lambda turn: turn.index
            )
            mine = said if again else others(self.store, agent, said)
            aside += len(said) - len(mine)
            if not mine:
                continue
            since = mine[0].index
            before = self._before(agent, talk, since)
            if asked == QUESTIONS:
                return _Learned((), tuple(answers), left=True)
            try:
                made = self.extract(agent, (*before, *mine), since)
            except RecollectError:
                raise
            except Exception as fault:  # noqa: BLE001 - a wall: one talk must not keep an agent from learning
                faults.append(place_of(fault))
                continue
            answers += made.answers
            if made.left:
                return _Learned((), tuple(answers), left=True, unanswered=made.unanswered)
            asked += bool(made.answers)
            refused += made.refused
            named = {turn.id: turn for turn in (*before, *mine)}
            for number, proposal in enumerate(made.proposals):
                turn = named.get(proposal.turn_id)
                # A late arrival may stand before turns that were learned from long ago.
                if turn is not None:
                    # What was said before may turn out to be something else by what came now.
                    stated.append((arrived.get((talk, turn.id), -1), number, turn, proposal))
        stated.sort(key=lambda each: each[:2])
        proposals = tuple((turn, proposal) for _, _, turn, proposal in stated)
        return _Learned(proposals, tuple(answers), tuple(refused), tuple(faults), aside=aside)

    def _before(self, agent: str, conversation: str, index: int) -> tuple[Turn, ...]:
        if index == 0:
            return ()
        start = max(index - BEFORE, 0) - 1
        found = self.store.window(agent, conversation, after=start, limit=BEFORE)
        # What no model would answer for is not shown to it along with something else either.
        return tuple(others(self.store, agent, [turn for turn in found if turn.index < index]))

    def _unread(self, agent: str, found: Sequence[tuple[int, Turn]]) -> list[Turn]:
        """The turns to learn from: of what was imported, those behind the last that an imported memory rests on.

        Turns are learned from in their order, so whoever exported them had come as far as that.
        """
        ledger = self.ledgers.of(agent, self.store, self.rules)
        unread: list[Turn] = []
        for _, written in groupby(found, lambda each: each[0]):
            turns = [turn for _, turn in written]
            read = [
                place
                for place, turn in enumerate(turns)
                # One that was set aside may have been taken up before its neighbours were read.
                if ledger.rests_on(turn) and not was_aside(self.store, agent, turn)
            ]
            unread += turns[read[-1] + 1 :] if read else turns
        return unread

    def _asked(self, job: Job, learned: _Learned) -> Work:
        """Keep what a model has said so far, set aside what it could not answer, and come back for the rest."""
        writes: tuple[Write, ...] = learned.answers
        if learned.unanswered is not None:
            writes += tuple(set_aside(learned.unanswered, self.clock.now()))
        return Work(_more_to_read(job, learned), writes)

    def _recaps(self, turns: Sequence[Turn]) -> Iterator[Write]:
        """Each conversation is recapped when it has been silent for a while, soon when another goes on."""
        now = self.clock.now()
        silent = now + self.silence
        talks = list(dict.fromkeys(turn.conversation for turn in turns))
        for talk in talks:
            yield Enqueue(JobKind.SUMMARIZE, talk, silent, debounced=True)
        if turns:
            # All that were left for this one; whoever comes back in time has not left.
            left = now + LEFT
            yield Hasten(JobKind.SUMMARIZE, turns[-1].conversation, left, until=silent)

    def _sweep(self, ledger: Ledger) -> Iterator[Enqueue]:
        """The daily look at what has faded, at once where there are too many."""
        if self.most and ledger.shown > self.most:
            yield Enqueue(JobKind.SWEEP, "", self.clock.now(), hastened=True)


def _more_to_read(job: Job, learned: _Learned) -> Done:
    told = f"{so_many(len(learned.answers), 'turn')} read by the model, and more to read"
    return Done(told, job.watermark, again=True)


def _passed_over(aside: int) -> str:
    return f", {so_many(aside, 'turn')} set aside for a retry" if aside else ""


def _results(learned: _Learned, changes: int) -> str:
    return f"{so_many(len(learned.proposals), 'statement')}, {so_many(changes, 'change')}"


def _faults(faults: Sequence[str]) -> str:
    counts = ", ".join(f"{count} × {where}" for where, count in sorted(Counter(faults).items()))
    return f", {len(faults)} not understood by a fault in Recollect ({counts})" if faults else ""


def _refusals(refused: Sequence[str]) -> str:
    counts = ", ".join(f"{count} {why}" for why, count in sorted(Counter(refused).items()))
    return f", {len(refused)} refused ({counts})" if refused else ""
