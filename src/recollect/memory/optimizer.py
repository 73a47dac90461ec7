"""The token optimizer."""

from dataclasses import dataclass
from typing import TypeAlias

from recollect.domain import checks
from recollect.domain.job import JobKind
from recollect.domain.tuning import Report, Snapshot
from recollect.memory import recording
from recollect.wiring import Components

Snapshots: TypeAlias = list[Snapshot]


@dataclass(frozen=True, slots=True)
class Optimizer:
    """The tuning of conversation windows to their budget: its report, past runs, and new runs."""

    _components: Components

    def status(self, agent: str | None = None) -> Report:
        """The totals and current parameters of one agent, or of all with those of the last run."""
        components = self._components
        if agent is None:
            tuning = components.store.every_tuning()
            parameters = tuning.last.parameters if tuning.last else components.tuner.start
        else:
            tuning = components.store.tuning(checks.check_id(agent, "agent"))
            parameters = components.tuner.parameters(agent)
        return tuning.efficiency.report(parameters)

    def snapshots(self, agent: str | None = None, *, limit: int | None = None) -> Snapshots:
        """The last runs of one agent or of all, oldest first."""
        most = checks.check_limit(limit)
        if agent is None:
            return [*self._components.store.every_snapshot(limit=most)]
        name = checks.check_id(agent, "agent")
        return [*self._components.store.snapshots(name, limit=most)]

    def run(self, agent: str | None = None) -> None:
        """Schedule a run over the latest conversations of one agent.

        Without one, it is a run over the conversations of all agents that have changed.
        """
        components = self._components
        if agent is not None:
            recording.schedule(components, agent, components.tuner.run_now())
            return
        changed = components.store.every_agent_changed_since(JobKind.OPTIMIZE)
        job = components.tuner.run_now(unchanged=False)
        recording.schedule_for_each(components, changed, job)
