"""The forms that a model fills in, and how a filled one is kept.

Their docstrings and names are told to the model. They take more than is wanted, so that one bad statement does not
spoil the others: what it says is judged when it is used.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass, replace
from typing import Annotated, Any, Final, TypeVar

from recollect.model.entry import MEMORY_KINDS
from recollect.model.graph import EntityType
from recollect.model.recap import Recap


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
    """How two of them stand to each other."""

    subject: str
    relation: str
    object: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """One statement."""

    turn: int
    quote: str
    kind: Annotated[str, _KINDS]
    content: str
    subject: str = ""
    attribute: str | None = None
    valid_from: str | None = None
    valid_until: str | None = None
    corrects: bool = False
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


_Form = TypeVar("_Form", Recap, Portrayed, Statements)


def freed(filled: _Form, words: Callable[[str], str]) -> _Form:
    """A form with every text in it as `words` gives it back, however deep."""
    clean: _Form = _freed(filled, words)
    return clean


def _freed(value: Any, words: Callable[[str], str]) -> Any:
    match value:
        case str():
            return words(value)
        case tuple():
            return tuple(_freed(item, words) for item in value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            names = (each.name for each in fields(value))
            return replace(value, **{name: _freed(getattr(value, name), words) for name in names})
        case _:
            return value


def kept(filled: Recap | Portrayed | Sequence[Stated]) -> str:
    """A filled form as it is stored."""
    if isinstance(filled, Recap | Portrayed):
        return _dumped(asdict(filled))
    return _dumped([asdict(each) for each in filled])


def statements_of(stored: str) -> tuple[Stated, ...]:
    """The statements that were kept."""
    return tuple(_stated(**each) for each in json.loads(stored))


def recap_of(stored: str) -> Recap:
    """The recap that was kept."""
    told = json.loads(stored)
    overall = told.pop("overall")
    return Recap(overall=overall, **{name: tuple(part) for name, part in told.items()})


def portrayed_of(stored: str) -> Portrayed:
    """The portrait that was kept."""
    return Portrayed(**{name: tuple(part) for name, part in json.loads(stored).items()})


def _stated(
    *,
    entities: list[dict[str, str]],
    links: list[dict[str, str]],
    tags: Sequence[str] = (),
    **rest: object,
) -> Stated:
    named = tuple(Named(**each) for each in entities)
    linked = tuple(Linked(**each) for each in links)
    return Stated(entities=named, links=linked, tags=tuple(tags), **rest)  # type: ignore[arg-type]  # as `kept` wrote it


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
