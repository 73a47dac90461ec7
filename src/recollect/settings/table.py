"""One row per setting, derived from the fields."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from inspect import getsource
from itertools import pairwise
from typing import Any, cast

from .fields import Kind
from .settings import GROUPS

PREFIX = "RECOLLECT_"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The static properties of a setting."""

    name: str
    group: str
    kind: Kind
    default: object
    allowed: str
    takes: str
    seed_keys: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """What it does: the text below its field."""
        return _sentences()[self.name]

    @property
    def secret(self) -> bool:
        """Whether its value must never be shown."""
        return self.kind == "secret"

    @property
    def may_hide_secrets(self) -> bool:
        """Whether its value as it was given must not be shown."""
        return self.kind in {"secret", "table"}

    @property
    def seed_key(self) -> str | None:
        """Its older name, if it has one."""
        return self.seed_keys[0] if self.seed_keys else None

    @property
    def variables(self) -> tuple[str, ...]:
        """The environment variables that set it, in order of precedence."""
        seeds = (key for key in self.seed_keys if key.isupper())
        return (PREFIX + self.name.upper(), *seeds)

    @property
    def file_variable(self) -> str | None:
        """The environment variable that names a file with its value, if it may be a secret."""
        return f"{PREFIX}{self.name.upper()}_FILE" if self.may_hide_secrets else None

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of config.json that set it."""
        seeds = (key for key in self.seed_keys if not key.isupper())
        return tuple(dict.fromkeys((self.name, *seeds)))


def _rows() -> Iterator[Row]:
    for group in GROUPS:
        for name, field in group.model_fields.items():
            marks = cast("dict[str, Any]", field.json_schema_extra)
            yield Row(name=name, group=group.title, default=field.default, **marks)


@cache
def _sentences() -> dict[str, str]:
    """The text below each field; read from the source, which takes longer than most commands."""
    bodies = (ast.parse(getsource(group)).body[0] for group in GROUPS)
    lines = (pair for body in bodies for pair in pairwise(cast("ast.ClassDef", body).body))
    found = {}
    for field, below in lines:
        if isinstance(field, ast.AnnAssign) and isinstance(below, ast.Expr):
            name, text = cast("ast.Name", field.target).id, cast("ast.Constant", below.value).value
            found[name] = " ".join(str(text).split())
    return found


TABLE: dict[str, Row] = {row.name: row for row in _rows()}
