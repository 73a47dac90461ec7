"""mem0's filters: whose memories they ask for, and whether a memory matches."""

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from recollect.errors import InvalidInput
from recollect.mem0.scope import IDENTITIES, check_identity

Filters = Mapping[str, Any]
ANY: Final = "*"

_OPERATORS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "gt": operator.gt,
    "gte": operator.ge,
    "lt": operator.lt,
    "lte": operator.le,
    "in": lambda found, wanted: found in wanted,
    "nin": lambda found, wanted: found not in wanted,
    "contains": lambda found, wanted: wanted in found,
    "icontains": lambda found, wanted: str(wanted).casefold() in str(found).casefold(),
}
_NEGATIONS: Final = {"ne", "nin"}
_JOINS: Final = ("AND", "OR", "NOT")


def owners(filters: object) -> list[tuple[str, str]]:
    """The (name, value) of each id whose memories are asked for; the value "*" means all."""
    parts = _parts(_checked({} if filters is None else filters))
    for name in IDENTITIES:
        for part in parts:
            if part.get(name) is not None:
                return [(name, value) for value in _values(name, part[name])]
    for part in parts:
        if "OR" in part:
            return [owner for branch in _branches("OR", part) for owner in owners(branch)]
    message = f"filters needs one of {', '.join(IDENTITIES)}, such as {{'user_id': 'alice'}}"
    raise InvalidInput(message, field="filters")


def has_conditions(filters: Filters) -> bool:
    """Whether there is more to check than whose memories they are."""
    return len(filters) > 1 or filters.keys() <= {*_JOINS}


def matches(filters: Filters, memory: Mapping[str, Any]) -> bool:
    """Whether a memory meets all conditions."""
    return all(_matches(name, wanted, filters, memory) for name, wanted in filters.items())


def _matches(name: str, wanted: Any, filters: Filters, memory: Mapping[str, Any]) -> bool:
    match name:
        case "AND":
            return all(matches(branch, memory) for branch in _branches(name, filters))
        case "OR":
            return any(matches(branch, memory) for branch in _branches(name, filters))
        case "NOT":
            return not any(matches(branch, memory) for branch in _branches(name, filters))
        case "metadata" if isinstance(wanted, Mapping):
            return matches(wanted, memory.get("metadata") or {})
        case _:
            metadata = memory.get("metadata") or {}
            found = memory[name] if name in memory else metadata.get(name)
            return _has_value(name, found, wanted)


def _has_value(name: str, found: Any, wanted: Any) -> bool:
    if isinstance(wanted, Mapping):
        return all(_applies(mark, found, operand) for mark, operand in wanted.items())
    if wanted == ANY:
        return found is not None
    exact = check_identity(wanted, name) if name in IDENTITIES and wanted is not None else wanted
    return bool(found == exact)


def _applies(mark: str, found: Any, operand: Any) -> bool:
    if mark not in _OPERATORS:
        known = ", ".join(_OPERATORS)
        raise InvalidInput(
            f"there is no operator {mark!r:.80}; there are: {known}", field="filters"
        )
    if found is None:
        return mark in _NEGATIONS
    try:
        return bool(_OPERATORS[mark](found, operand))
    except TypeError:
        # A number is neither more nor less than a text.
        return False


def _parts(filters: Filters) -> list[Filters]:
    """The conditions that all apply: these, and those that are joined with AND."""
    inner = _branches("AND", filters) if "AND" in filters else []
    return [filters, *(part for branch in inner for part in _parts(branch))]


def _branches(name: str, filters: Filters) -> list[Filters]:
    given = filters[name]
    branches = given if isinstance(given, list) else [given] if name == "NOT" else None
    if not branches:
        raise InvalidInput(f"{name} takes a list of conditions", field="filters")
    return [_checked(branch) for branch in branches]


def _values(name: str, wanted: Any) -> list[str]:
    if isinstance(wanted, Mapping):
        values = wanted.get("in", [wanted["eq"]] if "eq" in wanted else None)
        if not isinstance(values, list):
            message = f"{name} takes a value, '*', or one of the operators in and eq"
            raise InvalidInput(message, field="filters")
    else:
        values = [wanted]
    return [value if value == ANY else check_identity(value, name) for value in values]


def _checked(filters: object) -> Filters:
    if not isinstance(filters, Mapping):
        raise InvalidInput("filters takes an object", field="filters")
    return filters
