"""The conversations of one agent."""

from typing import TypeAlias

from recollect.budget.analyzer import scored
from recollect.conversations.in_memory import ConversationKey
from recollect.conversations.limits import ConversationPurpose
from recollect.domain import checks
from recollect.domain.conversation import Conversation
from recollect.domain.turn import Turn
from recollect.domain.writes import SetTitle
from recollect.errors import NotFound
from recollect.memory import recording
from recollect.memory.agent_part import AgentPart
from recollect.memory.conversation import Retention

# Aliases, because `Conversations.list` hides the built-in `list`.
ConversationList: TypeAlias = list[Conversation]
TurnList: TypeAlias = list[Turn]


class Conversations(AgentPart):
    """The stored conversations of one agent."""

    def list(self, *, cursor: str | None = None, limit: int | None = None) -> ConversationList:
        """Conversations, newest first."""
        behind = checks.check_optional(checks.check_id, cursor, "cursor")
        most = checks.check_limit(limit)
        return [*self._components.store.conversations(self._agent, after=behind, limit=most)]

    def ephemeral(self) -> ConversationList:
        """Ephemeral conversations, most recently started first."""
        return [*self._components.ephemeral.conversations(self._agent, ConversationPurpose.SESSION)]

    def retention(self, conversation: str) -> Retention | None:
        """Whether a conversation is in RAM only or stored; None if there is none."""
        name = checks.check_id(conversation, "conversation")
        if self._components.ephemeral.conversation(ConversationKey(self._agent, name)) is not None:
            return Retention.EPHEMERAL
        stored = self._components.store.conversation(self._agent, name)
        return None if stored is None else Retention.DURABLE

    def was_ephemeral(self, conversation: str) -> bool:
        """Whether this process has named it as ephemeral; takes no time."""
        return self._components.ephemeral.was_named(ConversationKey(self._agent, conversation))

    def check_not_ephemeral(self, conversation: str) -> None:
        """Raise Conflict if nothing of the conversation may be stored: it is, or was, in RAM."""
        name = checks.check_id(conversation, "conversation")
        recording.check_not_ephemeral(self._components, self._agent, name)

    def get(self, conversation: str) -> Conversation:
        """One conversation; NotFound if there is none."""
        name = checks.check_id(conversation, "conversation")
        found = self._components.store.conversation(self._agent, name)
        if found is None:
            raise NotFound(f"there is no conversation {name!r}", field="conversation")
        return found

    def turns(
        self,
        conversation: str,
        *,
        limit: int | None = None,
        offset: int = 0,
        last: int | None = None,
    ) -> TurnList:
        """The turns of one conversation, in order, with their relevance as of now."""
        part = checks.check_slice(limit, offset, last)
        found = self.get(conversation)
        turns = self._components.store.turns(self._agent, found.id, part)
        return scored(turns, self._components.clock.now())

    def rename(self, conversation: str, title: str | None) -> Conversation:
        """Set or remove the title of a conversation."""
        name = checks.check_id(conversation, "conversation")
        label = self._components.intake.label(title, "title")
        self._components.store.write(self._agent, SetTitle(name, label))
        return self.get(name)

    def delete(self, conversation: str) -> None:
        """Erase a conversation: its turns, their vectors, and what was learned from them.

        One that is in RAM only is forgotten; if both exist, both go.
        """
        name = checks.check_id(conversation, "conversation")
        was_in_ram = self._components.ephemeral.clear(ConversationKey(self._agent, name))
        if was_in_ram and self._components.store.conversation(self._agent, name) is None:
            return
        recording.delete_conversation(self._components, self._agent, name)

    def delete_turn(self, conversation: str, turn_id: str) -> None:
        """Erase one turn, and what was learned from it; what that had superseded holds again."""
        name = checks.check_id(conversation, "conversation")
        turn = self._components.store.turn(self._agent, name, checks.check_id(turn_id, "turn_id"))
        if turn is None:
            message = f"there is no turn {turn_id!r} in conversation {name!r}"
            raise NotFound(message, field="turn_id")
        recording.delete_turns(self._components, self._agent, turn)
