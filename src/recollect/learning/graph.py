"""The relations of many memories as one graph of people, places and things."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from recollect.domain.entry import USER, Entry
from recollect.domain.graph import MUTUAL, RELATIONS, EntityType, Link, Mention
from recollect.languages.words import is_name

DEPTH: Final = 2
DEEPEST: Final = 5
_MAX_RELATIONS: Final = 500
# Longer relations are clauses.
_RELATION_WORDS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """A person, place or thing, under its latest name, and how often it is mentioned."""

    name: str
    type: EntityType
    mentions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphRelation(Link):
    """One relation, the memory that states it, and its distance from the entity searched for."""

    entry_id: str
    distance: int = 0

    @property
    def sentence(self) -> str:
        """The relation as a readable sentence."""
        return f"{self.subject} {self.relation} {self.object}"


def is_short_relation(link: Link) -> bool:
    """Whether a link connects two short names by a short relation, without clauses."""
    short = 0 < len(link.relation.split()) <= _RELATION_WORDS
    named = all(_key(end) == USER or is_name(end) for end in (link.subject, link.object))
    return short and named and _key(link.subject) != _key(link.object)


def entities(entries: Iterable[Entry]) -> list[Entity]:
    """Every named entity, the most often mentioned first."""
    by_name: dict[str, list[Mention]] = {}
    for mention in _mentions(entries):
        by_name.setdefault(_key(mention.name), []).append(mention)
    found = [
        Entity(name=_display_name(same[-1].name), type=same[-1].type, mentions=len(same))
        for same in by_name.values()
    ]
    return sorted(found, key=lambda entity: (-entity.mentions, entity.name))


def relations(entries: Iterable[Entry]) -> list[GraphRelation]:
    """Every relation, most confident first; duplicates are reduced to the most confident."""
    best: dict[tuple[str, str, str], GraphRelation] = {}
    for entry in entries:
        for link in filter(is_short_relation, entry.links):
            relation = _relation(link, entry)
            key = _relation_key(link)
            if key not in best or best[key].confidence < relation.confidence:
                best[key] = relation
    return sorted(best.values(), key=lambda relation: (-relation.confidence, relation.sentence))


def _relation_key(link: Link) -> tuple[str, str, str]:
    """What equal links share; mutual relations match in either direction."""
    one, other, relation = _key(link.subject), _key(link.object), _key(link.relation)
    if relation in MUTUAL and other < one:
        one, other = other, one
    return one, relation, other


def neighborhood(found: list[GraphRelation], name: str, depth: int) -> list[GraphRelation]:
    """The relations within `depth` steps of an entity, each once, the nearest first."""
    edges: dict[str, list[GraphRelation]] = {}
    for relation in found:
        edges.setdefault(_key(relation.subject), []).append(relation)
        edges.setdefault(_key(relation.object), []).append(relation)
    # The entity with that name, else those that contain it as a word.
    wanted = [key for key in edges if key == _key(name)]
    steps = dict.fromkeys(wanted or [key for key in edges if _key(name) in key.split()], 0)
    queue = deque(steps)
    reached: dict[int, GraphRelation] = {}
    while queue:
        current = queue.popleft()
        for relation in edges[current] if steps[current] < depth else ():
            if len(reached) >= _MAX_RELATIONS:
                return list(reached.values())
            reached.setdefault(id(relation), replace(relation, distance=steps[current] + 1))
            for end in (_key(relation.subject), _key(relation.object)):
                if end not in steps:
                    steps[end] = steps[current] + 1
                    queue.append(end)
    return list(reached.values())


def _relation(link: Link, entry: Entry) -> GraphRelation:
    begins, ends = link.valid_from or entry.valid_from, link.valid_until or entry.valid_until
    return GraphRelation(
        subject=_display_name(link.subject),
        relation=link.relation,
        object=_display_name(link.object),
        confidence=round(link.confidence * entry.confidence, 4),
        valid_from=begins and entry.local(begins),
        valid_until=ends and entry.local(ends),
        entry_id=entry.id,
    )


def _mentions(entries: Iterable[Entry]) -> Iterator[Mention]:
    for entry in entries:
        own = [mention for mention in entry.mentions if is_name(mention.name)]
        named = {_key(mention.name) for mention in own}
        yield from own
        # The ends of a link count as mentions too, even if their type is unknown.
        for link in filter(is_short_relation, entry.links):
            for end, kind in zip((link.subject, link.object), _types(link, entry), strict=True):
                if _key(end) not in named:
                    named.add(_key(end))
                    yield Mention(end, kind)


def _types(link: Link, entry: Entry) -> tuple[EntityType, EntityType]:
    """The entity types of a link's ends, by its relation; user and speaker are people."""
    known = RELATIONS.get(_key(link.relation), (EntityType.CONCEPT, EntityType.CONCEPT))
    people = {USER, _key(entry.speaker or USER)}
    one, other = (
        EntityType.PERSON if _key(end) in people else kind
        for end, kind in zip((link.subject, link.object), known, strict=True)
    )
    return one, other


def _display_name(name: str) -> str:
    return USER if _key(name) == USER else " ".join(name.split())


def _key(name: str) -> str:
    return " ".join(name.casefold().split())
