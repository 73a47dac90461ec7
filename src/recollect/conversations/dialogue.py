"""Formats a conversation for a chat model: system first, then user and assistant in turn."""

from collections.abc import Iterator
from itertools import dropwhile, groupby

from recollect.domain.chat import ChatMessage
from recollect.domain.message import Window
from recollect.domain.turn import Role


def dialogue(system: str, history: Window, question: str) -> list[ChatMessage]:
    """The messages for a model: the system prompt, the window of the conversation, the question.

    Many models reject a conversation with a late system message, without a user message at the
    start, or with two messages of one role in a row. So system messages of the window move to the
    front, an answer without its question is omitted, and consecutive messages of one role are
    merged.
    """
    messages = [*_history_messages(history), (Role.USER, question)]
    systems = [system, *(content for role, content in messages if role is Role.SYSTEM)]
    others = [message for message in messages if message[0] is not Role.SYSTEM]
    started = dropwhile(lambda message: message[0] is Role.ASSISTANT, others)
    runs = groupby(started, lambda message: message[0])
    return [
        ChatMessage(Role.SYSTEM, "\n\n".join(systems)),
        *(ChatMessage(role, "\n\n".join(content for _, content in run)) for role, run in runs),
    ]


def _history_messages(history: Window) -> Iterator[tuple[Role, str]]:
    for message in history.messages:
        # Tool results become user messages: as tool messages they would need the tool call.
        role = Role.USER if message.role is Role.TOOL else message.role
        yield role, _cut_message(history) or message.content


def _cut_message(history: Window) -> str:
    """The beginning of a single message longer than the window; empty if it fits."""
    if not history.metrics.shortened or len(history.messages) > 1:
        return ""
    return history.text.partition(": ")[2]
