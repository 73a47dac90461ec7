"""What the routes of conversations take and give."""

from typing import Annotated, Any

from pydantic import BaseModel, Field, PlainValidator, ValidationInfo, WithJsonSchema

from recollect.conversations.rewrite import By
from recollect.domain import checks
from recollect.domain.framing import Framing
from recollect.domain.turn import Role
from recollect.memory.conversation import Retention, Strategy
from recollect.server.shapes import Name, Paged, Shown, Strict, Whole, as_given
from recollect.server.shown import ConversationOut, MessageOut


def _retention(value: object, info: ValidationInfo) -> Retention:
    return checks.check_choice(value, info.field_name or "retention", Retention)


Kept = Annotated[
    Retention,
    PlainValidator(_retention),
    WithJsonSchema({"type": "string", "enum": [*Retention]}),
]
_KEPT = "`durable`: stored, searched and learned from; `ephemeral`: in RAM alone."


class WhoseIn(Strict):
    """Whose conversation is meant."""

    agent_id: Name = Field("default", description="Whose conversation.")


class ListIn(Paged):
    """Which conversations are wanted, and which part of them."""

    agent_id: Name = Field("default", description="Whose conversations.")
    retention: Kept | None = Field(None, description="Only those; all if left out.")


class ClearIn(Strict):
    """Which conversations shall be forgotten."""

    agent_id: Name | None = Field(
        None, description="Whose; those of all agents the caller may write to if left out."
    )
    retention: Kept | None = Field(None, description="It takes `ephemeral`, said in full.")


class ConversationIn(Strict):
    """A conversation to be opened."""

    agent_id: Name = Field("default", description="Whose conversation.")
    id: Name = Field(description="Any name, such as `example.com:42`.")
    retention: Kept = Field(Retention.DURABLE, description=_KEPT)
    title: Annotated[Any, as_given(str | None)] = None


class MessagesIn(WhoseIn, Paged):
    """Whose conversation is meant, and which part of it."""


class SaidIn(Strict):
    """One message; with an `id`, the same message again is recognised by it."""

    role: Annotated[Any, as_given(Role)] = Field(Role.USER, description="Who speaks.")
    content: Annotated[Any, as_given(str)] = Field(description="What is said.")
    speaker: Annotated[Any, as_given(str | None)] = Field(None, description="The speaker's name.")
    at: Annotated[Any, as_given(str | None)] = Field(
        None, description="When it was said, in ISO 8601 with a time zone; now if left out."
    )
    id: Annotated[Any, as_given(str | None)] = None
    retention: Kept | None = Field(
        None, description="Opens the conversation where it is not there, to be kept like this."
    )


class CompressIn(Strict):
    """What a summary shall stand for."""

    older_than: Name = Field(description="The id of the first message that stays as it is.")
    summary: Annotated[Any, as_given(str | None)] = Field(
        None, description="Its words; made of the messages if left out."
    )


class RewriteIn(Strict):
    """A question in this conversation."""

    question: Annotated[Any, as_given(str)] = Field(description="As it was asked.")
    model: Annotated[Any, as_given(str | None)] = Field(
        None, description="The model it is meant for; the core model if left out."
    )


class WindowIn(WhoseIn):
    """How much of a conversation a model shall read, and in which form."""

    strategy: Annotated[Any, as_given(Strategy)] = Field(
        Strategy.SEED_MIDDLE_TAIL, description="What is shortened or left out where it is too much."
    )
    tokens: Whole | None = Field(
        None, description="The most tokens; as the settings say if left out."
    )
    framing: Annotated[Any, as_given(Framing | None)] = Field(
        None,
        description="How the model shall treat it: as talked about, or as never to be mentioned.",
    )
    model: Annotated[Any, as_given(str | None)] = Field(
        None, description="The model's name, by whose size it is fitted."
    )


class ConversationsOut(BaseModel):
    """A part of the list; `next_cursor` asks for the next one, and is null at the end."""

    conversations: list[ConversationOut]
    next_cursor: str | None


class MessagesOut(BaseModel):
    """A part of the messages; `next_cursor` asks for the next one, and is null at the end."""

    messages: list[MessageOut]
    next_cursor: str | None


class ClearedOut(BaseModel):
    """How many were forgotten."""

    deleted: int


class CompressedOut(BaseModel):
    """The message that stands for the older ones; null where there are none."""

    message: MessageOut | None


class RewrittenOut(Shown):
    """The question as it was asked and as it stands alone, who rewrote it, and why."""

    question: str
    text: str
    by: By
    why: str


class MetricsOut(Shown):
    """How a text fits, and how many messages are shown in part or not at all."""

    used_tokens: int
    total_tokens: int
    is_distilled: bool
    shortened: int
    left_out: int


class WindowOut(Shown):
    """The text for the model, and how it fits."""

    text: str
    tokens: int
    metrics: MetricsOut
