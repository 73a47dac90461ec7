"""The implementation of each tool on top of the library."""

from collections.abc import Callable
from contextlib import suppress
from shlex import quote
from typing import Any, Final

from recollect.domain.access import Right
from recollect.domain.checks import check_flag, check_id, check_label, check_moment
from recollect.domain.entry import Entry, Kind, Status, check_kind
from recollect.domain.provenance import Origin
from recollect.domain.turn import Turn
from recollect.errors import InvalidInput, NotFound
from recollect.mcp.answers import Found, Listed, MemoryOut, Read, Stored, TurnOut, VersionOut
from recollect.mcp.arguments import DEFAULT_ITEMS, MAX_ITEMS, MAX_TOKENS, check_range
from recollect.mcp.caller import Caller
from recollect.mcp.explanations import ContextOut, Explained, ReceiptOut, WhyOut
from recollect.mcp.text import MAX_VERSIONS, PAGE_CHARS
from recollect.memory import Agent

# Search filters: argument -> the library's name and the check. Checked here, so that an error
# names the argument.
_FILTERS: Final[dict[str, tuple[str, Callable[[object, str], Any]]]] = {
    "kind": ("kind", check_kind),
    "after": ("after", check_moment),
    "before": ("before", check_moment),
    "speaker": ("speaker", check_label),
    "conversation_id": ("conversation", check_id),
}
_MAX_OFFSET: Final = 2**31


def add(caller: Caller, arguments: dict[str, Any]) -> Stored:
    """Store a statement."""
    agent = caller.writable(arguments.pop("agent_id", None))
    # A model calls this, perhaps because a page told it to: it is not a person's hand.
    entry = agent.memories.add(**arguments, origin=Origin.ASSISTANT)
    return Stored(agent_id=agent.id, outcome=_outcome(entry), memory=MemoryOut.from_entry(entry))


def _outcome(entry: Entry) -> str:
    if entry.version == 1:
        return "remembered"
    return "known already, reinforced" if entry.key is None else "stored under its existing key"


def search(caller: Caller, arguments: dict[str, Any]) -> Found:
    """Search for what matches a query."""
    agent = caller.readable(arguments.get("agent_id"))
    caller.check_spaces(arguments.get("spaces"))
    hits = agent.search(
        arguments["query"],
        limit=check_range(1, arguments.get("limit", DEFAULT_ITEMS), MAX_ITEMS, "limit"),
        filters={
            filter_name: check(arguments[name], name)
            for name, (filter_name, check) in _FILTERS.items()
            if name in arguments
        },
        **{name: arguments[name] for name in ("scopes", "as_of", "spaces") if name in arguments},
    )
    own = [hit.entry for hit in hits if hit.entry and hit.space is None]
    return Found.from_hits(agent.id, hits, agent.memories.corrected_by(own))


def get(caller: Caller, arguments: dict[str, Any]) -> Read:
    """Read one memory or one turn, from an offset on."""
    agent = caller.readable(arguments.get("agent_id"))
    start = check_range(0, arguments.get("offset", 0), _MAX_OFFSET, "offset")
    if "conversation_id" in arguments:
        turn = _turn(agent, arguments["conversation_id"], arguments["id"])
        page, next_offset = _page(turn.content, start)
        return Read(agent_id=agent.id, turn=TurnOut.from_turn(turn, page), next_offset=next_offset)
    entry = _entry(agent, arguments["id"])
    page, next_offset = _page(entry.content, start)
    memory = MemoryOut.from_entry(entry, agent.memories.corrected_by([entry])).model_copy(
        update={"content": page, "cut": next_offset is not None}
    )
    with_history = check_flag(arguments.get("history", False), "history")
    versions = agent.memories.history(entry.id)[-MAX_VERSIONS:] if with_history else None
    history = None if versions is None else [VersionOut.from_version(each) for each in versions]
    return Read(agent_id=agent.id, memory=memory, next_offset=next_offset, history=history)


def _entry(agent: Agent, entry_id: object) -> Entry:
    try:
        return agent.memories.get(entry_id)  # type: ignore[arg-type]  # checked there
    except NotFound as error:
        hint = f"{error.message}; to read a turn, pass its conversation_id"
        raise NotFound(hint, field="id") from None


def _turn(agent: Agent, conversation_id: object, turn_id: object) -> Turn:
    wanted = check_id(turn_id, "id")
    conversation = check_id(conversation_id, "conversation_id")
    for turn in agent.conversations.turns(conversation):
        if turn.id == wanted:
            return turn
    raise NotFound(f"conversation {conversation!r:.80} has no turn {wanted!r:.80}", field="id")


def _page(content: str, start: int) -> tuple[str, int | None]:
    """One page of a text, and the offset of the next."""
    if start and start >= len(content):
        message = f"offset {start:,} is past the end; the text has {len(content):,} characters"
        raise InvalidInput(message, field="offset")
    end = start + PAGE_CHARS
    return content[start:end], end if end < len(content) else None


