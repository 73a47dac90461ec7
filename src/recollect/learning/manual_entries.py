"""Compares memories that a user added with existing ones; never drops or silently ends any."""

from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Final

from recollect.domain.amounts import pluralize
from recollect.domain.entry import RECORDS, SHOWN, Change, Entry
from recollect.domain.job import Done, Job
from recollect.domain.writes import JobResult, PutEntry, memory_jobs
from recollect.errors import InvalidInput
from recollect.learning.pipeline import Learner, run_plans
from recollect.learning.working_set import WorkingSet
from recollect.learning.working_set_cache import WorkingSetCache

_STATED_CHANGES: Final = frozenset({Change.ADDED, Change.REINFORCED})


@dataclass(frozen=True, slots=True)
class ManualEntryComparer:
    """Compares the memories that users add, one agent at a time, by the rules of a learner."""

    learner: Learner
    # Not shared with learning, which may be running in another thread.
    working_sets: WorkingSetCache = field(default_factory=WorkingSetCache)

    def run(self, job: Job) -> JobResult:
        """Compare each memory added since the last run with those that existed before it."""
        agent, learner = job.agent, self.learner
        revision, now = learner.store.revision(agent), learner.clock.now()
        changed = (entry for _, entry in learner.store.entries_since(agent, max(job.watermark, 0)))
        added = [entry for entry in changed if self._is_new(agent, entry)]
        if not added or not learner.rules.enabled:
            return JobResult(Done("nothing to compare", revision))
        working_set = self.working_sets.load(agent, learner.store, learner.rules)
        working_set.hide(added)
        faults: list[str] = []
        plans = (partial(self._compare, working_set, entry, now) for entry in added)
        puts = run_plans(plans, learner.read, faults)
        self.working_sets.record_plan(agent, puts)
        summary = f"{len(added)} compared, {pluralize(len(puts), 'change')}"
        if faults:
            summary += f", {len(faults)} not compared ({', '.join(sorted(set(faults)))})"
        jobs = memory_jobs(now) if puts else ()
        return JobResult(Done(summary, revision, faults=len(faults)), (*puts, *jobs))

    def _compare(self, working_set: WorkingSet, entry: Entry, now: datetime) -> list[PutEntry]:
        try:
            return working_set.compare(entry, now, self.learner.models)
        except InvalidInput:
            # Merged they would exceed the size limit: keep both.
            return []

    def _is_new(self, agent: str, entry: Entry) -> bool:
        """Whether the user stated it since it was last compared, and made no decision about it."""
        if not entry.is_added or entry.status not in SHOWN:
            return False
        if entry.kind in RECORDS or entry.key is not None:
            return False
        changes = [version.change for version in self.learner.store.history(agent, entry.id)]
        # Adding a deleted memory again reinforces it; merely restoring it does not.
        added_again = changes[-1:] == [Change.RESTORED] and entry.decayed_at == entry.changed_at
        return added_again or _STATED_CHANGES.issuperset(changes)
