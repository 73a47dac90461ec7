"""The knowledge graph: whom and what statements name, and how these stand to each other."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class EntityType(StrEnum):
    """What sort of thing an entity is."""

    PERSON = "person"
    COMPANY = "company"
    PLACE = "place"
    PROJECT = "project"
    TOOL = "tool"
    CONCEPT = "concept"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class Mention:
    """Somebody or something that a statement names."""

    name: str
    type: EntityType


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """How two entities stand to each other, by their names: subject, relation ("works at"), object."""

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
