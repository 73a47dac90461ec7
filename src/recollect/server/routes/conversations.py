"""Routes of conversations and their messages."""

from http import HTTPStatus
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Query, Request, Response

from recollect.domain.access import Right
from recollect.domain.conversation import Conversation
from recollect.errors import Conflict, InvalidInput, NotFound
from recollect.memory import Agent
from recollect.memory.conversation import OpenConversation, Retention
from recollect.server.access import Caller, CurrentCaller
from recollect.server.conversation_schemas import (
    AgentQuery,
    ClearedOut,
    ClearIn,
    CompressedOut,
    CompressIn,
    ConversationIn,
    ConversationsOut,
    ListIn,
    MessagesIn,
    MessagesOut,
    NewMessageIn,
    RewriteIn,
    RewrittenOut,
    WindowIn,
    WindowOut,
)
from recollect.server.cursors import decode_cursor, encode_cursor, sortable_time
from recollect.server.errors import error_responses
from recollect.server.idempotency import do_not_store_response
from recollect.server.json_body import JsonRoute
from recollect.server.paths import ConversationPath
from recollect.server.resource_schemas import ConversationOut, MessageOut, reach
from recollect.server.schemas import split_page

router = APIRouter(prefix="/api/v1/conversations", tags=["conversations"], route_class=JsonRoute)

_LIST: Final = "conversations"
_MESSAGES: Final = "messages"
AgentQueryParam = Annotated[AgentQuery, Query()]
_FOUND: dict[int | str, dict[str, Any]] = {
    200: {
        "model": ConversationOut,
        "description": "The conversation already existed, and is unchanged",
    }
}


def _example(title: str, **value: object) -> Any:
    return Body(openapi_examples={"example": {"summary": title, "value": value}})


@router.get(
    "",
    summary="List conversations",
    response_description="One page of conversations",
    responses=error_responses(403, 422, 503),
)
def list_conversations(
    query: Annotated[ListIn, Query()], caller: CurrentCaller
) -> ConversationsOut:
    """The conversations of an agent: those in RAM first, then the stored ones, newest first."""
    agent = caller.readable_agent(query.agent_id)
    retention, place = _place(query.cursor)
    fetch_limit = query.limit + 1
    found: list[Conversation] = []
    if retention is not Retention.DURABLE and query.retention in {None, Retention.EPHEMERAL}:
        found = sorted(agent.conversations.ephemeral(), key=_key, reverse=True)
        found = [item for item in found if place is None or _key(item) < place]
        place = None
    if query.retention in {None, Retention.DURABLE} and len(found) < fetch_limit:
        found += _stored(agent, place, fetch_limit - len(found))
    page, more = split_page(found, query.limit)
    return ConversationsOut(
        conversations=[ConversationOut.of(agent.id, item) for item in page],
        next_cursor=encode_cursor(_LIST, page[-1].retention, *_key(page[-1])) if more else None,
    )


@router.post(
    "",
    status_code=HTTPStatus.CREATED,
    summary="Open a conversation",
    response_description="The conversation",
    responses=_FOUND | error_responses(400, 403, 409, 413, 415, 422, 503, 507),
)
def open_conversation(
    body: Annotated[
        ConversationIn, _example("In RAM only", id="example.com:42", retention="ephemeral")
    ],
    response: Response,
    caller: CurrentCaller,
) -> ConversationOut:
    """Opens a conversation, stored or in RAM only; an existing one is unchanged.

    Ephemeral conversations are never written to disk or learned from.
    """
    agent = caller.writable_agent(body.agent_id)
    known = _find_info(caller, agent.id, body.id)
    if known is not None:
        if known.retention != body.retention:
            message = f"the conversation {body.id!r:.80} already exists as {known.retention}"
            raise Conflict(message, field="retention")
        response.status_code = HTTPStatus.OK
    conversation = caller.memory.conversation(body.id, retention=body.retention, agent=agent.id)
    return ConversationOut.of(agent.id, conversation.begin(body.title))


