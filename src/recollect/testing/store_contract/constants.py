"""The times and names that the tests of a store use."""

from datetime import UTC, datetime, timedelta

from recollect.domain.entry import EntryFilter, Kind, Status
from recollect.domain.job import JobKind

START = datetime(2026, 5, 1, 12, tzinfo=UTC)
SPACE = "toy"
READER = "reader 1"
EMBED = frozenset({JobKind.EMBED})
EVERY = EntryFilter(statuses=tuple(Status), kinds=tuple(Kind))

# Names that have broken real databases: each must match only itself.
HOSTILE = (
    "'; DROP TABLE turns; --",
    '"quoted" \\ back`tick',
    "%",
    "_",
    "a%b_c",
    "a",
    "A",
    " a",
    "a ",
    "a\n",
    "\t",
    "ß",
    "ẞ",
    "é",
    "e\u0301",
    "שלום עולם",
    "\u202eright to left",
    "\u200b",
    "👩‍👩‍👧‍👦",
    "記憶",
    "NULL",
    "None",
    "0",
    "-1",
    "default",
    "x" * 256,
    "x" * 255 + "y",
    "\U0001f600" * 256,
)


def later(seconds: float) -> datetime:
    """The time this many seconds after the start."""
    return START + timedelta(seconds=seconds)
