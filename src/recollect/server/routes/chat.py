"""The route to chat with the core model."""

from uuid import uuid4

from fastapi import Request, Response
from pydantic import Field

from recollect.server.access import Caller, CurrentCaller
from recollect.server.chat.responder import ChatRequest, CurrentResponder
from recollect.server.errors import error_responses
from recollect.server.field_types import Name
from recollect.server.proxy.forwarder import (
    MemoryMode,
    agent_of,
    conversation_of,
    memory_mode,
    spaces_of,
)
from recollect.server.routing import NOT_FOUND, TAKES_BODY, api_router
from recollect.server.schemas import RequestModel, ResponseModel, optional

router = api_router("chat", errors=error_responses(401, 403, 429, 502, 503))


class ChatIn(RequestModel):
    """A message to the core model."""

    message: str = Field(description="The user's message.")
    agent: str = Field("general", description="The persona: `personas/NAME.txt` in RECOLLECT_HOME.")
    stream: bool = Field(default=False, description="Stream plain text instead of returning JSON.")
    conversation_id: Name | None = optional("Default: a new conversation.")


class ChatOut(ResponseModel):
    """The reply, and the conversation to continue."""

    reply: str
    conversation_id: str | None = None
    model: str | None = None
    provider: str | None = None


@router.post(
    "/chat", response_model=ChatOut, responses=TAKES_BODY | NOT_FOUND | error_responses(409, 422)
)
async def chat(
    body: ChatIn,
    request: Request,
    response: Response,
    caller: CurrentCaller,
    responder: CurrentResponder,
) -> ChatOut | Response:
    """Sends a message to the core model with the conversation's last messages, kept in RAM only.

    With `X-Recollect-Agent-Id` the model also gets that agent's memory, and the chat is remembered;
    `X-Recollect-Memory` can restrict it to one of the two.
    """
    chat_request = _chat_request(body, request, caller)
    if body.stream:
        return await responder.stream(chat_request)
    reply, headers = await responder.reply(chat_request)
    response.headers.update(headers)
    settings = caller.memory.settings
    return ChatOut(
        reply=reply,
        conversation_id=chat_request.conversation,
        model=settings.core_model_name,
        provider=settings.core_model_provider,
    )


def _chat_request(body: ChatIn, request: Request, caller: Caller) -> ChatRequest:
    agent_id = agent_of(request)
    caller.readable_agent(agent_id or "default")
    agent = caller.writable_agent(agent_id or "default")
    mode = memory_mode(request)
    return ChatRequest(
        message=body.message,
        persona=body.agent,
        conversation=body.conversation_id or conversation_of(request) or str(uuid4()),
        agent=agent if agent_id else None,
        mode=mode if caller.memory.settings.enabled else MemoryMode.OFF,
        spaces=spaces_of(request, caller),
    )
