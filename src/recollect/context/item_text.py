"""The text behind an item of a receipt, which stores only ids."""

from recollect.context.stored import StoredMemories
from recollect.domain.entry import RECORDS
from recollect.domain.hit import Scope
from recollect.domain.ports import Store
from recollect.domain.receipt import Item


def item_text(
    store: Store, stored: StoredMemories, agent: str, item: Item, over: frozenset[str]
) -> str | None:
    """The text of an item as contexts show it; one line for a memory, None if it is gone.

    `over` names memories that have ended. Something that is left out as a whole is not cut.
    """
    if item.scope is Scope.TURNS:
        turn = store.turn(agent, item.conversation, item.id) if item.conversation else None
        if turn is None:
            return None
        cuts, text = stored.withheld.of_turn(turn), turn.content
        left = text if cuts is None or cuts.is_all_of(text) else cuts.cut(text)
        return stored.with_marks(left, turn, over)
    entry_id, _, line_number = item.id.partition("#")
    entry = store.entry(agent, entry_id)
    if entry is None:
        return None
    if not line_number:
        text = stored.withheld.summary(entry) or entry.content
        return stored.with_marks(text, entry, over) if entry.kind in RECORDS else entry.line
    lines = entry.content.split("\n")
    return lines[int(line_number)].removeprefix("- ") if int(line_number) < len(lines) else None
