"""What the things of a receipt say: the receipt itself holds their ids alone."""

from recollect.domain.entry import RECORDS
from recollect.domain.hit import Scope
from recollect.domain.ports import Store
from recollect.domain.receipt import Item


def words_of(store: Store, agent: str, item: Item) -> str | None:
    """Its words: of a memory or a profile a line. None where it has been deleted since."""
    if item.scope is Scope.TURNS:
        turn = store.turn(agent, item.conversation, item.id) if item.conversation else None
        return turn.content if turn else None
    name, _, line = item.id.partition("#")
    entry = store.entry(agent, name)
    if entry is None:
        return None
    if not line:
        return entry.content if entry.kind in RECORDS else entry.line
    lines = entry.content.split("\n")
    return lines[int(line)].removeprefix("- ") if int(line) < len(lines) else None