def list_(caller: Caller, arguments: dict[str, Any]) -> Listed:
    """List one page of memories."""
    agent = caller.readable(arguments.pop("agent_id", None))
    limit = check_range(1, arguments.pop("limit", DEFAULT_ITEMS), MAX_ITEMS, "limit")
    if arguments.get("status") == "all":
        arguments["status"] = tuple(Status)
    entries = agent.memories.list(**arguments, limit=limit + 1)
    return Listed.from_entries(agent.id, entries, limit, agent.memories.corrected_by(entries))


def update(caller: Caller, arguments: dict[str, Any]) -> Stored:
    """Correct a memory, or restore one that was removed or an earlier version."""
    agent = caller.writable(arguments.pop("agent_id", None))
    entry_id = arguments.pop("id")
    restore = check_flag(arguments.pop("restore", False), "restore")
    version = arguments.pop("version", None)
    if restore:
        restored = _restore(agent, entry_id, version, arguments)
        caller.concerns(restored.memory.id)
        return restored
    if version is not None:
        raise InvalidInput("version requires restore=true", field="version")
    old = agent.memories.get(entry_id)
    if old.kind is Kind.OVERRIDE:
        raise InvalidInput("only a person changes an instruction", field="id")
    caller.concerns(entry_id)
    entry = agent.memories.update(entry_id, **arguments, origin=Origin.ASSISTANT)
    before = entry.version - 1
    undo = f'memory_update with {{"id": "{entry.id}", "restore": true, "version": {before}}}'
    lost = (
        "this was your standing instruction. In an assistant's words it is only a note, and no"
        " longer a rule, until you save its text yourself: in Memories on the page, or with"
        f' `recollect memories edit {quote(agent.id)} {entry.id} "…"`.'
    )
    return Stored(
        agent_id=agent.id,
        outcome="changed",
        memory=MemoryOut.from_entry(entry),
        tell_user=lost if old.is_standing and not entry.is_standing else None,
        undo=undo,
    )


def _restore(agent: Agent, entry_id: str, version: Any, arguments: dict[str, Any]) -> Stored:
    if arguments:
        message = f"restore=true can be combined only with version, not with {min(arguments)}"
        raise InvalidInput(message, field="restore")
    entry = agent.memories.restore(entry_id, version)
    return Stored(agent_id=agent.id, outcome="restored", memory=MemoryOut.from_entry(entry))


def delete(caller: Caller, arguments: dict[str, Any]) -> Stored:
    """Delete a memory."""
    agent = caller.writable(arguments.get("agent_id"))
    caller.deletes()
    entry = agent.memories.delete(arguments["id"])
    caller.concerns(entry.id)
    undo = f'memory_update with {{"id": "{entry.id}", "restore": true}}'
    return Stored(
        agent_id=agent.id, outcome="deleted", memory=MemoryOut.from_entry(entry), undo=undo
    )


def context(caller: Caller, arguments: dict[str, Any]) -> ContextOut:
    """Assemble the context for a query."""
    agent = caller.readable(arguments.get("agent_id"))
    options = {name: arguments[name] for name in ("framing", "as_of") if name in arguments}
    return ContextOut.from_context(agent.context(**_query_options(caller, arguments), **options))


def explain(caller: Caller, arguments: dict[str, Any]) -> Explained:
    """Explain why something is or is not in a context, or what a context contained."""
    agent = caller.readable(arguments.get("agent_id"))
    if ("id" in arguments) == ("receipt_id" in arguments):
        raise InvalidInput("pass either id (with the query) or receipt_id", field="id")
    if "receipt_id" in arguments:
        receipt = _receipt(caller, agent, arguments["receipt_id"])
        return Explained(agent_id=agent.id, receipt=receipt)
    why = agent.why_not(arguments["id"], **_query_options(caller, arguments))
    return Explained(agent_id=agent.id, why=WhyOut.model_validate(why))


def _receipt(caller: Caller, agent: Agent, receipt_id: object) -> ReceiptOut:
    wanted = check_id(receipt_id, "receipt_id")
    with suppress(NotFound):
        receipt = caller.memory.receipt(wanted)
        may_read = all(caller.access.may(Right.READ, each) for each in receipt.agents)
        if receipt.agent == agent.id and may_read:
            return ReceiptOut.from_receipt(receipt, agent.item_text)
    # The same message for a receipt of another agent, so that it reveals nothing.
    message = f"this agent has no receipt {wanted!r:.80}; only recent receipts are kept"
    raise NotFound(message, field="receipt_id")


def _query_options(caller: Caller, arguments: dict[str, Any]) -> dict[str, Any]:
    tokens = arguments.get("tokens")
    if tokens is None and caller.memory.settings.context_max_tokens > MAX_TOKENS:
        tokens = MAX_TOKENS
    conversation = arguments.get("conversation_id")
    caller.check_spaces(arguments.get("spaces"))
    return {
        "query": arguments.get("query"),
        "tokens": None if tokens is None else check_range(1, tokens, MAX_TOKENS, "tokens"),
        "conversation": None if conversation is None else check_id(conversation, "conversation_id"),
        "spaces": arguments.get("spaces"),
    }
