"""Formats a conversation as one text with role tags."""

import re
from collections.abc import Sequence
from typing import Final

from recollect.domain.message import Message
from recollect.domain.turn import Role

# The default system prompt.
GENERAL: Final = "You are a helpful assistant."

# A bracket that starts one of our tags, or that a lenient model would read as one: in any case,
# with spaces, `/` or `|`.
_TAG = re.compile(rf"[<\uFF1C\uFE64](?=[^\w<>]*(?:{'|'.join(Role)})\b)", re.IGNORECASE)


def tagged(system: str, history: Sequence[Message], user: str) -> str:
    """The prompt as one text: the system prompt, the conversation and the new user message.

    Brackets of tags inside messages become `&lt;`, so that messages cannot open or close a role.
    """
    conversation = "\n".join(_block(message.role, message.content) for message in history)
    parts = [_block(Role.SYSTEM, system), conversation, _block(Role.USER, user)]
    return "\n\n".join(part for part in parts if part)


def _block(role: Role, content: str) -> str:
    return f"<{role}>\n{_TAG.sub('&lt;', content)}\n</{role}>"
