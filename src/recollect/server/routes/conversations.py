"""Conversations: opened, continued, read back, fitted into tokens, and forgotten."""

from http import HTTPStatus
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Query, Request, Response

from recollect.domain.access import Right
from recollect.domain.conversation import Conversation
from recollect.errors import Conflict, InvalidInput, NotFound
from recollect.memory import Agent
from recollect.memory.conversation import OpenConversation, Retention
from recollect.server.access import CurrentVisitor, Visitor
from recollect.server.conversation_shapes import (
    ClearedOut,
    ClearIn,
    CompressedOut,
    CompressIn,
    ConversationIn,
    ConversationsOut,
    ListIn,
    MessagesIn,
    MessagesOut,
    RewriteIn,
    RewrittenOut,
    SaidIn,
    WhoseIn,
    WindowIn,
    WindowOut,
)
from recollect.server.cursors import opened, sealed, sortable
from recollect.server.errors import documented
from recollect.server.idempotency import unrepeated
from recollect.server.json_body import JsonRoute
from recollect.server.paths import TalkPath
from recollect.server.shapes import cut
from recollect.server.shown import ConversationOut, MessageOut, reach

router = APIRouter(prefix="/api/v1/conversations", tags=["conversations"], route_class=JsonRoute)

_LIST: Final = "conversations"
_MESSAGES: Final = "messages"
Whose = Annotated[WhoseIn, Query()]
_FOUND: dict[int | str, dict[str, Any]] = {
    200: {"model": ConversationOut, "description": "It was there already, and stays as it is"}
}


def _example(what: str, **value: object) -> Any:
    return Body(openapi_examples={"example": {"summary": what, "value": value}})


@router.get(
    "",
    summary="List conversations",
    response_description="A part of the list",
    responses=documented(403, 422, 503),
)
def list_conversations(
    query: Annotated[ListIn, Query()], visitor: CurrentVisitor
) -> ConversationsOut:
    """The conversations of an agent: first those in RAM alone, then those that are stored, newest first."""
    agent = visitor.reading(query.agent_id)
    kept, place = _place(query.cursor)
    most = query.limit + 1
    found: list[Conversation] = []
    if kept is not Retention.DURABLE and query.retention in {None, Retention.EPHEMERAL}:
        found = sorted(agent.conversations.ephemeral(), key=_key, reverse=True)
        found = [each for each in found if place is None or _key(each) < place]
        place = None
    if query.retention in {None, Retention.DURABLE} and len(found) < most:
        found += _stored(agent, place, most - len(found))
    page, more = cut(found, query.limit)
    return ConversationsOut(
        conversations=[ConversationOut.of(agent.id, each) for each in page],
        next_cursor=sealed(_LIST, page[-1].retention, *_key(page[-1])) if more else None,
    )


@router.post(
    "",
    status_code=HTTPStatus.CREATED,
    summary="Open a conversation",
    response_description="The conversation",
    responses=_FOUND | documented(400, 403, 409, 413, 415, 422, 503, 507),
)
def open_conversation(
    body: Annotated[
        ConversationIn, _example("In RAM alone", id="example.com:42", retention="ephemeral")
    ],
    response: Response,
    visitor: CurrentVisitor,
) -> ConversationOut:
    """Opens a conversation, stored or in RAM alone; one that is there stays as it is.

    Of an ephemeral conversation nothing is written anywhere, and nothing is learned.
    """
    agent = visitor.writing(body.agent_id)
    known = _known(visitor, agent.id, body.id)
    if known is not None:
        if known.retention != body.retention:
            message = f"the conversation {body.id!r:.80} is {known.retention} already"
            raise Conflict(message, field="retention")
        response.status_code = HTTPStatus.OK
    talk = visitor.memory.conversation(body.id, retention=body.retention, agent=agent.id)
    return ConversationOut.of(agent.id, talk.begin(body.title))


