"""The core model is talked to."""

from typing import Annotated, Any, Final
from uuid import uuid4

from fastapi import APIRouter, Body, Request, Response
from pydantic import BaseModel, Field

from recollect.server.access import CurrentVisitor, Visitor
from recollect.server.chat.desk import ChatRequest, CurrentChats
from recollect.server.current import CurrentMemory
from recollect.server.errors import documented
from recollect.server.json_body import JsonRoute
from recollect.server.proxy.desk import agent_of, conversation_of, is_off
from recollect.server.shapes import Name, Strict

router = APIRouter(tags=["chat"], route_class=JsonRoute)

_EXAMPLES: Final[dict[str, Any]] = {
    "question": {"summary": "One question", "value": {"message": "Hello, who are you?"}},
    "stream": {
        "summary": "The same conversation, word by word",
        "value": {"message": "And now?", "stream": True, "conversation_id": "talk-1"},
    },
}


class ChatIn(Strict):
    """What is said, to whom, and in which conversation."""

    message: str = Field(description="What the user says.")
    agent: str = Field("general", description="The persona: `personas/NAME.txt` in RECOLLECT_HOME.")
    stream: bool = Field(default=False, description="Plain text, word by word, instead of JSON.")
    conversation_id: Name | None = Field(None, description="A new conversation if left out.")


class ChatOut(BaseModel):
    """The reply, and how to go on."""

    reply: str
    conversation_id: str | None = None
    model: str | None = None
    provider: str | None = None


@router.post(
    "/chat",
    summary="Talk to the core model",
    response_description="The reply",
    response_model=ChatOut,
    responses=documented(400, 403, 404, 413, 415, 422, 502, 503),
)
async def chat(
    body: Annotated[ChatIn, Body(openapi_examples=_EXAMPLES)],
    request: Request,
    response: Response,
    visitor: CurrentVisitor,
    memory: CurrentMemory,
    chats: CurrentChats,
) -> ChatOut | Response:
    """Asks the core model, which is shown the last messages of the conversation; they are kept in RAM alone.

    With `X-Recollect-Agent-Id` it is shown what that agent remembers too, and what is said is remembered.
    """
    asked = _asked(body, request, visitor)
    if body.stream:
        return await chats.stream(asked)
    reply, headers = await chats.reply(asked)
    response.headers.update(headers)
    return ChatOut(
        reply=reply,
        conversation_id=asked.conversation,
        model=memory.settings.core_model_name,
        provider=memory.settings.core_model_provider,
    )


def _asked(body: ChatIn, request: Request, visitor: Visitor) -> ChatRequest:
    named = agent_of(request)
    visitor.reading(named or "default")
    agent = visitor.writing(named or "default")
    remembering = named and visitor.memory.settings.enabled and not is_off(request)
    return ChatRequest(
        message=body.message,
        persona=body.agent,
        conversation=body.conversation_id or conversation_of(request) or str(uuid4()),
        agent=agent if remembering else None,
    )
