"""Tables with aligned columns, fitted to the terminal or unlimited in a pipe."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from rich.cells import cell_len
from rich.text import Text

from recollect.cli.formatting import one_line, shorten, wrap

_GAP = 2
_MIN_WIDTH = 10
# A last column with fewer columns of the terminal stands below the others instead.
_MIN_LAST = 36
_MARGIN = 2
# A cell of the last column is cut after so many lines.
_MAX_LINES = 4


@dataclass(frozen=True, slots=True)
class Column:
    """A column; only `flexible` ones are shortened on a narrow terminal, the last one wrapped."""

    title: str
    right: bool = False
    flexible: bool = False
    style: str = ""


T = TypeVar("T")
# The columns of a table, each with a function that returns its cell for an item.
Table: TypeAlias = Sequence[tuple[Column, Callable[[T], str]]]


def render_table(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int | None
) -> list[Text]:
    """Return a heading and the lines of each row, within `width` if given; cells are sanitized."""
    cells = [[one_line(cell) for cell in row] for row in rows]
    *fixed, last = columns
    used = _widths(fixed, cells, None)
    start = sum(used) + _GAP * len(used)
    if width is None or not last.flexible or not fixed:
        return _lines(columns, cells, width)
    longest = max((cell_len(row[-1]) for row in cells), default=0)
    if start + max(min(longest, _MIN_LAST), cell_len(last.title)) > width:
        return _lines_with_last_below(columns, cells, width)
    wide = [*used, width - start]
    lines = [_line(columns, [column.title for column in columns], wide, heading=True)]
    for row in cells:
        text, *more = _wrapped(row[-1], width - start, last.style)
        lines.append(_line(columns, [*row[:-1], ""], wide) + text)
        lines += [Text(" " * start) + line for line in more]
    return lines


def _lines(
    columns: Sequence[Column], cells: Sequence[Sequence[str]], width: int | None
) -> list[Text]:
    """One line for each row, shortened where it must be."""
    widths = _widths(columns, cells, width)
    heading = _line(columns, [column.title for column in columns], widths, heading=True)
    return [heading, *(_line(columns, row, widths) for row in cells)]


def _lines_with_last_below(
    columns: Sequence[Column], cells: Sequence[Sequence[str]], width: int
) -> list[Text]:
    """A line for each row without its last cell, which is wrapped below it."""
    heading, *rows = _lines(columns[:-1], [row[:-1] for row in cells], width)
    lines = [heading]
    for line, row in zip(rows, cells, strict=True):
        below = _wrapped(row[-1], width - _MARGIN, columns[-1].style)
        lines += [line, *(Text(" " * _MARGIN) + each for each in below if each.plain)]
    return lines


def _wrapped(cell: str, width: int, style: str) -> list[Text]:
    lines = wrap(Text(cell, style=style), width)
    if len(lines) > _MAX_LINES:
        cut = shorten(f"{lines[_MAX_LINES - 1].plain}…", width)
        lines = [*lines[: _MAX_LINES - 1], Text(cut, style=style)]
    return lines


def _widths(
    columns: Sequence[Column], cells: Sequence[Sequence[str]], width: int | None
) -> list[int]:
    widths = [
        max(cell_len(column.title), *(cell_len(row[at]) for row in cells), 0)
        for at, column in enumerate(columns)
    ]
    if width is None:
        return widths
    excess = sum(widths) + _GAP * (len(widths) - 1) - width
    while excess > 0:
        # Shrink the widest column first, so that short ones are not cut.
        shrinkable = [at for at, c in enumerate(columns) if c.flexible and widths[at] > _MIN_WIDTH]
        if not shrinkable:
            break
        widest = max(shrinkable, key=widths.__getitem__)
        widths[widest] -= 1
        excess -= 1
    return widths


def _line(
    columns: Sequence[Column], cells: Sequence[str], widths: Sequence[int], *, heading: bool = False
) -> Text:
    line = Text()
    for at, (column, cell, width) in enumerate(zip(columns, cells, widths, strict=True)):
        shown = shorten(cell, width)
        padding = " " * (width - cell_len(shown))
        line.append(padding if column.right else "")
        line.append(shown, style="bold" if heading else column.style)
        # The last column is not padded, or one long memory would lengthen every line in a pipe.
        is_last = at == len(columns) - 1
        line.append("" if is_last else ("" if column.right else padding) + " " * _GAP)
    return line
