"""Writes of turns and conversations, inside a transaction that is already open."""

from recollect.domain.clock import to_micros
from recollect.domain.ids import turn_id
from recollect.domain.store_results import AddedTurn
from recollect.domain.turn import Reading, Turn
from recollect.domain.writes import AddTurn, RestoreConversation, RestoreTurn, SetTitle, SetViews
from recollect.errors import NotFound
from recollect.storage.rows import packed
from recollect.storage.sql.connection import Connection

_ADD_TURN = """
    INSERT INTO turns (agent_pk, conversation_pk, id, idx, role, speaker, content, at, recorded_at,
                       tokens, metadata, tier, relevance, view, covers, utc_offset, origin,
                       revision, read_by, reading)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (/*pg agent_pk, */ conversation_pk, id) DO NOTHING
"""
_RESERVE_INDEX = """
    UPDATE conversations SET turns = turns + 1, next_index = next_index + 1, revision = ?3,
    started_at = least(started_at, ?1), last_at = greatest(last_at, ?2)
    WHERE agent_pk = ?4 AND id = ?5 RETURNING pk, next_index - 1
"""


class TurnWrites:
    """One agent's writes in one transaction, under one new revision: those of turns."""

    def __init__(self, connection: Connection, agent: str, now: int) -> None:
        self.run = connection.execute
        self.agent = agent
        self.now = now
        self.agent_pk = 0
        self.revision = 0
        self.added: list[AddedTurn] = []
        self.dropped: list[str] = []
        # The conversation and index of each new turn.
        self.grown: list[tuple[str, int]] = []

    def new_conversation(self, conversation: str, at: int) -> None:
        """Create the row of a conversation."""
        self.run(
            "INSERT INTO conversations (agent_pk, id, started_at, last_at, created_at, revision)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (self.agent_pk, conversation, at, at, self.now, self.revision),
        )

    def add_turn(self, item: AddTurn) -> None:
        """Append a turn, or find the existing one."""
        new = item.turn
        if item.requires is not None:
            self.check_stored(item.requires)
        if new.id is None and new.repeatable:
            self.append(item)
            return
        name = turn_id(new, new.occurrence) if new.id is None else new.id
        turn = new.settled(name, item.conversation, -1)
        index = self.index_of(turn)
        if index is not None:
            self.added.append(AddedTurn(turn.id, index, new=False))
            return
        conversation_pk, end = self.reserve_index(item.conversation, to_micros(turn.at))
        self.insert_turn(conversation_pk, turn, end, new.reading)
        self.added.append(AddedTurn(turn.id, end, new=True))

    def check_stored(self, turn: Turn) -> None:
        """NotFound if this turn has been deleted, even if a later one has the same id."""
        row = self.run(
            "SELECT 1 FROM turns t JOIN conversations c ON c.pk = t.conversation_pk"
            " WHERE c.agent_pk = ?1 AND t.agent_pk = ?1 AND c.id = ?2 AND t.id = ?3"
            " AND t.recorded_at = ?4",
            (self.agent_pk, turn.conversation, turn.id, to_micros(turn.recorded_at)),
        ).fetchone()
        if row is None:
            message = f"turn {turn.id!r} of conversation {turn.conversation!r} has been deleted"
            raise NotFound(message, field="id")

    def with_its_summaries(
        self, conversation: str, turn_id: str
    ) -> tuple[int, list[tuple[int, str, str]]]:
        """The conversation's row; row, id and text of a turn and of the summaries made of it."""
        row = self.run(
            "SELECT t.conversation_pk, t.idx, t.covers FROM turns t"
            " JOIN conversations c ON c.pk = t.conversation_pk"
            " WHERE c.agent_pk = ?1 AND t.agent_pk = ?1 AND c.id = ?2 AND t.id = ?3",
            (self.agent_pk, conversation, turn_id),
        ).fetchone()
        if row is None:
            message = f"there is no turn {turn_id!r} in conversation {conversation!r}"
            raise NotFound(message, field="id")
        conversation_pk, index, covers = row
        found = self.run(
            "SELECT pk, id, content FROM turns"
            " WHERE agent_pk = ?5 AND conversation_pk = ?1 AND (id = ?2"
            # Every summary contains the one before it.
            " OR covers IS NOT NULL AND idx > ?3 AND (covers > ?3 OR ?4)) ORDER BY idx",
            (conversation_pk, turn_id, index, covers is not None, self.agent_pk),
        )
        return conversation_pk, found.fetchall()

    def append(self, item: AddTurn) -> None:
        """Add a turn that is always new, as `remember` does, without a lookup."""
        new = item.turn
        conversation_pk, index = self.reserve_index(item.conversation, to_micros(new.at))
        occurrence = new.occurrence
        turn = new.settled(turn_id(new, occurrence), item.conversation, index)
        while not self.insert_turn(conversation_pk, turn, index, new.reading):
            occurrence += 1
            turn = new.settled(turn_id(new, occurrence), item.conversation, index)
        self.added.append(AddedTurn(turn.id, index, new=True))

    def index_of(self, turn: Turn) -> int | None:
        """The index of an equal stored turn; Conflict if its id has other content."""
        row = self.run(
            "SELECT t.idx, t.role, t.content FROM conversations c"
            " CROSS JOIN turns t ON t.conversation_pk = c.pk /*pg AND t.agent_pk = ?1 */"
            " WHERE c.agent_pk = ?1 AND c.id = ?2 AND t.id = ?3",
            (self.agent_pk, turn.conversation, turn.id),
        ).fetchone()
        if row is None:
            return None
        turn.check_same(*row[1:])
        return int(row[0])

    def reserve_index(self, conversation: str, at: int) -> tuple[int, int]:
        """The row of a conversation, and its next index, now reserved."""
        values = (at, at, self.revision, self.agent_pk, conversation)
        row = self.run(_RESERVE_INDEX, values).fetchone()
        if row is None:
            self.new_conversation(conversation, at)
            row = self.run(_RESERVE_INDEX, values).fetchone()
        return row[0], row[1]

    def insert_turn(
        self, conversation_pk: int, turn: Turn, index: int, reading: Reading | None
    ) -> bool:
        """Store a turn; False if its id is taken."""
        done = self.run(
            _ADD_TURN,
            (self.agent_pk, conversation_pk, turn.id, index, turn.role.value, turn.speaker)
            + (turn.content, to_micros(turn.at), to_micros(turn.recorded_at), turn.tokens)
            + (packed(turn.metadata), turn.tier.value, turn.relevance, turn.view.value, turn.covers)
            + (turn.utc_offset, turn.origin and turn.origin.value, self.revision)
            + (reading and reading.reader, reading and reading.data),
        )
        if done.rowcount:
            self.grown.append((turn.conversation, index))
        return done.rowcount == 1

    def free_index(self, conversation_pk: int, wanted: int, end: int) -> int:
        """The wanted index, or the end if it is taken."""
        select = "SELECT 1 FROM turns WHERE agent_pk = ? AND conversation_pk = ? AND idx = ?"
        taken = self.run(select, (self.agent_pk, conversation_pk, wanted)).fetchone()
        index = end if taken else wanted
        self.run(
            "UPDATE conversations SET next_index = greatest(?, ?) WHERE pk = ?",
            # If the wanted index was free, the reserved one at the end is released.
            (index + 1, end, conversation_pk),
        )
        return index

    def set_title(self, item: SetTitle) -> None:
        """Set the title of a conversation."""
        update = "UPDATE conversations SET title = ?, revision = ? WHERE agent_pk = ? AND id = ?"
        done = self.run(update, (item.title, self.revision, self.agent_pk, item.conversation))
        if not done.rowcount:
            raise NotFound(f"there is no conversation {item.conversation!r}", field="conversation")

    def set_views(self, item: SetViews) -> None:
        """Change the views of turns; search indexes do not depend on them."""
        update = "UPDATE conversations SET revision = ? WHERE agent_pk = ? AND id = ? RETURNING pk"
        row = self.run(update, (self.revision, self.agent_pk, item.conversation)).fetchone()
        for change in item.views if row else ():
            self.run(
                "UPDATE turns SET view = ?, tier = ?, relevance = ?"
                " WHERE agent_pk = ? AND conversation_pk = ? AND id = ?",
                (change.view.value, change.tier.value, change.relevance)
                + (self.agent_pk, row[0], change.id),
            )

    def restore_conversation(self, item: RestoreConversation) -> None:
        """Restore the row of a conversation, if it does not exist."""
        exported = item.conversation
        self.run(
            "INSERT INTO conversations"
            " (agent_pk, id, title, started_at, last_at, created_at, metadata, revision)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (agent_pk, id) DO NOTHING",
            (self.agent_pk, exported.id, exported.title, to_micros(exported.started_at))
            + (to_micros(exported.last_at), to_micros(exported.created_at))
            + (packed(exported.metadata), self.revision),
        )

    def restore_turn(self, item: RestoreTurn) -> None:
        """Restore a turn at its index if that is free."""
        turn = item.turn
        index = self.index_of(turn)
        new = index is None
        if index is None:
            conversation_pk, end = self.reserve_index(turn.conversation, to_micros(turn.at))
            index = self.free_index(conversation_pk, turn.index, end)
            self.insert_turn(conversation_pk, turn, index, item.reading)
        self.added.append(AddedTurn(turn.id, index, new=new))
