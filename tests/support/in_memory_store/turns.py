"""Writes of turns and conversations to the in-memory store."""

from dataclasses import replace
from datetime import datetime
from itertools import count

from in_memory_store.state import AgentState, StoredConversation, StoreState, detached
from recollect.domain.conversation import Conversation
from recollect.domain.ids import turn_id
from recollect.domain.store_results import AddedTurn
from recollect.domain.turn import Reading, Turn
from recollect.domain.writes import AddTurn, SetTitle
from recollect.errors import NotFound


class TurnWrites:
    """The writes of one agent to its turns and conversations, on a draft of the store."""

    def __init__(self, store: StoreState, agent: str, now: datetime) -> None:
        self.store = store
        self.agent = agent
        self.now = now
        self.revision = 0
        self.added: list[AddedTurn] = []
        self.dropped: list[str] = []
        # The conversation and index of each new turn.
        self.grown: list[tuple[str, int]] = []

    @property
    def state(self) -> AgentState:
        """The agent's rows."""
        return self.store.agents[self.agent]

    def ensure_conversation(self, conversation: str, at: datetime) -> None:
        """Create the conversation if it does not exist."""
        if conversation not in self.state.conversations:
            new = Conversation(
                id=conversation,
                title=None,
                started_at=at,
                last_at=at,
                turns=0,
                created_at=self.now,
            )
            self.state.conversations[conversation] = StoredConversation(
                new, self.store.number(), self.revision
            )

    def add_turn(self, item: AddTurn) -> None:
        """Append a turn, unless it is already stored."""
        new = item.turn
        if item.requires is not None:
            self.require_turn(item.requires)
        self.ensure_conversation(item.conversation, new.at)
        name = turn_id(new, new.occurrence) if new.id is None else new.id
        turn = new.settled(name, item.conversation, -1)
        if new.id is None and new.repeatable:
            turn = replace(turn, id=self.unused_id(item))
        index = self.stored_index(turn)
        if index is None:
            self.insert_turn(turn, new.reading, wanted=None)
        else:
            self.added.append(AddedTurn(turn.id, index, new=False))

    def require_turn(self, turn: Turn) -> None:
        """Raise if this turn was deleted, even if a later turn has the same id."""
        found = self.state.turns.get((turn.conversation, turn.id))
        if found is None or found[1].recorded_at != turn.recorded_at:
            message = f"turn {turn.id!r} of conversation {turn.conversation!r} has been deleted"
            raise NotFound(message, field="id")

    def unused_id(self, item: AddTurn) -> str:
        """The id of the first repetition that is not stored yet."""
        names = (turn_id(item.turn, number) for number in count(item.turn.occurrence))
        return next(name for name in names if (item.conversation, name) not in self.state.turns)

    def stored_index(self, turn: Turn) -> int | None:
        """The index of this turn if it is stored; a Conflict if its id has other content."""
        found = self.state.turns.get((turn.conversation, turn.id))
        if found is None:
            return None
        kept = found[1]
        kept.check_same(turn.role, turn.content)
        return kept.index

    def insert_turn(self, turn: Turn, reading: Reading | None, *, wanted: int | None) -> None:
        """Store a turn at the wanted index if that is free, otherwise at the end."""
        stored = self.state.conversations[turn.conversation]
        taken = {
            other.index
            for _, other in self.state.turns.values()
            if wanted is not None and other.conversation == turn.conversation
        }
        index = stored.next_index if wanted is None or wanted in taken else wanted
        conversation = replace(
            stored.conversation,
            turns=stored.conversation.turns + 1,
            started_at=min(stored.conversation.started_at, turn.at),
            last_at=max(stored.conversation.last_at, turn.at),
        )
        next_index = max(stored.next_index, index + 1)
        grown = StoredConversation(conversation, stored.number, self.revision, next_index)
        self.state.conversations[turn.conversation] = grown
        self.grown.append((turn.conversation, index))
        indexed = detached(replace(turn, index=index))
        self.state.turns[turn.conversation, turn.id] = (self.revision, indexed)
        if reading is not None:
            self.state.readings[turn.conversation, turn.id] = reading
        self.added.append(AddedTurn(turn.id, index, new=True))

    def set_title(self, item: SetTitle) -> None:
        """Set the title of a conversation."""
        stored = self.existing_conversation(item.conversation)
        self.state.conversations[item.conversation] = replace(
            stored,
            conversation=replace(stored.conversation, title=item.title),
            revision=self.revision,
        )

    def existing_conversation(self, conversation: str) -> StoredConversation:
        """The conversation; raises NotFound if it does not exist."""
        if conversation not in self.state.conversations:
            raise NotFound(f"there is no conversation {conversation!r}", field="conversation")
        return self.state.conversations[conversation]

    def restore_conversation(self, conversation: Conversation) -> None:
        """Restore the fields of a conversation that its turns do not contain."""
        if conversation.id not in self.state.conversations:
            empty = detached(replace(conversation, turns=0, retention="durable"))
            self.state.conversations[conversation.id] = StoredConversation(
                empty, self.store.number(), self.revision
            )

    def restore_turn(self, turn: Turn, reading: Reading | None) -> None:
        """Restore a turn at its index."""
        self.ensure_conversation(turn.conversation, turn.at)
        index = self.stored_index(turn)
        if index is None:
            self.insert_turn(turn, reading, wanted=turn.index)
        else:
            self.added.append(AddedTurn(turn.id, index, new=False))
