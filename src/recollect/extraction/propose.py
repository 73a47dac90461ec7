"""From the turns of a conversation to proposals: read each message once, keep what is worth keeping."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from recollect.dates import Day, Edge, Grain, Leaning, find_days, write_day
from recollect.domain.clock import start_of
from recollect.domain.entry import KEYED_KINDS, Kind, Origin
from recollect.domain.learning import USER, EntityType, Mention, Proposal
from recollect.domain.marks import MessageMarks
from recollect.domain.ports import MessageReader
from recollect.domain.turn import Role, Turn
from recollect.extraction.attributes import fitting, links_of, mentions_of, sentence_for
from recollect.extraction.exchange import ended, said_before
from recollect.extraction.knowledge import key_of, site_of
from recollect.extraction.own_words import own_words, readable, recalled_blanked
from recollect.extraction.quoting import quoted_together
from recollect.extraction.remember import asks_to_remember, is_for_once
from recollect.extraction.spans import Highlight, best_sentence, highlights, whole
from recollect.languages.detect import detect
from recollect.languages.sentences import after_openers, sentences
from recollect.languages.words import is_pronoun, refers_back

# What is at least this likely is kept. Of the memories of people who talk to each other (LoCoMo) 78 % rest on a turn that
# its authors noted.
KEEP: Final = 0.6
KEEP_AMONG_PEOPLE: Final = 0.7
# Who writes nothing but this wants it to be known.
KEEP_ALONE: Final = 0.4
# A few words of which the speaker is not the subject say little to who was not there.
KEEP_SHORT: Final = 0.8
_SHORT: Final = 8
_WHOLE: Final = 0.9
_KEEP_OF_TOOLS: Final = 0.6
# A message that changes something known this likely is compared by its best sentence, if that is worth this much.
_CHANGES: Final = 0.35
_WORTH_COMPARING: Final = 0.08
# What somebody asks to be remembered.
_ASKED_FOR: Final = 0.95
# A tool within so many turns makes a standing instruction one for an agent.
_ACTING: Final = 12
# What was said longer ago is another sitting, and tells nothing of whom "she" is.
_SITTING: Final = timedelta(hours=6)
# A longer answer of a tool is a page or a log.
_LONGEST_ANSWER: Final = 600
# So many days away a date without its year is not believed.
_FAR_AWAY: Final = 150
_SECOND: Final = timedelta(seconds=1)
_FEWEST_LETTERS: Final = 4


@dataclass(frozen=True, slots=True)
class _Message:
    """One turn as it is read: its own words, what was said before it, and its language."""

    turn: Turn
    text: str
    before: str
    language: str
    acting: bool
    site: str
    # Whether people talk to each other, and no assistant is there to remember anything.
    among_people: bool


def propose(turns: Sequence[Turn], reader: MessageReader, *, since: int = 0) -> Iterator[Proposal]:
    """What the turns from index `since` on state; those before them are only there to be referred to."""
    language: str | None = None
    site = ""
    for place, turn in enumerate(turns):
        language = detect(turn.content, language) if turn.role is Role.USER else language
        site = site_of(turn) or site
        if turn.index < since or turn.role not in {Role.USER, Role.TOOL} or language is None:
            continue
        earlier = [one for one in turns[:place] if turn.at - one.at < _SITTING]
        acting = any(one.role is Role.TOOL for one in turns[max(0, place - _ACTING) : place + 1])
        if turn.role is Role.TOOL and len(turn.content) > _LONGEST_ANSWER:
            continue
        blanked = own_words if turn.role is Role.USER else recalled_blanked
        text = ended(readable(blanked(turn.content)))
        among = bool(turn.speaker) and all(one.role is Role.USER for one in turns[: place + 1])
        message = _Message(turn, text, said_before(earlier), language, acting, site, among)
        if sum(map(str.isalpha, text)) >= _FEWEST_LETTERS:
            yield from _of_message(message, reader)


def _of_message(message: _Message, reader: MessageReader) -> Iterator[Proposal]:
    marks = reader.read(message.before, message.text)
    if message.turn.role is Role.TOOL:
        found = highlights(message.text, message.before, marks)
        chosen = [one for one in found if one.worth >= _KEEP_OF_TOOLS and one.kind in KEYED_KINDS]
    else:
        chosen = list(_chosen(message, marks))
    for one in chosen:
        made = _proposal(message, one)
        yield replace(made, learned_with=reader.name, changes=round(marks.changes, 3))
    if not chosen and message.turn.role is Role.USER and marks.changes >= _CHANGES:
        best = best_sentence(message.text, message.before, marks)
        if best is not None and best.worth >= _WORTH_COMPARING:
            made = _proposal(message, best)
            yield replace(made, tentative=True, learned_with=reader.name)


def _chosen(message: _Message, marks: MessageMarks) -> Iterator[Highlight]:
    """What is worth keeping, and what the speaker asks to be remembered, in order."""
    asked = [
        place
        for place in sentences(message.text)
        if not message.among_people
        and asks_to_remember(message.text[slice(*place)], message.language)
    ]
    found = [
        one
        for one in highlights(message.text, message.before, marks)
        if one.worth >= _least(message, one) and not _is_for_once(message, one)
    ]
    own = [one for one in found if not any(a < one.end and one.start < b for a, b in asked)]
    kept = [
        replace(one, worth=max(one.worth, _ASKED_FOR))
        for place in asked
        if (one := whole(message.text, message.before, marks, *place))
    ]
    quoted = quoted_together(message.text, marks.words, own)
    yield from sorted((*quoted, *kept), key=lambda one: one.start)


def _least(message: _Message, one: Highlight) -> float:
    """How likely it must be to be worth keeping."""
    if message.among_people:
        return KEEP_AMONG_PEOPLE
    whole_message = one.end - one.start >= _WHOLE * len(message.text.strip())
    if _is_short(message.text[one.start : one.end], one):
        return KEEP if whole_message else KEEP_SHORT
    return KEEP_ALONE if whole_message else KEEP


def _is_for_once(message: _Message, one: Highlight) -> bool:
    """Whether it is a wish for this one answer."""
    said = message.text[one.start : one.end]
    return one.is_standing and is_for_once(said, message.language)


def _is_short(said: str, one: Highlight) -> bool:
    """Whether a highlight has few words, and neither a value nor an instruction nor "I" at its head."""
    words = said.split()
    if one.value is not None or one.is_standing or len(words) >= _SHORT:
        return False
    return refers_back(words[0]) or not is_pronoun(words[0])


def _proposal(message: _Message, one: Highlight) -> Proposal:
    turn = message.turn
    start = one.start + after_openers(turn.content[one.start : one.end], message.language)
    quote = turn.content[start : one.end]
    one = fitting(one, quote, message.language)
    kind = _kind(one, message)
    speaker = turn.speaker or ""
    subject = (one.subject if one.about_other else "") or speaker or USER
    if turn.role is Role.TOOL:
        subject = message.site or "tool"
    days = [
        day for day in _days(message, quote, kind) if day.sure and _is_believed(day, turn.local)
    ]
    valid_from, valid_until = _validity(days, kind, turn.local)
    relative = dict.fromkeys(write_day(day, message.language) for day in days if day.relative)
    content = sentence_for(one, quote, subject, speaker, message.language) or quote
    return Proposal(
        kind=kind,
        content=content,
        subject=subject,
        turn_id=turn.id,
        start=start,
        end=one.end,
        quote=quote,
        speaker=speaker,
        origin=Origin.TOOL if turn.role is Role.TOOL else Origin.USER,
        confidence=round(0.5 + 0.4 * one.worth, 2),
        tags=_tags(one, message),
        key=key_of(kind, quote, message.site) if kind in KEYED_KINDS else None,
        valid_from=valid_from,
        valid_until=valid_until,
        when=", ".join(relative),
        attribute=one.attribute,
        value=one.value,
        standing=one.is_standing,
        longest=one.longest,
        corrects=kind is Kind.CORRECTION,
        entities=_mentions(one, subject, speaker, message),
        links=links_of(one, subject, speaker),
    )


def _kind(one: Highlight, message: _Message) -> Kind:
    """Its kind; a standing instruction is for an agent where tools are at work, and a taste where they are not."""
    if not one.is_standing:
        taste = one.kind is Kind.USER_PREFERENCE and not message.acting
        return Kind.PREFERENCE if taste else one.kind
    if one.kind not in {Kind.PREFERENCE, Kind.USER_PREFERENCE, Kind.PROCEDURE}:
        return one.kind
    return Kind.USER_PREFERENCE if message.acting else Kind.PREFERENCE


def _tags(one: Highlight, message: _Message) -> tuple[str, ...]:
    tags = (one.attribute or "", "instruction" if one.is_standing else "")
    site = (message.site,) if message.turn.role is Role.TOOL else ()
    return tuple(tag for tag in (*tags, *site) if tag)


def _mentions(one: Highlight, subject: str, speaker: str, message: _Message) -> tuple[Mention, ...]:
    if message.turn.role is Role.TOOL:
        return (Mention(message.site, EntityType.TOOL),) if message.site else ()
    return mentions_of(one, subject, speaker)


def _days(message: _Message, quote: str, kind: Kind) -> tuple[Day, ...]:
    leaning = Leaning.FUTURE if kind is Kind.COMMITMENT else Leaning.NONE
    return find_days(quote, message.turn.local, message.language, leaning)


def _is_believed(day: Day, said: datetime) -> bool:
    """Whether a date without its year lies near: one that is far away may be that of another year."""
    far = abs((day.start - said.date()).days) > _FAR_AWAY
    return not (day.relative and far and day.grain in {Grain.DAY, Grain.MONTH})


def _validity(
    days: Sequence[Day], kind: Kind, said: datetime
) -> tuple[datetime | None, datetime | None]:
    """From when until when it holds, by the one date in it."""
    if len(days) != 1:
        return None, None
    day = days[0]
    begins, ends = start_of(day.start, said.tzinfo), start_of(day.end, said.tzinfo) - _SECOND
    match day.edge:
        case Edge.SINCE:
            return begins, None
        case Edge.AFTER:
            return start_of(day.end, said.tzinfo), None
        case Edge.UNTIL:
            return None, ends
        case Edge.BEFORE:
            return None, begins
        case Edge.ON:
            ahead = kind is Kind.COMMITMENT or begins > said
            return begins, ends if ahead and ends > begins else None
