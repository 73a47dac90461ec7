"""What a model's name tells."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field, WithJsonSchema

from recollect.conversations.tiers import Tier
from recollect.domain.checks import ID_MAX
from recollect.server.access import CurrentVisitor
from recollect.server.errors import documented
from recollect.server.shapes import Name, Shown, Strict

router = APIRouter(prefix="/api/v1/models", tags=["work"])

ModelName = Annotated[
    Name,
    WithJsonSchema(
        {"type": "string", "minLength": 1, "maxLength": ID_MAX, "examples": ["qwen2.5:7b"]}
    ),
]


class ModelIn(Strict):
    """Which model."""

    name: ModelName = Field(description="As its provider calls it.")


class SplitOut(Shown):
    """What percentage of a model's window each part of a prompt may fill."""

    system: int
    history: int
    context: int
    response: int


class TierOut(Shown):
    """What a model's name tells: its size, how many pairs of turns it sees, and how its window is split."""

    name: str
    tier: Tier
    billions: float | None
    pairs: int
    split: SplitOut
    known: bool
    why: str


@router.get(
    "/tier",
    summary="Tell how large a model is",
    response_description="What its name tells",
    responses=documented(403, 422, 503),
)
def model_tier(query: Annotated[ModelIn, Query()], visitor: CurrentVisitor) -> TierOut:
    """By the name alone: how much history a model should see, and how its window is split."""
    return TierOut.model_validate(visitor.memory.model_tier(query.name))
