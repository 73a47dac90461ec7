"""Turns a model's statement into a proposal, or says why not: its quote must really exist."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from recollect.domain.entry import KEYED_KINDS, MEMORY_KINDS, USER, Kind
from recollect.domain.graph import EntityType, Link, Mention
from recollect.domain.learning import Proposal
from recollect.domain.marks import ATTRIBUTES
from recollect.domain.provenance import Origin
from recollect.domain.recap import one_line
from recollect.domain.turn import Role, Turn
from recollect.extraction.characters import visible_text
from recollect.extraction.deletion_requests import requests_of_turn
from recollect.extraction.forms import RefusedAnswer, Stated
from recollect.extraction.invented import has_invented_number, has_unstated_name_or_number
from recollect.extraction.knowledge import key_of, site_at
from recollect.extraction.quotes import Place, find_quote, is_writers_own
from recollect.extraction.references import SPEAKERS, subject_of
from recollect.extraction.validity import Validity, validity_of
from recollect.languages.detect import detect_confidently
from recollect.languages.pack import packs
from recollect.languages.words import asks_for_overview

_MAX_CONTENT: Final = 600
# A name that nobody mentioned may be a well-known alias, or a guess.
_UNSTATED_NAME_CONFIDENCE: Final = 0.3
_ENTITY_TYPES: Final = frozenset(EntityType)
_MAX_NAMES: Final = 8
_MAX_TAGS: Final = 4
_MAX_TAG: Final = 40
# Shorter texts only end a memory as an answer, and mean nothing when read alone.
_MIN_ENDING_WORDS: Final = 3


@cache
def _user_words() -> frozenset[str]:
    """What a user is called in the sentences of each language."""
    return frozenset(str(pack.table("templates")["user"]).casefold() for pack in packs().values())


def judge(noted: Stated, turns: Sequence[Turn], since: int) -> Proposal | RefusedAnswer:
    """The proposal for a statement, or why it is refused; `turns` from `since` on may be quoted.

    The memories it updates or ends are referenced by full id: `resolve` has checked them.
    """
    kind = _kind(noted.kind)
    if kind is None:
        return RefusedAnswer.KIND
    content = one_line(visible_text(noted.content))
    only_ends = bool(noted.ends) and not content
    if not only_ends and not _says_something(content):
        return RefusedAnswer.EMPTY
    place = find_quote(noted, kind, turns, since)
    if isinstance(place, RefusedAnswer):
        return place
    fault = _ending_fault(place) if only_ends else _content_fault(content, place, turns)
    is_request = _asks_to_forget(place) or asks_for_overview(place.text)
    fault = RefusedAnswer.REQUEST if is_request else fault
    validity = validity_of(noted, place.turn.local.tzinfo)
    if fault is not None or validity is None:
        return fault or RefusedAnswer.DATE
    if only_ends:
        # Nothing replaces the ended memory except the words that end it.
        bare = replace(noted, attribute=None, value=None)
        return _proposal(bare, kind, place.text, place, validity)
    proposal = _proposal(noted, kind, content, place, validity)
    if kind in KEYED_KINDS and not proposal.standing:
        proposal = replace(proposal, key=_key(proposal, turns, place.turn))
    if has_unstated_name_or_number(content, turns):
        low = min(proposal.confidence, _UNSTATED_NAME_CONFIDENCE)
        proposal = replace(proposal, confidence=low)
    return proposal


def _asks_to_forget(place: Place) -> bool:
    """Whether most of a quote asks to forget something: a person decides about that."""
    return any(
        2 * (min(request.remark_end, place.end) - max(request.start, place.start))
        > place.end - place.start
        for request in requests_of_turn(place.turn)
    )


def _ending_fault(place: Place) -> RefusedAnswer | None:
    """Why these words alone cannot end a memory."""
    if place.turn.voice is not Role.USER:
        return RefusedAnswer.SPEAKER
    words = place.text
    short = words.isascii() and len(words.split()) < _MIN_ENDING_WORDS
    return RefusedAnswer.EMPTY if short else None


def _content_fault(content: str, place: Place, turns: Sequence[Turn]) -> RefusedAnswer | None:
    """Why a sentence is not backed by its quote; tool output may be told in any language."""
    if len(content) > _MAX_CONTENT:
        return RefusedAnswer.LONG
    if has_invented_number(content, turns):
        return RefusedAnswer.INVENTED
    turn = place.turn
    if turn.voice is Role.USER and _is_translated(content, place):
        return RefusedAnswer.TRANSLATED
    if not is_writers_own(place) and _names_user(content, turn):
        return RefusedAnswer.PASTED
    return None


def _is_translated(content: str, place: Place) -> bool:
    """Whether a sentence is surely in another language than both its quote and the turn."""
    language = detect_confidently(content)
    sources = {detect_confidently(place.text), detect_confidently(place.turn.content)}
    return language is not None and None not in sources and language not in sources


def _names_user(content: str, turn: Turn) -> bool:
    """Whether a sentence mentions the user who talks to the assistant."""
    words = frozenset(re.findall(r"\w+", content.casefold()))
    own = frozenset((turn.speaker or "").casefold().split())
    return bool(words & _user_words()) or (bool(own) and own <= words)


def _says_something(content: str) -> bool:
    """Whether it can be a sentence; in languages with spaces, one word cannot."""
    fewest = 2 if content.isascii() else 1
    return len(re.findall(r"\w+", content)) >= fewest


def _kind(name: str) -> Kind | None:
    wanted = name.strip().lower()
    return next((kind for kind in MEMORY_KINDS if kind == wanted), None)


def _proposal(
    noted: Stated, kind: Kind, content: str, place: Place, validity: Validity
) -> Proposal:
    turn = place.turn
    quote = place.text
    tool = turn.voice is Role.TOOL
    attribute = _attribute(noted)
    mentions = tuple(_mentions(noted, content, quote))
    return Proposal(
        kind=kind,
        content=content,
        subject=_subject(noted.subject, turn),
        turn_id=turn.id,
        start=place.start,
        end=place.end,
        quote=quote,
        origin=_origin(place),
        confidence=_clamped(noted.confidence),
        valid_from=validity[0],
        valid_until=validity[1],
        attribute=attribute,
        value=_value(noted, content, quote) if attribute else None,
        tags=_tags(noted, attribute),
        speaker=turn.speaker or "",
        # Only the user gives the assistant standing instructions, never a tool or a quoted person.
        standing=noted.standing and not tool and is_writers_own(place),
        corrects=kind is Kind.CORRECTION,
        repeats=None if tool else noted.updates,
        ends=() if tool else noted.ends,
        entities=mentions,
        links=tuple(_links(noted, mentions, turn)),
    )


def _origin(place: Place) -> Origin:
    if place.turn.voice is Role.TOOL:
        return Origin.TOOL
    return Origin.USER if is_writers_own(place) else Origin.PASTED


def _key(proposal: Proposal, turns: Sequence[Turn], turn: Turn) -> str:
    """The key of site or agent knowledge, computed as it is without a model."""
    if turn.voice is not Role.TOOL:
        return key_of(proposal.kind, proposal.content)
    return key_of(proposal.kind, proposal.quote, site_at(turns, turn.index))


def _clamped(confidence: float) -> float:
    return min(max(confidence, 0.0), 1.0) if math.isfinite(confidence) else 0.5


def _subject(name: str, turn: Turn) -> str:
    subject = subject_of(name, turn)
    return "tool" if turn.voice is Role.TOOL and subject == (turn.speaker or USER) else subject


def _attribute(noted: Stated) -> str | None:
    name = (noted.attribute or "").strip().lower().replace(" ", "_")
    return name if name in ATTRIBUTES else None


def _value(noted: Stated, content: str, quote: str) -> str | None:
    """The attribute's value, if the statement or its quote contains it."""
    value = one_line(noted.value or "")
    text = f"{content}\n{quote}".casefold()
    return value if value and value.casefold() in text else None


