"""Model tiers, derived from model names."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field, WithJsonSchema

from recollect.conversations.tiers import Tier
from recollect.domain.checks import ID_MAX
from recollect.server.access import CurrentCaller
from recollect.server.errors import error_responses
from recollect.server.schemas import Name, RequestModel, ResponseModel

router = APIRouter(prefix="/api/v1/models", tags=["work"])

ModelName = Annotated[
    Name,
    WithJsonSchema(
        {"type": "string", "minLength": 1, "maxLength": ID_MAX, "examples": ["qwen2.5:7b"]}
    ),
]


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
    tier: Tier
    billions: float | None
    pairs: int
    split: SplitOut
    known: bool
    why: str


@router.get(
    "/tier",
    summary="Get the tier of a model",
    response_description="The tier",
    responses=error_responses(403, 422, 503),
)
def model_tier(query: Annotated[ModelIn, Query()], caller: CurrentCaller) -> TierOut:
    """Derived from the name alone: how much history a model should see, and its window split."""
    return TierOut.model_validate(caller.memory.model_tier(query.name))
