"""Turns of a conversation -> proposals: read each message once, keep what is worth keeping."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from recollect.dates import Day, Leaning, find_days, format_day
from recollect.domain.entry import KEYED_KINDS, USER, Kind
from recollect.domain.graph import EntityType, Mention
from recollect.domain.learning import Proposal
from recollect.domain.marks import MessageMarks
from recollect.domain.ports import MessageReader
from recollect.domain.provenance import Origin
from recollect.domain.turn import Role, Turn
from recollect.extraction import attributes
from recollect.extraction.days import may_come, sure_days, validity_of_days
from recollect.extraction.deletion_requests import (
    proposals_to_delete,
    request_proposals,
    requests_of_turn,
    without_requests,
)
from recollect.extraction.knowledge import key_of, site_of
from recollect.extraction.merge_highlights import merge_highlights
from recollect.extraction.message import (
    SESSION_GAP,
    MessageToRead,
    introduces_pasted,
    message_at,
    without_pointing,
)
from recollect.extraction.plans import STATES, begins_state, holds_onwards, planned_state
from recollect.extraction.read_alone import overlooked, read_alone, with_value_read_alone
from recollect.extraction.remember import (
    asks_to_remember,
    directs,
    is_one_off,
    is_supposed,
    without_overview_questions,
)
from recollect.extraction.spans import Highlight, best_sentence, highlight_at, highlights, words_in
from recollect.extraction.values import mean
from recollect.languages.detect import detect
from recollect.languages.endings import says_it_ended
from recollect.languages.sentences import after_greeting, after_openers, sentences
from recollect.languages.words import is_pronoun, names_in, names_speaker, refers_back

# Minimum score to be kept. Of the memories from people talking to each other (LoCoMo), 78 % are
# based on a turn that its authors annotated.
KEEP: Final = 0.6
KEEP_AMONG_PEOPLE: Final = 0.7
# A message that says nothing else is meant to be known.
KEEP_ALONE: Final = 0.4
# A few words whose subject is not the speaker mean little out of context.
KEEP_SHORT: Final = 0.8
_SHORT: Final = 8
_WHOLE_MESSAGE_SHARE: Final = 0.9
_KEEP_TOOL_RESULT: Final = 0.6
# A message that changes something known with this probability is compared by its best sentence, if
# that scores at least this much.
_CHANGES: Final = 0.35
_MIN_COMPARED_SCORE: Final = 0.08
# A sentence that begins like an instruction is one with this probability, however it scores, and
# any other with the second: "in this repo, always …".
_SURE_INSTRUCTION: Final = 0.65
_CERTAIN_INSTRUCTION: Final = 0.95
_FEWEST_WORDS: Final = 3
_MOST_WORDS: Final = 25
# The score of what a user asks to be remembered.
_REQUESTED_SCORE: Final = 0.95
# A longer tool result is a page or a log.
_MAX_TOOL_RESULT: Final = 600
_MIN_LETTERS: Final = 4
# "Good evening, my name is Ann Lee": a longer sentence is no introduction.
_INTRODUCTION_WORDS: Final = 6


def propose(turns: Sequence[Turn], reader: MessageReader, *, since: int = 0) -> Iterator[Proposal]:
    """The proposals from turns at index `since` or later; earlier turns are only context."""
    language: str | None = None
    site = ""
    for place, turn in enumerate(turns):
        language = detect(turn.content, language) if turn.voice is Role.USER else language
        site = site_of(turn) or site
        too_long = turn.voice is Role.TOOL and len(turn.content) > _MAX_TOOL_RESULT
        if turn.index < since or turn.voice not in {Role.USER, Role.TOOL} or too_long:
            continue
        if language is None:  # a request alone is too short to tell it
            yield from proposals_to_delete(turns[: place + 1], turn.index)
            continue
        message = message_at(turns, place, language, site)
        requests = [] if message.among_people else requests_of_turn(turn)
        yield from request_proposals(turn, requests, turns[:place])
        text = without_requests(message.text, requests)
        message = replace(message, text=without_overview_questions(text))
        if turn.voice is Role.USER and not message.among_people:
            message, points_back = without_pointing(message)
            if points_back:
                yield from _pointed_before(turns[:place], turn, reader, language)
        if sum(map(str.isalpha, message.text)) >= _MIN_LETTERS:
            yield from _proposals_from_message(message, reader)


def _pointed_before(
    turns: Sequence[Turn], turn: Turn, reader: MessageReader, language: str
) -> Iterator[Proposal]:
    """What "don't forget that" means in a message of its own: the end of the user's last one."""
    place = next((at for at in reversed(range(len(turns))) if turns[at].voice is Role.USER), None)
    if place is None or turn.at - turns[place].at >= SESSION_GAP or requests_of_turn(turns[place]):
        return
    message = message_at(turns, place, language, "")
    last = [*sentences(message.text)][-1:]
    for proposal in _proposals_from_message(replace(message, pointed=tuple(last)), reader):
        if any(a <= proposal.start < b for a, b in last):
            yield proposal


