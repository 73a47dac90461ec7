"""Routes of conversations and their messages."""

from http import HTTPStatus
from typing import Final

from fastapi import Request, Response

from recollect.domain.access import Right
from recollect.domain.audit import AuditedItem, AuditedKind
from recollect.domain.conversation import Conversation
from recollect.errors import Conflict, InvalidInput, NotFound
from recollect.memory import Agent
from recollect.memory.conversation import OpenConversation, Retention
from recollect.server import conversation_schemas as schemas
from recollect.server.access import Caller, CurrentCaller, FromQuery
from recollect.server.cursors import decode_cursor, encode_cursor, sortable_time
from recollect.server.errors import Responses
from recollect.server.idempotency import do_not_store_response
from recollect.server.paths import ConversationPath, MessagePath
from recollect.server.resource_schemas import ConversationOut, MessageOut
from recollect.server.routing import NOT_FOUND, TAKES_BODY, WRITES, api_router
from recollect.server.schemas import DeletedOut, split_page

router = api_router("conversations", "/api/v1/conversations")

_LIST: Final = "conversations"
_MESSAGES: Final = "messages"
AgentQueryParam = FromQuery[schemas.AgentQuery]
_FOUND: Responses = {
    200: {
        "model": ConversationOut,
        "description": "The conversation already existed, and is unchanged",
    }
}


@router.get("")
def list_conversations(
    query: FromQuery[schemas.ListIn], caller: CurrentCaller
) -> schemas.ConversationsOut:
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
    return schemas.ConversationsOut(
        conversations=[ConversationOut.of(agent.id, item) for item in page],
        next_cursor=encode_cursor(_LIST, page[-1].retention, *_key(page[-1])) if more else None,
    )


@router.post("", status_code=HTTPStatus.CREATED, responses=_FOUND | TAKES_BODY | WRITES)
def open_conversation(
    body: schemas.ConversationIn, response: Response, caller: CurrentCaller
) -> ConversationOut:
    """Opens a conversation, stored or in RAM only; an existing one is unchanged.

    Ephemeral conversations are never written to disk or learned from.
    """
    agent = caller.writable_agent(body.agent_id)
    known = _find(caller, agent, body.id)
    if known is not None:
        if known.retention is not body.retention:
            message = f"the conversation {body.id!r:.80} already exists as {known.retention}"
            raise Conflict(message, field="retention")
        response.status_code = HTTPStatus.OK
    conversation = caller.memory.conversation(body.id, retention=body.retention, agent=agent.id)
    return ConversationOut.of(agent.id, conversation.begin(body.title))


@router.delete("")
def clear_conversations(query: FromQuery[schemas.ClearIn], caller: CurrentCaller) -> DeletedOut:
    """Deletes every ephemeral conversation of one agent, or of all that the caller may write to."""
    allowed = caller.reach(Right.WRITE, query.agent_id)
    if query.retention is not Retention.EPHEMERAL:
        message = (
            "only ephemeral conversations can be cleared all at once: send retention=ephemeral;"
            " delete stored ones one by one, or with their agent"
        )
        raise InvalidInput(message, field="retention")
    return DeletedOut(deleted=caller.memory.clear_ephemeral(allowed))


@router.get("/{conversation_id}", responses=NOT_FOUND)
def get_conversation(
    conversation_id: ConversationPath, query: AgentQueryParam, caller: CurrentCaller
) -> ConversationOut:
    """Its title, times and number of turns."""
    conversation = _get(caller, Right.READ, query.agent_id, conversation_id)
    info = conversation.info()
    if info is None:
        raise _not_found(conversation_id)
    return ConversationOut.of(conversation.agent, info)


@router.patch("/{conversation_id}", responses=TAKES_BODY | WRITES | NOT_FOUND)
def rename_conversation(
    conversation_id: ConversationPath,
    body: schemas.RenameIn,
    query: AgentQueryParam,
    caller: CurrentCaller,
) -> ConversationOut:
    """Sets or removes the title of a stored conversation; its id stays."""
    conversation = _get(caller, Right.WRITE, query.agent_id, conversation_id)
    if conversation.retention is Retention.EPHEMERAL:
        raise Conflict("an ephemeral conversation keeps its title", field="conversation_id")
    agent = caller.agent(Right.WRITE, query.agent_id)
    return ConversationOut.of(agent.id, agent.conversations.rename(conversation.id, body.title))


@router.delete(
    "/{conversation_id}", status_code=HTTPStatus.NO_CONTENT, responses=WRITES | NOT_FOUND
)
def delete_conversation(
    conversation_id: ConversationPath, query: AgentQueryParam, caller: CurrentCaller
) -> None:
    """Permanently erases a conversation, its messages, and what was learned only from them."""
    agent = caller.agent(Right.WRITE, query.agent_id)
    retention = agent.conversations.retention(conversation_id)
    if retention is None:
        raise _not_found(conversation_id)
    if retention is Retention.DURABLE:
        caller.concerns(AuditedItem(AuditedKind.CONVERSATION, conversation_id), erases=True)
    agent.conversations.delete(conversation_id)


