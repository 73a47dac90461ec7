"""Base types of request and response models; the library itself checks the values."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from recollect.server.field_types import DEFAULT_LIMIT, Cursor, Limit, Name

_T = TypeVar("_T")


class ResponseModel(BaseModel):
    """A response filled from the attributes of a library value."""

    # Every field is in every response, also one with a default.
    model_config = ConfigDict(
        from_attributes=True, json_schema_serialization_defaults_required=True
    )

    @classmethod
    def from_value(cls, value: object, **more: object) -> Self:
        """Build it from a library value, and from fields that the value does not have."""
        names = (name for name in cls.model_fields if name not in more)
        fields: dict[str, Any] = {name: getattr(value, name) for name in names}
        return cls(**fields, **more)

    @classmethod
    def from_values(cls, values: Iterable[object]) -> list[Self]:
        """Build one from each library value."""
        return [cls.model_validate(value) for value in values]


class DeletedOut(ResponseModel):
    """How many were deleted."""

    deleted: int


class RequestModel(BaseModel):
    """A body or query that rejects unknown fields."""

    model_config = ConfigDict(extra="forbid")


def optional(description: str) -> Any:
    """Return a field that may be omitted."""
    return Field(None, description=description)


BY_WORDS: Final[Any] = Field(
    description="Why only words were compared, although there is an embedder, or how many texts are"
    " not embedded yet, or that memory is switched off; `null` otherwise."
)
_CURSOR: Final = "`next_cursor` of the previous page; omit it for the first page."


class Paged(RequestModel):
    """A page of a list whose cursor is opaque."""

    limit: Limit = Field(DEFAULT_LIMIT, description="Maximum number of results.")
    cursor: Cursor | None = optional(_CURSOR)


class Page(Paged):
    """A page of a list whose cursor is a name."""

    cursor: Name | None = optional(_CURSOR)


def split_page(items: Sequence[_T], limit: int) -> tuple[list[_T], bool]:
    """Return a page of items fetched with `limit + 1`, and whether more follow."""
    return [*items[:limit]], len(items) > limit
