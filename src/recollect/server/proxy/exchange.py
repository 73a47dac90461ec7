"""Identifies the conversation and turn that a request belongs to.

Ids derive from the request alone, so that a retry, even after a restart, gets the same ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from recollect.context.fence import unfenced
from recollect.domain.chat import ChatMessage
from recollect.domain.ids import digest
from recollect.domain.turn import Role
from recollect.server.proxy.body import SYSTEM, Body
from recollect.server.proxy.response_chain import ResponseLink

# A long message is searched by its start and end: the question is usually at one of them.
_END: Final = 1_000
SPEAKERS: Final = frozenset({Role.USER, Role.ASSISTANT})


@dataclass(frozen=True, slots=True, kw_only=True)
class ProxiedExchange:
    """The last user message of a request, with its conversation and turn ids."""

    conversation: str
    turn: str
    text: str
    # Messages follow the user's: tools were called, and the memory injected before must not change.
    going_on: bool
    present: tuple[str, ...]
    # What the user and the model said before this message.
    history: tuple[ChatMessage, ...]
    step: str | int
    # The earlier messages are not in the request, but at the upstream.
    is_chained: bool

    @property
    def query(self) -> str | None:
        """The text to search memory with."""
        return query_of(self.text)

    def reply_id(self, text: str) -> str:
        """Return the id of the turn that answers it."""
        return digest("reply", self.turn, self.step, text)


def exchange(
    agent: str, conversation: str | None, body: Body, link: ResponseLink | None = None
) -> ProxiedExchange:
    """Return the exchange of a request; unnamed conversations are identified by their start.

    One that continues a response, which `link` belongs to, is identified by that.
    """
    # Removing a memory fence also removes the whitespace before it, so ignore whitespace.
    messages = [
        (message.role, without_memory_text(message.text).strip()) for message in body.messages
    ]
    chained = body.previous_response or body.conversation
    previous = link.response if link else chained
    name = conversation or (link.conversation if link else _name(agent, chained, messages))
    last = body.last_user
    before = messages if last is None else messages[:last]
    after = [] if last is None else messages[last + 1 :]
    text = "" if last is None else messages[last][1]
    # System prompts may contain the current time, so they do not identify the turn.
    earlier = [part for role, text in before if role not in SYSTEM for part in (role, text)]
    if previous:
        earlier.insert(0, previous)
    said = digest("said", name, digest(*earlier), text)
    return ProxiedExchange(
        conversation=name,
        # Without a message of the user, the results of tools continue the turn before.
        turn=link.turn if link and last is None else said,
        text=text,
        going_on=bool(previous) if last is None else any(r not in SYSTEM for r, _ in after),
        present=tuple(text for role, text in messages if role not in SYSTEM and text),
        history=tuple(
            ChatMessage(Role(role), text) for role, text in before if role in SPEAKERS and text
        ),
        step=previous or len(messages),
        is_chained=previous is not None,
    )


def query_of(text: str) -> str | None:
    """Return the text to search memory with for this message, or None if it is blank."""
    text = text.strip()
    if len(text) > 2 * _END:
        text = f"{text[:_END]}\n{text[-_END:]}"
    return text or None


def without_memory_text(text: str) -> str:
    """Return the text without injected memory and without characters that cannot be stored."""
    return unfenced(text).replace("\x00", " ").encode("utf-8", "replace").decode("utf-8")


def _name(agent: str, chained: str | None, messages: Sequence[tuple[str, str]]) -> str:
    if chained:
        return digest("chained", agent, chained)
    system = [text for _, text in takewhile(lambda each: each[0] in SYSTEM, messages)]
    first = next((text for role, text in messages if role == "user"), "")
    return digest("conversation", agent, "\n\n".join(system), first)
