"""A session for OpenAI's Agents SDK: `Runner.run(agent, text, session=RecollectSession(…))`.

Install `recollect[openai-agents]`.
"""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any

from agents.memory import SessionSettings
from agents.memory.session_settings import coerce_session_settings, resolve_session_limit

from recollect.domain.turn import Role, Turn
from recollect.errors import InvalidInput, NotFound
from recollect.integrations.opened import AnyMemory, opened
from recollect.integrations.verbatim import turn_with, value_of
from recollect.memory.aio import AsyncMemory

# The metadata key of a turn under which its item is kept as the SDK gave it.
ITEM = "openai_agents_item"
_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}


class RecollectSession:
    """One conversation of an agent as a session; what is said in it is learned and searched.

    Items come back as they were given, tool calls and reasoning included; only secrets are
    redacted, as everywhere (setting `redact_secrets`).
    """

    def __init__(
        self,
        session_id: str,
        memory: AnyMemory,
        *,
        agent: str,
        session_settings: SessionSettings | dict[str, Any] | None = None,
    ) -> None:
        self.session_id = session_id
        given = session_settings if session_settings is not None else SessionSettings()
        self.session_settings: SessionSettings | None = coerce_session_settings(given)
        self._agent = AsyncMemory(opened(memory)).agent(agent)

    async def get_items(self, limit: int | None = None) -> list[Any]:
        """The items of the session in order; with a limit, the latest ones."""
        most = resolve_session_limit(limit, self.session_settings)
        if most == 0:
            return []
        # As in the SDK's own sessions, a negative limit is none.
        last = None if most is None or most < 0 else most
        return [_item_of(turn) for turn in await self._agent.turns(self.session_id, last=last)]

    async def add_items(self, items: Sequence[Any]) -> None:
        """Store items, all or none."""
        if not isinstance(items, list | tuple):
            raise InvalidInput("items takes a list", field="items")
        if items:
            await _finished(self._agent.ingest(self.session_id, [_turn_of(item) for item in items]))

    async def pop_item(self) -> Any | None:
        """Remove the latest item, with what was learned from it, and return it."""
        while turns := await self._agent.turns(self.session_id, last=1):
            # If another caller has removed it meanwhile, take the one before.
            with suppress(NotFound):
                await _finished(self._agent.conversations.delete_turn(self.session_id, turns[0].id))
                return _item_of(turns[0])
        return None

    async def clear_session(self) -> None:
        """Erase the conversation, with what was learned from it."""
        with suppress(NotFound):
            await _finished(self._agent.conversations.delete(self.session_id))


async def _finished(write: Coroutine[Any, Any, object]) -> None:
    """Wait for a write even if the caller is cancelled, so that its outcome is known to it."""
    task = asyncio.ensure_future(write)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task})
        raise


def _turn_of(item: Any) -> dict[str, Any]:
    """A turn for an item: its text to be searched and learned from, and the item itself."""
    kind = str(item.get("type", "message")) if isinstance(item, Mapping) else None
    # What the SDK's EncryptedSession stores has neither.
    if kind is None or (kind == "message" and not item.keys() & {"content", "__enc__"}):
        raise InvalidInput("items may have no item without type and content", field="items")
    role = _ROLES.get(str(item.get("role")), Role.SYSTEM) if kind == "message" else Role.TOOL
    return turn_with(item, ITEM, role, _text_of(item), kind)


def _text_of(item: Mapping[str, Any]) -> str:
    """The words of an item: of a message, of a tool call or its output, of a reasoning summary."""
    if "arguments" in item:
        return f"{item.get('name', item.get('type'))}({item['arguments']})"
    parts = next((item[name] for name in ("content", "output", "summary") if item.get(name)), "")
    if isinstance(parts, str):
        return parts
    texts = (part.get("text") or part.get("refusal") for part in parts if isinstance(part, Mapping))
    return "\n".join(text for text in texts if isinstance(text, str))


def _item_of(turn: Turn) -> Any:
    """The item of a turn; a turn that did not come from a session is a message."""
    role = Role.ASSISTANT if turn.role is Role.TOOL else turn.role
    return value_of(turn, ITEM) or {"role": role.value, "content": turn.content}