def _proposals_from_message(message: MessageToRead, reader: MessageReader) -> Iterator[Proposal]:
    proposals = list(_proposals(message, reader))
    learned = [one for one in proposals if not one.only_instructions]
    if not learned and (statement := _after_greeting(message)):
        proposals = learned = list(_proposals(statement, reader))
    if name := _introduction(message, learned, reader):
        yield name
    yield from proposals


def _introduction(
    message: MessageToRead, proposals: Sequence[Proposal], reader: MessageReader
) -> Proposal | None:
    """The name in "Hi, I'm Ann Lee. I'm a nurse": the reader takes such a start for a greeting."""
    begins = after_greeting(message.text, message.language)
    start, end = next((span for span in sentences(message.text) if span[1] > begins), (0, 0))
    start = max(start, begins)
    said, words = message.text[start:end], message.text[start:end].split()
    goes_on = any(map(str.isalnum, message.text[end:]))
    is_short = goes_on and 0 < len(words) <= _INTRODUCTION_WORDS
    is_known = message.turn.voice is not Role.USER or any(one.start < end for one in proposals)
    if is_known or not is_short or not names_speaker(words[0]) or not names_in(said):
        return None
    alone = replace(message, text=" " * start + said, pointed=())
    return next((one for one in _proposals(alone, reader) if one.attribute == "name"), None)


def _after_greeting(message: MessageToRead) -> MessageToRead | None:
    """The statement of "hi, I play the cello" at its place; None if there is no such greeting.

    The reader takes most of what follows a greeting for a request, or "ok, …" for an answer.
    """
    is_users = message.turn.voice is Role.USER
    start = after_greeting(message.text, message.language) if is_users else 0
    if not start or len(list(islice(sentences(message.text[start:]), 2))) > 1:
        return None
    return replace(message, text=" " * start + message.text[start:])


def _proposals(message: MessageToRead, reader: MessageReader) -> Iterator[Proposal]:
    marks = reader.read(message.before, message.text)
    if message.turn.voice is Role.TOOL:
        found = highlights(message.text, message.before, marks, message.language)
        facts = (highlight for highlight in found if highlight.kind in KEYED_KINDS)
        chosen = [highlight for highlight in facts if highlight.score >= _KEEP_TOOL_RESULT]
    else:
        chosen = list(_chosen(message, marks))
        chosen += [one for one in overlooked(message, chosen, reader) if one.score >= KEEP]
    for highlight in chosen:
        clause = read_alone(message, highlight, reader) if highlight.is_clause else highlight
        clause = with_value_read_alone(message, clause, marks, reader)
        proposal = _proposal(message, clause, reader)
        yield replace(proposal, learned_with=reader.name, changes=round(marks.changes, 3))
    best = None if chosen else best_sentence(message.text, message.before, marks)
    if best is not None and message.turn.voice is Role.USER:
        may_end = marks.changes >= _CHANGES or says_it_ended(message.text, message.language)
        is_change = may_end and best.score >= _MIN_COMPARED_SCORE
        is_change = is_change and not _is_one_off_request(message, best)
        rule = best if is_change else replace(best, is_standing=True)
        if is_change or _may_change_instruction(message, rule):
            proposal = replace(_proposal(message, rule, reader), learned_with=reader.name)
            yield replace(proposal, tentative=True, only_instructions=not is_change)


def _may_change_instruction(message: MessageToRead, highlight: Highlight) -> bool:
    words = re.findall(r"\w+", message.text[highlight.start : highlight.end])
    is_clear = _FEWEST_WORDS <= len(words) <= _MOST_WORDS and not any(map(refers_back, words))
    return is_clear and not (message.among_people or _is_one_off_request(message, highlight))


