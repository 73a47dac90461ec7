"""The turns before a message, formatted as the reader model was trained on them."""

import re
from collections.abc import Sequence
from typing import Final

from recollect.domain.turn import Role, Turn
from recollect.languages.sentences import sentences
from recollect.languages.words import refers_back

# How many turns, and how many of their characters, precede the message.
TURNS: Final = 4
_CHARACTERS: Final = 1200
_SHORT_REPLY: Final = 200
_WORD: Final = re.compile(r"[^\W\d_]+")


def preceding_turns_text(turns: Sequence[Turn], text: str) -> str:
    """The last turns before a message, one per line, with the speaker.

    Of an assistant's reply only a question counts, which the message may answer: the reader would
    take a statement after a list or a long explanation for a remark about it. If the message
    begins with "he" or "it", that may be in the reply, so all of it counts.
    """
    first = _WORD.search(text)
    whole = first is not None and refers_back(first[0])
    said = ((turn, turn.content if whole else _question(turn)) for turn in turns[-TURNS:])
    lines = (f"{turn.speaker or turn.voice}: {words}\n" for turn, words in said if words)
    return "".join(lines)[-_CHARACTERS:]


def _question(turn: Turn) -> str:
    """What a message may answer: a short reply with a question, or the last one of a long reply.

    Of an assistant's reply without a question nothing, and all of any other turn.
    """
    is_short = len(turn.content) <= _SHORT_REPLY and "?" in turn.content
    if turn.voice is not Role.ASSISTANT or is_short:
        return turn.content
    tail = turn.content[-_CHARACTERS:]
    said = [tail[start:end] for start, end in sentences(tail)]
    return next((one for one in reversed(said) if "?" in one), "")


def with_full_stop(text: str) -> str:
    """The text with a full stop if it ends in a word, so that typing style makes no difference."""
    return f"{text}." if text[-1:].isalnum() else text
