"""What a model has noted -> a proposal, or why it is none: it must rest on words that are really there."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo
from enum import StrEnum
from typing import Final
from unicodedata import normalize

from recollect.learn.asking import masked
from recollect.learn.extract.attributes import is_known, is_single
from recollect.learn.extract.clauses import BLANK, own_words
from recollect.learn.extract.keys import key_of
from recollect.learn.extract.knowledge import site_at
from recollect.learn.extract.languages import language, language_of
from recollect.learn.extract.letters import legible
from recollect.learn.forms import Stated
from recollect.learn.invented import goes_beyond, makes_up
from recollect.learn.tongue import is_translated
from recollect.model.entry import KEYED_KINDS, MEMORY_KINDS, Kind, Origin
from recollect.model.learning import USER, EntityType, Link, Mention, Proposal
from recollect.model.turn import Role, Turn

_LONGEST: Final = 600
# A name that nobody said may be one that everybody knows by another, or a guess.
_UNSURE: Final = 0.3
_MOST_NAMES: Final = 8
_MOST_TAGS: Final = 4
_LONGEST_TAG: Final = 40
_SPEAKERS: Final = frozenset({"", "i", "me", "user", "the user"})
_AROUND: Final = " \t\r\n\"“”„«»'‘’…."
# Those that are typed behind a letter belong to it.
_ACCENTS: Final = "[\u0300-\u036f]*"
_APOSTROPHE: Final = re.compile(r"['’‘]")
_ISO: Final = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")
_SECOND: Final = timedelta(seconds=1)
_DECEMBER: Final = 12


class Refusal(StrEnum):
    """Why a note is not proposed."""

    KIND = "of no known kind"
    EMPTY = "without a sentence"
    LONG = "too long"
    QUOTE = "with words nobody said"
    SPEAKER = "with words that are not the user's, or not new"
    INVENTED = "with numbers nobody said"
    TRANSLATED = "in another language than its quote"
    PASTED = "with words from pasted or recalled text"
    DATE = "with a date that is none"


@dataclass(frozen=True, slots=True)
class _Place:
    turn: Turn
    start: int
    end: int


def judge(noted: Stated, turns: Sequence[Turn], since: int) -> Proposal | Refusal:
    """The proposal that a note comes to; `turns` from `since` on may be quoted."""
    kind = _kind(noted.kind)
    if kind is None:
        return Refusal.KIND
    content = " ".join(legible(noted.content).split())
    if len(content) > _LONGEST or not _says_something(content):
        return Refusal.LONG if len(content) > _LONGEST else Refusal.EMPTY
    place = _placed(noted, kind, turns, since)
    if isinstance(place, Refusal):
        return place
    fault = _unfaithful(content, place, turns)
    if fault is not None:
        return fault
    validity = _validity(noted, place.turn.local.tzinfo)
    if validity is None:
        return Refusal.DATE
    made = _proposal(noted, kind, content, place, validity)
    if kind in KEYED_KINDS:
        made = replace(made, key=_key(made, turns, place.turn))
    return _doubted(made) if goes_beyond(content, turns) else made


def _unfaithful(content: str, place: _Place, turns: Sequence[Turn]) -> Refusal | None:
    """Why a sentence says what was not said, or not so; what a tool shows is told in the user's language."""
    if makes_up(content, turns):
        return Refusal.INVENTED
    own = place.turn.role is Role.USER
    if own and is_translated(content, _quoted(place), place.turn.content):
        return Refusal.TRANSLATED
    return None


def _doubted(made: Proposal) -> Proposal:
    return replace(made, confidence=min(made.confidence, _UNSURE))


def _says_something(content: str) -> bool:
    """Whether it can be a sentence; one word is none where words stand apart."""
    fewest = 2 if content.isascii() else 1
    return len(re.findall(r"\w+", content)) >= fewest


def _kind(name: str) -> Kind | None:
    wanted = name.strip().lower()
    return next((kind for kind in MEMORY_KINDS if kind == wanted), None)