@router.delete(
    "",
    summary="Forget all ephemeral conversations",
    response_description="How many there were",
    responses=documented(403, 422, 503),
)
def clear_conversations(query: Annotated[ClearIn, Query()], visitor: CurrentVisitor) -> ClearedOut:
    """Clears every conversation that lives in RAM alone, of one agent or of all that the caller may write to."""
    meant = reach(visitor, Right.WRITE, query.agent_id)
    if query.retention is not Retention.EPHEMERAL:
        message = (
            "only ephemeral conversations are forgotten all at once: say retention=ephemeral;"
            " stored ones are deleted one by one, or with their agent"
        )
        raise InvalidInput(message, field="retention")
    return ClearedOut(deleted=visitor.memory.clear_ephemeral(meant))


@router.get(
    "/{conversation_id}",
    summary="Read about a conversation",
    response_description="The conversation",
    responses=documented(403, 404, 422, 503),
)
def get_conversation(
    conversation_id: TalkPath, query: Whose, visitor: CurrentVisitor
) -> ConversationOut:
    """Its title, when it began, and how much was said."""
    talk = _talk(visitor, Right.READ, query.agent_id, conversation_id)
    return ConversationOut.of(talk.agent, _still(talk))


@router.delete(
    "/{conversation_id}",
    status_code=HTTPStatus.NO_CONTENT,
    summary="Delete a conversation",
    response_description="It is gone",
    responses=documented(403, 404, 409, 422, 503, 507),
)
def delete_conversation(conversation_id: TalkPath, query: Whose, visitor: CurrentVisitor) -> None:
    """Erases a conversation with its messages and what was learned from them alone; no way back."""
    _talk(visitor, Right.WRITE, query.agent_id, conversation_id).delete()


@router.get(
    "/{conversation_id}/messages",
    summary="Read what was said",
    response_description="A part of the messages",
    responses=documented(403, 404, 422, 503),
)
def list_messages(
    conversation_id: TalkPath, query: Annotated[MessagesIn, Query()], visitor: CurrentVisitor
) -> MessagesOut:
    """The messages in the order of their arrival; those that a summary stands for are marked as compressed."""
    talk = _talk(visitor, Right.READ, query.agent_id, conversation_id)
    after = None if query.cursor is None else str(opened(_MESSAGES, query.cursor, str)[0])
    page, more = cut(talk.page(after=after, limit=query.limit + 1), query.limit)
    return MessagesOut(
        messages=[MessageOut.model_validate(each) for each in page],
        next_cursor=sealed(_MESSAGES, page[-1].id) if more else None,
    )


@router.post(
    "/{conversation_id}/messages",
    status_code=HTTPStatus.CREATED,
    summary="Say something",
    response_description="The message",
    responses=documented(400, 403, 404, 409, 413, 415, 422, 503, 507),
)
def add_message(
    conversation_id: TalkPath,
    body: Annotated[
        SaidIn, _example("A question", role="user", content="What is this article about?")
    ],
    query: Whose,
    visitor: CurrentVisitor,
    request: Request,
) -> MessageOut:
    """Keeps one message; the same id and words again change nothing.

    The conversation must be there, for one that was in RAM alone and is over must not be written down by mistake;
    `retention` opens it.
    """
    agent = visitor.writing(query.agent_id)
    talk = _found(visitor, agent.id, conversation_id)
    if talk is None and body.retention is not None:
        talk = visitor.memory.conversation(
            conversation_id, retention=body.retention, agent=agent.id
        )
    if talk is None:
        raise _unknown(conversation_id)
    if body.retention not in {None, talk.retention}:
        message = f"the conversation {conversation_id!r:.80} is {talk.retention}"
        raise Conflict(message, field="retention")
    if talk.retention is Retention.EPHEMERAL:
        unrepeated(request)
    said = talk.add(body.role, body.content, id=body.id, at=body.at, speaker=body.speaker)
    return MessageOut.model_validate(said)