@router.get("/{conversation_id}/messages", responses=NOT_FOUND)
def list_messages(
    conversation_id: ConversationPath,
    query: FromQuery[schemas.MessagesIn],
    caller: CurrentCaller,
) -> schemas.MessagesOut:
    """The messages in order of arrival, each with its tier and its relevance as of now.

    Those replaced by a summary are marked as compressed.
    """
    conversation = _get(caller, Right.READ, query.agent_id, conversation_id)
    if query.last is not None:
        newest = conversation.messages(last=query.last)
        return schemas.MessagesOut(messages=MessageOut.from_values(newest), next_cursor=None)
    after = None if query.cursor is None else str(decode_cursor(_MESSAGES, query.cursor, str)[0])
    found = (
        conversation.messages(limit=query.limit + 1, offset=query.offset)
        if query.offset
        else conversation.page(after=after, limit=query.limit + 1)
    )
    page, more = split_page(found, query.limit)
    return schemas.MessagesOut(
        messages=MessageOut.from_values(page),
        next_cursor=encode_cursor(_MESSAGES, page[-1].id) if more else None,
    )


@router.post(
    "/{conversation_id}/messages",
    status_code=HTTPStatus.CREATED,
    responses=TAKES_BODY | WRITES | NOT_FOUND,
)
def add_message(
    conversation_id: ConversationPath,
    body: schemas.NewMessageIn,
    query: AgentQueryParam,
    caller: CurrentCaller,
    request: Request,
) -> MessageOut:
    """Adds one message; the same id and content again change nothing.

    The conversation must exist, so that a message for an expired ephemeral one is not stored by
    mistake; `retention` opens a missing one.
    """
    agent = caller.writable_agent(query.agent_id)
    conversation = _find(caller, agent, conversation_id)
    if conversation is None and body.retention is not None:
        if body.retention is Retention.DURABLE:
            # Said outright: what there was in RAM under this id has ended.
            caller.memory.conversation(
                conversation_id, retention=Retention.EPHEMERAL, agent=agent.id
            ).delete()
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
        body.role, body.content, id=body.id, at=body.at, speaker=body.speaker, origin=body.origin
    )
    return MessageOut.model_validate(message_added)


@router.delete(
    "/{conversation_id}/messages/{message_id}",
    status_code=HTTPStatus.NO_CONTENT,
    responses=WRITES | NOT_FOUND,
)
def delete_message(
    conversation_id: ConversationPath,
    message_id: MessagePath,
    query: AgentQueryParam,
    caller: CurrentCaller,
) -> None:
    """Permanently erases one message, and what was learned from it.

    What that had superseded holds again; summaries that contain it are made anew.
    """
    conversation = _get(caller, Right.WRITE, query.agent_id, conversation_id)
    if conversation.retention is Retention.DURABLE:
        caller.concerns(AuditedItem(AuditedKind.TURN, message_id, conversation_id), erases=True)
    conversation.delete_message(message_id)


@router.post("/{conversation_id}/compress", responses=TAKES_BODY | WRITES | NOT_FOUND)
def compress_conversation(
    conversation_id: ConversationPath,
    body: schemas.CompressIn,
    query: AgentQueryParam,
    caller: CurrentCaller,
) -> schemas.CompressedOut:
    """Context windows show a `[CONTEXT SUMMARY]` in place of older messages, which stay stored."""
    conversation = _get(caller, Right.WRITE, query.agent_id, conversation_id)
    summary = conversation.compress(older_than=body.older_than, summary=body.summary)
    return schemas.CompressedOut(
        message=None if summary is None else MessageOut.model_validate(summary)
    )


@router.post("/{conversation_id}/rewrite", responses=TAKES_BODY | NOT_FOUND)
def rewrite_question(
    conversation_id: ConversationPath,
    body: schemas.RewriteIn,
    query: AgentQueryParam,
    caller: CurrentCaller,
) -> schemas.RewrittenOut:
    """Makes a follow-up question understandable without the conversation; others are unchanged."""
    conversation = _get(caller, Right.READ, query.agent_id, conversation_id)
    return schemas.RewrittenOut.model_validate(
        conversation.rewritten(body.question, model=body.model)
    )


@router.get("/{conversation_id}/context", responses=NOT_FOUND)
def conversation_context(
    conversation_id: ConversationPath,
    query: FromQuery[schemas.WindowIn],
    caller: CurrentCaller,
) -> schemas.WindowOut:
    """The conversation as text for a model, within the token limit."""
    conversation = _get(caller, Right.READ, query.agent_id, conversation_id)
    window = conversation.context(
        query.strategy, tokens=query.tokens, framing=query.framing, model=query.model
    )
    return schemas.WindowOut.model_validate(window)


def _find(caller: Caller, agent: Agent, conversation_id: str) -> OpenConversation | None:
    """Return the conversation, ephemeral or durable, or None."""
    retention = agent.conversations.retention(conversation_id)
    if retention is None:
        return None
    return caller.memory.conversation(conversation_id, retention=retention, agent=agent.id)


def _get(caller: Caller, right: Right, agent_id: str, conversation_id: str) -> OpenConversation:
    agent = caller.agent(right, agent_id)
    conversation = _find(caller, agent, conversation_id)
    if conversation is None:
        raise _not_found(conversation_id)
    return conversation


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