def _proposal(
    noted: Stated,
    kind: Kind,
    content: str,
    place: _Place,
    validity: tuple[datetime | None, datetime | None],
) -> Proposal:
    turn = place.turn
    quote = _quoted(place)
    tool = turn.role is Role.TOOL
    subject = _subject(noted.subject, turn)
    attribute = (noted.attribute or "").strip().lower().replace(" ", "_")
    known = attribute if is_known(attribute) else None
    mentions = tuple(_mentions(noted, content, quote))
    return Proposal(
        kind=kind,
        content=content,
        subject=subject,
        turn_id=turn.id,
        start=place.start,
        end=place.end,
        quote=quote,
        origin=Origin.TOOL if tool else Origin.USER,
        confidence=_clamped(noted.confidence),
        valid_from=validity[0],
        valid_until=validity[1],
        attribute=known,
        tags=_tags(noted, known),
        single=known is not None and is_single(known),
        corrects=noted.corrects or kind is Kind.CORRECTION,
        entities=mentions,
        links=tuple(_links(noted, mentions, turn)),
    )


def _quoted(place: _Place) -> str:
    return place.turn.content[place.start : place.end]


def _key(made: Proposal, turns: Sequence[Turn], said: Turn) -> str:
    """What knowledge is kept under, the same as without a model: of a tool's words by their site."""
    if said.role is not Role.TOOL:
        return key_of(made.kind, made.content)
    return key_of(made.kind, made.quote, site_at(turns, said.index))


def _clamped(confidence: float) -> float:
    return min(max(confidence, 0.0), 1.0) if math.isfinite(confidence) else 0.5


def _subject(name: str, turn: Turn) -> str:
    told = " ".join(name.split())
    if told.casefold() not in _SPEAKERS and told != turn.speaker:
        return told
    return "tool" if turn.role is Role.TOOL else turn.speaker or USER


def _tags(noted: Stated, attribute: str | None) -> tuple[str, ...]:
    """What it is about: what it says of its subject, as the rules have it, then the model's own words for it."""
    own = (attribute or "").partition(":")[0].replace("_", " ")
    told = (" ".join(legible(tag).strip("#").split()).lower() for tag in noted.tags)
    fit = (tag for tag in told if re.search(r"\w", tag) and len(tag) <= _LONGEST_TAG)
    return tuple(dict.fromkeys(tag for tag in (own, *fit) if tag))[:_MOST_TAGS]


def _mentions(noted: Stated, content: str, quote: str) -> Iterator[Mention]:
    """Whom and what the statement names, of the seven types; a name that stands nowhere in it is invented."""
    text = f"{content}\n{quote}".casefold()
    seen: set[str] = set()
    for named in noted.entities[:_MOST_NAMES]:
        name = " ".join(named.name.split())
        known = next((each for each in EntityType if each == named.type.strip().lower()), None)
        folded = name.casefold()
        if known and name and folded in text and folded not in seen | _SPEAKERS:
            seen.add(folded)
            yield Mention(name, known)


def _links(noted: Stated, mentions: Sequence[Mention], turn: Turn) -> Iterator[Link]:
    """How those whom it names stand to each other, or to the one who speaks."""
    names = {mention.name.casefold(): mention.name for mention in mentions}
    speaker = turn.speaker or USER
    ends = dict.fromkeys(_SPEAKERS - {""}, speaker) | {speaker.casefold(): speaker} | names
    for linked in noted.links[:_MOST_NAMES]:
        one, other = (
            ends.get(" ".join(x.split()).casefold()) for x in (linked.subject, linked.object)
        )
        relation = " ".join(linked.relation.replace("_", " ").split())
        if one and other and relation and one != other:
            confidence = _clamped(noted.confidence)
            yield Link(subject=one, relation=relation, object=other, confidence=confidence)


# --- where it was said


