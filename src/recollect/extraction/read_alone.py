"""A statement as the reader marks it apart from the rest of its message."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from recollect.domain.marks import RELATIVES, MessageMarks
from recollect.domain.ports import MessageReader
from recollect.domain.turn import Role
from recollect.extraction.message import MessageToRead
from recollect.extraction.preceding_turns import with_full_stop
from recollect.extraction.spans import Highlight, highlight_at, words_in
from recollect.extraction.subjects import is_about_speaker
from recollect.extraction.values import value_read_alone
from recollect.languages.sentences import after_place, before_reason, main_clause, sentences
from recollect.languages.words import says_moved


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
    # Not of the sentence before, which "I call him on Sundays" needs.
    start, end = highlight.main or highlight.start, highlight.end
    words = words_in(marks.words, start, end)
    found = value_read_alone(
        with_full_stop(message.text[start:end]), words, message.language, reader
    )
    if not found or (highlight.about_other and found[0] not in RELATIVES):
        return highlight
    return replace(highlight, attribute=found[0], value=found[1], about_other=False, subject="")


def overlooked(
    message: MessageToRead, chosen: Sequence[Highlight], reader: MessageReader
) -> Iterator[Highlight]:
    """Statements that were overlooked because of what stands beside them.

    A reason ("I moved because it is quieter"), the place of a rule ("In this repo, never push to
    main") or, beside a move, anything: "We moved to York today! I'm exhausted."
    """
    for start, end in () if message.among_people else sentences(message.text):
        said = message.text[start:end]
        place = after_place(said, message.language)
        main = before_reason(said[place:], message.language)
        is_move = says_moved(said) and is_about_speaker(said)
        main = main_clause(main, message.language) if is_move else main
        is_known = any(one.start < end and start < one.end for one in chosen)
        if is_known or (main == said and not is_move) or said.endswith("?"):
            continue
        marks = reader.read(message.before, with_full_stop(main))
        found = highlight_at(main, message.before, marks, 0, len(main))
        is_stated = found and found.value and (not is_move or found.attribute == "home")
        if found is not None and (is_stated or (place and found.is_standing)):
            last = start + len(said.rstrip(".!… "))
            yield replace(found, start=start if place else start + found.start, end=last)
