"""The knowledge graph: entities that statements name, and links between them."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final


class EntityType(StrEnum):
    """The type of an entity."""

    PERSON = "person"
    ANIMAL = "animal"
    COMPANY = "company"
    PLACE = "place"
    PROJECT = "project"
    TOOL = "tool"
    CONCEPT = "concept"
    EVENT = "event"


_PERSON = EntityType.PERSON
# The relations of the built-in extractor, and the types of their two ends. They are English in
# every language, so that one search finds them all; a core model may use others ("depends on").
RELATIONS: Final = {
    "lives in": (_PERSON, EntityType.PLACE),
    "comes from": (_PERSON, EntityType.PLACE),
    "works at": (_PERSON, EntityType.COMPANY),
    "studies at": (_PERSON, EntityType.COMPANY),
    "manages": (_PERSON, _PERSON),
    "works with": (_PERSON, _PERSON),
    "is partner of": (_PERSON, _PERSON),
    "is parent of": (_PERSON, _PERSON),
    "is sibling of": (_PERSON, _PERSON),
    "is friend of": (_PERSON, _PERSON),
    "owns": (_PERSON, EntityType.CONCEPT),
    "uses": (_PERSON, EntityType.TOOL),
}
# Symmetric relations.
MUTUAL: Final = frozenset({"works with", "is partner of", "is sibling of", "is friend of"})


@dataclass(frozen=True, slots=True)
class Mention:
    """A person or thing that a statement names."""

    name: str
    type: EntityType


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A relation between two entities by name: subject, relation ("works at"), object."""

    subject: str
    relation: str
    object: str
    confidence: float = 0.5
    valid_from: datetime | None = None
    valid_until: datetime | None = None

    def holds_at(self, moment: datetime) -> bool:
        """Whether it was valid at a moment."""
        begun = self.valid_from is None or self.valid_from <= moment
        return begun and (self.valid_until is None or moment < self.valid_until)
