"""A conversation as a prompt: one text with a tag around each message, or the list that chat endpoints take."""

import re
from collections.abc import Sequence
from typing import Final

from recollect.domain.message import Message
from recollect.domain.turn import Role

# Who a model is where nobody has said so.
GENERAL: Final = "You are a helpful assistant."

# A bracket that begins one of our tags, also as a lenient reader would see it: in any case, spaced, with `/` or `|`.
_TAG = re.compile(rf"[<\uFF1C\uFE64](?=[^\w<>]*(?:{'|'.join(Role)})\b)", re.IGNORECASE)


def tagged(system: str, history: Sequence[Message], user: str) -> str:
    """The whole prompt as one text: the system's words, the conversation, and what the user says now.

    Words that contain a tag are shown with `&lt;` in place of its bracket, so that only we open and close a role.
    """
    told = "\n".join(_block(message.role, message.content) for message in history)
    parts = [_block(Role.SYSTEM, system), told, _block(Role.USER, user)]
    return "\n\n".join(part for part in parts if part)


def chat_messages(system: str, history: Sequence[Message], user: str) -> list[dict[str, str]]:
    """The same as messages for a chat endpoint, each word as it was said: there a role cannot be forged."""
    told = [(message.role, message.content) for message in history]
    spoken = [(Role.SYSTEM, system), *told, (Role.USER, user)]
    return [{"role": str(role), "content": content} for role, content in spoken]


def _block(role: Role, content: str) -> str:
    return f"<{role}>\n{_TAG.sub('&lt;', content)}\n</{role}>"