@router.delete(
    "",
    summary="Clear all ephemeral conversations",
    response_description="The number of deleted conversations",
    responses=error_responses(403, 422, 503),
)
def clear_conversations(query: Annotated[ClearIn, Query()], caller: CurrentCaller) -> ClearedOut:
    """Deletes every ephemeral conversation of one agent, or of all that the caller may write to."""
    allowed = reach(caller, Right.WRITE, query.agent_id)
    if query.retention is not Retention.EPHEMERAL:
        message = (
            "only ephemeral conversations can be cleared all at once: send retention=ephemeral;"
            " delete stored ones one by one, or with their agent"
        )
        raise InvalidInput(message, field="retention")
    return ClearedOut(deleted=caller.memory.clear_ephemeral(allowed))


@router.get(
    "/{conversation_id}",
    summary="Get a conversation",
    response_description="The conversation",
    responses=error_responses(403, 404, 422, 503),
)
def get_conversation(
    conversation_id: ConversationPath, query: AgentQueryParam, caller: CurrentCaller
) -> ConversationOut:
    """Its title, times and number of turns."""
    conversation = _get(caller, Right.READ, query.agent_id, conversation_id)
    return ConversationOut.of(conversation.agent, _info(conversation))


@router.delete(
    "/{conversation_id}",
    status_code=HTTPStatus.NO_CONTENT,
    summary="Delete a conversation",
    response_description="Deleted",
    responses=error_responses(403, 404, 409, 422, 503, 507),
)
def delete_conversation(
    conversation_id: ConversationPath, query: AgentQueryParam, caller: CurrentCaller
) -> None:
    """Permanently erases a conversation, its messages, and what was learned only from them."""
    _get(caller, Right.WRITE, query.agent_id, conversation_id).delete()


@router.get(
    "/{conversation_id}/messages",
    summary="List messages",
    response_description="One page of messages",
    responses=error_responses(403, 404, 422, 503),
)
def list_messages(
    conversation_id: ConversationPath, query: Annotated[MessagesIn, Query()], caller: CurrentCaller
) -> MessagesOut:
    """The messages in order of arrival; those replaced by a summary are marked as compressed."""
    conversation = _get(caller, Right.READ, query.agent_id, conversation_id)
    after = None if query.cursor is None else str(decode_cursor(_MESSAGES, query.cursor, str)[0])
    page, more = split_page(conversation.page(after=after, limit=query.limit + 1), query.limit)
    return MessagesOut(
        messages=[MessageOut.model_validate(item) for item in page],
        next_cursor=encode_cursor(_MESSAGES, page[-1].id) if more else None,
    )


@router.post(
    "/{conversation_id}/messages",
    status_code=HTTPStatus.CREATED,
    summary="Add a message",
    response_description="The message",
    responses=error_responses(400, 403, 404, 409, 413, 415, 422, 503, 507),
)
def add_message(
    conversation_id: ConversationPath,
    body: Annotated[
        NewMessageIn, _example("A question", role="user", content="What is this article about?")
    ],
    query: AgentQueryParam,
    caller: CurrentCaller,
    request: Request,
) -> MessageOut:
    """Adds one message; the same id and content again change nothing.

    The conversation must exist, so that a message for an expired ephemeral one is not stored by
    mistake; `retention` opens a missing one.
    """
    agent = caller.writable_agent(query.agent_id)
    conversation = _find(caller, agent.id, conversation_id)
    if conversation is None and body.retention is not None:
        conversation = caller.memory.conversation(
            conversation_id, retention=body.retention, agent=agent.id
        )
    if conversation is None:
        raise _not_found(conversation_id)
    if body.retention not in {None, conversation.retention}:
        message = f"the conversation {conversation_id!r:.80} is {conversation.retention}"
        raise Conflict(message, field="retention")
    if conversation.retention is Retention.EPHEMERAL:
        do_not_store_response(request)
    message_added = conversation.add(
        body.role, body.content, id=body.id, at=body.at, speaker=body.speaker
    )
    return MessageOut.model_validate(message_added)


