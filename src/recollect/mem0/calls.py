"""mem0's calls, on the agents that a caller may use."""

import dataclasses
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final, Protocol

from recollect.domain.access import Reach, Right
from recollect.domain.conversation import AgentSummary
from recollect.domain.entry import MEM0, SHOWN, VALUE, WHEN, Entry, Kind
from recollect.domain.hit import Scope
from recollect.errors import InvalidInput, NotFound
from recollect.mem0 import items
from recollect.mem0.filters import ANY, has_conditions, matches, owners
from recollect.mem0.scope import (
    agent_named,
    agent_of,
    entity_of,
    identities_in,
    memory_id,
    parsed_id,
)
from recollect.memory import Agent, Memory

Item = dict[str, Any]
PROCEDURAL: Final = "procedural_memory"
# Arguments of mem0 1.x, and what its 2.x has instead.
_RENAMED: Final = {
    "limit": "it is called top_k since mem0 2.0",
    "version": "calls are as in mem0 2.x",
    "output_format": "calls are as in mem0 2.x",
}
# How many hits are looked through for those that match the filters.
_FILTERED: Final = 10_000
# How many more hits are read, so that expired ones do not take the place of others.
_EXPIRED: Final = 20
_UNSET: Final = object()


class Callers(Protocol):
    """Whoever calls: gets agents only as far as its rights reach."""

    @property
    def memory(self) -> Memory:
        """The memory of all agents."""

    def agent(self, right: Right, agent_id: str) -> Agent:
        """The agent, or an error without the right."""

    def reach(self, right: Right) -> Reach:
        """The agents for which there is the right."""


