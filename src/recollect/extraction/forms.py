"""The forms that a model fills in, and how a filled one is stored.

Their docstrings and names are told to the model. They accept more than is wanted, so that one bad
statement does not spoil the others: what it says is checked when it is used.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass, replace
from typing import Annotated, Any, Final, TypeVar

from recollect.domain.entry import MEMORY_KINDS
from recollect.domain.graph import EntityType
from recollect.domain.recap import Recap


@dataclass(frozen=True, slots=True)
class OneOf:
    """Tells services which words there are, and leaves it to us to refuse another."""

    words: tuple[str, ...]

    def __get_pydantic_json_schema__(
        self, schema: object, handler: Callable[[object], dict[str, object]]
    ) -> dict[str, object]:
        """The schema of what is marked, with its words."""
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
class Noted:
    """What a model noted of one piece of text, memories named by their own ids.

    `refused` says why it may not name some of those it named, in no words of anybody's.
    """

    statements: tuple[Stated, ...] = ()
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecapSoFar:
    """The latest recap of a conversation, and the index of the last turn that it covers."""

    recap: Recap
    through: int


_Form = TypeVar("_Form", Recap, Portrayed, Statements)


def redacted(filled: _Form, redact: Callable[[str], str]) -> _Form:
    """A form with every text in it redacted, however deep."""
    clean: _Form = _redacted(filled, redact)
    return clean


def _redacted(value: Any, redact: Callable[[str], str]) -> Any:
    match value:
        case str():
            return redact(value)
        case tuple():
            return tuple(_redacted(item, redact) for item in value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            names = (each.name for each in fields(value))
            clean = {name: _redacted(getattr(value, name), redact) for name in names}
            return replace(value, **clean)
        case _:
            return value


def stored(filled: Noted | RecapSoFar | Portrayed) -> str:
    """A filled form as it is stored."""
    return json.dumps(asdict(filled), ensure_ascii=False, separators=(",", ":"))


def noted_from(text: str) -> Noted:
    """The notes that were stored."""
    told = json.loads(text)
    statements = tuple(_stated(**each) for each in told["statements"])
    return Noted(statements, tuple(told["refused"]))


def recap_from(text: str) -> RecapSoFar:
    """The recap that was stored."""
    told = json.loads(text)
    parts = told["recap"]
    overall = parts.pop("overall")
    recap = Recap(overall=overall, **{name: tuple(part) for name, part in parts.items()})
    return RecapSoFar(recap, told["through"])


def portrayed_from(text: str) -> Portrayed:
    """The portrait that was stored."""
    return Portrayed(**{name: tuple(part) for name, part in json.loads(text).items()})


def _stated(
    *,
    entities: Sequence[dict[str, str]],
    links: Sequence[dict[str, str]],
    tags: Sequence[str],
    ends: Sequence[str],
    **rest: Any,
) -> Stated:
    return Stated(
        entities=tuple(Named(**each) for each in entities),
        links=tuple(Linked(**each) for each in links),
        tags=tuple(tags),
        ends=tuple(ends),
        **rest,
    )
