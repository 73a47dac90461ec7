"""The messages of a conversation of which only the first and the last ones were read."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar, overload

from recollect.domain.conversation import ConversationTail
from recollect.domain.message import Message
from recollect.domain.turn import Tier, Turn, View

T = TypeVar("T")

# The number of turns in the first read: enough short messages for 2,000 tokens, so that most
# windows need only one read.
FIRST_READ: Final = 128


class NotRead(Exception):
    """A message that was not read is needed."""


class Messages(Sequence[Message]):
    """All messages of a conversation by position; NotRead for those that were not read."""

    def __init__(self, tail: ConversationTail) -> None:
        self._tail = tail
        self._unread = tail.count - len(tail.last)

    def __len__(self) -> int:
        return self._tail.count

    @overload
    def __getitem__(self, position: int) -> Message: ...

    @overload
    def __getitem__(self, position: slice) -> list[Message]: ...

    def __getitem__(self, position: int | slice) -> Message | list[Message]:
        if isinstance(position, slice):
            return [self[position] for position in range(*position.indices(len(self)))]
        return message_of(self.turn(position))

    def turn(self, position: int) -> Turn:
        """The turn at a position; NotRead if it is too far back."""
        if not 0 <= position < len(self):
            raise IndexError(position)
        if position >= self._unread:
            return self._tail.last[position - self._unread]
        if position == 0 and self._tail.first is not None:
            return self._tail.first
        raise NotRead


def read_as_needed(read: Callable[[int], ConversationTail], use: Callable[[Messages], T]) -> T:
    """The result of `use`, reading twice as much whenever it needs a message that was not read."""
    last = FIRST_READ
    while True:
        try:
            return use(Messages(read(last)))
        except NotRead:
            last *= 2


def message_of(turn: Turn, *, covered: bool = False) -> Message:
    """A turn as a message; one that a summary covers counts as compressed."""
    return Message(
        id=turn.id,
        role=turn.role,
        content=turn.content,
        timestamp=turn.local,
        token_count=turn.tokens,
        is_compressed=covered or turn.view is not View.FULL,
        speaker=turn.speaker,
        view=turn.view,
        tier=turn.tier,
        relevance=turn.relevance if turn.tier is Tier.LONG_TERM else None,
        metadata=turn.metadata,
    )


def in_conversation_order(turns: Sequence[Turn]) -> list[Message]:
    """All messages in order, each summary before the first message that it does not cover."""
    ordered = sorted(turns, key=_sort_key)
    latest = max((turn.index for turn in turns if turn.covers is not None), default=-1)
    covered_before = next((turn.covers or 0 for turn in turns if turn.index == latest), 0)
    return [
        message_of(
            turn,
            covered=turn.index < covered_before if turn.covers is None else turn.index < latest,
        )
        for turn in ordered
    ]


def _sort_key(turn: Turn) -> tuple[int, bool, int]:
    return (turn.index, True, 0) if turn.covers is None else (turn.covers, False, turn.index)
