"""The exchange around a message, as the reader was trained to see it."""

from collections.abc import Sequence
from typing import Final

from recollect.domain.turn import Turn

# So many turns, and so many characters of them, stand before the message.
TURNS: Final = 4
_CHARACTERS: Final = 1200


def said_before(turns: Sequence[Turn]) -> str:
    """The last turns before a message, one on each line with who spoke."""
    said = "".join(f"{turn.speaker or turn.role}: {turn.content}\n" for turn in turns[-TURNS:])
    return said[-_CHARACTERS:]


def ended(text: str) -> str:
    """The text with a full stop where it ends in a word: whether somebody types one means nothing."""
    return f"{text}." if text[-1:].isalnum() else text