def _placed(noted: Stated, kind: Kind, turns: Sequence[Turn], since: int) -> _Place | Refusal:
    """Where the quote stands: in the turn that is named, else in the only turn that has it."""
    may = [turn for turn in turns if turn.index >= since and _quotable(turn, kind)]
    pasted = False
    for pattern in _patterns(noted.quote):
        found = {turn.index: _occurrences(pattern, turn) for turn in may}
        own = {index: [place for place in places if _own(place)] for index, places in found.items()}
        hits = [index for index, places in own.items() if places]
        if noted.turn in hits:
            return own[noted.turn][0]
        if len(hits) == 1:
            return own[hits[0]][0]
        pasted = pasted or (not hits and any(found.values()))
    if pasted:
        return Refusal.PASTED
    elsewhere = any(
        _occurrences(pattern, turn) for pattern in _patterns(noted.quote) for turn in turns
    )
    return Refusal.SPEAKER if elsewhere else Refusal.QUOTE


def _quotable(turn: Turn, kind: Kind) -> bool:
    return turn.role is Role.USER or (turn.role is Role.TOOL and kind in KEYED_KINDS)


def _patterns(quote: str) -> Iterator[re.Pattern[str]]:
    """The quote to the letter; then in any case and spacing, without the marks a model puts around it."""
    if not re.search(r"\w", quote):
        return
    yield re.compile(re.escape(quote) + _ACCENTS)
    words = (
        "['’‘]".join("".join(map(_either, part)) for part in _APOSTROPHE.split(word))
        for word in normalize("NFC", quote).strip(_AROUND).split()
    )
    yield re.compile(r"\s+".join(words) + _ACCENTS, re.IGNORECASE)


def _either(letter: str) -> str:
    """A pattern for a letter, also where its accent is typed behind it."""
    apart = normalize("NFD", letter)
    return re.escape(letter) if apart == letter else f"(?:{letter}|{apart})"


def _occurrences(pattern: re.Pattern[str], turn: Turn) -> list[_Place]:
    return [_Place(turn, *found.span()) for found in pattern.finditer(turn.content)]


def _own(place: _Place) -> bool:
    """Whether these are the writer's own words: nothing of a pasted block, and not a quotation alone."""
    turn = place.turn
    if BLANK in masked(turn)[place.start : place.end]:
        return False
    if turn.role is Role.TOOL:
        return True
    spoken = language_of(turn.content, None) or language("en")
    return bool(re.search(r"\w", own_words(turn.content, spoken)[place.start : place.end]))


# --- when it holds


def _validity(noted: Stated, zone: tzinfo | None) -> tuple[datetime | None, datetime | None] | None:
    """From when until when it holds, reckoned in the speaker's zone; None where that cannot be."""
    try:
        begins = _in_utc(_begins(noted.valid_from, zone))
        ends = _in_utc(_ends(noted.valid_until, zone))
    except (ValueError, OverflowError):
        return None
    return None if begins and ends and begins > ends else (begins, ends)


def _in_utc(moment: datetime | None) -> datetime | None:
    return moment and moment.astimezone(UTC)


def _begins(text: str | None, zone: tzinfo | None) -> datetime | None:
    """The first moment of an ISO date in the speaker's zone; it may leave out the day, or the month too."""
    told = (text or "").strip()
    if not told:
        return None
    if _ISO.fullmatch(told):
        year, month, day = (*map(int, told.split("-")), 1, 1)[:3]
        return datetime(year, month, day, tzinfo=zone)
    moment = datetime.fromisoformat(told)
    return moment.replace(tzinfo=moment.tzinfo or zone)


def _ends(text: str | None, zone: tzinfo | None) -> datetime | None:
    """Its last second."""
    first = _begins(text, zone)
    told = (text or "").strip()
    if first is None or not _ISO.fullmatch(told):
        return first
    match told.count("-"):
        case 2:
            after = first + timedelta(days=1)
        case 1:
            after = first.replace(
                year=first.year + first.month // _DECEMBER, month=first.month % _DECEMBER + 1
            )
        case _:
            after = first.replace(year=first.year + 1)
    return after - _SECOND
