"""Rewrites a follow-up question before memory is searched with it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from recollect.conversations.detect_language import MessageLike
from recollect.conversations.follow_up import detect
from recollect.conversations.in_memory import ConversationKey
from recollect.conversations.rewrite import Rewritten, rewrite
from recollect.domain.chat import ChatMessage
from recollect.domain.ids import digest
from recollect.domain.query import Query
from recollect.domain.turn import Role
from recollect.wiring import Components

# How many messages are searched for what a follow-up question refers to, and how far into each.
HISTORY: Final = 20
_MAX_CHARACTERS: Final = 4_000
# A model sees about this many messages of its conversation anyway.
_SEEN: Final = 8


def rewritten(
    components: Components,
    question: str,
    history: Sequence[MessageLike],
    *,
    model: str | None = None,
    seconds: float | None = None,
) -> Rewritten:
    """The rewritten question; the core model has `seconds` for it, with 0 only rules are used."""
    core = components.chat_model
    if seconds is None:
        seconds = components.settings.rewrite_timeout_seconds
    return rewrite(
        question,
        history,
        model=core if seconds else None,
        model_name=model or (core.name if core else ""),
        patience=seconds,
    )


def understood(
    components: Components,
    agent: str,
    query: Query,
    history: Iterable[MessageLike] | None = None,
    seconds: float | None = None,
) -> Query:
    """The query with its question as understood after `history`, or after its conversation."""
    if query.text is None or not components.settings.enabled:
        return query
    stored, in_ram = _conversation(components, agent, query) if history is None else ((), ())
    before = [*history][-HISTORY:] if history is not None else [*(stored or in_ram)]
    if before and before[-1].content.strip() == query.text.strip():
        before.pop()  # the question itself may already be stored
    if not detect(query.text, before):
        return query
    if history is not None:
        before = [_redacted(components, message) for message in before]
    text = rewritten(components, query.text, before, seconds=seconds).text
    if text == query.text:
        return query
    seen = frozenset(digest(message.content.strip()) for message in before[-_SEEN:])
    return replace(query, text=text, asked=query.text, history=seen)


def _conversation(
    components: Components, agent: str, query: Query
) -> tuple[Sequence[MessageLike], Sequence[MessageLike]]:
    """The last messages of the query's conversation that are stored, and those in RAM."""
    if query.conversation is None:
        return (), ()
    stored = components.recent.tail(agent, query.conversation, HISTORY + 1).last
    if query.as_of is not None:
        return [turn for turn in stored if turn.at <= query.as_of], ()
    return stored, components.ephemeral.messages(ConversationKey(agent, query.conversation))


def _redacted(components: Components, message: MessageLike) -> ChatMessage:
    """The beginning of a message without secrets."""
    text = message.content
    if len(text) > _MAX_CHARACTERS:
        # Half a secret might not be recognized as one.
        text = text[:_MAX_CHARACTERS].rpartition(" ")[0]
    return ChatMessage(Role(message.role), components.intake.redact_text(text))