def _chosen(message: MessageToRead, marks: MessageMarks) -> Iterator[Highlight]:
    """The highlights worth keeping, and those the speaker asks to be remembered, in order."""
    request_spans = [
        place
        for place in sentences(message.text)
        if not message.among_people
        and asks_to_remember(message.text[slice(*place)], message.language)
        and not any(a < place[1] and place[0] < b for a, b in message.pointed)
    ]
    request_spans = sorted({*request_spans, *message.pointed})
    read = highlights(message.text, message.before, marks, message.language)
    unrequested = [
        highlight
        for found in (*read, *_sure_instructions(message, marks, read))
        if (highlight := _with_directive(message, found)).score >= _min_score(message, highlight)
        and not _is_one_off_request(message, highlight)
        and not introduces_pasted(message, highlight)
        and not any(a < highlight.end and highlight.start < b for a, b in request_spans)
    ]
    requested = [
        replace(highlight, score=max(highlight.score, _REQUESTED_SCORE))
        for place in request_spans
        for highlight in [highlight_at(message.text, message.before, marks, *place)]
        if highlight is not None
    ]
    quoted = merge_highlights(message.text, marks.words, unrequested)
    yield from sorted((*quoted, *requested), key=lambda highlight: highlight.start)


def _sure_instructions(
    message: MessageToRead, marks: MessageMarks, read: Sequence[Highlight]
) -> Iterator[Highlight]:
    """Instructions by their words and the reader, which keeps few about code: "never edit src/"."""
    for start, end in () if message.among_people else sentences(message.text):
        said = message.text[start:end]
        inside = words_in(marks.words, start, end)
        words = [word for word in inside if message.text[word.start].isalnum()]
        # Of a very long message the reader skips the middle.
        standing = mean(words, "standing") if words else 0.0
        is_read = any(one.start < end and start < one.end for one in read)
        is_short = len(said.split()) < _FEWEST_WORDS
        if is_read or is_short or standing < _SURE_INSTRUCTION:
            continue
        found = highlight_at(message.text, message.before, marks, start, end)
        opened = said[after_openers(said, message.language) :]
        is_certain = standing >= _CERTAIN_INSTRUCTION or directs(opened, message.language)
        if found and is_certain:
            yield replace(found, score=standing)


def _min_score(message: MessageToRead, highlight: Highlight) -> float:
    """The minimum score at which a highlight is kept."""
    if message.among_people:
        return KEEP_AMONG_PEOPLE
    length = highlight.end - highlight.start
    whole_message = length >= _WHOLE_MESSAGE_SHARE * len(message.text.strip())
    if _is_short(message.text[highlight.start : highlight.end], highlight):
        return KEEP if whole_message else KEEP_SHORT
    return KEEP_ALONE if whole_message else KEEP


def _with_directive(message: MessageToRead, highlight: Highlight) -> Highlight:
    """The highlight as a standing instruction, if its words and the reader say so."""
    said = message.text[highlight.start : highlight.end]
    if highlight.is_standing or not highlight.may_stand or not directs(said, message.language):
        return highlight
    return replace(highlight, is_standing=True)


def _is_one_off_request(message: MessageToRead, highlight: Highlight) -> bool:
    """Whether what seems to be an instruction is for this one answer, or only supposed."""
    text = message.text[highlight.start : highlight.end]
    return highlight.is_standing and (
        is_one_off(text, message.language) or is_supposed(text, message.language)
    )


def _is_short(text: str, highlight: Highlight) -> bool:
    """Whether it has few words, and neither a value nor an instruction nor "I" at its start."""
    words = text.split()
    if highlight.value is not None or highlight.is_standing or len(words) >= _SHORT:
        return False
    return refers_back(words[0]) or not is_pronoun(words[0])


