"""What bodies, queries and answers are made of; the checks are the library's own."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    ValidationInfo,
    WithJsonSchema,
)

from recollect.domain import checks
from recollect.domain.entry import MEMORY_KINDS
from recollect.domain.plain import plain
from recollect.errors import InvalidInput

MOST: Final = 1_000
USUAL: Final = 100

_T = TypeVar("_T")
_DIGITS = re.compile(r"[0-9]{1,9}")


def _name(value: object, info: ValidationInfo) -> str:
    return checks.check_id(value, info.field_name or "name")


def _limit(value: object) -> int:
    number = int(value) if isinstance(value, str) and _DIGITS.fullmatch(value) else 0
    if not 1 <= number <= MOST:
        message = f"limit takes a whole number from 1 to {MOST:,}, not {value!r:.80}"
        raise InvalidInput(message, field="limit")
    return number


def _whole(value: object, info: ValidationInfo) -> int:
    if isinstance(value, str) and _DIGITS.fullmatch(value) and int(value):
        return int(value)
    name = info.field_name or "number"
    raise InvalidInput(f"{name} takes a positive whole number, not {value!r:.80}", field=name)


def _yes(value: object, info: ValidationInfo) -> bool:
    # What deletes must not be set off by a word that merely looks like a yes.
    if value in {"true", "false"}:
        return value == "true"
    name = info.field_name or "flag"
    raise InvalidInput(f"{name} takes true or false, not {value!r:.80}", field=name)


def _body_limit(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST:
        message = f"limit takes a whole number from 1 to {MOST:,}, not {checks.shown(value)}"
        raise InvalidInput(message, field="limit")
    return value


Name = Annotated[
    str,
    PlainValidator(_name),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": checks.ID_MAX}),
]
Limit = Annotated[
    int,
    PlainValidator(_limit),
    WithJsonSchema({"type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL}),
]
Cursor = Annotated[
    str,
    PlainValidator(lambda value: checks.check_text(value, "cursor")),
    WithJsonSchema({"type": "string", "minLength": 1}),
]
# A number in a query, where everything is text.
Whole = Annotated[
    int,
    PlainValidator(_whole),
    WithJsonSchema({"type": "integer", "minimum": 1, "maximum": 999_999_999}),
]
Confirm = Annotated[bool, PlainValidator(_yes), WithJsonSchema({"type": "boolean"})]
# In a body, where a number is not written as text.
BodyLimit = Annotated[
    int,
    PlainValidator(_body_limit),
    WithJsonSchema({"type": "integer", "minimum": 1, "maximum": MOST}),
]
# As exports write it, so that a moment looks the same everywhere.
Moment = Annotated[
    datetime,
    PlainSerializer(plain, return_type=str),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]


class Shown(BaseModel):
    """An answer read off one of our values."""

    model_config = ConfigDict(from_attributes=True)


class Strict(BaseModel):
    """A body or a query: what nobody asked for is refused, not ignored."""

    model_config = ConfigDict(extra="forbid")


class Page(Strict):
    """Which part of a list is wanted."""

    limit: Limit = Field(USUAL, description="How many at most.")
    cursor: Name | None = Field(
        None, description="`next_cursor` of the part before; leave it out for the first."
    )


class Paged(Strict):
    """Which part of a list is wanted."""

    limit: Limit = Field(USUAL, description="How many at most.")
    cursor: Cursor | None = Field(
        None, description="`next_cursor` of the part before; leave it out for the first."
    )


def cut(found: Sequence[_T], limit: int) -> tuple[list[_T], bool]:
    """The items of a page for which one more was asked, and whether there are more behind it."""
    return [*found[:limit]], len(found) > limit


def as_given(json_schema: Any) -> PlainValidator:
    """Let a value through untouched to the library, which checks it; the schema is for readers."""
    return PlainValidator(lambda value: value, json_schema_input_type=json_schema)


# The kinds a memory may have; records, which are kept like memories, are none.
KindName = Annotated[
    Any,
    PlainValidator(lambda value: value),
    WithJsonSchema({"type": "string", "enum": [*MEMORY_KINDS]}),
]
