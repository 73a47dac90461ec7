"""The end of a stored conversation, from which windows are built."""

from dataclasses import dataclass

from recollect.domain.turn import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationTail:
    """The last turns of a conversation, oldest first, from one consistent snapshot.

    `first` is the latest summary, whose turns are left out, or else the first turn. `count` is the
    number of turns without the limit, and `revision` grows with every change of the conversation.
    """

    revision: int = 0
    count: int = 0
    first: Turn | None = None
    last: tuple[Turn, ...] = ()
