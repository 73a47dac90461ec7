"""The end of a conversation as the messages of a window: what was not read says so when it is asked for."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar, overload

from recollect.domain.message import Message
from recollect.domain.talk import Stretch
from recollect.domain.turn import Turn, View

T = TypeVar("T")

# How many turns are read at first: about what 2,000 tokens of short messages need, so that most windows read once.
FIRST_READ: Final = 128


class Unread(Exception):
    """A message further back than was read."""


class Messages(Sequence[Message]):
    """All messages of a conversation by their places, of which only the first and the last ones were read."""

    def __init__(self, stretch: Stretch) -> None:
        self._stretch = stretch
        self._unread = stretch.count - len(stretch.last)

    def __len__(self) -> int:
        return self._stretch.count

    @overload
    def __getitem__(self, place: int) -> Message: ...

    @overload
    def __getitem__(self, place: slice) -> list[Message]: ...

    def __getitem__(self, place: int | slice) -> Message | list[Message]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        return message_of(self.turn(place))

    def turn(self, place: int) -> Turn:
        """The turn at a place; Unread where it lies too far back."""
        if not 0 <= place < len(self):
            raise IndexError(place)
        if place >= self._unread:
            return self._stretch.last[place - self._unread]
        if place == 0 and self._stretch.first is not None:
            return self._stretch.first
        raise Unread


def reading(read: Callable[[int], Stretch], use: Callable[[Messages], T]) -> T:
    """Use as little of a conversation as will do: where more is asked for than was read, twice as much is."""
    last = FIRST_READ
    while True:
        try:
            return use(Messages(read(last)))
        except Unread:
            last *= 2


def message_of(turn: Turn, *, covered: bool = False) -> Message:
    """A turn as it is read back; one that a summary stands for counts as compressed."""
    return Message(
        id=turn.id,
        role=turn.role,
        content=turn.content,
        timestamp=turn.at,
        token_count=turn.tokens,
        is_compressed=covered or turn.view is not View.FULL,
        speaker=turn.speaker,
        view=turn.view,
    )


def stands_for(summary: Turn | None, turn: Turn) -> bool:
    """Whether the first turn that a window shows is a summary that stands for this one too."""
    if summary is None or summary.covers is None:
        return False
    return turn.index < (summary.covers if turn.covers is None else summary.index)


def in_place(turns: Sequence[Turn]) -> list[Message]:
    """Every message in order, each summary before the first message that it does not stand for."""
    ordered = sorted(turns, key=_place)
    latest = max((turn.index for turn in turns if turn.covers is not None), default=-1)
    floor = next((turn.covers or 0 for turn in turns if turn.index == latest), 0)
    return [
        message_of(
            turn,
            covered=turn.index < floor if turn.covers is None else turn.index < latest,
        )
        for turn in ordered
    ]


def _place(turn: Turn) -> tuple[int, bool, int]:
    return (turn.index, True, 0) if turn.covers is None else (turn.covers, False, turn.index)
