"""What each tool does: a call is translated for the front desk, and its answer for the model."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from recollect.domain.checks import check_flag, check_id, check_label, check_moment
from recollect.domain.entry import Entry, Status, check_kind
from recollect.domain.turn import Turn
from recollect.errors import InvalidInput, NotFound
from recollect.mcp.answers import (
    MOST_VERSIONS,
    PAGE,
    ContextOut,
    Explained,
    Found,
    Listed,
    MemoryOut,
    Read,
    ReceiptOut,
    Stored,
    TurnOut,
    VersionOut,
    WhyOut,
)
from recollect.mcp.arguments import MOST, MOST_TOKENS, USUAL, between
from recollect.mcp.caller import Caller
from recollect.memory import Agent

# What a search leaves aside, by the library's names; checked here, so that an error speaks of ours.
_FILTERS: Final[dict[str, tuple[str, Callable[[object, str], Any]]]] = {
    "kind": ("kind", check_kind),
    "after": ("after", check_moment),
    "before": ("before", check_moment),
    "speaker": ("speaker", check_label),
    "conversation_id": ("conversation", check_id),
}
_LONGEST: Final = 2**31


def add(caller: Caller, asked: dict[str, Any]) -> Stored:
    """Remember a statement."""
    agent = caller.writing(asked.pop("agent_id", None))
    entry = agent.memories.add(**asked)
    return Stored(agent_id=agent.id, outcome=_added(entry), memory=MemoryOut.of(entry))


def _added(entry: Entry) -> str:
    if entry.version == 1:
        return "remembered"
    return "known already, reinforced" if entry.key is None else "kept under the key it had before"


def search(caller: Caller, asked: dict[str, Any]) -> Found:
    """Look for what fits a question."""
    agent = caller.reading(asked.get("agent_id"))
    hits = agent.search(
        asked["query"],
        limit=between(1, asked.get("limit", USUAL), MOST, "limit"),
        filters={
            theirs: check(asked[name], name)
            for name, (theirs, check) in _FILTERS.items()
            if name in asked
        },
        **{name: asked[name] for name in ("scopes", "as_of") if name in asked},
    )
    return Found.of(agent.id, hits)


def get(caller: Caller, asked: dict[str, Any]) -> Read:
    """Read one memory or one turn, from a character on."""
    agent = caller.reading(asked.get("agent_id"))
    start = between(0, asked.get("offset", 0), _LONGEST, "offset")
    if "conversation_id" in asked:
        turn = _turn(agent, asked["conversation_id"], asked["id"])
        page, more = _page(turn.content, start)
        return Read(agent_id=agent.id, turn=TurnOut.of(turn, page), next_offset=more)
    entry = _entry(agent, asked["id"])
    page, more = _page(entry.content, start)
    memory = MemoryOut.of(entry).model_copy(update={"content": page, "cut": more is not None})
    wanted = check_flag(asked.get("history", False), "history")
    history = _history(agent, entry) if wanted else None
    return Read(agent_id=agent.id, memory=memory, next_offset=more, history=history)


def _entry(agent: Agent, name: object) -> Entry:
    try:
        return agent.memories.get(name)  # type: ignore[arg-type]  # checked there
    except NotFound as error:
        hint = f"{error.message}; something that was said is read with its conversation_id"
        raise NotFound(hint, field="id") from None


def _turn(agent: Agent, conversation: object, name: object) -> Turn:
    wanted = check_id(name, "id")
    talk = check_id(conversation, "conversation_id")
    for turn in agent.conversations.turns(talk):
        if turn.id == wanted:
            return turn
    raise NotFound(f"conversation {talk!r:.80} has no turn {wanted!r:.80}", field="id")


def _page(content: str, start: int) -> tuple[str, int | None]:
    """A part of a text, and where the next one begins."""
    if start and start >= len(content):
        message = f"offset {start:,} lies behind the end: there are {len(content):,} characters"
        raise InvalidInput(message, field="offset")
    end = start + PAGE
    return content[start:end], end if end < len(content) else None


def _history(agent: Agent, entry: Entry) -> list[VersionOut]:
    return [VersionOut.of(version) for version in agent.memories.history(entry.id)[-MOST_VERSIONS:]]


def list_(caller: Caller, asked: dict[str, Any]) -> Listed:
    """Go through the memories."""
    agent = caller.reading(asked.pop("agent_id", None))
    limit = between(1, asked.pop("limit", USUAL), MOST, "limit")
    if asked.get("status") == "all":
        asked["status"] = tuple(Status)
    return Listed.of(agent.id, agent.memories.list(**asked, limit=limit + 1), limit)


def update(caller: Caller, asked: dict[str, Any]) -> Stored:
    """Correct a memory, or bring back what it was."""
    agent = caller.writing(asked.pop("agent_id", None))
    name = asked.pop("id")
    restoring = check_flag(asked.pop("restore", False), "restore")
    version = asked.pop("version", None)
    if restoring:
        return _restored(agent, name, version, asked)
    if version is not None:
        raise InvalidInput("version is for restore=true", field="version")
    entry = agent.memories.update(name, **asked)
    return Stored(
        agent_id=agent.id, outcome="changed", memory=MemoryOut.of(entry), undo=_back(entry)
    )


def _restored(agent: Agent, name: str, version: Any, asked: dict[str, Any]) -> Stored:
    if asked:
        message = f"restore=true takes nothing else but version, not {min(asked)}"
        raise InvalidInput(message, field="restore")
    entry = agent.memories.restore(name, version)
    return Stored(agent_id=agent.id, outcome="restored", memory=MemoryOut.of(entry))


def _back(entry: Entry) -> str:
    return f'memory_update with {{"id": "{entry.id}", "restore": true, "version": {entry.version - 1}}}'


def delete(caller: Caller, asked: dict[str, Any]) -> Stored:
    """Take a memory away."""
    agent = caller.writing(asked.get("agent_id"))
    entry = agent.memories.delete(asked["id"])
    undo = f'memory_update with {{"id": "{entry.id}", "restore": true}}'
    return Stored(agent_id=agent.id, outcome="deleted", memory=MemoryOut.of(entry), undo=undo)


def context(caller: Caller, asked: dict[str, Any]) -> ContextOut:
    """Make what a model should read."""
    agent = caller.reading(asked.get("agent_id"))
    asked_for = {name: asked[name] for name in ("framing", "as_of") if name in asked}
    return ContextOut.of(agent.context(**_question(caller, asked), **asked_for))


def explain(caller: Caller, asked: dict[str, Any]) -> Explained:
    """Say why something is or is not in a context, or what one was made of."""
    agent = caller.reading(asked.get("agent_id"))
    if ("id" in asked) == ("receipt_id" in asked):
        raise InvalidInput("give either id (with the query) or receipt_id", field="id")
    if "receipt_id" in asked:
        return Explained(agent_id=agent.id, receipt=_receipt(caller, agent, asked["receipt_id"]))
    why = agent.why_not(asked["id"], **_question(caller, asked))
    return Explained(agent_id=agent.id, why=WhyOut.of(why))


def _receipt(caller: Caller, agent: Agent, name: object) -> ReceiptOut:
    wanted = check_id(name, "receipt_id")
    with suppress(NotFound):
        found = caller.memory.receipt(wanted)
        if found.agent == agent.id:
            return ReceiptOut.of(found)
    # The same words for one that never was: nobody learns what others have asked.
    message = f"this agent has no receipt {wanted!r:.80}; only the last ones are kept"
    raise NotFound(message, field="receipt_id")


def _question(caller: Caller, asked: dict[str, Any]) -> dict[str, Any]:
    usual = min(caller.memory.settings.context_max_tokens, MOST_TOKENS)
    going_on = asked.get("conversation_id")
    return {
        "query": asked.get("query"),
        "tokens": between(1, asked.get("tokens", usual), MOST_TOKENS, "tokens"),
        "conversation": None if going_on is None else check_id(going_on, "conversation_id"),
    }
