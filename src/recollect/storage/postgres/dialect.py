"""Translates the shared SQL for PostgreSQL, and Python's values for its parameters."""

import re
from functools import cache
from typing import Any

from psycopg import Connection
from psycopg.adapt import Buffer
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumper, StrDumperUnknown

_ONLY_HERE = re.compile(r"/\*pg (.*?) \*/", re.DOTALL)
_PARAMETER = re.compile(r"\?(\d*)")
# SQLite's CROSS JOIN fixes the order of tables and takes a condition.
_ORDERED_JOIN = re.compile(r"CROSS JOIN (\w+ \w+)\s+ON\b")
_IS_NOT = re.compile(r"IS NOT (?=\?)")


@cache
def translated(sql: str) -> str:
    """The shared SQL in PostgreSQL's dialect; there are only as many texts as queries."""
    count = 0

    def numbered(match: re.Match[str]) -> str:
        nonlocal count
        count += 1
        return f"${match[1] or count}"

    text = _ORDERED_JOIN.sub(r"JOIN \1 ON", _ONLY_HERE.sub(r"\1", sql))
    return _PARAMETER.sub(numbered, _IS_NOT.sub("IS DISTINCT FROM ", text))


class _Text(StrDumperUnknown):
    """Text without NUL, which PostgreSQL cannot store.

    Ids and contents never have one, and JSON escapes it; a model's answer or an error's text may.
    """

    def dump(self, obj: str) -> Buffer | None:
        return super().dump(obj.replace("\x00", "\ufffd") if "\x00" in obj else obj)


def adapt(connection: Connection[Any]) -> None:
    """Send every whole number as bigint, so that a statement is prepared once."""
    connection.adapters.register_dumper(int, Int8Dumper)
    # Text is sent without a type, so that PostgreSQL takes that of the column.
    connection.adapters.register_dumper(str, StrDumper)
    connection.adapters.register_dumper(str, _Text)
