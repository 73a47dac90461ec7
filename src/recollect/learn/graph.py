"""Links of many memories -> one graph: who and what is known, and how it hangs together."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from recollect.model.entry import Entry
from recollect.model.graph import EntityType, Link, Mention
from recollect.model.learning import USER

DEPTH: Final = 2
DEEPEST: Final = 5
_MOST: Final = 500


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


def entities(entries: Iterable[Entry]) -> list[Entity]:
    """Everything that is named, what is named most first."""
    counts: dict[str, int] = {}
    last: dict[str, Mention] = {}
    for mention in _mentions(entries):
        key = _key(mention.name)
        counts[key] = counts.get(key, 0) + 1
        last[key] = mention
    found = [Entity(name=m.name, type=m.type, mentions=counts[key]) for key, m in last.items()]
    return sorted(found, key=lambda each: (-each.mentions, each.name))


def relations(entries: Iterable[Entry]) -> list[Relation]:
    """Every link, the surest first; one that several memories state is told once, by the surest of them."""
    best: dict[tuple[str, str, str], Relation] = {}
    for entry in entries:
        for link in entry.links:
            told = _relation(link, entry)
            key = (_key(link.subject), link.relation.casefold(), _key(link.object))
            if key not in best or best[key].confidence < told.confidence:
                best[key] = told
    return sorted(best.values(), key=lambda each: (-each.confidence, each.sentence))


def around(found: list[Relation], name: str, depth: int) -> list[Relation]:
    """What hangs together with an entity, as far as so many steps away; each relation once, nearest first."""
    edges: dict[str, list[Relation]] = {}
    for each in found:
        edges.setdefault(_key(each.subject), []).append(each)
        edges.setdefault(_key(each.object), []).append(each)
    wanted = _key(name)
    starts = [key for key in edges if key == wanted] or [
        key for key in edges if wanted in key.split()
    ]
    steps = dict.fromkeys(starts, 0)
    queue = deque(starts)
    told: dict[int, Relation] = {}
    while queue and len(told) < _MOST:
        here = queue.popleft()
        if steps[here] >= depth:
            continue
        for each in edges[here]:
            if id(each) not in told:
                told[id(each)] = _at(each, steps[here] + 1)
            for end in (_key(each.subject), _key(each.object)):
                if end not in steps:
                    steps[end] = steps[here] + 1
                    queue.append(end)
    return list(told.values())


def _at(each: Relation, distance: int) -> Relation:
    return Relation(
        subject=each.subject,
        relation=each.relation,
        object=each.object,
        confidence=each.confidence,
        valid_from=each.valid_from,
        valid_until=each.valid_until,
        entry_id=each.entry_id,
        distance=distance,
    )


def _relation(link: Link, entry: Entry) -> Relation:
    return Relation(
        subject=link.subject,
        relation=link.relation,
        object=link.object,
        confidence=round(link.confidence * entry.confidence, 4),
        valid_from=link.valid_from or entry.valid_from,
        valid_until=link.valid_until or entry.valid_until,
        entry_id=entry.id,
    )


def _mentions(entries: Iterable[Entry]) -> Iterator[Mention]:
    for entry in entries:
        named = {_key(mention.name) for mention in entry.mentions}
        yield from entry.mentions
        # What a link speaks of is named too, though nobody has said what sort of thing it is.
        for link in entry.links:
            for end in (link.subject, link.object):
                if _key(end) not in named:
                    named.add(_key(end))
                    yield Mention(end, EntityType.PERSON if end == USER else EntityType.CONCEPT)


def _key(name: str) -> str:
    return " ".join(name.casefold().split())
