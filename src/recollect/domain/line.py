"""A memory as one line of text: the date, the speaker, and the content."""

from datetime import datetime
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from recollect.domain.entry import NewEntry

_MONTHS: Final = ("", *"Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split())
DEFAULT_SPEAKER: Final = "User"
STANDING_INSTRUCTION: Final = "standing instruction"
# The title above the user's standing instructions in a profile.
STANDING_TITLE: Final = "Standing instructions"


def memory_line(entry: "NewEntry", excerpt: str | None = None) -> str:
    """A memory as shown to people and models; with `excerpt`, that text instead of the content.

    `8 Jun 2026, Maya about Noor: "she has been allergic to cashews"`, or the date and a sentence.
    """
    text = " ".join((entry.content if excerpt is None else excerpt).split())
    label = memory_label(entry)
    quoted = _quoted(entry, text) if entry.is_quotation else text
    return f"{label}: {quoted}" if label else quoted


def profile_line(entry: "NewEntry", *, named: bool = False) -> str:
    """A memory as a profile shows it; `named` adds the speaker to a quotation."""
    text = " ".join(entry.content.split())
    if not entry.is_quotation:
        return text
    day = f" ({said_on(entry)})" if said_on(entry) else ""
    quoted = f"{_quoted(entry, text)}{day}"
    who = entry.speaker if named and entry.speaker else ""
    if entry.about is not None and entry.about not in entry.content:
        who = f"{who} about {entry.about}" if who else f"About {entry.about}"
    return f"{who}: {quoted}" if who else quoted


def profile_lines(entry: "NewEntry") -> tuple[str, ...]:
    """Every form in which a profile may show a memory, including those of older versions."""
    text = " ".join(entry.content.split())
    return (text, profile_line(entry), profile_line(entry, named=True))


def memory_label(entry: "NewEntry") -> str:
    """The prefix of a memory's line: date, speaker, subject, origin, whether it instructs."""
    who = _who(entry) if entry.is_quotation else ""
    standing = STANDING_INSTRUCTION if entry.is_standing else ""
    return ", ".join(part for part in (said_on(entry), who, entry.origin_label, standing) if part)


def said_on(entry: "NewEntry") -> str:
    """The date it was said in the speaker's local time; empty if unknown."""
    return day_text(entry.said_at) if entry.said_at else ""


def day_text(moment: datetime) -> str:
    """A date as memories show it: 8 Jun 2026."""
    return f"{moment.day} {_MONTHS[moment.month]} {moment.year}"


def _quoted(entry: "NewEntry", text: str) -> str:
    resolved = f" [{entry.when}]" if entry.when else ""
    return f'"{text}"{resolved}'


def _who(entry: "NewEntry") -> str:
    speaker = " ".join((entry.speaker or DEFAULT_SPEAKER).split())
    # A subject that the content names is not repeated.
    named = entry.about is None or entry.about in entry.content
    return speaker if named else f"{speaker} about {' '.join((entry.about or '').split())}"