def _tags(noted: Stated, attribute: str | None) -> tuple[str, ...]:
    """The tags: the attribute first, then the model's own."""
    own = (attribute or "").replace("_", " ")
    cleaned = (one_line(visible_text(tag).strip("#")).lower() for tag in noted.tags)
    valid = (tag for tag in cleaned if re.search(r"\w", tag) and len(tag) <= _MAX_TAG)
    return tuple(dict.fromkeys(tag for tag in (own, *valid) if tag))[:_MAX_TAGS]


def _mentions(noted: Stated, content: str, quote: str) -> Iterator[Mention]:
    """The entities the statement names; a name that it does not contain is a hallucination."""
    text = f"{content}\n{quote}".casefold()
    seen: set[str] = set()
    for named in noted.entities[:_MAX_NAMES]:
        name, kind = one_line(named.name), named.type.strip().lower()
        folded = name.casefold()
        if kind in _ENTITY_TYPES and name and folded in text and folded not in seen | SPEAKERS:
            seen.add(folded)
            yield Mention(name, EntityType(kind))


def _links(noted: Stated, mentions: Sequence[Mention], turn: Turn) -> Iterator[Link]:
    """The relations between the named entities, or between them and the speaker."""
    names = {mention.name.casefold(): mention.name for mention in mentions}
    speaker = turn.speaker or USER
    ends = dict.fromkeys(SPEAKERS - {""}, speaker) | {speaker.casefold(): speaker} | names
    for linked in noted.links[:_MAX_NAMES]:
        one, other = (ends.get(one_line(x).casefold()) for x in (linked.subject, linked.object))
        relation = one_line(linked.relation.replace("_", " "))
        if one and other and relation and one != other:
            confidence = _clamped(noted.confidence)
            yield Link(subject=one, relation=relation, object=other, confidence=confidence)
