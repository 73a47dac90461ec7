"""`POST /chat`: chat with the core model."""

from typing import Annotated, Any, Final
from uuid import uuid4

from fastapi import APIRouter, Body, Request, Response
from pydantic import BaseModel, Field

from recollect.server.access import Caller, CurrentCaller
from recollect.server.chat.responder import ChatRequest, CurrentResponder
from recollect.server.dependencies import CurrentMemory
from recollect.server.errors import error_responses
from recollect.server.json_body import JsonRoute
from recollect.server.proxy.forwarder import agent_of, conversation_of, is_off
from recollect.server.schemas import Name, RequestModel

router = APIRouter(tags=["chat"], route_class=JsonRoute)

_EXAMPLES: Final[dict[str, Any]] = {
    "question": {"summary": "One question", "value": {"message": "Hello, who are you?"}},
    "stream": {
        "summary": "Streamed, in a named conversation",
        "value": {"message": "And now?", "stream": True, "conversation_id": "chat-1"},
    },
}


class ChatIn(RequestModel):
    """A message to the core model."""

    message: str = Field(description="The user's message.")
    agent: str = Field("general", description="The persona: `personas/NAME.txt` in RECOLLECT_HOME.")
    stream: bool = Field(default=False, description="Stream plain text instead of returning JSON.")
    conversation_id: Name | None = Field(None, description="Default: a new conversation.")


class ChatOut(BaseModel):
    """The reply, and the conversation to continue."""

    reply: str
    conversation_id: str | None = None
    model: str | None = None
    provider: str | None = None


@router.post(
    "/chat",
    summary="Chat with the core model",
    response_description="The reply",
    response_model=ChatOut,
    responses=error_responses(400, 403, 404, 413, 415, 422, 502, 503),
)
async def chat(
    body: Annotated[ChatIn, Body(openapi_examples=_EXAMPLES)],
    request: Request,
    response: Response,
    caller: CurrentCaller,
    memory: CurrentMemory,
    responder: CurrentResponder,
) -> ChatOut | Response:
    """Sends a message to the core model with the conversation's last messages, kept in RAM only.

    With `X-Recollect-Agent-Id` the model also gets that agent's memory, and the chat is remembered.
    """
    chat_request = _chat_request(body, request, caller)
    if body.stream:
        return await responder.stream(chat_request)
    reply, headers = await responder.reply(chat_request)
    response.headers.update(headers)
    return ChatOut(
        reply=reply,
        conversation_id=chat_request.conversation,
        model=memory.settings.core_model_name,
        provider=memory.settings.core_model_provider,
    )


def _chat_request(body: ChatIn, request: Request, caller: Caller) -> ChatRequest:
    agent_id = agent_of(request)
    caller.readable_agent(agent_id or "default")
    agent = caller.writable_agent(agent_id or "default")
    uses_memory = agent_id and caller.memory.settings.enabled and not is_off(request)
    return ChatRequest(
        message=body.message,
        persona=body.agent,
        conversation=body.conversation_id or conversation_of(request) or str(uuid4()),
        agent=agent if uses_memory else None,
    )