@dataclasses.dataclass(frozen=True, slots=True)
class Mem0Calls:
    """The calls of mem0's `Memory`, with its arguments and results."""

    _caller: Callers

    def add(
        self,
        messages: Any,
        *,
        user_id: Any = None,
        agent_id: Any = None,
        run_id: Any = None,
        app_id: Any = None,
        metadata: Mapping[str, Any] | None = None,
        timestamp: Any = None,
        expiration_date: Any = None,
        infer: bool = True,
        wait: bool = True,
        memory_type: str | None = None,
        prompt: str | None = None,  # noqa: ARG002 - Recollect's own prompts are used
    ) -> dict[str, Any]:
        """Learn from messages and wait for it, or with `infer=False` store them as memories."""
        names = {"user_id": user_id, "agent_id": agent_id, "run_id": run_id, "app_id": app_id}
        identities = identities_in(names)
        agent = self._caller.agent(Right.WRITE, agent_of(identities))
        expires = items.check_expiration(expiration_date)
        ending = {"expiration_date": expires} if expires else {}
        given = {**items.check_given(metadata), **ending, **identities}
        read = items.check_messages(messages)
        if memory_type not in {None, PROCEDURAL}:
            raise InvalidInput(f"memory_type takes {PROCEDURAL}", field="memory_type")
        if memory_type == PROCEDURAL:
            text = "\n".join(message["content"] for message in read)
            given = {**given, "memory_type": PROCEDURAL}
            return {"results": [_add_as_it_is(agent, {"content": text}, given, Kind.PROCEDURE)]}
        if not infer:
            said = [message for message in read if message.get("role") != "system"]
            return {"results": [_add_as_it_is(agent, message, given) for message in said]}
        at = items.check_time(timestamp)
        turns = [items.turn_of(message, given, at) for message in read]
        # Messages that name no run are in one conversation a day.
        conversation = identities.get("run_id") or f"mem0-{(at or datetime.now(UTC)).date()}"
        agent.ingest(conversation, turns)
        if not wait:
            return {"message": "The messages will be learned from.", "status": "PENDING"}
        self._caller.memory.sync(agent=agent.id)
        return {"results": _learned(agent, conversation, [turn["id"] for turn in turns])}

    def get(self, memory_id: str) -> Item | None:
        """One memory; None if it was deleted or replaced, or never existed."""
        agent, entry = self._entry(Right.READ, memory_id)
        return None if entry is None else {**items.item_of(agent.id, entry), "score": None}

    def get_all(
        self, /, *, filters: Any = None, top_k: int = 20, show_expired: bool = False, **more: Any
    ) -> dict[str, list[Item]]:
        """The memories that match the filters, newest first."""
        _check_options(more)
        return {"results": self.matching(filters, show_expired=show_expired)[: _count(top_k)]}

    def matching(
        self, filters: Any, right: Right = Right.READ, *, show_expired: bool = False
    ) -> list[Item]:
        """All memories that match the filters, newest first."""
        found = [
            item
            for agent in self._agents(filters, right)
            for item in (items.item_of(agent.id, entry) for entry in agent.memories.list())
            if matches(filters, item) and (show_expired or not items.is_expired(item))
        ]
        return sorted(found, key=lambda item: str(item["created_at"]), reverse=True)

    def search(
        self,
        /,
        query: str,
        *,
        top_k: int = 20,
        filters: Any = None,
        threshold: float | None = 0.1,
        explain: bool = False,
        show_expired: bool = False,
        rerank: bool = False,  # noqa: ARG002 - there is one ranking
        **more: Any,
    ) -> dict[str, list[Item]]:
        """The memories that match the filters and are relevant to a question, best first."""
        _check_options(more)
        most = _count(top_k)
        agents = self._agents(filters, Right.READ)
        limit = _FILTERED if has_conditions(filters) else most + _EXPIRED
        found = [
            item
            for agent in agents
            for hit in agent.search(query, limit=limit, scopes=(Scope.MEMORIES,))
            for item in [items.found_item(agent.id, hit, explain=explain)]
            if item["score"] >= (threshold or 0) and matches(filters, item)
            if show_expired or not items.is_expired(item)
        ]
        best = sorted(found, key=lambda item: float(item["score"]), reverse=True)
        return {"results": best[:most]}

    def update(
        self,
        memory_id: str,
        text: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        expiration_date: Any = _UNSET,
        data: str | None = None,
    ) -> dict[str, str]:
        """Change the text, and add to the metadata; `data` is an older name of `text`."""
        agent, entry = self._existing(Right.WRITE, memory_id)
        content = data if text is None else text
        new = items.check_given(metadata)
        edits: dict[str, Any] = {} if content is None else {"content": content}
        if expiration_date is not _UNSET:
            day = items.check_expiration(expiration_date)
            new["expiration_date"] = day
            edits["valid_until"] = items.end_of(day)
        if new:
            kept = items.with_given(entry, new)
            stale = {VALUE, WHEN} if content is not None else set()
            edits["metadata"] = {key: kept[key] for key in kept if key not in stale}
        agent.memories.update(entry.id, **edits)
        return {"message": "Memory updated successfully!"}

    def delete(self, memory_id: str) -> dict[str, str]:
        """Delete a memory; its history stays."""
        agent, entry = self._existing(Right.WRITE, memory_id)
        agent.memories.delete(entry.id)
        return {"message": "Memory deleted successfully!"}

    def delete_all(
        self, user_id: Any = None, agent_id: Any = None, run_id: Any = None, app_id: Any = None
    ) -> dict[str, str]:
        """Delete the memories that have all the given ids."""
        names = {"user_id": user_id, "agent_id": agent_id, "run_id": run_id, "app_id": app_id}
        filters = {name: value for name, value in names.items() if value is not None}
        for item in self.matching(filters, Right.WRITE, show_expired=True):
            with suppress(NotFound):
                self.delete(item["id"])
        return {"message": "Memories deleted successfully!"}

    def history(self, memory_id: str) -> list[Item]:
        """The changes of a memory, oldest first."""
        agent, entry = self._split(Right.READ, memory_id)
        try:
            return items.history_of(agent.id, agent.memories.history(entry))
        except NotFound:
            return []

    def users(self) -> dict[str, Any]:
        """The users, agents, apps and runs that have memories or conversations."""
        found = self._caller.memory.agents(reach=self._caller.reach(Right.READ))
        return {"count": len(found), "next": None, "previous": None} | {
            "results": [_entity(summary) for summary in found]
        }

    def delete_entity(self, kind: str, name: str) -> dict[str, str]:
        """Erase everything of a user, agent, app or run: its memories and conversations."""
        self._caller.agent(Right.ADMIN, agent_named(kind, name)).erase()
        return {"message": "Entity deleted successfully!"}

    def reset(self) -> dict[str, str]:
        """Erase everything of all agents that the caller may erase."""
        for summary in self._caller.memory.agents(reach=self._caller.reach(Right.ADMIN)):
            self._caller.agent(Right.ADMIN, summary.id).erase()
        return {"message": "Memory reset successfully!"}

    def _agents(self, filters: Any, right: Right) -> list[Agent]:
        """The agents whose memories the filters ask for; an error if one may not be used."""
        names: dict[str, None] = {}
        for name, value in owners(filters):
            kind = name.removesuffix("_id")
            if value == ANY:
                every = self._caller.memory.agents(reach=self._caller.reach(right))
                names |= dict.fromkeys(one.id for one in every if entity_of(one.id)[0] == kind)
            else:
                names[agent_named(kind, value)] = None
        return [self._caller.agent(right, name) for name in names]

    def _existing(self, right: Right, given: str) -> tuple[Agent, Entry]:
        agent, entry = self._entry(right, given)
        if entry is None:
            raise NotFound(f"there is no memory {given!r:.80}", field="memory_id")
        return agent, entry

    def _entry(self, right: Right, given: str) -> tuple[Agent, Entry | None]:
        agent, name = self._split(right, given)
        try:
            entry = agent.memories.get(name)
        except (NotFound, InvalidInput):
            return agent, None
        return agent, entry if entry.status in SHOWN else None

    def _split(self, right: Right, given: str) -> tuple[Agent, str]:
        owner, name = parsed_id(given)
        return self._caller.agent(right, owner), name


