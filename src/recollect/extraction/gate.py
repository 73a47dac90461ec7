"""What a model has noted -> a proposal, or why not: it must rest on words that are really there."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from recollect.domain.entry import KEYED_KINDS, MEMORY_KINDS, Kind, Origin
from recollect.domain.learning import USER, EntityType, Link, Mention, Proposal
from recollect.domain.marks import ATTRIBUTES
from recollect.domain.turn import Role, Turn
from recollect.extraction.forms import Stated
from recollect.extraction.invented import goes_beyond, makes_up
from recollect.extraction.knowledge import key_of, site_at
from recollect.extraction.letters import legible
from recollect.extraction.quotes import Place, find_quote, is_own
from recollect.extraction.references import SPEAKERS, subject_of
from recollect.extraction.refusal import Refusal
from recollect.extraction.translated import is_translated
from recollect.extraction.validity import Validity, validity_of
from recollect.languages.pack import packs

_LONGEST: Final = 600
# A name that nobody said may be one that everybody knows by another, or a guess.
_UNSURE: Final = 0.3
_MOST_NAMES: Final = 8
_MOST_TAGS: Final = 4
_LONGEST_TAG: Final = 40
# Fewer words end a memory only in an answer, and say nothing to whoever reads them alone.
_FEWEST_OF_AN_END: Final = 3
_USERS: Final = frozenset(
    str(pack.table("templates")["user"]).casefold() for pack in packs().values()
)


def judge(noted: Stated, turns: Sequence[Turn], since: int) -> Proposal | Refusal:
    """The proposal that a note comes to; `turns` from `since` on may be quoted.

    The memories that it updates and ends are named by their own ids: `resolve` has checked them.
    """
    kind = _kind(noted.kind)
    if kind is None:
        return Refusal.KIND
    content = " ".join(legible(noted.content).split())
    only_ends = bool(noted.ends) and not content
    if not only_ends and not _says_something(content):
        return Refusal.EMPTY
    place = find_quote(noted, kind, turns, since)
    if isinstance(place, Refusal):
        return place
    fault = _ends_badly(place) if only_ends else _unfaithful(content, place, turns)
    validity = validity_of(noted, place.turn.local.tzinfo)
    if fault is not None or validity is None:
        return fault or Refusal.DATE
    if only_ends:
        # Nothing takes the place of what is over but the words that say so.
        bare = replace(noted, attribute=None, value=None)
        return _proposal(bare, kind, place.words, place, validity)
    made = _proposal(noted, kind, content, place, validity)
    if kind in KEYED_KINDS:
        made = replace(made, key=_key(made, turns, place.turn))
    return _doubted(made) if goes_beyond(content, turns) else made


def _ends_badly(place: Place) -> Refusal | None:
    """Why words cannot stand alone for the end of a memory."""
    if place.turn.role is not Role.USER:
        return Refusal.SPEAKER
    words = place.words
    short = words.isascii() and len(words.split()) < _FEWEST_OF_AN_END
    return Refusal.EMPTY if short else None


def _unfaithful(content: str, place: Place, turns: Sequence[Turn]) -> Refusal | None:
    """Why a sentence says what was not said, or not so; a tool's words are told in any language."""
    if len(content) > _LONGEST:
        return Refusal.LONG
    if makes_up(content, turns):
        return Refusal.INVENTED
    said = place.turn
    if said.role is Role.USER and is_translated(content, place.words, said.content):
        return Refusal.TRANSLATED
    if not is_own(place) and _names_user(content, said):
        return Refusal.PASTED
    return None


def _names_user(content: str, turn: Turn) -> bool:
    """Whether a sentence speaks of the one who talks to the assistant."""
    words = frozenset(re.findall(r"\w+", content.casefold()))
    own = frozenset((turn.speaker or "").casefold().split())
    return bool(words & _USERS) or (bool(own) and own <= words)


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
    place: Place,
    validity: Validity,
) -> Proposal:
    turn = place.turn
    quote = place.words
    tool = turn.role is Role.TOOL
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
        origin=Origin.TOOL if tool else Origin.USER,
        confidence=_clamped(noted.confidence),
        valid_from=validity[0],
        valid_until=validity[1],
        attribute=attribute,
        value=_value(noted, content, quote) if attribute else None,
        tags=_tags(noted, attribute),
        speaker=turn.speaker or "",
        # Nobody else, and no tool, gives the assistant orders.
        standing=noted.standing and not tool and is_own(place),
        corrects=kind is Kind.CORRECTION,
        repeats=None if tool else noted.updates,
        ends=() if tool else noted.ends,
        entities=mentions,
        links=tuple(_links(noted, mentions, turn)),
    )


def _key(made: Proposal, turns: Sequence[Turn], said: Turn) -> str:
    """The key of knowledge, the same as without a model: a tool's words go by their site."""
    if said.role is not Role.TOOL:
        return key_of(made.kind, made.content)
    return key_of(made.kind, made.quote, site_at(turns, said.index))


def _clamped(confidence: float) -> float:
    return min(max(confidence, 0.0), 1.0) if math.isfinite(confidence) else 0.5


def _subject(name: str, turn: Turn) -> str:
    told = subject_of(name, turn)
    return "tool" if turn.role is Role.TOOL and told == (turn.speaker or USER) else told


def _attribute(noted: Stated) -> str | None:
    told = (noted.attribute or "").strip().lower().replace(" ", "_")
    return told if told in ATTRIBUTES else None


def _value(noted: Stated, content: str, quote: str) -> str | None:
    """The value of the attribute, where the statement or its quote has these words."""
    told = " ".join((noted.value or "").split())
    text = f"{content}\n{quote}".casefold()
    return told if told and told.casefold() in text else None


def _tags(noted: Stated, attribute: str | None) -> tuple[str, ...]:
    """What it is about: the attribute, then the model's own words for it."""
    own = (attribute or "").replace("_", " ")
    told = (" ".join(legible(tag).strip("#").split()).lower() for tag in noted.tags)
    fit = (tag for tag in told if re.search(r"\w", tag) and len(tag) <= _LONGEST_TAG)
    return tuple(dict.fromkeys(tag for tag in (own, *fit) if tag))[:_MOST_TAGS]


def _mentions(noted: Stated, content: str, quote: str) -> Iterator[Mention]:
    """Whom and what the statement names, of the seven types; a name that is not in it is invented."""
    text = f"{content}\n{quote}".casefold()
    seen: set[str] = set()
    for named in noted.entities[:_MOST_NAMES]:
        name = " ".join(named.name.split())
        known = next((each for each in EntityType if each == named.type.strip().lower()), None)
        folded = name.casefold()
        if known and name and folded in text and folded not in seen | SPEAKERS:
            seen.add(folded)
            yield Mention(name, known)


def _links(noted: Stated, mentions: Sequence[Mention], turn: Turn) -> Iterator[Link]:
    """How those whom it names are related to each other, or to the one who speaks."""
    names = {mention.name.casefold(): mention.name for mention in mentions}
    speaker = turn.speaker or USER
    ends = dict.fromkeys(SPEAKERS - {""}, speaker) | {speaker.casefold(): speaker} | names
    for linked in noted.links[:_MOST_NAMES]:
        one, other = (
            ends.get(" ".join(x.split()).casefold()) for x in (linked.subject, linked.object)
        )
        relation = " ".join(linked.relation.replace("_", " ").split())
        if one and other and relation and one != other:
            confidence = _clamped(noted.confidence)
            yield Link(subject=one, relation=relation, object=other, confidence=confidence)
