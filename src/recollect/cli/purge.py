"""Erasing a memory for good, after naming everything that goes with it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from recollect.cli.audit import record
from recollect.cli.confirm import confirm
from recollect.cli.erasure import note_copies
from recollect.cli.formatting import one_line, shorten
from recollect.cli.memory_display import as_json_entry, memory_text
from recollect.cli.output import note, print_result
from recollect.domain.amounts import pluralize
from recollect.domain.audit import AuditAction, AuditedItem, AuditedKind
from recollect.domain.plain import plain

if TYPE_CHECKING:
    from recollect.domain.entry import Entry
    from recollect.domain.turn import Turn
    from recollect.memory import Memory

_MAX_NAMED: Final = 200


def purge_memory(
    memory: "Memory",
    agent: str,
    entry: "Entry",
    *,
    keep_replies: bool = False,
    yes: bool,
    as_json: bool,
    database: str | None,
) -> None:
    """Erase a memory with the turns it came from, and the replies that repeat it."""
    memories = memory.agent(agent).memories
    turns = {(source.conversation, source.turn_id) for source in entry.sources}
    said = f" and {pluralize(len(turns), 'turn')} it was learned from" if turns else ""
    others = memories.erased_with(entry.id, keep_replies=keep_replies)
    replies = [] if keep_replies else memories.repeated_in(entry.id)
    where = "that turn" if len(turns) == 1 else "those turns"
    if not yes:
        _name("This also erases", others, replies, where, " (--keep-replies keeps them)")
        confirm(f"Erase memory {entry.id[:8]}{said}? This cannot be undone.")
    erased = memories.delete(entry.id, purge=True, keep_replies=keep_replies)
    items = [AuditedItem(AuditedKind.MEMORY, each.id) for each in (erased, *others)]
    turns |= {(turn.conversation, turn.id) for turn in replies}
    items += (AuditedItem(AuditedKind.TURN, turn, place) for place, turn in sorted(turns))
    call = "recollect memories delete --purge"
    record(AuditAction.ERASE, call, agents=(agent,), items=items, database=database)
    copies = memory.copies()
    result = {
        **as_json_entry(erased),
        "also_erased": [as_json_entry(other) for other in others],
        "replies_erased": plain(replies),
        "copies": plain(copies),
    }
    print_result(result, f"Erased {entry.id[:8]}{said}.", as_json=as_json)
    if not as_json:
        _name("Also erased", others, replies, where)
    note_copies(copies, as_json=as_json)


def _name(
    what: str, entries: "Sequence[Entry]", replies: "Sequence[Turn]", where: str, option: str = ""
) -> None:
    if entries:
        note(f"{what} {pluralize(len(entries), 'other memory')} learned from {where}:")
    for entry in entries:
        note(f"  {entry.id[:8]}  {shorten(one_line(memory_text(entry)), _MAX_NAMED)}")
    if replies:
        name_replies(what, replies, option)


def name_replies(what: str, replies: "Sequence[Turn]", option: str = "") -> None:
    """Show the replies that repeat what is erased."""
    repeat = "1 reply that repeats" if len(replies) == 1 else f"{len(replies)} replies that repeat"
    note(f"{what} {repeat} it{option}:")
    for turn in replies:
        note(f"  {one_line(turn.id)}  {shorten(one_line(turn.content), _MAX_NAMED)}")
