"""Request and response models of the conversation routes."""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, Field, PlainValidator, ValidationInfo, model_validator

from recollect.conversations.rewrite import By
from recollect.domain import checks
from recollect.domain.framing import Framing
from recollect.domain.turn import Role
from recollect.errors import InvalidInput
from recollect.memory.conversation import Retention, Strategy
from recollect.server.field_types import Given, GivenTime, Name, Offset, PositiveInt, one_of
from recollect.server.resource_schemas import ConversationOut, MessageOut
from recollect.server.schemas import Paged, RequestModel, ResponseModel, optional


def _retention(value: object, info: ValidationInfo) -> Retention:
    return checks.check_choice(value, info.field_name or "retention", Retention)


RetentionName = Annotated[Retention, PlainValidator(_retention), one_of(Retention)]
_RETENTION = "`durable`: stored, searched and learned from; `ephemeral`: in RAM only."


class AgentQuery(RequestModel):
    """The agent that owns the conversation."""

    agent_id: Name = Field("default", description="The agent that owns the conversation.")


class ListIn(Paged):
    """Which conversations to list."""

    agent_id: Name = Field("default", description="The agent that owns the conversations.")
    retention: RetentionName | None = optional("Only this retention; default: both.")


class ClearIn(RequestModel):
    """Which conversations to clear."""

    agent_id: Name | None = optional("The agent; default: all agents that the caller may write to.")
    retention: RetentionName | None = optional("Must be `ephemeral`.")


class ConversationIn(RequestModel):
    """A conversation to open."""

    agent_id: Name = Field("default", description="The agent that owns the conversation.")
    id: Name = Field(description="Any name, such as `example.com:42`.")
    retention: RetentionName = Field(Retention.DURABLE, description=_RETENTION)
    title: Given[str | None] = None


class RenameIn(RequestModel):
    """The new title."""

    title: Given[str | None] = Field(description="The title; null removes it.")


class MessagesIn(AgentQuery, Paged):
    """The agent, and the page of messages."""

    offset: Offset = Field(0, description="How many messages to skip; not with `cursor`.")
    last: PositiveInt | None = optional("Only the last messages, this many; not with a page.")

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if self.cursor is not None and self.offset:
            raise InvalidInput("offset cannot be combined with cursor", field="offset")
        if self.last is not None and (self.cursor is not None or self.offset):
            raise InvalidInput("last cannot be combined with cursor or offset", field="last")
        return self


StatedOrigin = Literal["user", "pasted", "tool"]
ORIGIN_MEANS = (
    "Where the words of a user's message come from, if you know: typed (`user`), `pasted`, or"
    " written by a `tool`; default: recognized by their form."
)


class NewMessageIn(RequestModel):
    """A message to add; with an `id`, sending it again changes nothing."""

    role: Given[Role] = Field(Role.USER, description="The role of the speaker.")
    content: Given[str] = Field(description="The text.")
    speaker: Given[str | None] = optional("The speaker's name.")
    at: GivenTime = optional("When it was said, in ISO 8601 with a time zone; default: now.")
    id: Given[str | None] = None
    origin: Given[StatedOrigin | None] = optional(ORIGIN_MEANS)
    retention: RetentionName | None = optional(
        "If set, open a missing conversation with this retention."
    )


class CompressIn(RequestModel):
    """Which messages to replace with a summary."""

    older_than: Name = Field(description="The id of the first message to leave as it is.")
    summary: Given[str | None] = optional("The summary; default: generated from the messages.")


class RewriteIn(RequestModel):
    """A question to rewrite."""

    question: Given[str] = Field(description="The question as the user asked it.")
    model: Given[str | None] = optional("The model that will answer; default: the core model.")


class WindowIn(AgentQuery):
    """How to fit a conversation into a context window."""

    strategy: Given[Strategy] = Field(
        Strategy.SEED_MIDDLE_TAIL, description="What to shorten or leave out if it is too long."
    )
    tokens: PositiveInt | None = optional(
        "Maximum tokens; default: from the settings, or the model's share of its window."
    )
    framing: Given[Framing | None] = optional(
        "How the model should treat it: as part of the chat, or as silent background."
    )
    model: Given[str | None] = optional("The model whose size determines the window.")


class ConversationsOut(BaseModel):
    """One page of conversations; `next_cursor` is null on the last page."""

    conversations: list[ConversationOut]
    next_cursor: str | None


class MessagesOut(BaseModel):
    """One page of messages; `next_cursor` is null on the last page."""

    messages: list[MessageOut]
    next_cursor: str | None


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