def _proposal(message: MessageToRead, highlight: Highlight, reader: MessageReader) -> Proposal:
    turn = message.turn
    said = turn.content[highlight.start : highlight.end]
    start = highlight.start + after_openers(said, message.language)
    quote = turn.content[start : highlight.end]
    highlight = attributes.with_whole_name(highlight, quote)
    highlight = attributes.with_current_value(highlight, quote, message.language, reader)
    highlight = attributes.with_new_home(highlight, quote, message.language)
    highlight = attributes.without_childhood_home(highlight, quote, message.language, reader)
    highlight = attributes.with_named_relation(highlight, quote)
    highlight = attributes.drop_implausible_attribute(highlight, quote, message.language)
    kind = _kind(highlight, message)
    speaker = turn.speaker or ""
    subject = (highlight.subject if highlight.about_other else "") or speaker or USER
    if turn.voice is Role.TOOL:
        subject = message.site or "tool"
    leaning = Leaning.FUTURE if kind is Kind.COMMITMENT else Leaning.NONE
    found = find_days(quote, turn.local, message.language, leaning)
    days = sure_days(found, message, highlight, quote, kind, start)
    highlight = _with_planned_state(message, highlight, quote, days, reader)
    valid_from, valid_until = validity_of_days(days, kind, turn.local)
    lasts = _lasts(highlight, quote, message.language)
    is_event = valid_until is not None and not lasts
    if kind is not Kind.COMMITMENT and _dates_a_part(message, quote, is_event=is_event):
        valid_from = valid_until = None
    is_ahead = valid_from is not None and valid_from > turn.at
    if is_ahead and lasts:
        valid_until = None
    relative = dict.fromkeys(format_day(day, message.language) for day in days if day.relative)
    keyed = kind in KEYED_KINDS and not highlight.is_standing
    # What is not true yet is never written as a plain sentence.
    plain = attributes.sentence_for(highlight, quote, subject, speaker, message.language)
    return Proposal(
        kind=kind,
        content=quote if is_ahead else plain or quote,
        subject=subject,
        turn_id=turn.id,
        start=start,
        end=highlight.end,
        quote=quote,
        speaker=speaker,
        origin=Origin.TOOL if turn.voice is Role.TOOL else Origin.USER,
        confidence=round(0.5 + 0.4 * highlight.score, 2),
        tags=_tags(highlight, message),
        # An instruction is compared with others instead, so that one of them can end it.
        key=key_of(kind, quote, message.site) if keyed else None,
        valid_from=valid_from,
        valid_until=valid_until,
        when=", ".join(relative),
        attribute=highlight.attribute,
        value=highlight.value,
        standing=highlight.is_standing,
        longest=highlight.longest,
        is_clause=highlight.is_clause,
        corrects=kind is Kind.CORRECTION,
        limited=any(may_come(day, turn.local.date()) for day in found),
        entities=_mentions(highlight, subject, speaker, message),
        links=attributes.links_of(highlight, subject, speaker),
    )


def _dates_a_part(message: MessageToRead, quote: str, *, is_event: bool) -> bool:
    """Whether the day of one sentence says nothing of the other: "I drive a Skoda. Its MOT …"."""
    parts = [quote[start:end] for start, end in sentences(quote)]
    at, language = message.turn.local, message.language
    dated = next((part for part in parts if find_days(part, at, language)), parts[0])
    # "It was yesterday" is about what was said before, "her son Ben was born in 2019" is not.
    return len(parts) > 1 and (is_event or (dated != parts[0] and bool(names_in(dated))))


def _with_planned_state(
    message: MessageToRead,
    highlight: Highlight,
    quote: str,
    days: Sequence[Day],
    reader: MessageReader,
) -> Highlight:
    """The highlight with the home or employer that the speaker will have from the day in it."""
    ahead = [day for day in days if day.start > message.turn.local.date()]
    if highlight.value is not None or highlight.about_other or message.acting or len(ahead) != 1:
        return highlight
    state = planned_state(quote, days, message.language, reader)
    return replace(highlight, attribute=state[0], value=state[1]) if state else highlight


def _lasts(highlight: Highlight, quote: str, language: str) -> bool:
    """Whether it is true from its day on, not only on it: a new home, "use that after that"."""
    is_state = highlight.attribute in STATES and highlight.value is not None
    return (is_state or begins_state(quote, language)) or (
        highlight.is_standing and holds_onwards(quote, language)
    )


def _kind(highlight: Highlight, message: MessageToRead) -> Kind:
    """The kind; a standing instruction is for the agent if tools are in use, else a preference."""
    if not highlight.is_standing:
        is_user_taste = highlight.kind is Kind.USER_PREFERENCE and not message.acting
        return Kind.PREFERENCE if is_user_taste else highlight.kind
    if highlight.kind not in {Kind.PREFERENCE, Kind.USER_PREFERENCE, Kind.PROCEDURE}:
        return highlight.kind
    return Kind.USER_PREFERENCE if message.acting else Kind.PREFERENCE


def _tags(highlight: Highlight, message: MessageToRead) -> tuple[str, ...]:
    tags = (highlight.attribute or "", "instruction" if highlight.is_standing else "")
    site = (message.site,) if message.turn.voice is Role.TOOL else ()
    return tuple(tag for tag in (*tags, *site) if tag)


def _mentions(
    highlight: Highlight, subject: str, speaker: str, message: MessageToRead
) -> tuple[Mention, ...]:
    if message.turn.voice is Role.TOOL:
        return (Mention(message.site, EntityType.TOOL),) if message.site else ()
    return attributes.mentions_of(highlight, subject, speaker)