@router.post(
    "/{conversation_id}/compress",
    summary="Show a summary in place of old messages",
    response_description="The message that stands for them",
    responses=documented(400, 403, 404, 409, 413, 415, 422, 503, 507),
)
def compress_conversation(
    conversation_id: TalkPath,
    body: Annotated[
        CompressIn, _example("What came before", older_than="m7", summary="They plan a dinner.")
    ],
    query: Whose,
    visitor: CurrentVisitor,
) -> CompressedOut:
    """Windows show a `[CONTEXT SUMMARY]` instead of what came before a message; the stored messages stay."""
    talk = _talk(visitor, Right.WRITE, query.agent_id, conversation_id)
    made = talk.compress(older_than=body.older_than, summary=body.summary)
    return CompressedOut(message=None if made is None else MessageOut.model_validate(made))


@router.post(
    "/{conversation_id}/rewrite",
    summary="Make a question stand alone",
    response_description="The question, rewritten where it has to be",
    responses=documented(400, 403, 404, 413, 415, 422, 503),
)
def rewrite_question(
    conversation_id: TalkPath,
    body: Annotated[
        RewriteIn, _example("For a small model", question="How many of them?", model="qwen2.5:7b")
    ],
    query: Whose,
    visitor: CurrentVisitor,
) -> RewrittenOut:
    """A follow-up becomes a question that can be understood without the conversation; any other stays as it is."""
    talk = _talk(visitor, Right.READ, query.agent_id, conversation_id)
    return RewrittenOut.model_validate(talk.rewritten(body.question, model=body.model))


@router.get(
    "/{conversation_id}/context",
    summary="Fit a conversation into tokens",
    response_description="The text and how it fits",
    responses=documented(403, 404, 422, 503),
)
def conversation_context(
    conversation_id: TalkPath, query: Annotated[WindowIn, Query()], visitor: CurrentVisitor
) -> WindowOut:
    """What a model should read of this conversation, never over its tokens."""
    talk = _talk(visitor, Right.READ, query.agent_id, conversation_id)
    window = talk.context(
        query.strategy, tokens=query.tokens, framing=query.framing, model=query.model
    )
    return WindowOut.model_validate(window)


def _found(visitor: Visitor, agent: str, conversation: str) -> OpenConversation | None:
    """The conversation of this name, wherever it is kept; None where there is none."""
    for retention in (Retention.EPHEMERAL, Retention.DURABLE):
        talk = visitor.memory.conversation(conversation, retention=retention, agent=agent)
        if talk.known() is not None:
            return talk
    return None


def _known(visitor: Visitor, agent: str, conversation: str) -> Conversation | None:
    talk = _found(visitor, agent, conversation)
    return None if talk is None else talk.known()


def _talk(visitor: Visitor, right: Right, agent_id: str, conversation: str) -> OpenConversation:
    agent = visitor.memory.agent(agent_id)
    visitor.check(right, agent.id)
    talk = _found(visitor, agent.id, conversation)
    if talk is None:
        raise _unknown(conversation)
    return talk


def _still(talk: OpenConversation) -> Conversation:
    known = talk.known()
    if known is None:
        raise _unknown(talk.id)
    return known


def _unknown(conversation: str) -> NotFound:
    message = f"there is no conversation {conversation!r:.80}: it was never opened, or is over"
    return NotFound(message, field="conversation_id")


def _stored(agent: Agent, place: tuple[str, str] | None, limit: int) -> list[Conversation]:
    """Stored conversations behind a place, which stays one where the conversation that stood there has been deleted."""
    if place is None:
        return agent.conversations.list(limit=limit)
    try:
        return agent.conversations.list(cursor=place[1], limit=limit)
    except InvalidInput:
        return [each for each in agent.conversations.list() if _key(each) < place][:limit]


def _key(talk: Conversation) -> tuple[str, str]:
    return sortable(talk.created_at), talk.id


def _place(cursor: str | None) -> tuple[Retention | None, tuple[str, str] | None]:
    """Where the page before ended: among those in RAM or those stored, and behind which."""
    if cursor is None:
        return None, None
    kept, started, name = map(str, opened(_LIST, cursor, str, str, str))
    durable = kept == Retention.DURABLE
    return Retention.DURABLE if durable else Retention.EPHEMERAL, (started, name)
