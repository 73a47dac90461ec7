"""The days in a statement: which are sure, and when the statement is true because of them."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final

from recollect.dates import Day, Edge, Grain, Leaning, find_days, format_day
from recollect.domain.clock import start_of
from recollect.domain.entry import Kind
from recollect.extraction.message import MessageToRead
from recollect.extraction.spans import Highlight
from recollect.languages.detect import detect
from recollect.languages.sentences import sentences

# A date without a year is not trusted if it is this many days away.
_MAX_DAYS_AWAY: Final = 150
_SECOND: Final = timedelta(seconds=1)


def may_come(day: Day, today: date) -> bool:
    """Whether a statement is true from, on or until a day that may be still to come.

    An unsure one may be past, or recur: "I moved it to Friday"; but not "no nights from February".
    """
    if day.edge is Edge.ON and not day.sure:
        return False
    last = day.start if day.edge is Edge.BEFORE else day.end - timedelta(days=1)
    return (last if day.edge in {Edge.UNTIL, Edge.BEFORE} else day.start) > today


def sure_days(
    found: Sequence[Day],
    message: MessageToRead,
    highlight: Highlight,
    quote: str,
    kind: Kind,
    start: int,
) -> list[Day]:
    """The dates of the quote that are sure.

    If the date of its main sentence is not, another sentence's does not take its place: "signed
    up for the race on 18 October. Last year I ran 1:52".
    """
    said_at = message.turn.local
    days = [day for day in found if day.sure and _is_trusted(day, said_at)]
    main = _sentence_at(quote, (highlight.main or highlight.start) - start)
    if any(day.start_at in main and day not in days for day in found):
        days = [day for day in days if day.start_at in main]
    # What is planned is not over: the date is that of another event.
    is_planned = kind is Kind.COMMITMENT
    return [day for day in days if not (is_planned and day.end <= said_at.date())]


def _sentence_at(text: str, place: int) -> range:
    """The offsets of the sentence at a place of a text."""
    around = (range(*span) for span in sentences(text) if span[1] > place)
    return next(around, range(len(text)))


def _is_trusted(day: Day, said_at: datetime) -> bool:
    """Whether a date without a year is near; a distant one may belong to another year."""
    far = abs((day.start - said_at.date()).days) > _MAX_DAYS_AWAY
    return not (day.relative and far and day.grain in {Grain.DAY, Grain.MONTH})


def validity_of_days(
    days: Sequence[Day], kind: Kind, said_at: datetime
) -> tuple[datetime | None, datetime | None]:
    """The period in which it holds, from the one date it contains."""
    if len(days) != 1:
        return None, None
    day = days[0]
    begins, ends = start_of(day.start, said_at.tzinfo), start_of(day.end, said_at.tzinfo) - _SECOND
    # "I lived there until 2019" stays true, and so does "it came through today".
    is_ahead = may_come(day, said_at.date()) or (kind is Kind.COMMITMENT and ends > said_at)
    match day.edge:
        case Edge.SINCE:
            return begins, None
        case Edge.AFTER:
            return start_of(day.end, said_at.tzinfo), None
        case Edge.UNTIL:
            return None, ends if is_ahead else None
        case Edge.BEFORE:
            return None, begins if is_ahead else None
        case Edge.ON:
            # What was corrected stays so after the day: "we're moving on the 12th, not the 5th".
            is_event = kind is not Kind.CORRECTION
            ahead = is_event and (kind is Kind.COMMITMENT or begins > said_at)
            return begins, ends if ahead and ends > begins else None


def dates_of_text(
    text: str, kind: Kind, said_at: datetime
) -> tuple[datetime | None, datetime | None, str]:
    """When a text is true as it was said on a day, and its relative dates in words."""
    language = detect(text)
    if language is None:
        return None, None, ""
    leaning = Leaning.FUTURE if kind is Kind.COMMITMENT else Leaning.NONE
    found = find_days(text, said_at, language, leaning)
    days = [day for day in found if day.sure and _is_trusted(day, said_at)]
    relative = dict.fromkeys(format_day(day, language) for day in days if day.relative)
    return *validity_of_days(days, kind, said_at), ", ".join(relative)
