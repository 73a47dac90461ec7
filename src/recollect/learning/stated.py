"""What attribute a person's own sentence states, so that it is compared as what is learned is compared."""

from dataclasses import replace

from recollect.domain.entry import ATTRIBUTE, SAID_AT, VALUE, Entry
from recollect.domain.metadata import Json
from recollect.domain.ports import MessageReader
from recollect.extraction.attributes import fitting
from recollect.extraction.propose import KEEP_ALONE
from recollect.extraction.spans import whole
from recollect.languages.detect import detect


def stated(entry: Entry, reader: MessageReader) -> Entry:
    """A memory with what it plainly states and when it was added; only to be compared, never to be written."""
    # Added later than something was said, it is the later one of the two, also when all is learned anew.
    added = {SAID_AT: entry.recorded_at.isoformat(), **entry.metadata}
    return replace(entry, metadata={**added, **_attribute(entry, reader)})


def _attribute(entry: Entry, reader: MessageReader) -> dict[str, Json]:
    text = entry.content
    language = detect(text)
    if entry.attribute is not None or language is None:
        return {}
    read = whole(text, "", reader.read("", text), 0, len(text))
    if read is None or read.worth < KEEP_ALONE:
        return {}
    one = fitting(read, text, language)
    # Of "Alice lives in Lisbon" the home is hers, and not that of the user.
    if one.value is None or one.about_other != (entry.about is not None):
        return {}
    return {ATTRIBUTE: one.attribute, VALUE: one.value}
