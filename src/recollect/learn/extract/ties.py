"""Whom and what a clause names, and how they stand to each other: its part of the graph."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from recollect.learn.dates import When, find_dates
from recollect.learn.extract.clauses import without_code
from recollect.learn.extract.language import Language, Rule
from recollect.learn.extract.scene import Subject
from recollect.model.learning import USER, EntityType, Link, Mention

Groups = Mapping[str, str | None]

_MOST: Final = 6
# A relation with this in it is one of the speaker's, to somebody by what they are to the speaker: "has {role}".
_ROLE: Final = "{role}"
# "Ana and Bea" are two.
_AND: Final = re.compile(r",? (?:and|&|und|y|et) |, ")
# What is told of the present is no part of a name: Paris at the moment.
_NOW: Final = re.compile(
    r"[\s,]+(?:(?:right |just |for |by )?now|nowadays|currently|at present|(?:at|for) the moment|for the time being|these days|today|again"
    r"|jetzt|nun|zurzeit|zur zeit|derzeit|momentan|gerade|grad|aktuell|im (?:moment|augenblick)|mittlerweile|inzwischen|wieder"
    r"|ahora(?: mismo)?|actualmente|en est[eo]s? momentos?|(?:de|por el) momento|por ahora|hoy(?: en día)?|otra vez|de nuevo"
    r"|maintenant|actuellement|en ce moment|pour (?:l'instant|le moment)|désormais|ces jours-ci|aujourd'hui|à nouveau)\s*$",
    re.IGNORECASE,
)
# Of these nothing behind a date is part of the name either: Oslo two weeks ago, with the children.
_PROPER: Final = frozenset({EntityType.PERSON, EntityType.PLACE, EntityType.COMPANY})


@dataclass(frozen=True, slots=True)
class Ties:
    """What a rule has read in a clause that was said at some time, and whose words they are."""

    rule: Rule
    groups: Groups
    subject: Subject
    speaker: str
    language: Language
    at: datetime

    def mentions(self, names: Iterable[re.Match[str]]) -> tuple[Mention, ...]:
        """Whom and what it names; the speaker only by name, and a role ("sister") not at all."""
        found: dict[str, Mention] = {}
        named = self.speaker != USER and bool(self.rule.relation)
        people = self._people()
        if named or (self.subject.name != self.speaker and not people):
            found[self.subject.name.lower()] = Mention(self.subject.name, EntityType.PERSON)
        for person in people:
            found.setdefault(person.lower(), Mention(person, EntityType.PERSON))
        other = "" if _ROLE in (self.rule.relation or "") else self._object()
        if other:
            found.setdefault(other.lower(), Mention(other, self.rule.type))
        for name in names:
            if not any(name[0].lower() in known for known in found):
                found[name[0].lower()] = Mention(name[0], EntityType.CONCEPT)
        return tuple(found.values())[:_MOST]

    def links(self, begins: datetime | None, ends: datetime | None) -> tuple[Link, ...]:
        """How they stand to each other, and from when to when."""
        return tuple(
            Link(
                subject=one,
                relation=relation,
                object=other,
                confidence=self.rule.confidence,
                valid_from=begins,
                valid_until=ends,
            )
            for one, relation, other in self._ends()
        )

    def _ends(self) -> Iterator[tuple[str, str, str]]:
        relation, people = self.rule.relation or "", self._people()
        if people and self.groups.get("the"):  # "Ana is the accountant": nobody says whose
            is_one = "est" if self.language.code == "fr" else "is"
            yield from ((person, is_one, self._role()) for person in people)
        elif people:
            told = relation.replace(_ROLE, self._role())
            yield from ((self.speaker, told, person) for person in people)
        elif relation and _ROLE not in relation and self._object():
            yield self.subject.name, relation, self._object()

    def _people(self) -> list[str]:
        """Who is something to the speaker, by name; nobody where it is somebody else's sister."""
        if _ROLE not in (self.rule.relation or "") or self.groups.get("others") or not self._role():
            return []
        named = self.groups.get("named") or (self._role_apart() and self.groups.get("object"))
        people = _AND.split(named.strip()) if named else [self.subject.name]
        return [person for person in people if person != self.speaker]

    def _role_apart(self) -> str:
        return self.groups.get("thing") or self.groups.get("kin") or self.groups.get("bond") or ""

    def _role(self) -> str:
        return (self._role_apart() or self.groups.get("object") or "").strip()

    def _object(self) -> str:
        """The other end of a link, without the time that is told of it."""
        said = _NOW.sub("", (self.groups.get("object") or "").strip(" `"))
        words = self.language.dates
        spans = [
            (when.start_at, when.end_at) for when in find_dates(said, self.at, words, past=None)
        ]
        lengths = (pattern.search(said) for pattern in (self.language.lasting, words.length))
        spans += [found.span() for found in lengths if found]
        ends = [
            start
            for start, end in spans
            if start and (self.rule.type in _PROPER or not said[end:].strip(" ,."))
        ]
        return self._without_preposition(said[: min(ends)]) if ends else said

    def _without_preposition(self, said: str) -> str:
        words = said.rstrip(" ,(").split(" ")
        ahead = {*self.language.dates.prepositions, *self.language.dates.edges}
        while len(words) > 1 and words[-1].lower() in ahead:
            words.pop()
        return _NOW.sub("", " ".join(words)).rstrip(" ,(") or said


def names_in(said: str, whens: list[When], language: Language) -> Iterator[re.Match[str]]:
    """The names in some words; May is none where it is a month."""
    for name in language.names.finditer(without_code(said), 1):
        if all(when.end_at <= name.start() or name.end() <= when.start_at for when in whens):
            yield name
