"""The forms that a model fills in, and how a filled form is stored.

The names and docstrings of the forms are sent to the model as part of the schema, so changing them
changes the prompt. The forms accept more than we want, so that one bad statement does not spoil the
others; the content is checked when it is used.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, is_dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, Final, TypeVar

from recollect.domain.entry import MEMORY_KINDS
from recollect.domain.graph import EntityType
from recollect.domain.recap import Recap


@dataclass(frozen=True, slots=True)
class OneOf:
    """Adds the allowed words to the schema without rejecting others; we refuse those ourselves."""

    words: tuple[str, ...]

    def __get_pydantic_json_schema__(
        self, schema: object, handler: Callable[[object], dict[str, object]]
    ) -> dict[str, object]:
        """The schema of the annotated field, with the allowed words."""
        return handler(schema) | {"enum": list(self.words)}


_KINDS: Final = OneOf(tuple(MEMORY_KINDS))
_TYPES: Final = OneOf(tuple(EntityType))


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody or something that a statement names."""

    name: str
    type: Annotated[str, _TYPES]


@dataclass(frozen=True, slots=True)
class Linked:
    """How two of them are related."""

    subject: str
    relation: str
    object: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """One statement: new, in place of a memory, or the end of memories."""

    turn: int
    quote: str
    kind: Annotated[str, _KINDS]
    content: str = ""
    subject: str = ""
    updates: str | None = None
    ends: tuple[str, ...] = ()
    attribute: str | None = None
    value: str | None = None
    standing: bool = False
    valid_from: str | None = None
    valid_until: str | None = None
    confidence: float = 0.5
    entities: tuple[Named, ...] = ()
    links: tuple[Linked, ...] = ()
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Statements:
    """What was stated."""

    statements: tuple[Stated, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Portrayed:
    """Who somebody is."""

    about: tuple[str, ...] = ()
    likes: tuple[str, ...] = ()
    decided: tuple[str, ...] = ()
    people: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Notes:
    """The statements a model found in one chunk, with memories referenced by their full ids.

    `refused` lists why some references were dropped; it contains no user text.
    """

    statements: tuple[Stated, ...] = ()
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecapSoFar:
    """The latest recap of a conversation, and the index of the last turn it covers."""

    recap: Recap
    through: int


class RefusedAnswer(StrEnum):
    """Why a statement is not proposed."""

    KIND = "of unknown kind"
    EMPTY = "without content"
    LONG = "too long"
    QUOTE = "with a quote that does not exist"
    SPEAKER = "quoting someone else or an old turn"
    INVENTED = "with a hallucinated number"
    TRANSLATED = "in another language than its quote"
    PASTED = "quoting pasted or recalled text"
    DATE = "with an invalid date"
    REQUEST = "from a request to forget"
    # Only the reference is dropped; the rest of the statement is kept.
    UNKNOWN = "referencing a memory that was not shown"
    FOREIGN = "changing a memory about someone else"


_Form = TypeVar("_Form", Recap, Portrayed, Statements)


def redact_form(filled: _Form, redact: Callable[[str], str]) -> _Form:
    """The form with every text in it redacted, at any depth."""
    clean: _Form = _redacted(filled, redact)
    return clean


def _redacted(value: Any, redact: Callable[[str], str]) -> Any:
    match value:
        case str():
            return redact(value)
        case tuple():
            return tuple(_redacted(item, redact) for item in value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            names = (field.name for field in fields(value))
            clean = {name: _redacted(getattr(value, name), redact) for name in names}
            return replace(value, **clean)
        case _:
            return value


def form_to_json(filled: Notes | RecapSoFar | Portrayed) -> str:
    """The form as stored JSON."""
    return json.dumps(asdict(filled), ensure_ascii=False, separators=(",", ":"))


def notes_from_json(text: str) -> Notes:
    """The notes from stored JSON."""
    data = _load(text)
    return Notes(tuple(_statement(stored) for stored in data["statements"]), data["refused"])


def _statement(stored: dict[str, Any]) -> Stated:
    entities = tuple(Named(**item) for item in stored["entities"])
    links = tuple(Linked(**item) for item in stored["links"])
    return Stated(**stored | {"entities": entities, "links": links})


def recap_from_json(text: str) -> RecapSoFar:
    """The recap from stored JSON."""
    data = _load(text)
    return RecapSoFar(Recap(**data["recap"]), data["through"])


def profile_from_json(text: str) -> Portrayed:
    """The user description from stored JSON."""
    return Portrayed(**_load(text))


def _load(text: str) -> Any:
    """The stored JSON, with tuples for its lists, as all forms have them."""

    def with_tuples(stored: dict[str, Any]) -> dict[str, Any]:
        return {n: tuple(v) if isinstance(v, list) else v for n, v in stored.items()}

    return json.loads(text, object_hook=with_tuples)
