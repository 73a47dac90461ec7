"""What was erased after a backup was made, and is back because that was restored."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from recollect.cli.audit import ALL
from recollect.cli.formatting import shell_quoted
from recollect.domain.access import Reach
from recollect.domain.audit import AuditAction, AuditedItem, AuditedKind, AuditEvent, AuditFilter
from recollect.errors import NotFound

if TYPE_CHECKING:
    from recollect.memory import Agent, Memory

_EVERY: Final = 1_000_000
_FAILED: Final = 400


@dataclass(frozen=True, slots=True)
class ErasedSince:
    """An agent, or something of it, that was erased and is there again."""

    agent: str
    erased_at: datetime
    item: AuditedItem | None = None

    @property
    def command(self) -> str:
        """The command that erases it again."""
        agent = shell_quoted(self.agent)
        if self.item is None:
            return f"recollect erase {agent}"
        name = shell_quoted(self.item.id)
        if self.item.kind is AuditedKind.MEMORY:
            return f"recollect memories delete {agent} {name} --purge"
        if self.item.kind is AuditedKind.CONVERSATION:
            return f"recollect conversations delete {agent} {name}"
        conversation = shell_quoted(self.item.conversation or "")
        return f"recollect conversations delete-turn {agent} {conversation} {name}"


def erased_since(memory: "Memory") -> list[ErasedSince]:
    """What the audit log says was erased, as far as the database has it from before that."""
    from recollect.wiring.audit import AuditTrail  # noqa: PLC0415

    log = AuditTrail(memory.settings, memory.shared)
    erasures = log.read(AuditFilter(action=AuditAction.ERASE), _EVERY)
    found = [*_found(memory, erasures)]
    agents = {each.agent for each in found if each.item is None}
    wanted = (each for each in found if each.item is None or each.agent not in agents)
    return [*{(each.agent, each.item): each for each in wanted}.values()]


def _found(memory: "Memory", erasures: Iterable[AuditEvent]) -> Iterator[ErasedSince]:
    for event in erasures:
        if event.status is not None and event.status >= _FAILED:
            continue
        _, _, other = event.call.partition(" --database ")
        if other and other != str(Path(memory.database).absolute()):
            continue
        for name in (name for name in event.agents if name not in ALL):
            # What was stored after the erasure is somebody's new data.
            for summary in memory.agents(reach=Reach(only=name)):
                if not event.items and summary.created_at < event.at:
                    yield ErasedSince(name, event.at)
                agent = memory.agent(name)
                # The other kinds went with it, and go with it again.
                for item in (each for each in event.items if each.kind is event.items[0].kind):
                    stored_at = _stored_at(agent, item)
                    if stored_at is not None and stored_at < event.at:
                        yield ErasedSince(name, event.at, item)


def _stored_at(agent: "Agent", item: AuditedItem) -> datetime | None:
    """When something was stored that is there now; None if it is not."""
    with suppress(NotFound):
        match item.kind:
            case AuditedKind.MEMORY:
                return agent.memories.history(item.id)[0].entry.recorded_at
            case AuditedKind.CONVERSATION:
                return agent.conversations.get(item.id).created_at
            case AuditedKind.TURN:
                turns = agent.conversations.turns(item.conversation or "")
                return next((turn.recorded_at for turn in turns if turn.id == item.id), None)
            case _:
                pass
    return None
