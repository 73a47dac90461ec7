"""The text behind an item of a receipt, which stores only ids."""

from recollect.domain.entry import RECORDS
from recollect.domain.hit import Scope
from recollect.domain.ports import Store
from recollect.domain.receipt import Item


def item_text(store: Store, agent: str, item: Item) -> str | None:
    """The current text of an item; one line for a memory, None if it has been deleted."""
    agent = agent if item.space is None else item.space
    if item.scope is Scope.TURNS:
        turn = store.turn(agent, item.conversation, item.id) if item.conversation else None
        return turn.content if turn else None
    entry_id, _, line_number = item.id.partition("#")
    entry = store.entry(agent, entry_id)
    if entry is None:
        return None
    if not line_number:
        return entry.content if entry.kind in RECORDS else entry.line
    lines = entry.content.split("\n")
    return lines[int(line_number)].removeprefix("- ") if int(line_number) < len(lines) else None
