"""Statistics of the whole server, and the tiers of models."""

from typing import Annotated, Literal, Self

from pydantic import Field, WithJsonSchema

from recollect.conversations.tiers import ModelSize
from recollect.domain.access import Right
from recollect.providers.resilience import CallCounts
from recollect.server.access import CurrentCaller, FromQuery
from recollect.server.field_types import NAME_SCHEMA, Moment, Name
from recollect.server.routing import api_router
from recollect.server.schemas import RequestModel, ResponseModel

router = api_router("work", "/api/v1")


class UsageOut(ResponseModel):
    """Usage of one model since the server started; `success_rate` is null before the first call."""

    model: str | None
    calls: int
    failures: int
    success_rate: float | None
    average_duration_ms: float | None
    tokens: int
    tokens_out: int

    @classmethod
    def of(cls, model: str | None, usage: CallCounts) -> Self:
        """Build it from a model's usage."""
        calls = usage.calls
        return cls.from_value(
            usage,
            model=model,
            success_rate=round((calls - usage.failures) / calls, 4) if calls else None,
            average_duration_ms=round(1000 * usage.seconds / calls, 3) if calls else None,
        )


class CopyOut(ResponseModel):
    """A copy of the database from before an upgrade or a restore.

    What was deleted since, other than a whole agent, is in it until it is deleted.
    """

    path: str = Field(description="The file, on the server's machine.")
    before: Literal["upgrade", "restore"]
    made_at: Moment
    until: Moment = Field(description="When it is deleted by itself.")


class ServerStatsOut(ResponseModel):
    """Stored data and model usage; `processing` covers learning, rewriting and chat.

    The counts of a large database are up to five minutes old (`counted_at`). `has_traces` is true
    while deleted text may still be in unused parts of the database's files, and `copies` are the
    database's copies that it may be in.
    """

    agents: int
    conversations: int
    turns: int
    turns_embedded: int
    memories: int
    memories_by_kind: dict[str, int]
    memories_by_status: dict[str, int]
    jobs_by_state: dict[str, int]
    database_bytes: int
    counted_at: Moment
    has_traces: bool
    copies: list[CopyOut]
    processing: UsageOut
    embedding: UsageOut


@router.get("/stats")
def stats(caller: CurrentCaller) -> ServerStatsOut:
    """Stored data of all agents, database size, and model usage."""
    caller.check(Right.READ)
    stats = caller.memory.stats(exact=False)
    store = stats.store
    return ServerStatsOut.from_value(
        store,
        counted_at=stats.counted_at,
        has_traces=stats.has_traces,
        copies=CopyOut.from_values(stats.copies),
        memories=store.entries,
        memories_by_kind=store.entries_by_kind,
        memories_by_status=store.entries_by_status,
        processing=UsageOut.of(stats.chat_model, stats.chat),
        embedding=UsageOut.of(stats.embedder, stats.embedding),
    )


ModelName = Annotated[Name, WithJsonSchema(NAME_SCHEMA | {"examples": ["qwen2.5:7b"]})]


class ModelIn(RequestModel):
    """The model to look up."""

    name: ModelName = Field(description="The name its provider uses.")


class SplitOut(ResponseModel):
    """The percentage of the context window that each part of a prompt may use."""

    system: int
    history: int
    context: int
    response: int


class TierOut(ResponseModel):
    """A model's tier, how many pairs of turns it sees, and how its context window is split."""

    name: str
    tier: ModelSize
    billions: float | None
    pairs: int
    split: SplitOut
    known: bool
    why: str


@router.get("/models/tier")
def model_tier(query: FromQuery[ModelIn], caller: CurrentCaller) -> TierOut:
    """Derived from the name alone: how much history a model should see, and its window split."""
    return TierOut.model_validate(caller.memory.model_tier(query.name))
