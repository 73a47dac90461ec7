"""The token optimizer."""

from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

from recollect.domain import checks
from recollect.domain.tuning import Report, Snapshot
from recollect.errors import NotFound
from recollect.memory import recording
from recollect.wiring import Components

Snapshots: TypeAlias = list[Snapshot]


@dataclass(frozen=True, slots=True)
class Optimizer:
    """What tunes the windows of conversations to their budget: its report, its past runs, and a run at once."""

    _components: Components

    def status(self, agent: str | None = None) -> Report:
        """All runs so far and the parameters in force, of one agent; of all with those of the last run."""
        components = self._components
        if agent is None:
            tuning = components.store.every_tuning()
            parameters = tuning.last.parameters if tuning.last else components.tuner.start
        else:
            tuning = components.store.tuning(checks.check_id(agent, "agent"))
            parameters = components.tuner.parameters(agent)
        return tuning.efficiency.report(parameters)

    def snapshots(self, agent: str | None = None, *, limit: int | None = None) -> Snapshots:
        """The last runs, oldest first, of one agent or of all."""
        most = checks.check_limit(limit)
        if agent is None:
            return [*self._components.store.every_snapshot(limit=most)]
        name = checks.check_id(agent, "agent")
        return [*self._components.store.snapshots(name, limit=most)]

    def run(self, agent: str | None = None) -> None:
        """Ask for a run over the latest conversations of one agent, or of all; `sync` waits for it."""
        components = self._components
        recording.check_can_record(components)
        if agent is not None:
            components.store.write(checks.check_id(agent, "agent"), components.tuner.now())
        for known in components.store.every_agent() if agent is None else ():
            # One that is erased meanwhile has nothing to be tuned.
            with suppress(NotFound):
                components.store.write(known.id, components.tuner.now())
        components.worker.wake()
