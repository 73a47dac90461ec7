"""Undo and redo of everything that was derived from some turns."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, TypeAlias

from recollect.domain import checks
from recollect.domain.entry import (
    IMPORTED,
    MANUAL_CHANGES,
    RECORDS,
    SHOWN,
    Entry,
    EntryFilter,
    Kind,
    Status,
)
from recollect.domain.ids import entry_digest, job_id
from recollect.domain.job import JobKind
from recollect.domain.turn import Role, Turn
from recollect.domain.undo import (
    History,
    UndoRecord,
    UndoScope,
    check_scope,
    new_undo_id,
    put_record,
    record_of,
    restored_record,
    without_undone,
)
from recollect.domain.writes import (
    DropEntries,
    Enqueue,
    Interrupt,
    RestoreEntry,
    Write,
    memory_jobs,
)
from recollect.errors import Conflict, NotFound, Stale
from recollect.learning.graph import relations
from recollect.learning.undo import UndonePart, UndoPlan, plan_undo, turns_set_aside
from recollect.memory import recording
from recollect.memory.agent_part import AgentPart

# How often an undo is worked out again because something was written meanwhile.
_ATTEMPTS: Final = 20
_FEW_TURNS: Final = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """What an undo sets aside, and what holds again without it.

    A preview has no id. After a redo, `redone_at` says when.
    """

    id: str | None
    at: datetime
    by: str | None
    scope: UndoScope
    turns: int
    # As they were before.
    removed: tuple[Entry, ...] = ()
    # As they are afterwards: with fewer sources, or true again.
    changed: tuple[Entry, ...] = ()
    returning: tuple[Entry, ...] = ()
    # The conversations whose recap is written again without these turns.
    recaps: tuple[str, ...] = ()
    # The ties of the graph that rest on what is removed.
    ties: tuple[str, ...] = ()
    # By a redo: memories that a person changed since, which stay as they are.
    kept: tuple[Entry, ...] = ()
    redone_at: datetime | None = None
    redone_by: str | None = None


# An alias, because `Undos.list` hides the built-in `list`.
UndoneList: TypeAlias = list[Undone]


class Undos(AgentPart):
    """The undos of one agent."""

    def list(self) -> UndoneList:
        """All undos, the latest first, also those that were redone."""
        records = sorted(self._records(), key=lambda each: (each.at, each.revision), reverse=True)
        return [_shown_record(record) for record in records]

    def undo(
        self,
        conversation: str | None,
        turn: str | None,
        source: str | None,
        since: datetime | str | None,
        until: datetime | str | None,
        *,
        dry_run: bool,
        by: str | None,
    ) -> Undone:
        """Set aside what was derived from the turns that meet all conditions."""
        scope = check_scope(conversation, turn, source, since, until)
        who = self._components.intake.label(by, "by")
        if not checks.check_flag(dry_run, "dry_run"):
            recording.check_can_record(self._components)
        for _ in range(_ATTEMPTS):
            try:
                return self._undo(scope, who, dry_run=dry_run)
            except Stale as stale:
                problem = stale
        raise problem

    def redo(self, undo_id: str, by: str | None) -> Undone:
        """Bring back what an undo set aside, exactly as it was."""
        name = checks.check_id(undo_id, "undo_id")
        who = self._components.intake.label(by, "by")
        recording.check_can_record(self._components)
        for _ in range(_ATTEMPTS):
            try:
                return self._redo(name, who)
            except Stale as stale:
                problem = stale
        raise problem

    def _undo(self, scope: UndoScope, by: str | None, *, dry_run: bool) -> Undone:
        store, now = self._components.store, self._components.clock.now()
        revision = store.revision(self._agent)
        entries = [entry for _, entry in store.entries_since(self._agent, 0)]
        part = self._part(scope, entries)
        plan = plan_undo(entries, self._history, part, now)
        touched = [*plan.before]
        record = UndoRecord(
            id=new_undo_id(),
            at=now,
            by=by,
            scope=scope,
            turns=tuple(part.turns),
            before=tuple(plan.before.values()),
            versions={name: left[-1].number if left else 0 for name, left in plan.after.items()},
            unlearned=self._has_unlearned(part),
            revision=revision + 1,
        )
        if not dry_run:
            after = [*plan.after.values(), *((plan.profile[1],) if plan.profile else ())]
            profile = [plan.profile[0][-1].entry.id] if plan.profile else []
            self._write(
                Interrupt(revision),
                DropEntries((*touched, *profile)),
                *map(self._restored, filter(None, after)),
                put_record(record),
                *self._recap_jobs(plan, part),
            )
        return _shown_plan(replace(record, id="" if dry_run else record.id), plan)

    def _redo(self, name: str, by: str | None) -> Undone:
        store, now = self._components.store, self._components.clock.now()
        revision = store.revision(self._agent)
        records = self._records()
        record = next((each for each in records if each.id == name), None)
        if record is None:
            raise NotFound(f"there is no undo {name!r}", field="undo_id")
        _check_can_redo(record, records)
        restored, kept = self._to_restore(record)
        redone = replace(record, before=(), versions={}, redone_at=now, redone_by=by)
        learn: Sequence[Write] = ()
        if self._must_learn_again(record) and self._components.settings.extractor != "none":
            learn = [self._components.learner.learn_all(now)]
        self._write(
            Interrupt(revision),
            DropEntries((*(history[-1].entry.id for history in restored), record.id)),
            *map(self._restored, restored),
            restored_record(redone),
            *learn,
        )
        shown = _shown_record(replace(record, redone_at=now, redone_by=by))
        return replace(shown, kept=tuple(kept))

    def _write(self, *writes: Write) -> None:
        components, now = self._components, self._components.clock.now()
        profile = Enqueue(JobKind.PROFILE, "", now, since=0)
        components.store.write(self._agent, *writes, *memory_jobs(now), profile)
        components.learner.working_sets.forget(self._agent)
        recording.after_memories_changed(components, self._agent)

    def _restored(self, history: History) -> RestoreEntry:
        entry = history[-1].entry
        reading = self._components.intake.read(entry.search_text, entry.said_at)
        return RestoreEntry(history, entry_digest(entry), reading)

    def _records(self) -> Sequence[UndoRecord]:
        chosen = EntryFilter(kinds=(Kind.UNDO,), statuses=tuple(Status))
        return [*map(record_of, self._components.store.entries(self._agent, chosen))]

    def _history(self, entry: Entry) -> History:
        """Every version of a memory, the last one with how often it was used."""
        versions = self._components.store.history(self._agent, entry.id)
        if not versions:
            raise Stale(f"memory {entry.id} has been removed in the meantime", field="id")
        return (*versions[:-1], replace(versions[-1], entry=entry))

    def _part(self, scope: UndoScope, entries: Sequence[Entry]) -> UndonePart:
        """The turns that meet the conditions, and the memories without turns that do."""
        store = self._components.store
        if scope.conversation and store.conversation(self._agent, scope.conversation) is None:
            message = f"there is no conversation {scope.conversation!r}"
            raise NotFound(message, field="conversation")
        found = [
            turn for turn in store.turns(self._agent, scope.conversation) if _is_meant(turn, scope)
        ]
        memories = frozenset(
            entry.id for entry in entries if scope.conversation is None and _is_own(entry, scope)
        )
        if not found and not memories:
            what = f"no turn {scope.turn!r}" if scope.turn else "nothing like that"
            raise NotFound(f"there is {what} to undo", field="turn" if scope.turn else None)
        open_turns = without_undone(found, turns_set_aside(store, self._agent))
        if not open_turns and not memories:
            raise Conflict("this is undone already: redo it from the list of undos")
        turns = {(turn.conversation, turn.id): turn for turn in open_turns}
        return UndonePart(turns, frozenset(name for name, _ in turns), memories)

    def _has_unlearned(self, part: UndonePart) -> bool:
        """Whether some of the turns wait to be learned from."""
        store = self._components.store
        job = store.any_job(job_id(self._agent, "", JobKind.LEARN))
        learned = max(job.watermark, 0) if job else 0
        waiting = store.turns_since(self._agent, learned, limit=_FEW_TURNS)
        return any((turn.conversation, turn.id) in part.turns for _, turn in waiting)

    def _recap_jobs(self, plan: UndoPlan, part: UndonePart) -> Iterable[Enqueue]:
        """The jobs that recap conversations again of which some turns are left."""
        store = self._components.store
        due = self._components.clock.now() + self._components.learner.silence
        for entry in plan.entries(gone=True):
            if entry.kind is Kind.SUMMARY and entry.key:
                turns = store.turns(self._agent, entry.key)
                if any((turn.conversation, turn.id) not in part.turns for turn in turns):
                    yield Enqueue(JobKind.SUMMARIZE, entry.key, due, since=0)

    def _must_learn_again(self, record: UndoRecord) -> bool:
        """Whether memories were learned without these turns, or these turns never were."""
        since = self._components.store.entries_since(self._agent, record.revision)
        return record.unlearned or any(entry.kind not in RECORDS for _, entry in since)

    def _to_restore(self, record: UndoRecord) -> tuple[Sequence[History], Sequence[Entry]]:
        """What to restore, and the memories that a person changed since."""
        restored: list[History] = []
        kept: list[Entry] = []
        for history in record.before:
            name = history[-1].entry.id
            expected = record.versions.get(name, 0)
            now = self._components.store.entry(self._agent, name)
            since = [v for v in self._history(now) if v.number > expected] if now else []
            if now and any(version.change in MANUAL_CHANGES for version in since):
                kept.append(now)
            else:
                restored.append(history)
        return restored, kept


def _is_meant(turn: Turn, scope: UndoScope) -> bool:
    """Whether a turn meets all conditions; times are those at which it was stored."""
    source = scope.source and scope.source.casefold()
    speaker = (turn.speaker or "").casefold()
    return (
        scope.turn in {None, turn.id}
        and (not source or source == speaker or (source == turn.role and turn.role is Role.TOOL))
        and (scope.since is None or turn.recorded_at >= scope.since)
        and (scope.until is None or turn.recorded_at < scope.until)
    )


def _is_own(entry: Entry, scope: UndoScope) -> bool:
    """Whether a memory that no turn said meets all conditions."""
    if entry.kind in RECORDS or entry.sources:
        return False
    imported = entry.metadata.get(IMPORTED)
    program = imported.get("from") if isinstance(imported, dict) else None
    return (
        scope.turn is None
        and (scope.source is None or scope.source == program)
        and (scope.since is None or entry.recorded_at >= scope.since)
        and (scope.until is None or entry.recorded_at < scope.until)
    )


def _check_can_redo(record: UndoRecord, records: Iterable[UndoRecord]) -> None:
    if not record.is_active:
        raise Conflict(f"undo {record.id!r} has been redone already", field="undo_id")
    touched = {history[-1].entry.id for history in record.before}
    for other in records:
        later = other.is_active and other.revision > record.revision
        both = touched & {history[-1].entry.id for history in other.before}
        if later and both:
            message = f"undo {other.id!r} has changed the same memories since: redo that one first"
            raise Conflict(message, field="undo_id")


def _shown_plan(record: UndoRecord, plan: UndoPlan) -> Undone:
    removed = [entry for entry in plan.entries(gone=True) if entry.status in SHOWN]
    left = plan.entries(gone=False)
    hidden = {name for name, was in plan.before.items() if was[-1].entry.status not in SHOWN}
    changed = [entry for entry in left if entry.id not in hidden]
    returning = [entry for entry in left if entry.id in hidden and entry.status in SHOWN]
    return _shown(record, removed, changed, returning)


def _shown_record(record: UndoRecord) -> Undone:
    """An undo as the list shows it; what it removed, as long as it has not been redone."""
    was = [history[-1].entry for history in record.before]
    removed = [entry for entry in was if not record.versions.get(entry.id)]
    left = [entry for entry in was if record.versions.get(entry.id)]
    changed = [entry for entry in left if entry.status in SHOWN]
    return _shown(record, removed, changed, [e for e in left if e.status not in SHOWN])


def _shown(
    record: UndoRecord,
    removed: Iterable[Entry],
    changed: Iterable[Entry],
    returning: Iterable[Entry],
) -> Undone:
    memories = [entry for entry in removed if entry.kind not in RECORDS and entry.status in SHOWN]
    return Undone(
        id=record.id or None,
        at=record.at,
        by=record.by,
        scope=record.scope,
        turns=len(record.turns),
        removed=tuple(memories),
        changed=tuple(changed),
        returning=tuple(returning),
        recaps=tuple(each.key for each in removed if each.kind is Kind.SUMMARY and each.key),
        ties=tuple(dict.fromkeys(tie.sentence for tie in relations(memories))),
        redone_at=record.redone_at,
        redone_by=record.redone_by,
    )