@router.post(
    "/{conversation_id}/compress",
    summary="Show a summary in place of old messages",
    response_description="The summary message",
    responses=error_responses(400, 403, 404, 409, 413, 415, 422, 503, 507),
)
def compress_conversation(
    conversation_id: ConversationPath,
    body: Annotated[
        CompressIn, _example("With a summary", older_than="m7", summary="They plan a dinner.")
    ],
    query: AgentQueryParam,
    caller: CurrentCaller,
) -> CompressedOut:
    """Context windows show a `[CONTEXT SUMMARY]` in place of older messages, which stay stored."""
    conversation = _get(caller, Right.WRITE, query.agent_id, conversation_id)
    summary = conversation.compress(older_than=body.older_than, summary=body.summary)
    return CompressedOut(message=None if summary is None else MessageOut.model_validate(summary))


@router.post(
    "/{conversation_id}/rewrite",
    summary="Rewrite a follow-up question",
    response_description="The question, rewritten if needed",
    responses=error_responses(400, 403, 404, 413, 415, 422, 503),
)
def rewrite_question(
    conversation_id: ConversationPath,
    body: Annotated[
        RewriteIn, _example("For a small model", question="How many of them?", model="qwen2.5:7b")
    ],
    query: AgentQueryParam,
    caller: CurrentCaller,
) -> RewrittenOut:
    """Makes a follow-up question understandable without the conversation; others are unchanged."""
    conversation = _get(caller, Right.READ, query.agent_id, conversation_id)
    return RewrittenOut.model_validate(conversation.rewritten(body.question, model=body.model))


@router.get(
    "/{conversation_id}/context",
    summary="Get a conversation as context",
    response_description="The text and its token counts",
    responses=error_responses(403, 404, 422, 503),
)
def conversation_context(
    conversation_id: ConversationPath, query: Annotated[WindowIn, Query()], caller: CurrentCaller
) -> WindowOut:
    """The conversation as text for a model, within the token limit."""
    conversation = _get(caller, Right.READ, query.agent_id, conversation_id)
    window = conversation.context(
        query.strategy, tokens=query.tokens, framing=query.framing, model=query.model
    )
    return WindowOut.model_validate(window)


def _find(caller: Caller, agent: str, conversation_id: str) -> OpenConversation | None:
    """Return the conversation_id, ephemeral or durable, or None."""
    for retention in (Retention.EPHEMERAL, Retention.DURABLE):
        conversation = caller.memory.conversation(conversation_id, retention=retention, agent=agent)
        if conversation.info() is not None:
            return conversation
    return None


def _find_info(caller: Caller, agent: str, conversation_id: str) -> Conversation | None:
    conversation = _find(caller, agent, conversation_id)
    return None if conversation is None else conversation.info()


def _get(caller: Caller, right: Right, agent_id: str, conversation_id: str) -> OpenConversation:
    agent = caller.memory.agent(agent_id)
    caller.check(right, agent.id)
    conversation = _find(caller, agent.id, conversation_id)
    if conversation is None:
        raise _not_found(conversation_id)
    return conversation


def _info(conversation: OpenConversation) -> Conversation:
    known = conversation.info()
    if known is None:
        raise _not_found(conversation.id)
    return known


def _not_found(conversation_id: str) -> NotFound:
    message = (
        f"there is no conversation {conversation_id!r:.80}:"
        " it was never opened, or has been deleted"
    )
    return NotFound(message, field="conversation_id")


def _stored(agent: Agent, place: tuple[str, str] | None, limit: int) -> list[Conversation]:
    """Return stored conversations after a place, even if the conversation there was deleted."""
    if place is None:
        return agent.conversations.list(limit=limit)
    try:
        return agent.conversations.list(cursor=place[1], limit=limit)
    except InvalidInput:
        return [item for item in agent.conversations.list() if _key(item) < place][:limit]


def _key(conversation: Conversation) -> tuple[str, str]:
    return sortable_time(conversation.created_at), conversation.id


def _place(cursor: str | None) -> tuple[Retention | None, tuple[str, str] | None]:
    """Return where the previous page ended: its retention and its sort key."""
    if cursor is None:
        return None, None
    retention, started, name = map(str, decode_cursor(_LIST, cursor, str, str, str))
    durable = retention == Retention.DURABLE
    return Retention.DURABLE if durable else Retention.EPHEMERAL, (started, name)
