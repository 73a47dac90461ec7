"""Whether something that a context shows was deleted afterwards, here or by another server."""

from collections.abc import Iterable, Iterator
from typing import Final

from recollect.domain.entry import Status
from recollect.domain.hit import Scope
from recollect.domain.ports import Store
from recollect.domain.receipt import Item, Receipt, Section

# A person or the learner replaced these; the words were true when they were shown.
_STILL_STORED: Final = frozenset(Status) - {Status.DELETED}


def shows_deleted(store: Store, receipt: Receipt) -> bool:
    """Whether a turn or memory that a receipt lists is gone or deleted, or its profile changed."""
    for space in {item.space for item in receipt.items}:
        items = [item for item in receipt.items if item.space == space]
        agent = receipt.agent if space is None else space
        if _turn_is_gone(store, agent, items) or _memory_is_gone(store, agent, receipt, items):
            return True
    return False


def _turn_is_gone(store: Store, agent: str, items: list[Item]) -> bool:
    names = {
        (item.conversation, item.id)
        for item in items
        if item.scope is Scope.TURNS and item.conversation is not None
    }
    return bool(names) and len(store.turns_by_id(agent, tuple(names))) < len(names)


def _memory_is_gone(store: Store, agent: str, receipt: Receipt, items: list[Item]) -> bool:
    names = set(_memories(items))
    if not names:
        return False
    found = store.entries_by_id(agent, tuple(names))
    stored = {name for name, entry in found.items() if entry.status in _STILL_STORED}
    profiles = set(_memories(item for item in items if item.section is Section.PROFILE))
    # A profile is written anew without what was deleted.
    return stored != names or any(found[name].changed_at > receipt.at for name in profiles)


def _memories(items: Iterable[Item]) -> Iterator[str]:
    """The ids of memories; lines of one memory are numbered behind a "#"."""
    return (item.id.partition("#")[0] for item in items if item.scope is not Scope.TURNS)