def _add_as_it_is(
    agent: Agent, message: Mapping[str, Any], given: Mapping[str, Any], kind: Kind = Kind.FACT
) -> Item:
    role, name = message.get("role"), message.get("name")
    said_by = {"role": role, "actor_id": name}
    kept = {**given, **{key: value for key, value in said_by.items() if value is not None}}
    entry = agent.memories.add(
        message["content"],
        kind=kind,
        metadata={MEM0: kept},
        valid_until=items.end_of(given.get("expiration_date")),
    )
    added = {"id": memory_id(agent.id, entry.id), "memory": items.text_of(entry), "event": "ADD"}
    return added if role is None else {**added, **said_by}


def _learned(agent: Agent, conversation: str, turns: list[str]) -> list[Item]:
    """The memories that were first learned from these turns."""
    found = {
        entry.id: entry
        for turn in turns
        for entry in agent.memories.list(conversation=conversation, turn_id=turn)
        if entry.turn_id in turns
    }
    return [
        {"id": memory_id(agent.id, entry.id), "memory": items.text_of(entry), "event": "ADD"}
        for entry in found.values()
    ]


def _entity(summary: AgentSummary) -> Item:
    kind, name = entity_of(summary.id)
    return {
        "id": summary.id,
        "name": name,
        "type": kind,
        "total_memories": summary.entries,
        "created_at": summary.created_at.isoformat(),
        "updated_at": summary.created_at.isoformat(),
        "owner": "recollect",
        "metadata": None,
    }


def _count(top_k: object) -> int:
    if isinstance(top_k, bool) or not isinstance(top_k, int) or top_k < 0:
        raise InvalidInput("top_k takes a whole number", field="top_k")
    return top_k


def _check_options(more: Mapping[str, Any]) -> None:
    """Refuse arguments that mem0 refuses too, lest they seem to limit what is found."""
    if more:
        name = min(more)
        hint = "put it into filters" if name.endswith("_id") else _RENAMED.get(name)
        message = f"there is no argument {name!r:.80}" + (f": {hint}" if hint else "")
        raise InvalidInput(message, field="filters")
