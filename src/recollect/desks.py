"""The front desk's counters for one kind of thing each: memories, conversations, jobs, the optimizer."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from typing import Any, Final, TypeAlias

from recollect.errors import InvalidInput, NotFound
from recollect.learning import curate
from recollect.learning.intake import check_validity, optional
from recollect.model import checks
from recollect.model.access import EVERYBODY, Reach
from recollect.model.conversation import Conversation
from recollect.model.entry import (
    MEMORY_KINDS,
    VALUE,
    WHEN,
    Entry,
    EntryFilter,
    Kind,
    Priority,
    Status,
    Version,
    check_kind,
)
from recollect.model.job import Job, JobState
from recollect.model.tuning import Report, Snapshot
from recollect.model.turn import Turn
from recollect.model.writes import RetryJob, SetTitle
from recollect.sessions.limits import Profile
from recollect.wiring import House

# Named here, because a counter's own `list` hides the built-in one inside its class.
Entries: TypeAlias = list[Entry]
Versions: TypeAlias = list[Version]
Talks: TypeAlias = list[Conversation]
Turns: TypeAlias = list[Turn]
Queue: TypeAlias = list[Job]
Snapshots: TypeAlias = list[Snapshot]


class _Unset(Enum):
    UNSET = "unset"


# Left out of an update, as opposed to set to None.
UNSET: Final = _Unset.UNSET


@dataclass(frozen=True, slots=True)
class Memories:
    """The memories of one agent: add, read, correct, take away and bring back."""

    _house: House
    _agent: str

    def add(
        self,
        content: str,
        *,
        kind: str = Kind.FACT,
        subject: str | None = None,
        key: str | None = None,
        confidence: float = 0.5,
        priority: str | None = None,
        tags: Sequence[str] = (),
        metadata: Mapping[str, Any] | None = None,
        pinned: bool = False,
        valid_from: datetime | str | None = None,
        valid_until: datetime | str | None = None,
    ) -> Entry:
        """Remember a statement; one that is known already is reinforced, under a key it is replaced."""
        self._house.check_recording()
        new = self._house.intake.entry(
            content,
            kind=kind,
            subject=subject,
            key=key,
            confidence=confidence,
            priority=priority,
            tags=tags,
            metadata=metadata,
            pinned=pinned,
            valid_from=valid_from,
            valid_until=valid_until,
        )
        return self._changed(curate.add, new)

    def get(self, entry_id: str) -> Entry:
        """One memory, whatever its status; NotFound where there is none."""
        return curate.found(self._house.store, self._agent, checks.check_id(entry_id, "id"))

    def list(
        self,
        *,
        kind: str | None = None,
        status: str | tuple[str, ...] | None = None,
        priority: str | None = None,
        after: datetime | str | None = None,
        before: datetime | str | None = None,
        text: str | None = None,
        as_of: datetime | str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Entries:
        """Memories, newest first: active and review unless `status` says otherwise.

        `as_of` gives those that had been said by a moment, and held then, whenever they were written down; one that was
        superseded since counts as active. What a person has corrected or deleted is so in the past as well.
        """
        chosen = entry_filter(
            kind=kind, status=status, priority=priority, after=after, before=before, text=text
        )
        behind = optional(checks.check_id, cursor, "cursor")
        most = checks.check_limit(limit)
        if as_of is not None:
            if behind is not None:
                raise InvalidInput("as_of gives one page", field="cursor")
            moment = checks.check_moment(as_of, "as_of")
            past = self._house.store.entries_as_of(self._agent, moment)
            return [entry for entry in past if chosen.takes_at(moment, entry)][:most]
        return [*self._house.store.entries(self._agent, chosen, after=behind, limit=most)]

    def update(
        self,
        entry_id: str,
        *,
        content: str | _Unset = UNSET,
        subject: str | _Unset | None = UNSET,
        confidence: float | _Unset = UNSET,
        priority: str | _Unset = UNSET,
        tags: Sequence[str] | _Unset = UNSET,
        metadata: Mapping[str, Any] | _Unset | None = UNSET,
        pinned: bool | _Unset = UNSET,
        valid_from: datetime | str | _Unset | None = UNSET,
        valid_until: datetime | str | _Unset | None = UNSET,
    ) -> Entry:
        """Correct a memory; what is left out stays, and the history keeps what it said before."""
        intake = self._house.intake
        checked: dict[str, tuple[object, Callable[[object, str], Any]]] = {
            "content": (content, intake.content),
            "subject": (subject, intake.label),
            "confidence": (confidence, checks.check_unit),
            "priority": (priority, _priority),
            "tags": (tags, intake.tags),
            "metadata": (metadata, intake.metadata),
            "pinned": (pinned, checks.check_flag),
            "valid_from": (valid_from, _moment),
            "valid_until": (valid_until, _moment),
        }
        edits = {
            name: check(value, name)
            for name, (value, check) in checked.items()
            if value is not UNSET
        }
        if not edits:
            raise InvalidInput("there is nothing to change")
        name = checks.check_id(entry_id, "id")
        return self._changed(curate.update, name, lambda old: _edited(old, edits))

    def delete(self, entry_id: str) -> Entry:
        """Take a memory away; `restore` brings it back, and so does whoever says it anew, but no rebuild."""
        name = checks.check_id(entry_id, "id")
        return self._changed(curate.delete, name)

    def restore(self, entry_id: str, version: int | None = None) -> Entry:
        """Bring back a deleted memory, or what a memory said in one of its versions."""
        name = checks.check_id(entry_id, "id")
        number = checks.check_limit(version, "version")
        return self._changed(curate.restore, name, number)

    def history(self, entry_id: str) -> Versions:
        """Every version of a memory, oldest first."""
        entry = self.get(entry_id)
        return [*self._house.store.history(self._agent, entry.id)]

    def _changed(self, change: Callable[..., Entry], *what: object) -> Entry:
        """Have a memory changed, and the background work that follows done."""
        house = self._house
        entry = change(house.store, house.clock, house.intake.read, self._agent, *what)
        house.changed(self._agent)
        return entry


def entry_filter(
    *,
    kind: str | None = None,
    status: str | tuple[str, ...] | None = None,
    priority: str | None = None,
    after: datetime | str | None = None,
    before: datetime | str | None = None,
    text: str | None = None,
) -> EntryFilter:
    """Which memories a caller wishes to see, checked."""
    return EntryFilter(
        statuses=_statuses(status),
        kinds=MEMORY_KINDS if kind is None else (check_kind(kind),),
        priority=optional(_priority, priority, "priority"),
        after=optional(checks.check_moment, after, "after"),
        before=optional(checks.check_moment, before, "before"),
        text=optional(checks.check_text, text, "text"),
    )


def _edited(old: Entry, edits: dict[str, Any]) -> Entry:
    new = replace(old, **edits)
    check_validity(new)
    if new.content != old.content and "metadata" not in edits:
        # These were read in the words that it no longer says.
        kept = {name: value for name, value in old.metadata.items() if name not in {VALUE, WHEN}}
        new = replace(new, metadata=kept)
    return new


def _priority(value: object, field: str) -> Priority:
    return checks.check_choice(value, field, Priority)


def _moment(value: object, field: str) -> datetime | None:
    return None if value is None else checks.check_moment(value, field)


def _statuses(value: object) -> tuple[Status, ...]:
    if value is None:
        return EntryFilter().statuses
    wanted = value if isinstance(value, tuple | list) else (value,)
    return tuple(checks.check_choice(item, "status", Status) for item in wanted)


@dataclass(frozen=True, slots=True)
class Conversations:
    """The stored conversations of one agent."""

    _house: House
    _agent: str

    def list(self, *, cursor: str | None = None, limit: int | None = None) -> Talks:
        """Conversations, newest first."""
        behind = optional(checks.check_id, cursor, "cursor")
        most = checks.check_limit(limit)
        return [*self._house.store.conversations(self._agent, after=behind, limit=most)]

    def ephemeral(self) -> Talks:
        """Those that live in RAM alone, the one started last first."""
        return [*self._house.ephemeral.conversations(self._agent, Profile.SESSION)]

    def get(self, conversation: str) -> Conversation:
        """One conversation; NotFound where there is none."""
        name = checks.check_id(conversation, "conversation")
        found = self._house.store.conversation(self._agent, name)
        if found is None:
            raise NotFound(f"there is no conversation {name!r}", field="conversation")
        return found

    def turns(self, conversation: str) -> Turns:
        """The turns of one conversation, in order; NotFound where there is none."""
        found = self.get(conversation)
        return [*self._house.store.turns(self._agent, found.id)]

    def rename(self, conversation: str, title: str | None) -> Conversation:
        """Give a conversation a title, or take it away."""
        name = checks.check_id(conversation, "conversation")
        label = self._house.intake.label(title, "title")
        self._house.store.write(self._agent, SetTitle(name, label))
        return self.get(name)

    def delete(self, conversation: str) -> None:
        """Erase a conversation: its turns, their vectors, and what was learned from them."""
        name = checks.check_id(conversation, "conversation")
        self._house.forget(self._agent, name)


@dataclass(frozen=True, slots=True)
class Jobs:
    """The background work of all agents, each job with its outcome."""

    _house: House

    def list(
        self,
        *,
        state: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        reach: Reach = EVERYBODY,
    ) -> Queue:
        """Jobs, newest first; `state="dead"` lists the dead letters with their reasons."""
        wanted = None if state is None else checks.check_choice(state, "state", JobState)
        behind = optional(checks.check_id, cursor, "cursor")
        most = checks.check_limit(limit)
        store = self._house.store
        last = None if behind is None else store.any_job(behind)
        # An id is made of names: whether others have such a job must not be told.
        if last is not None and not reach.covers(last.agent):
            raise InvalidInput(f"there is no job {behind!r} to go on from", field="cursor")
        return [*store.every_job(state=wanted, after=behind, limit=most, reach=reach)]

    def get(self, job_id: str) -> Job:
        """One job; NotFound where there is none."""
        found = self._house.store.any_job(checks.check_id(job_id, "id"))
        if found is None:
            raise NotFound(f"there is no job {job_id!r}", field="id")
        return found

    def retry(self, job_id: str) -> Job:
        """Give a job a fresh start."""
        job = self.get(job_id)
        self._house.store.write(job.agent, RetryJob(job.id, self._house.clock.now()))
        self._house.worker.wake()
        return self.get(job.id)

    def run_due(self, most: int | None = None) -> int:
        """Do what is due now, at most so many jobs, and say how many; what is put off until later stays so."""
        return self._house.worker.run_due(checks.check_limit(most, "most"))


@dataclass(frozen=True, slots=True)
class Optimizer:
    """What tunes the windows of conversations to their budget: its report, its past runs, and a run at once."""

    _house: House

    def status(self, agent: str | None = None) -> Report:
        """All runs so far and the parameters in force, of one agent; of all with those of the last run."""
        house = self._house
        if agent is None:
            tuning = house.store.every_tuning()
            parameters = tuning.last.parameters if tuning.last else house.tuner.start
        else:
            tuning = house.store.tuning(checks.check_id(agent, "agent"))
            parameters = house.tuner.parameters(agent)
        return tuning.efficiency.report(parameters)

    def snapshots(self, agent: str | None = None, *, limit: int | None = None) -> Snapshots:
        """The last runs, oldest first, of one agent or of all."""
        most = checks.check_limit(limit)
        if agent is None:
            return [*self._house.store.every_snapshot(limit=most)]
        name = checks.check_id(agent, "agent")
        return [*self._house.store.snapshots(name, limit=most)]

    def run(self, agent: str | None = None) -> None:
        """Ask for a run over the latest conversations of one agent, or of all; `sync` waits for it."""
        house = self._house
        house.check_recording()
        if agent is not None:
            house.store.write(checks.check_id(agent, "agent"), house.tuner.now())
        for known in house.store.every_agent() if agent is None else ():
            # One that is erased meanwhile has nothing to be tuned.
            with suppress(NotFound):
                house.store.write(known.id, house.tuner.now())
        house.worker.wake()
