"""Reads the attribute that a user-added memory states, so that it is compared like learned ones."""

from dataclasses import replace

from recollect.domain.entry import ATTRIBUTE, SAID_AT, VALUE, Entry
from recollect.domain.metadata import Json
from recollect.domain.ports import MessageReader
from recollect.extraction.attributes import drop_implausible_attribute
from recollect.extraction.propose import KEEP_ALONE
from recollect.extraction.spans import highlight_at
from recollect.languages.detect import detect


def with_stated_attribute(entry: Entry, reader: MessageReader) -> Entry:
    """The memory with the attribute it states and its time; only for comparison."""
    # Its time of entry counts as the time it was said, also when everything is learned again.
    added = {SAID_AT: entry.recorded_at.isoformat(), **entry.metadata}
    return replace(entry, metadata={**added, **_attribute(entry, reader)})


def _attribute(entry: Entry, reader: MessageReader) -> dict[str, Json]:
    text = entry.content
    language = detect(text)
    if entry.attribute is not None or language is None:
        return {}
    highlight = highlight_at(text, "", reader.read("", text), 0, len(text))
    if highlight is None or highlight.score < KEEP_ALONE:
        return {}
    plausible = drop_implausible_attribute(highlight, text, language)
    # "Alice lives in Lisbon" states her home, not the user's.
    if plausible.value is None or plausible.about_other != (entry.about is not None):
        return {}
    return {ATTRIBUTE: plausible.attribute, VALUE: plausible.value}
