"""The ends of conversations and the views of their turns, as SQL."""

import sqlite3
from collections.abc import Callable

from recollect.domain.conversation_tail import ConversationTail
from recollect.domain.writes import SetViews
from recollect.storage import rows
from recollect.storage.rows import TURN_COLUMNS

_Connection = sqlite3.Connection
Run = Callable[..., sqlite3.Cursor]

_CONVERSATION = (
    "SELECT c.pk, c.revision, c.turns FROM agents a CROSS JOIN conversations c"
    " ON c.agent_pk = a.pk AND c.id = ?2 WHERE a.id = ?1"
)
_TURNS = (
    f"SELECT {TURN_COLUMNS} FROM turns t JOIN conversations c ON c.pk = t.conversation_pk"
    " WHERE t.conversation_pk = ?"
)
# All minus the few summaries, so that only the index is counted.
_UNCOVERED = (
    "SELECT (SELECT count(*) FROM turns WHERE conversation_pk = ?1 AND idx >= ?2)"
    " - (SELECT count(*) FROM turns WHERE conversation_pk = ?1 AND idx >= ?2 AND covers IS NOT NULL)"
)


def tail(connection: _Connection, agent: str, conversation: str, last: int) -> ConversationTail:
    """The end of a conversation, without older summaries and the turns the latest one covers."""
    run = connection.execute
    row = run(_CONVERSATION, (agent, conversation)).fetchone()
    if row is None:
        return ConversationTail()
    pk, revision, count = row
    latest = run(f"{_TURNS} AND t.covers IS NOT NULL ORDER BY t.idx DESC LIMIT 1", (pk,)).fetchone()
    summary = rows.turn_of(latest) if latest else None
    floor = summary.covers or 0 if summary else 0
    found = run(
        f"{_TURNS} AND t.idx >= ? AND t.covers IS NULL ORDER BY t.idx DESC LIMIT ?",
        (pk, floor, last),
    )
    turns = tuple(map(rows.turn_of, found))[::-1]
    if summary is not None:
        (count,) = run(_UNCOVERED, (pk, floor)).fetchone()
        return ConversationTail(revision=revision, count=count + 1, first=summary, last=turns)
    first = run(f"{_TURNS} ORDER BY t.idx LIMIT 1", (pk,)).fetchone()
    return ConversationTail(
        revision=revision, count=count, first=rows.turn_of(first) if first else None, last=turns
    )


def conversation_revision(connection: _Connection, agent: str, conversation: str) -> int:
    """The revision of a conversation's last change."""
    row = connection.execute(_CONVERSATION, (agent, conversation)).fetchone()
    return int(row[1]) if row else 0


def changed_conversations(
    connection: _Connection, agent: str, since: int, limit: int
) -> tuple[str, ...]:
    """Conversations changed after a revision, latest change first."""
    found = connection.execute(
        "SELECT c.id FROM conversations c JOIN agents a ON a.pk = c.agent_pk"
        " WHERE a.id = ? AND c.revision > ? ORDER BY c.revision DESC, c.pk DESC LIMIT ?",
        (agent, since, limit),
    )
    return tuple(name for (name,) in found)


def set_views(run: Run, agent_pk: int, revision: int, item: SetViews) -> None:
    """Change the views of turns; search indexes do not depend on them."""
    row = run(
        "UPDATE conversations SET revision = ? WHERE agent_pk = ? AND id = ? RETURNING pk",
        (revision, agent_pk, item.conversation),
    ).fetchone()
    for change in item.views if row else ():
        run(
            "UPDATE turns SET view = ?, tier = ?, relevance = ? WHERE conversation_pk = ? AND id = ?",
            (change.view.value, change.tier.value, change.relevance, row[0], change.id),
        )
