"""Conversations that are kept in RAM only."""

from typing import Any

from recollect.conversations.in_memory import ConversationKey
from recollect.conversations.limits import ConversationPurpose
from recollect.conversations.tiers import ModelTier
from recollect.domain import checks
from recollect.domain.conversation import Conversation, ConversationTail
from recollect.domain.message import Message
from recollect.domain.turn import Turn
from recollect.errors import Conflict, InvalidInput, NotFound
from recollect.memory import recording
from recollect.memory.conversation import OpenConversation, Retention


class EphemeralConversation(OpenConversation):
    """A conversation in RAM: nothing is learned from it or written to disk."""

    retention = Retention.EPHEMERAL

    def _add(self, content: str, **fields: Any) -> Message:
        """Keep one message until the conversation expires or is deleted, or the process ends."""
        components = self._components
        recording.check_enabled(components)
        self._check_not_stored()
        # There may be no background thread, so each message also sweeps.
        components.ephemeral.sweep(components.clock.now())
        text = components.intake.content(content)
        added = components.ephemeral.add(
            self._place,
            fields["role"],
            text,
            id=fields.get("id"),
            at=fields.get("at"),
            speaker=components.intake.label(fields.get("speaker"), "speaker"),
        )
        return self._scored(added)

    def begin(self, title: str | None = None) -> Conversation:
        """Create the conversation before its first message."""
        components = self._components
        recording.check_enabled(components)
        self._check_not_stored()
        components.ephemeral.sweep(components.clock.now())
        return components.ephemeral.begin(self._place, components.intake.label(title, "title"))

    def _check_not_stored(self) -> None:
        """Raise `Conflict` for an id that a stored conversation has."""
        store = self._components.store
        if self.info() is None and store.conversation(self.agent, self.id) is not None:
            message = (
                f"the conversation {self.id!r:.80} already exists and is stored: it is durable"
            )
            raise Conflict(message, field="retention")

    def info(self) -> Conversation | None:
        """The conversation; None once it has expired."""
        return self._components.ephemeral.conversation(self._place)

    def page(self, *, after: str | None = None, limit: int) -> list[Message]:
        """Messages after the one with the id `after`; if that has expired, from the first."""
        messages = self.messages()
        places = {message.id: place for place, message in enumerate(messages)}
        start = 0 if after is None else places.get(after, -1) + 1
        return messages[start : start + limit]

    def messages(
        self, *, limit: int | None = None, offset: int = 0, last: int | None = None
    ) -> list[Message]:
        """The messages that are still kept, including the pinned first one."""
        part = checks.check_slice(limit, offset, last)
        kept = [*map(self._scored, self._components.ephemeral.messages(self._place))]
        return part.of(kept)

    def delete_message(self, message_id: str) -> None:
        """Forget one message."""
        name = checks.check_id(message_id, "message_id")
        if not self._components.ephemeral.delete_message(self._place, name):
            message = f"there is no message {name!r} in conversation {self.id!r}"
            raise NotFound(message, field="message_id")

    def delete(self) -> None:
        """Delete the conversation."""
        self._components.ephemeral.clear(self._place)

    def compress(
        self,
        *,
        older_than: str,  # noqa: ARG002 - the interface
        summary: str | None = None,  # noqa: ARG002 - the interface
    ) -> Message | None:
        """Refused: an ephemeral conversation is bounded anyway."""
        message = (
            "only a durable conversation can be compressed; an ephemeral one keeps to its limits"
        )
        raise InvalidInput(message, field="retention")

    def _tail(self, last: int) -> ConversationTail:  # noqa: ARG002 - it is short
        messages = self._components.ephemeral.messages(self._place)
        turns = tuple(
            Turn(
                id=message.id,
                conversation=self.id,
                index=index,
                role=message.role,
                content=message.content,
                at=message.timestamp,
                recorded_at=message.timestamp,
                tokens=message.token_count or 0,
                speaker=message.speaker,
            )
            for index, message in enumerate(messages)
        )
        return ConversationTail(count=len(turns), first=turns[0] if turns else None, last=turns)

    @property
    def _place(self) -> ConversationKey:
        return ConversationKey(self.agent, self.id)


class ChatConversation(EphemeralConversation):
    """A conversation of `/chat`: its last messages, until it has been idle for too long."""

    def _check_not_stored(self) -> None:
        """Its id may be that of any stored conversation: the two have nothing in common."""

    def _last_messages(self, tier: ModelTier | None) -> int:  # noqa: ARG002 - the setting decides
        return self._components.settings.memory_max_turns

    @property
    def _place(self) -> ConversationKey:
        return ConversationKey(self.agent, self.id, ConversationPurpose.CHAT)
