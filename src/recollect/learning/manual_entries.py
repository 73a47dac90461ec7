"""Compares memories that a user added with existing ones; never drops or silently ends any."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from recollect.domain.entry import RECORDS, SHOWN, Change, Entry, Origin
from recollect.domain.job import Done, Job, pluralized
from recollect.domain.ports import Clock, Store
from recollect.domain.turn import Reading
from recollect.domain.writes import JobResult, PutEntry, Write, memory_jobs
from recollect.errors import InvalidInput, RecollectError, fault_location
from recollect.learning.compare import ComparisonModels
from recollect.learning.verdict import VerifyRules
from recollect.learning.working_set import WorkingSet
from recollect.learning.working_set_cache import WorkingSetCache

_STATED_CHANGES: Final = frozenset({Change.ADDED, Change.REINFORCED})


@dataclass(frozen=True, slots=True, kw_only=True)
class ManualEntryComparer:
    """Compares the memories that users add, one agent at a time."""

    store: Store
    clock: Clock
    models: ComparisonModels
    read: Callable[[str], Reading]
    rules: VerifyRules
    # Not shared with learning, which may be running in another thread.
    working_sets: WorkingSetCache = field(default_factory=WorkingSetCache)

    def run(self, job: Job) -> JobResult:
        """Compare each memory added since the last run with those that existed before it."""
        agent = job.agent
        revision = self.store.revision(agent)
        changed = (entry for _, entry in self.store.entries_since(agent, max(job.watermark, 0)))
        added = [entry for entry in changed if self._is_new(agent, entry)]
        if not added or not self.rules.enabled:
            return JobResult(Done("nothing to compare", revision))
        working_set = self.working_sets.load(agent, self.store, self.rules)
        puts, faults = self._compare_all(working_set, added)
        self.working_sets.record_plan(agent, puts)
        writes: tuple[Write, ...] = tuple(puts)
        if puts:
            writes += memory_jobs(self.clock.now())
        summary = f"{len(added)} compared, {pluralized(len(puts), 'change')}"
        if faults:
            summary += f", {len(faults)} not compared ({', '.join(sorted(set(faults)))})"
        return JobResult(Done(summary, revision, faults=len(faults)), writes)

    def _compare_all(
        self, working_set: WorkingSet, added: Sequence[Entry]
    ) -> tuple[list[PutEntry], list[str]]:
        """The resulting writes, and the code locations where comparing failed."""
        working_set.hide(added)
        puts: list[PutEntry] = []
        faults: list[str] = []
        for entry in added:
            try:
                planned = working_set.compare(entry, self.clock.now(), self.models)
            except InvalidInput:
                # Merged they would exceed the size limit: keep both.
                continue
            except RecollectError:
                raise
            except Exception as fault:  # noqa: BLE001 - one bad memory must not block the others
                faults.append(fault_location(fault))
            else:
                puts += [replace(put, reading=self.read(put.entry.content)) for put in planned]
        return puts, faults

    def _is_new(self, agent: str, entry: Entry) -> bool:
        """Whether the user stated it since it was last compared, and made no decision about it."""
        if entry.origin is not Origin.MANUAL or entry.status not in SHOWN:
            return False
        if entry.kind in RECORDS or entry.key is not None:
            return False
        changes = [version.change for version in self.store.history(agent, entry.id)]
        # Adding a deleted memory again reinforces it; merely restoring it does not.
        added_again = changes[-1:] == [Change.RESTORED] and entry.decayed_at == entry.changed_at
        return added_again or _STATED_CHANGES.issuperset(changes)
