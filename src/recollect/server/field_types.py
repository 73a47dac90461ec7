"""Types of the fields of requests and responses, with their JSON schemas.

The library checks most values itself; what it does not know, such as numbers in a query, is here.
"""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias, TypeVar

from pydantic import PlainSerializer, PlainValidator, ValidationInfo, WithJsonSchema

from recollect.domain import checks
from recollect.domain.entry import MEMORY_KINDS
from recollect.domain.plain import plain
from recollect.errors import InvalidInput

MAX_LIMIT: Final = 1_000
DEFAULT_LIMIT: Final = 100
_MOST: Final = 999_999_999
_UP_TO_MAX: Final = f"a whole number from 1 to {MAX_LIMIT:,}"

_T = TypeVar("_T")
_DIGITS = re.compile(r"[0-9]{1,9}")


def _name(value: object, info: ValidationInfo) -> str:
    return checks.check_id(value, info.field_name or "name")


def _in_query(low: int, high: int, takes: str) -> PlainValidator:
    """A whole number in a query, where every value is text."""

    def check(value: object, info: ValidationInfo) -> int:
        number = int(value) if isinstance(value, str) and _DIGITS.fullmatch(value) else -1
        if not low <= number <= high:
            name = info.field_name or "number"
            raise InvalidInput(f"{name} takes {takes}, not {value!r:.80}", field=name)
        return number

    return PlainValidator(check)


def _true_or_false(value: object, info: ValidationInfo) -> bool:
    # Strict, because this confirms deletions: "1" or "yes" is not enough.
    if value in {"true", "false"}:
        return value == "true"
    name = info.field_name or "flag"
    raise InvalidInput(f"{name} takes true or false, not {value!r:.80}", field=name)


def _body_limit(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MAX_LIMIT:
        message = f"limit takes {_UP_TO_MAX}, not {checks.shown(value)}"
        raise InvalidInput(message, field="limit")
    return value


NAME_SCHEMA: Final = {"type": "string", "minLength": 1, "maxLength": checks.ID_MAX}
Name = Annotated[str, PlainValidator(_name), WithJsonSchema(NAME_SCHEMA)]
Limit = Annotated[
    int,
    _in_query(1, MAX_LIMIT, _UP_TO_MAX),
    WithJsonSchema(
        {"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": DEFAULT_LIMIT}
    ),
]
Cursor = Annotated[
    str,
    PlainValidator(lambda value: checks.check_text(value, "cursor")),
    WithJsonSchema({"type": "string", "minLength": 1}),
]
PositiveInt = Annotated[
    int,
    _in_query(1, _MOST, "a positive whole number"),
    WithJsonSchema({"type": "integer", "minimum": 1, "maximum": _MOST}),
]
Offset = Annotated[
    int,
    _in_query(0, _MOST, "a whole number from 0"),
    WithJsonSchema({"type": "integer", "minimum": 0, "maximum": _MOST}),
]
Confirm = Annotated[bool, PlainValidator(_true_or_false), WithJsonSchema({"type": "boolean"})]
# For bodies, where numbers are not text.
BodyLimit = Annotated[
    int,
    PlainValidator(_body_limit),
    WithJsonSchema({"type": "integer", "minimum": 1, "maximum": MAX_LIMIT}),
]
_TIME_SCHEMA: Final = {"type": "string", "format": "date-time"}
# In the format of exports, so that times look the same everywhere.
Moment = Annotated[datetime, PlainSerializer(plain, return_type=str), WithJsonSchema(_TIME_SCHEMA)]
# For requests: the library reads it.
Time = Annotated[str, WithJsonSchema(_TIME_SCHEMA)]


def as_given(documented: Any) -> PlainValidator:
    """Pass a value through unchecked, for the library to check; the type is documentation."""
    return PlainValidator(lambda value: value, json_schema_input_type=documented)


if TYPE_CHECKING:
    # Statically it may be anything, because it is not checked here.
    Given: TypeAlias = _T | Any
else:

    class Given:
        """A value that the library checks: `Given[str]` is documented as a string."""

        def __class_getitem__(cls, documented: Any) -> Any:
            return Annotated[Any, as_given(documented)]


GivenTime: TypeAlias = Given[Time | None]


def one_of(names: Iterable[str]) -> WithJsonSchema:
    """Document the names that a field takes."""
    return WithJsonSchema({"type": "string", "enum": [*names]})


# Only kinds of memories; internal records also have kinds.
KindName = Annotated[Given[str], one_of(MEMORY_KINDS)]
