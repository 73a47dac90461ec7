"""A memory as one line: who said it, on which day, and the words."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from recollect.domain.entry import NewEntry

_MONTHS: Final = ("", *"Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split())
NOBODY_NAMED: Final = "User"
STANDING_INSTRUCTION: Final = "standing instruction"


def memory_line(entry: "NewEntry", words: str | None = None) -> str:
    """A memory as a person or a model reads it; of a long one only these `words`.

    `8 Jun 2026, Maya about Noor: "she has been allergic to cashews"`, or its day and its sentence.
    """
    said = " ".join((entry.content if words is None else words).split())
    label = memory_label(entry)
    if not entry.is_quotation:
        return f"{label}: {said}" if label else said
    resolved = f" [{entry.when}]" if entry.when else ""
    return f'{label}: "{said}"{resolved}'


def profile_line(entry: "NewEntry", *, named: bool = False) -> str:
    """A memory as a profile tells it: the sentence, or the quotation with its day; the speaker where `named`."""
    words = " ".join(entry.content.split())
    if not entry.is_quotation:
        return words
    resolved = f" [{entry.when}]" if entry.when else ""
    day = f" ({said_on(entry)})" if said_on(entry) else ""
    quoted = f'"{words}"{resolved}{day}'
    who = entry.speaker if named and entry.speaker else ""
    if entry.about is not None and entry.about not in entry.content:
        who = f"{who} about {entry.about}" if who else f"About {entry.about}"
    return f"{who}: {quoted}" if who else quoted


def profile_lines(entry: "NewEntry") -> tuple[str, ...]:
    """Every form in which a profile may tell a memory, also one that was written before there were quotations."""
    words = " ".join(entry.content.split())
    return (words, profile_line(entry), profile_line(entry, named=True))


def memory_label(entry: "NewEntry") -> str:
    """What stands before its words: the day, who said them about whom, and what they are."""
    who = _who(entry) if entry.is_quotation else ""
    standing = STANDING_INSTRUCTION if entry.is_standing else ""
    return ", ".join(part for part in (said_on(entry), who, standing) if part)


def said_on(entry: "NewEntry") -> str:
    """The day it was said, by the speaker's clock; empty where that is not known."""
    said = entry.said_at
    return f"{said.day} {_MONTHS[said.month]} {said.year}" if said else ""


def _who(entry: "NewEntry") -> str:
    speaker = entry.speaker or NOBODY_NAMED
    # Whoever reads the words sees the name in them.
    named = entry.about is None or entry.about in entry.content
    return speaker if named else f"{speaker} about {entry.about}"
