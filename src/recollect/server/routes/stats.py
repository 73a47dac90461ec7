"""Statistics of the whole server."""

from fastapi import APIRouter
from pydantic import BaseModel

from recollect.domain.access import Right
from recollect.memory import Stats
from recollect.providers.resilience import Usage
from recollect.server.access import CurrentCaller
from recollect.server.errors import error_responses

router = APIRouter(prefix="/api/v1", tags=["work"])


class UsageOut(BaseModel):
    """Usage of one model since the server started; `success_rate` is null before the first call."""

    model: str | None
    calls: int
    failures: int
    success_rate: float | None
    average_duration_ms: float | None
    tokens: int
    tokens_out: int

    @classmethod
    def of(cls, model: str | None, usage: Usage) -> "UsageOut":
        """Build it from a model's usage."""
        calls = usage.calls
        return cls(
            model=model,
            calls=calls,
            failures=usage.failures,
            success_rate=round((calls - usage.failures) / calls, 4) if calls else None,
            average_duration_ms=round(1000 * usage.seconds / calls, 3) if calls else None,
            tokens=usage.tokens,
            tokens_out=usage.tokens_out,
        )


class ServerStatsOut(BaseModel):
    """Stored data and model usage; `processing` covers learning, rewriting and chat."""

    agents: int
    conversations: int
    turns: int
    turns_embedded: int
    memories: int
    memories_by_kind: dict[str, int]
    memories_by_status: dict[str, int]
    jobs_by_state: dict[str, int]
    database_bytes: int
    processing: UsageOut
    embedding: UsageOut

    @classmethod
    def of(cls, stats: Stats) -> "ServerStatsOut":
        """Build it from the library's statistics."""
        store = stats.store
        return cls(
            agents=store.agents,
            conversations=store.conversations,
            turns=store.turns,
            turns_embedded=store.turns_embedded,
            memories=store.entries,
            memories_by_kind=store.entries_by_kind,
            memories_by_status=store.entries_by_status,
            jobs_by_state=store.jobs_by_state,
            database_bytes=store.database_bytes,
            processing=UsageOut.of(stats.chat_model, stats.chat),
            embedding=UsageOut.of(stats.embedder, stats.embedding),
        )


@router.get(
    "/stats",
    summary="Get statistics",
    response_description="The statistics",
    responses=error_responses(403, 422, 503),
)
def stats(caller: CurrentCaller) -> ServerStatsOut:
    """Stored data of all agents, database size, and model usage."""
    caller.check(Right.READ)
    return ServerStatsOut.of(caller.memory.stats())
