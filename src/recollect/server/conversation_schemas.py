"""Request and response models of the conversation routes."""

from typing import Annotated, Any

from pydantic import BaseModel, Field, PlainValidator, ValidationInfo, WithJsonSchema

from recollect.conversations.rewrite import By
from recollect.domain import checks
from recollect.domain.framing import Framing
from recollect.domain.turn import Role
from recollect.memory.conversation import Retention, Strategy
from recollect.server.resource_schemas import ConversationOut, MessageOut
from recollect.server.schemas import Name, Paged, PositiveInt, RequestModel, ResponseModel, as_given


def _retention(value: object, info: ValidationInfo) -> Retention:
    return checks.check_choice(value, info.field_name or "retention", Retention)


RetentionName = Annotated[
    Retention,
    PlainValidator(_retention),
    WithJsonSchema({"type": "string", "enum": [*Retention]}),
]
_RETENTION = "`durable`: stored, searched and learned from; `ephemeral`: in RAM only."


class AgentQuery(RequestModel):
    """The agent that owns the conversation."""

    agent_id: Name = Field("default", description="The agent that owns the conversation.")


class ListIn(Paged):
    """Which conversations to list."""

    agent_id: Name = Field("default", description="The agent that owns the conversations.")
    retention: RetentionName | None = Field(None, description="Only this retention; default: both.")


class ClearIn(RequestModel):
    """Which conversations to clear."""

    agent_id: Name | None = Field(
        None, description="The agent; default: all agents that the caller may write to."
    )
    retention: RetentionName | None = Field(None, description="Must be `ephemeral`.")


class ConversationIn(RequestModel):
    """A conversation to open."""

    agent_id: Name = Field("default", description="The agent that owns the conversation.")
    id: Name = Field(description="Any name, such as `example.com:42`.")
    retention: RetentionName = Field(Retention.DURABLE, description=_RETENTION)
    title: Annotated[Any, as_given(str | None)] = None


class MessagesIn(AgentQuery, Paged):
    """The agent, and the page of messages."""


class NewMessageIn(RequestModel):
    """A message to add; with an `id`, sending it again changes nothing."""

    role: Annotated[Any, as_given(Role)] = Field(Role.USER, description="The role of the speaker.")
    content: Annotated[Any, as_given(str)] = Field(description="The text.")
    speaker: Annotated[Any, as_given(str | None)] = Field(None, description="The speaker's name.")
    at: Annotated[Any, as_given(str | None)] = Field(
        None, description="When it was said, in ISO 8601 with a time zone; default: now."
    )
    id: Annotated[Any, as_given(str | None)] = None
    retention: RetentionName | None = Field(
        None, description="If set, open a missing conversation with this retention."
    )


class CompressIn(RequestModel):
    """Which messages to replace with a summary."""

    older_than: Name = Field(description="The id of the first message to leave as it is.")
    summary: Annotated[Any, as_given(str | None)] = Field(
        None, description="The summary; default: generated from the messages."
    )


class RewriteIn(RequestModel):
    """A question to rewrite."""

    question: Annotated[Any, as_given(str)] = Field(
        description="The question as the user asked it."
    )
    model: Annotated[Any, as_given(str | None)] = Field(
        None, description="The model that will answer; default: the core model."
    )


class WindowIn(AgentQuery):
    """How to fit a conversation into a context window."""

    strategy: Annotated[Any, as_given(Strategy)] = Field(
        Strategy.SEED_MIDDLE_TAIL, description="What to shorten or leave out if it is too long."
    )
    tokens: PositiveInt | None = Field(
        None, description="Maximum tokens; default: from the settings."
    )
    framing: Annotated[Any, as_given(Framing | None)] = Field(
        None,
        description="How the model should treat it: as part of the chat, or as silent background.",
    )
    model: Annotated[Any, as_given(str | None)] = Field(
        None, description="The model whose size determines the window."
    )


class ConversationsOut(BaseModel):
    """One page of conversations; `next_cursor` is null on the last page."""

    conversations: list[ConversationOut]
    next_cursor: str | None


class MessagesOut(BaseModel):
    """One page of messages; `next_cursor` is null on the last page."""

    messages: list[MessageOut]
    next_cursor: str | None


class ClearedOut(BaseModel):
    """The number of deleted conversations."""

    deleted: int


class CompressedOut(BaseModel):
    """The summary message that replaces the older ones, or null if there are none."""

    message: MessageOut | None


class RewrittenOut(ResponseModel):
    """The original question, the self-contained one, what rewrote it, and why."""

    question: str
    text: str
    by: By
    why: str


class MetricsOut(ResponseModel):
    """Token counts, and how many messages were shortened or left out."""

    used_tokens: int
    total_tokens: int
    is_distilled: bool
    shortened: int
    left_out: int


class WindowOut(ResponseModel):
    """The text for the model, with its token counts."""

    text: str
    tokens: int
    metrics: MetricsOut
