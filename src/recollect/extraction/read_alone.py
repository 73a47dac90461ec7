"""A statement as the reader marks it apart from the rest of its message."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from recollect.domain.marks import RELATIVES, MessageMarks
from recollect.domain.ports import MessageReader
from recollect.domain.turn import Role
from recollect.extraction.message import MessageToRead
from recollect.extraction.preceding_turns import with_full_stop
from recollect.extraction.spans import Highlight, highlight_at, words_in
from recollect.extraction.values import value_read_alone
from recollect.languages.sentences import before_reason, sentences


def read_alone(message: MessageToRead, highlight: Highlight, reader: MessageReader) -> Highlight:
    """A clause as the reader sees it alone: "my son is vegan, and I live in Rome" is about two."""
    text = message.text[highlight.start : highlight.end]
    marks = reader.read(message.before, with_full_stop(text))
    alone = highlight_at(text, message.before, marks, 0, len(text)) or highlight
    start, end, score = highlight.start, highlight.end, highlight.score
    return replace(alone, start=start, end=end, score=score, is_clause=True)


def with_value_read_alone(
    message: MessageToRead, highlight: Highlight, marks: MessageMarks, reader: MessageReader
) -> Highlight:
    """The highlight with Oslo as the home of "I relocated to Oslo", whatever was said before.

    "Karin is my new boss" is about the speaker too.
    """
    if highlight.value is not None or message.turn.voice is not Role.USER:
        return highlight
    start, end = highlight.start, highlight.end
    words = words_in(marks.words, start, end)
    found = value_read_alone(
        with_full_stop(message.text[start:end]), words, message.language, reader
    )
    if not found or (highlight.about_other and found[0] not in RELATIVES):
        return highlight
    return replace(highlight, attribute=found[0], value=found[1], about_other=False, subject="")


def before_reasons(
    message: MessageToRead, chosen: Sequence[Highlight], reader: MessageReader
) -> Iterator[Highlight]:
    """Statements that were overlooked because of their reason: "I moved because it is quieter"."""
    for start, end in () if message.among_people else sentences(message.text):
        said = message.text[start:end]
        main = before_reason(said, message.language)
        is_known = any(one.start < end and start < one.end for one in chosen)
        if is_known or main == said or said.endswith("?"):
            continue
        marks = reader.read(message.before, with_full_stop(main))
        found = highlight_at(main, message.before, marks, 0, len(main))
        if found is not None:
            last = start + len(said.rstrip(".!… "))
            yield replace(found, start=start + found.start, end=last)
