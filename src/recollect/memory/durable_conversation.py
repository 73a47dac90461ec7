"""Conversations that are stored with their agent's turns."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from recollect.budget.compressor import summarize
from recollect.conversations.in_memory import ConversationKey
from recollect.conversations.tail_messages import in_conversation_order, message_of
from recollect.domain import checks
from recollect.domain.conversation import Conversation, ConversationTail
from recollect.domain.message import Message
from recollect.domain.turn import Role, Slice, Turn
from recollect.domain.writes import RestoreConversation
from recollect.errors import InvalidInput, NotFound
from recollect.memory import recording
from recollect.memory.conversation import OpenConversation, Retention
from recollect.memory.traced import traced

# More messages than any conversation has.
_ALL = 2**31
SUMMARY_MARK = "[CONTEXT SUMMARY]"


class DurableConversation(OpenConversation):
    """A conversation that is stored, searched and learned from."""

    retention = Retention.DURABLE

    @traced("upsert_memory", agent="agent", conversation="id")
    def _add(self, /, content: str, **fields: Any) -> Message:
        """Store one message; it is durable on return."""
        recording.check_can_record(self._components)
        new = self._components.intake.turn(content, **fields)
        return self._message(recording.store_turn(self._components, self.agent, self.id, new))

    def begin(self, title: str | None = None) -> Conversation:
        """Store the conversation before its first message."""
        components = self._components
        recording.check_can_record(components)
        key = ConversationKey(self.agent, self.id)
        if components.ephemeral.conversation(key) is not None:
            recording.check_not_ephemeral(components, self.agent, self.id)
        # Opening it says that it may be stored, even if there was one in RAM with this id.
        components.ephemeral.clear(key)
        now = components.clock.now()
        new = Conversation(
            id=self.id,
            title=components.intake.label(title, "title"),
            started_at=now,
            last_at=now,
            turns=0,
            created_at=now,
        )
        components.store.write(self.agent, RestoreConversation(new))
        return self.info() or new

    def info(self) -> Conversation | None:
        """The stored conversation."""
        return self._components.store.conversation(self.agent, self.id)

    def page(self, *, after: str | None = None, limit: int) -> list[Message]:
        """Stored messages in order; those covered by a summary are marked as compressed."""
        store = self._components.store
        last = None if after is None else store.turn(self.agent, self.id, after)
        if after is not None and last is None:
            raise InvalidInput(f"there is no message {after!r} to continue from", field="cursor")
        if self._has_summary():
            ordered = self.messages()
            names = [message.id for message in ordered]
            start = 0 if after is None else names.index(after) + 1
            return ordered[start : start + limit]
        index = -1 if last is None else last.index
        turns = store.window(self.agent, self.id, after=index, limit=limit)
        return [*map(self._message, turns)]

    def messages(
        self, *, limit: int | None = None, offset: int = 0, last: int | None = None
    ) -> list[Message]:
        """Stored messages in order; those covered by a summary are marked as compressed."""
        store = self._components.store
        part = checks.check_slice(limit, offset, last)
        if part != Slice() and not self._has_summary():
            return [*map(self._message, store.turns(self.agent, self.id, part))]
        ordered = in_conversation_order(store.turns(self.agent, self.id))
        return [*map(self._scored, part.of(ordered))]

    def _has_summary(self) -> bool:
        """Whether a summary stands before messages that were stored earlier than it."""
        first = self._components.store.tail(self.agent, self.id, last=1).first
        return first is not None and first.covers is not None

    def delete_message(self, message_id: str) -> None:
        """Erase one message, and what was learned from it."""
        name = checks.check_id(message_id, "message_id")
        turn = self._components.store.turn(self.agent, self.id, name)
        if turn is None:
            message = f"there is no message {name!r} in conversation {self.id!r}"
            raise NotFound(message, field="message_id")
        recording.delete_turns(self._components, self.agent, turn)

    def compress(self, *, older_than: str, summary: str | None = None) -> Message | None:
        """Show a summary instead of all messages before `older_than`, which stay stored."""
        components = self._components
        recording.check_can_record(components)
        name = checks.check_id(older_than, "older_than")
        bound = components.store.turn(self.agent, self.id, name)
        if bound is None:
            message = f"there is no message {name!r} in conversation {self.id!r}"
            raise NotFound(message, field="older_than")
        given = None if summary is None else components.intake.content(summary, "summary")
        if given is not None:  # the limit includes the mark
            components.intake.content(f"{SUMMARY_MARK}\n{given}", "summary")
        shown = components.store.tail(self.agent, self.id, last=_ALL)
        old = shown.first if shown.first and shown.first.covers is not None else None
        below = bound.index if bound.covers is None else bound.covers
        below = max(below, (old and old.covers) or 0)
        older = [turn for turn in shown.last if turn.index < below]
        if not older and (old is None or given is None):
            return self._message(old) if old else None
        text = given or self._summary(old, older)
        new = components.intake.turn(f"{SUMMARY_MARK}\n{text}", role=Role.SYSTEM)
        if old and (old.content, old.covers) == (new.content, below):
            return self._message(old)
        # The summary must not bring back a conversation deleted in the meantime.
        return self._message(
            recording.store_turn(
                components, self.agent, self.id, replace(new, covers=below), requires=bound
            )
        )

    def _summary(self, old: Turn | None, older: Sequence[Turn]) -> str:
        """The earlier summary and one of the messages since, cut at its beginning if too long."""
        max_bytes = self._components.intake.max_content_bytes - len(f"{SUMMARY_MARK}\n")
        if old is None:
            return summarize(older, max_bytes)
        since = summarize(older, max_bytes // 2)
        earlier = old.content.removeprefix(f"{SUMMARY_MARK}\n")
        left = max_bytes - len(f"{since}\n".encode())
        if len(earlier.encode()) > left:
            earlier = "..." + earlier.encode()[3 - left :].decode(errors="ignore")
        return f"{earlier}\n{since}"

    def _message(self, turn: Turn) -> Message:
        return self._scored(message_of(turn))

    def _tail(self, last: int) -> ConversationTail:
        return self._components.recent.tail(self.agent, self.id, last)

    def delete(self) -> None:
        """Delete the conversation, its turns and what was learned from them, if it exists."""
        if self._components.store.conversation(self.agent, self.id) is not None:
            recording.delete_conversation(self._components, self.agent, self.id)
