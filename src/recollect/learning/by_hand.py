"""What a person has written down, compared with what is known: nothing of theirs is dropped, and none ends in silence."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from recollect.domain.entry import RECORDS, SHOWN, Change, Entry, Origin
from recollect.domain.job import Done, Job, so_many
from recollect.domain.ports import Clock, Store
from recollect.domain.turn import Reading
from recollect.domain.writes import PutEntry, Work, Write, memory_work
from recollect.errors import InvalidInput, RecollectError, place_of
from recollect.learning.compare import Minds
from recollect.learning.ledger import Ledger
from recollect.learning.ledgers import Ledgers
from recollect.learning.verdict import VerifyRules

_SAID: Final = frozenset({Change.ADDED, Change.REINFORCED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparing:
    """Compares the memories that people add to one agent at a time."""

    store: Store
    clock: Clock
    minds: Minds
    read: Callable[[str], Reading]
    rules: VerifyRules
    # Not those of learning: that may be under way in another thread.
    ledgers: Ledgers = field(default_factory=Ledgers)

    def run(self, job: Job) -> Work:
        """Compare what was added since the last run, each with what was there when it came."""
        agent = job.agent
        seen = self.store.revision(agent)
        changed = (entry for _, entry in self.store.entries_since(agent, max(job.watermark, 0)))
        added = [entry for entry in changed if self._is_new(agent, entry)]
        if not added or not self.rules.enabled:
            return Work(Done("nothing to compare", seen))
        ledger = self.ledgers.of(agent, self.store, self.rules)
        puts, faults = self._compared(ledger, added)
        self.ledgers.planned(agent, puts)
        writes: tuple[Write, ...] = tuple(puts)
        if puts:
            writes += memory_work(self.clock.now())
        told = f"{len(added)} compared, {so_many(len(puts), 'change')}"
        if faults:
            told += f", {len(faults)} not compared ({', '.join(sorted(set(faults)))})"
        return Work(Done(told, seen, faults=len(faults)), writes)

    def _compared(self, ledger: Ledger, added: Sequence[Entry]) -> tuple[list[PutEntry], list[str]]:
        """What is to be written, and where it failed to compare one."""
        ledger.hide(added)
        puts: list[PutEntry] = []
        faults: list[str] = []
        for entry in added:
            try:
                made = ledger.compare(entry, self.clock.now(), self.minds)
            except InvalidInput:
                # Together they would say more than one memory may hold: they stay two.
                continue
            except RecollectError:
                raise
            except Exception as fault:  # noqa: BLE001 - a wall: one memory must not keep the others from being compared
                faults.append(place_of(fault))
            else:
                puts += [replace(put, reading=self.read(put.entry.content)) for put in made]
        return puts, faults

    def _is_new(self, agent: str, entry: Entry) -> bool:
        """Whether somebody has said it since it was last compared, and decided nothing about it."""
        if entry.origin is not Origin.MANUAL or entry.status not in SHOWN:
            return False
        if entry.kind in RECORDS or entry.key is not None:
            return False
        changes = [version.change for version in self.store.history(agent, entry.id)]
        # One that had gone and is added again is surer from then on; one that is only brought back is not.
        again = changes[-1:] == [Change.RESTORED] and entry.decayed_at == entry.changed_at
        return again or _SAID.issuperset(changes)
