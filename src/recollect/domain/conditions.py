"""Conditions on JSON data, as in `{"year": {"$gte": 2020}, "$or": [...]}`.

A plain value must be equal, and a name with dots leads into objects. Numbers are compared with
numbers and texts with texts; anything else is not smaller or larger. `$ne` and `$nin` also match
where the name is missing.
"""

import json
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from recollect.domain import checks
from recollect.domain.metadata import Json, Metadata
from recollect.errors import InvalidInput

_MISSING: Final = object()
_COMPARISONS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}
_LISTS: Final = ("$in", "$nin")
_OPERATORS: Final = ("$eq", "$ne", *_COMPARISONS, *_LISTS, "$exists")
_JOINS: Final = ("$and", "$or")


@dataclass(frozen=True, slots=True)
class Conditions:
    """Checked conditions on one JSON object; none of them match everything."""

    tree: Metadata

    def __bool__(self) -> bool:
        return bool(self.tree)

    def match(self, data: Metadata) -> bool:
        """Whether the data meets all conditions."""
        return _all_match(self.tree, data)

    def packed(self) -> str:
        """The conditions as JSON, for `match_packed`."""
        return json.dumps(self.tree, sort_keys=True)


ANYTHING: Final = Conditions({})


def check_conditions(value: object, field: str = "metadata") -> Conditions:
    """A caller's conditions; InvalidInput names an operator that does not exist."""
    tree = checks.check_metadata(value, field)
    _check_tree(tree, field)
    return Conditions(tree)


def match_packed(data: str, conditions: str) -> bool:
    """Whether data meets conditions, both as JSON; for databases."""
    return _all_match(_unpacked(conditions), json.loads(data))


@lru_cache(maxsize=64)
def _unpacked(conditions: str) -> Metadata:
    tree: Metadata = json.loads(conditions)
    return tree


def json_equal(left: object, right: object) -> bool:
    """Whether two JSON values are equal; in Python, True equals 1, also inside of lists."""
    if left != right or isinstance(left, bool) != isinstance(right, bool):
        return False
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return all(json_equal(left[name], right[name]) for name in left)
    if isinstance(left, list) and isinstance(right, list):
        return all(map(json_equal, left, right))
    return True


def _check_tree(tree: Metadata, field: str) -> None:
    for name, wanted in tree.items():
        if name in _JOINS:
            for branch in wanted if isinstance(wanted, list) else [wanted]:
                if not isinstance(wanted, list) or not isinstance(branch, Mapping):
                    raise InvalidInput(f"{name} takes a list of objects", field=field)
                _check_tree(branch, field)
        elif name.startswith("$"):
            raise _unknown(name, field, (*_JOINS, *_OPERATORS))
        elif _has_operators(wanted):
            _check_operators(wanted, field)


def _has_operators(wanted: object) -> bool:
    return isinstance(wanted, Mapping) and any(name.startswith("$") for name in wanted)


def _check_operators(wanted: Any, field: str) -> None:
    for name, operand in wanted.items():
        if name not in _OPERATORS:
            raise _unknown(name, field, _OPERATORS)
        if name in _LISTS and not isinstance(operand, list):
            raise InvalidInput(f"{name} takes a list", field=field)
        if name == "$exists" and not isinstance(operand, bool):
            raise InvalidInput("$exists takes true or false", field=field)


def _unknown(name: str, field: str, known: tuple[str, ...]) -> InvalidInput:
    message = f"there is no operator {checks.shown(name)}; there are: {', '.join(known)}"
    return InvalidInput(message, field=field)


def _all_match(tree: Metadata, data: Metadata) -> bool:
    return all(_matches(name, wanted, data) for name, wanted in tree.items())


def _matches(name: str, wanted: Any, data: Metadata) -> bool:
    if name == "$and":
        return all(_all_match(branch, data) for branch in wanted)
    if name == "$or":
        return any(_all_match(branch, data) for branch in wanted)
    found = _at(name, data)
    if not _has_operators(wanted):
        return json_equal(found, wanted)
    return all(_applies(mark, found, operand) for mark, operand in wanted.items())


def _at(name: str, data: Any) -> Any:
    """The value under a name, or inside an object under the parts of the name."""
    if not isinstance(data, Mapping) or name in data or "." not in name:
        return data.get(name, _MISSING) if isinstance(data, Mapping) else _MISSING
    first, rest = name.split(".", 1)
    return _at(rest, data.get(first))


def _applies(mark: str, found: Any, operand: Json) -> bool:
    match mark:
        case "$eq":
            return json_equal(found, operand)
        case "$ne":
            return not json_equal(found, operand)
        case "$in" | "$nin":
            among = isinstance(operand, list) and any(json_equal(found, one) for one in operand)
            return among == (mark == "$in")
        case "$exists":
            return (found is not _MISSING) == operand
        case _:
            return _comparable(found, operand) and _COMPARISONS[mark](found, operand)


def _comparable(left: object, right: object) -> bool:
    if isinstance(left, bool) or isinstance(right, bool):
        return False
    numbers = isinstance(left, int | float) and isinstance(right, int | float)
    return numbers or (isinstance(left, str) and isinstance(right, str))
