"""Identifies the conversation and turn that a request belongs to.

Ids derive from the request alone, so that a retry, even after a restart, gets the same ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Final

from recollect.context.fence import unfenced
from recollect.domain.chat import ChatMessage
from recollect.domain.ids import digest
from recollect.domain.turn import Role, Turn
from recollect.server.proxy.body import SYSTEM, Body
from recollect.server.proxy.response_chain import ResponseLink

# A long message is searched by its start and end: the question is usually at one of them.
_END: Final = 1_000
# Where the same words are looked for.
LAST_TURNS: Final = 50
# Somebody who wants another answer to the first message asks for it within this time.
_REGENERATED_WITHIN: Final = timedelta(minutes=10)
SPEAKERS: Final = frozenset({Role.USER, Role.ASSISTANT})


@dataclass(frozen=True, slots=True)
class RetryMark:
    """What the headers of a request say about whether it was sent before."""

    key: str | None = None
    is_retry: bool = False


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
    # The request names its conversation and sends no earlier message, so that the same words said
    # again look like a retry.
    is_alone: bool

    @property
    def query(self) -> str | None:
        """The text to search memory with."""
        return query_of(self.text)

    def reply_id(self, text: str) -> str:
        """Return the id of the turn that answers it."""
        return digest("reply", self.turn, self.step, text)

    def among(self, stored: Sequence[Turn], retry: RetryMark, now: datetime) -> "ProxiedExchange":
        """Return the exchange with the id of its turn, given the last turns of its conversation.

        A message that was answered, or after which the user said something else, is said again;
        not so the first one of a conversation that was answered just now: a client that sends the
        history sends it like this to get another answer.
        """
        if retry.key is not None and not self.going_on:
            return replace(self, turn=f"{self.turn}.{digest(retry.key)}")
        said = [turn for turn in stored if turn.role is Role.USER]
        last = next(
            (turn for turn in reversed(said) if turn.id.partition(".")[0] == self.turn), None
        )
        if last is None:
            # In a long conversation, the same words may have been said before these turns.
            is_new = len(stored) == LAST_TURNS and not self.going_on
        else:
            is_known = self.going_on or retry.is_retry or _is_regenerated(said, stored, now)
            is_new = not is_known and (last is not said[-1] or _is_answered(last, stored))
        if is_new:
            return replace(self, turn=f"{self.turn}.{digest('again', stored[-1].id)}")
        return self if last is None else replace(self, turn=last.id)


def exchange(
    agent: str, conversation: str | None, body: Body, link: ResponseLink | None = None
) -> ProxiedExchange:
    """Return the exchange of a request; unnamed conversations are identified by their start.

    One that continues a response, which `link` belongs to, is identified by that.
    """
    # Removing a memory fence also removes the whitespace before it, so ignore whitespace.
    messages = [(each.role, without_memory_text(each.text).strip()) for each in body.messages]
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
        is_alone=conversation is not None and last is not None and not earlier,
    )


def _is_answered(question: Turn, stored: Sequence[Turn]) -> bool:
    return any(
        turn.role is Role.ASSISTANT
        and turn.index > question.index
        and not turn.metadata.get("unfinished")
        for turn in stored
    )


def _is_regenerated(said: Sequence[Turn], stored: Sequence[Turn], now: datetime) -> bool:
    is_start = len(said) == 1 and len(stored) < LAST_TURNS
    return is_start and now - stored[-1].recorded_at < _REGENERATED_WITHIN


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
