"""Limits on the length of answers, and helpers that render values as text for a model."""

from collections.abc import Sequence
from datetime import datetime
from itertools import accumulate
from typing import Annotated, Final, TypeVar

from pydantic import BaseModel, ConfigDict, PlainSerializer, WithJsonSchema

from recollect.domain.plain import plain

# In characters: one page of a text, a whole list as JSON, one text in a list, and a label.
PAGE_CHARS: Final = 8_000
LIST_CHARS: Final = 30_000
ITEM_CHARS: Final = 800
LABEL_CHARS: Final = 120
MAX_TAGS: Final = 20
MAX_VERSIONS: Final = 20

Moment = Annotated[
    datetime,
    PlainSerializer(plain, return_type=str),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]
_Text = TypeVar("_Text", bound=str | None)
_Item = TypeVar("_Item", bound=BaseModel)


class ToolResult(BaseModel):
    """The result of a tool; unknown values are omitted."""

    model_config = ConfigDict(frozen=True)

    def text_parts(self) -> list[str]:
        """The answer as text for a model, in one or more parts."""
        raise NotImplementedError


def that_fit(items: Sequence[_Item], max_chars: int = LIST_CHARS) -> list[_Item]:
    """The first items that fit into one answer, and at least one if there are any."""
    sizes = accumulate(len(item.model_dump_json()) for item in items)
    count = sum(size <= max_chars for size in sizes)
    return [*items[: max(count, 1)]]


def shorten(text: _Text, max_chars: int) -> _Text:
    """The text, cut to a length and ending in an ellipsis if it was longer."""
    if text is None or len(text) <= max_chars:
        return text
    return text[: max_chars - 1] + "…"  # type: ignore[return-value]  # a part of a text is a text


def day(moment: datetime) -> str:
    """The day of a moment in its own time zone."""
    return moment.date().isoformat()
