"""The page docs/settings.md, written from the table so that it cannot fall behind."""

from itertools import groupby

from .describe import plain
from .table import TABLE, Row

_HEAD = """\
# Settings

Recollect runs without any. To change one, use whichever is handiest; the first that is given counts:

1. an argument: `Memory.open(summary_debounce_seconds=120)`
2. the environment: `RECOLLECT_SUMMARY_DEBOUNCE_SECONDS=120`
3. `config.json` in `RECOLLECT_HOME`: `{"summary_debounce_seconds": 120}`

An empty variable means unset, as does `null` in `config.json`. Switches read `1`, `true`, `yes`, `y`, `on` and
`0`, `false`, `no`, `n`, `off` from the environment; lists are separated by commas there. The camelCase names of the
seeds work as keys of `config.json`, the names in CAPITALS as variables. A name or value that is not allowed is
refused at the start, with the reason. Keys are never shown.
"""
_COLUMNS = """\
| setting | default | allowed | what it does | seed's name |
| --- | --- | --- | --- | --- |
"""


def page() -> str:
    """The whole page, in Markdown."""
    parts = [_HEAD]
    for group, rows in groupby(TABLE.values(), key=lambda row: row.group):
        parts.append(f"\n## {group}\n\n{_COLUMNS}")
        parts.extend(_line(row) for row in rows)
    parts.append("\n<!-- made by: python -m recollect.settings > docs/settings.md -->\n")
    return "".join(parts)


def _line(row: Row) -> str:
    seed = f"`{row.seed_key}`" if row.seed_key else ""
    cells = (f"`{row.name}`", _default(row), row.allowed, row.sentence, seed)
    return f"| {' | '.join(cells)} |\n"


def _default(row: Row) -> str:
    value = plain(row, row.default)
    if isinstance(value, bool):
        return str(value).lower()
    if value is None:
        return "not set"
    return "empty" if value == () else str(value)
