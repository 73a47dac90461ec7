"""What a store returns: the outcome of writes, changes, exports and numbers."""

from dataclasses import dataclass, field
from datetime import datetime

from recollect.domain.columns import EntryColumns, TurnColumns
from recollect.domain.conversation import Conversation
from recollect.domain.entry import Version
from recollect.domain.items import StoredItem
from recollect.domain.turn import Turn


@dataclass(frozen=True, slots=True)
class AddedTurn:
    """The index of a turn, and whether this write added it."""

    id: str
    index: int
    new: bool


@dataclass(frozen=True, slots=True)
class Written:
    """The result of a write: the agent's new revision, and its turns in order."""

    revision: int
    turns: tuple[AddedTurn, ...] = ()
    # The ids of the items that were removed.
    dropped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AgentState:
    """What a search or context must know of an agent first, from one statement."""

    # Grows with every write of this agent and never decreases.
    revision: int
    # Grows with every change of its memories and records.
    memories_revision: int
    # The spaces that it reads by default, in the order in which they were added.
    spaces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What is new for an agent since a revision.

    `reset` means that something was deleted: the reader must discard everything first, and gets all
    that is left. Nothing says what it was, so that no name of it has to be kept.
    """

    revision: int
    reset: bool
    turns: TurnColumns = field(default_factory=TurnColumns)
    entries: EntryColumns = field(default_factory=EntryColumns)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dump:
    """All exported data of one agent, from one consistent snapshot."""

    agent: str
    created_at: datetime | None
    conversations: tuple[Conversation, ...]
    turns: tuple[Turn, ...]
    histories: tuple[tuple[Version, ...], ...]
    items: tuple[StoredItem, ...] = ()
    subscriptions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreStats:
    """How much is stored, over all agents."""

    agents: int
    conversations: int
    turns: int
    turns_embedded: int
    # Memories in use, by kind; then all memories, by status. Recaps and profiles are neither.
    entries: int
    entries_by_kind: dict[str, int]
    entries_by_status: dict[str, int]
    jobs_by_state: dict[str, int]
    database_bytes: int
