"""What was erased or deleted after a backup was made, and is back because that was restored."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

from recollect.cli.audit import ALL, EVERY
from recollect.cli.erasure import erase_command
from recollect.cli.formatting import shell_quoted
from recollect.domain.access import Reach
from recollect.domain.audit import AuditAction, AuditedItem, AuditedKind, AuditEvent, AuditFilter
from recollect.domain.entry import Status
from recollect.errors import NotFound

if TYPE_CHECKING:
    from recollect.memory import Agent, Memory

_FAILED: Final = 400


@dataclass(frozen=True, slots=True)
class ErasedSince:
    """An agent, or something of it, that was erased or deleted and is there again."""

    agent: str
    erased_at: datetime
    item: AuditedItem | None = None
    # A memory that was only deleted can be restored.
    for_good: bool = True

    def command(self, recollect: str) -> str:
        """The command that erases or deletes it again, which begins with `recollect`."""
        if self.item is None:
            return f"{recollect} erase {shell_quoted(self.agent)}"
        kind, name, place = self.item.kind, self.item.id, self.item.conversation
        return erase_command(recollect, self.agent, kind, name, place, for_good=self.for_good)


def erased_since(memory: "Memory") -> list[ErasedSince]:
    """What the audit log says was erased or deleted, as far as the database has it from before."""
    from recollect.wiring.audit import AuditTrail  # noqa: PLC0415

    log = AuditTrail(memory.settings, memory.shared)
    gone = (AuditAction.DELETE, AuditAction.ERASE)
    events = chain.from_iterable(log.read(AuditFilter(action=each), EVERY) for each in gone)
    found = sorted(_found(memory, events), key=lambda each: each.erased_at, reverse=True)
    agents = {each.agent for each in found if each.item is None}
    wanted = [each for each in found if each.item is None or each.agent not in agents]
    # Of what was deleted and then erased, the erasure.
    last = {(each.agent, each.item): each for each in reversed(wanted)}
    return [*last.values()][::-1]


def _found(memory: "Memory", events: Iterable[AuditEvent]) -> Iterator[ErasedSince]:
    for event in events:
        for_good = event.action is AuditAction.ERASE
        if event.status is not None and event.status >= _FAILED:
            continue
        _, _, other = event.call.partition(" --database ")
        if other and other != str(Path(memory.database).absolute()):
            continue
        for name in (name for name in event.agents if name not in ALL):
            # What was stored after the erasure is somebody's new data.
            for summary in memory.agents(reach=Reach(only=name)):
                if for_good and not event.items and summary.created_at < event.at:
                    yield ErasedSince(name, event.at)
                agent = memory.agent(name)
                for item in _named(agent, event, for_good=for_good):
                    stored_at = _stored_at(agent, item, for_good=for_good)
                    if stored_at is not None and stored_at < event.at:
                        yield ErasedSince(name, event.at, item, for_good)


def _named(agent: "Agent", event: AuditEvent, *, for_good: bool) -> list[AuditedItem]:
    """The items of an event, without those that went with the first and go with it again."""
    found = [each for each in event.items if each.kind is event.items[0].kind]
    with suppress(NotFound):
        if for_good and found and found[0].kind is AuditedKind.MEMORY:
            along = {each.id for each in agent.memories.erased_with(found[0].id)}
            return [each for each in found if each.id not in along]
    return found


def _stored_at(agent: "Agent", item: AuditedItem, *, for_good: bool) -> datetime | None:
    """When something was stored that is there now; None if it is not."""
    with suppress(NotFound):
        match item.kind:
            case AuditedKind.MEMORY:
                is_gone = agent.memories.get(item.id).status is Status.DELETED and not for_good
                return None if is_gone else agent.memories.history(item.id)[0].entry.recorded_at
            case AuditedKind.CONVERSATION:
                return agent.conversations.get(item.id).created_at
            case AuditedKind.TURN:
                turns = agent.conversations.turns(item.conversation or "")
                return next((turn.recorded_at for turn in turns if turn.id == item.id), None)
            case _:
                pass
    return None
