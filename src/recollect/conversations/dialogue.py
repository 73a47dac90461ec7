"""A conversation as a chat model takes it: the system first, then user and assistant in turn."""

from collections.abc import Iterator
from itertools import dropwhile, groupby

from recollect.domain.chat import Message
from recollect.domain.message import Window
from recollect.domain.turn import Role


def dialogue(system: str, history: Window, question: str) -> list[Message]:
    """What is said to a model: the system's words, the window of the conversation, and the question.

    Many models refuse any conversation in which the system speaks later than first, the user does not begin, or one
    of the two speaks twice. So the system's words of the window go to the front, an answer without its question is
    left out, and what one says in a row is one message.
    """
    told = [*_told(history), (Role.USER, question)]
    systems = [system, *(words for role, words in told if role is Role.SYSTEM)]
    spoken = [each for each in told if each[0] is not Role.SYSTEM]
    rows = groupby(dropwhile(lambda each: each[0] is Role.ASSISTANT, spoken), lambda each: each[0])
    return [
        Message(Role.SYSTEM, "\n\n".join(systems)),
        *(Message(role, "\n\n".join(words for _, words in row)) for role, row in rows),
    ]


def _told(history: Window) -> Iterator[tuple[Role, str]]:
    for message in history.messages:
        # A tool's words are told by the user: as its own they would need the call that they answer.
        role = Role.USER if message.role is Role.TOOL else message.role
        yield role, _shown(history) or message.content


def _shown(history: Window) -> str:
    """What fits of a newest message that is longer than the whole window; nothing where it fits."""
    if not history.metrics.shortened or len(history.messages) > 1:
        return ""
    return history.text.partition(": ")[2]
