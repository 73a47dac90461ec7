"""The end of a stored conversation, as far back as a window needs it."""

from dataclasses import dataclass

from recollect.domain.turn import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """The last turns of a conversation, oldest first, read at one moment.

    What a summary stands for is not among them: the summary comes `first`, and else the turn that began it all.
    `count` is how many there would be without a limit, and `revision` grows with every change of the conversation.
    """

    revision: int = 0
    count: int = 0
    first: Turn | None = None
    last: tuple[Turn, ...] = ()
