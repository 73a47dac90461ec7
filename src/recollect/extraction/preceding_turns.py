"""The turns before a message, formatted as the reader model was trained on them."""

from collections.abc import Sequence
from typing import Final

from recollect.domain.turn import Role, Turn
from recollect.languages.words import says_nothing

# How many turns, and how many of their characters, precede the message.
TURNS: Final = 4
_CHARACTERS: Final = 1200


def preceding_turns_text(turns: Sequence[Turn]) -> str:
    """The last turns before a message, one per line, with the speaker.

    An assistant's "Okay, good to know." is left out: the reader would take what follows for small
    talk.
    """
    telling = (
        turn
        for turn in turns[-TURNS:]
        if turn.voice is not Role.ASSISTANT or not says_nothing(turn.content)
    )
    text = "".join(f"{turn.speaker or turn.voice}: {turn.content}\n" for turn in telling)
    return text[-_CHARACTERS:]


def with_full_stop(text: str) -> str:
    """The text with a full stop if it ends in a word, so that typing style makes no difference."""
    return f"{text}." if text[-1:].isalnum() else text
