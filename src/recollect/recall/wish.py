"""What a caller wishes to find, checked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

import numpy as np

from recollect.errors import InvalidInput
from recollect.model import checks
from recollect.model.entry import check_kind
from recollect.model.hit import Scope, SearchFilter
from recollect.model.turn import Role
from recollect.recall.index import Floats

_FILTERS = ("kind", "after", "before", "conversation", "role", "speaker", "metadata")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """One search: what is asked, where, and within what limits."""

    text: str
    limit: int
    scopes: frozenset[Scope]
    chosen: SearchFilter
    as_of: datetime | None = None


class _Defaults(Protocol):
    @property
    def recall_top_k(self) -> int: ...


def wish(
    defaults: _Defaults,
    query: object,
    limit: object,
    scopes: Sequence[str],
    as_of: object,
    filters: Mapping[str, Any] | None,
) -> Wish:
    """A search as it was asked for, or an error that says what is wrong with it."""
    return Wish(
        text=checks.check_query(query),
        limit=checks.check_limit(limit) or defaults.recall_top_k,
        scopes=_scopes(scopes),
        chosen=_filter(filters),
        as_of=None if as_of is None else checks.check_moment(as_of, "as_of"),
    )


def check_vector(value: object) -> Floats:
    """A caller's vector, at length one."""
    try:
        given = np.asarray(value)
        vector = given.astype(np.float64) if given.dtype.kind in "iuf" else np.empty(0)
    except (TypeError, ValueError, OverflowError):
        vector = np.empty(0)
    greatest = float(np.abs(vector).max()) if vector.ndim == 1 and len(vector) else 0.0
    if not greatest or not np.isfinite(greatest):
        message = "vector takes a list of finite numbers that are not all 0"
        raise InvalidInput(message, field="vector")
    # First by the greatest, so that neither very large nor very small numbers are lost.
    vector = vector / greatest
    return np.asarray(vector / np.linalg.norm(vector), np.float32)


def _scopes(value: object) -> frozenset[Scope]:
    if isinstance(value, str) or not isinstance(value, list | tuple | set | frozenset):
        raise InvalidInput("scopes takes a list of names", field="scopes")
    return frozenset(checks.check_choice(name, "scopes", Scope) for name in value)


def _filter(value: object) -> SearchFilter:
    if value is None:
        return SearchFilter()
    if not isinstance(value, Mapping):
        raise InvalidInput("filters takes an object", field="filters")
    if unknown := set(value) - set(_FILTERS):
        allowed = ", ".join(_FILTERS)
        message = f"there is no filter {checks.shown(min(unknown, key=str))}; there are: {allowed}"
        raise InvalidInput(message, field="filters")
    given = {name: item for name, item in value.items() if item is not None}
    checked = {name: _CHECKS[name](item, f"filters.{name}") for name, item in given.items()}
    return SearchFilter(**checked)


_CHECKS: dict[str, Any] = {
    "kind": check_kind,
    "after": checks.check_moment,
    "before": checks.check_moment,
    "conversation": checks.check_id,
    "role": lambda value, field: checks.check_choice(value, field, Role),
    "speaker": checks.check_label,
    "metadata": checks.check_metadata,
}
