"""Links of many memories -> one graph: the people, places and things that are known, and their relations."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from recollect.domain.entry import Entry
from recollect.domain.graph import MUTUAL, RELATIONS, EntityType, Link, Mention
from recollect.domain.learning import USER
from recollect.languages.words import is_name

DEPTH: Final = 2
DEEPEST: Final = 5
_MOST: Final = 500
# A longer relation is a clause.
_RELATION_WORDS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """Somebody or something, under the name it was given last, and how often it is spoken of."""

    name: str
    type: EntityType
    mentions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """One link, the memory that says so, and how many steps it lies from what was looked for."""

    subject: str
    relation: str
    object: str
    confidence: float
    valid_from: datetime | None
    valid_until: datetime | None
    entry_id: str
    distance: int = 0

    @property
    def sentence(self) -> str:
        """As it is read."""
        return f"{self.subject} {self.relation} {self.object}"

    def holds_at(self, moment: datetime) -> bool:
        """Whether it was valid at a moment."""
        begun = self.valid_from is None or self.valid_from <= moment
        return begun and (self.valid_until is None or moment < self.valid_until)


def is_tie(link: Link) -> bool:
    """Whether a link joins two short names by a short relation: what has a clause in it is no tie."""
    short = 0 < len(link.relation.split()) <= _RELATION_WORDS
    named = all(_key(end) == USER or is_name(end) for end in (link.subject, link.object))
    return short and named and _key(link.subject) != _key(link.object)


def entities(entries: Iterable[Entry]) -> list[Entity]:
    """Everything that is named, what is named most first."""
    counts: dict[str, int] = {}
    last: dict[str, Mention] = {}
    for mention in _mentions(entries):
        key = _key(mention.name)
        counts[key] = counts.get(key, 0) + 1
        last[key] = mention
    found = [Entity(name=_shown(m.name), type=m.type, mentions=counts[k]) for k, m in last.items()]
    return sorted(found, key=lambda each: (-each.mentions, each.name))


def relations(entries: Iterable[Entry]) -> list[Relation]:
    """Every tie, the surest first; what several memories state is told once, by the surest of them."""
    best: dict[tuple[str, str, str], Relation] = {}
    for entry in entries:
        for link in filter(is_tie, entry.links):
            told = _relation(link, entry)
            key = _tie_key(link)
            if key not in best or best[key].confidence < told.confidence:
                best[key] = told
    return sorted(best.values(), key=lambda each: (-each.confidence, each.sentence))


def _tie_key(link: Link) -> tuple[str, str, str]:
    """What two links share that say the same: of mutual relations also the other way round."""
    one, other, relation = _key(link.subject), _key(link.object), _key(link.relation)
    if relation in MUTUAL and other < one:
        one, other = other, one
    return one, relation, other


def around(found: list[Relation], name: str, depth: int) -> list[Relation]:
    """The relations within so many steps of an entity, each once, the nearest first."""
    edges: dict[str, list[Relation]] = {}
    for each in found:
        edges.setdefault(_key(each.subject), []).append(each)
        edges.setdefault(_key(each.object), []).append(each)
    steps = dict.fromkeys(_starts(edges, _key(name)), 0)
    queue = deque(steps)
    told: dict[int, Relation] = {}
    while queue:
        here = queue.popleft()
        for each in edges[here] if steps[here] < depth else ():
            if len(told) >= _MOST:
                return list(told.values())
            told.setdefault(id(each), replace(each, distance=steps[here] + 1))
            for end in (_key(each.subject), _key(each.object)):
                if end not in steps:
                    steps[end] = steps[here] + 1
                    queue.append(end)
    return list(told.values())


def _starts(edges: Iterable[str], wanted: str) -> list[str]:
    """The entity of that name, else those that have it as one of their words."""
    return [key for key in edges if key == wanted] or [k for k in edges if wanted in k.split()]


def _relation(link: Link, entry: Entry) -> Relation:
    return Relation(
        subject=_shown(link.subject),
        relation=link.relation,
        object=_shown(link.object),
        confidence=round(link.confidence * entry.confidence, 4),
        valid_from=link.valid_from or entry.valid_from,
        valid_until=link.valid_until or entry.valid_until,
        entry_id=entry.id,
    )


def _mentions(entries: Iterable[Entry]) -> Iterator[Mention]:
    for entry in entries:
        own = [mention for mention in entry.mentions if is_name(mention.name)]
        named = {_key(mention.name) for mention in own}
        yield from own
        # What a link speaks of is named too, though nobody may have said what sort of thing it is.
        for link in filter(is_tie, entry.links):
            for end, kind in zip((link.subject, link.object), _types(link, entry), strict=True):
                if _key(end) not in named:
                    named.add(_key(end))
                    yield Mention(end, kind)


def _types(link: Link, entry: Entry) -> tuple[EntityType, EntityType]:
    """What sort of thing each end of a link is, by its relation; the user and who speaks are people."""
    known = RELATIONS.get(_key(link.relation), (EntityType.CONCEPT, EntityType.CONCEPT))
    people = {USER, _key(entry.speaker or USER)}
    one, other = (
        EntityType.PERSON if _key(end) in people else kind
        for end, kind in zip((link.subject, link.object), known, strict=True)
    )
    return one, other


def _shown(name: str) -> str:
    return USER if _key(name) == USER else " ".join(name.split())


def _key(name: str) -> str:
    return " ".join(name.casefold().split())
