"""What has been spoken of so far: the people and things that "she" and "it" can mean."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from recollect.model.learning import USER

_KEPT: Final = 12
# So much of what people said before is kept in mind.
_TOLD: Final = 500
# Stands for the name of whom nobody has named.
_SOMEBODY: Final = "somebody made up"


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom or what a statement is about: `name` for the record, `told` as a sentence calls it."""

    name: str
    told: str


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who was mentioned; gender is "m", "f" or unknown."""

    subject: Subject
    gender: str = ""
    # Known by a name alone, which may be that of a firm or a place.
    bare: bool = False
    # Named with a title, as only people are.
    titled: bool = False
    pet: bool = False


@dataclass(slots=True)
class Scene:
    """The state of a conversation while it is read, turn after turn."""

    # Who speaks now: "user", or the speaker's name.
    speaker: str = USER
    people: list[Person] = field(default_factory=list)
    # Those who were mentioned since the speaker's turn before began.
    lately: list[Person] = field(default_factory=list)
    # Whom the last turn of a person was about in the end: "other", "self", or "" where it may be either.
    about: str = ""
    # The gender of two who do something to each other: either may be "he".
    unclear: str = ""
    things: list[str] = field(default_factory=list)
    # What was asked of the present speaker by the turn before, and who said it.
    question: str = ""
    asker: str = ""
    # The last words of people before the present turn.
    told: str = ""
    # Who stated what last, in which turn: the last comes first.
    stated: list[tuple[str, int, str]] = field(default_factory=list)
    # The day that was spoken of last, and the number of the turn that did.
    day: date | None = None
    day_said: int = 0
    # The words of the people who spoke before.
    heard: frozenset[str] = frozenset()
    playing: bool = False
    # Whether a story was asked for in the turn before, or it was to go on.
    inventing: bool = False
    # Whether a text was asked for in the turn before: how it is to be is no wish for all that follows.
    drafting: bool = False
    # Who is only in a game or a story.
    made_up: set[str] = field(default_factory=set)
    # Whether tools are at work, so that instructions are for an agent that acts.
    acting: bool = False
    # Whether the tools operate something (a site, a shell), rather than look something up.
    operating: bool = False
    # The site or service at work, for what is learned of it.
    site: str = ""

    def meet(self, person: Person) -> None:
        """Somebody is mentioned; whoever was mentioned last comes first."""
        self.people = [one for one in self.people if one.subject != person.subject]
        self.people = [person, *self.people][:_KEPT]
        self.lately = [one for one in self.lately if one.subject != person.subject]
        self.lately = [person, *self.lately][:_KEPT]
        if person.gender == self.unclear:
            self.unclear = ""

    def again(self, name: str) -> bool:
        """Whether somebody of this name was mentioned before, who then comes first again."""
        known = next((one for one in self.people if one.subject.name == name), None)
        if known:  # a pet that is named anew is the one of whom is spoken
            self.meet(replace(known, bare=known.bare and not known.pet))
        return known is not None

    def invent(self, names: Iterable[str]) -> None:
        """Somebody in a game or a story is spoken of, with a name or without; "he" means them, and nobody real."""
        for name in (_SOMEBODY, *names):
            self.made_up.add(name)
            self.meet(Person(Subject(name, name)))

    def handle(self, thing: str) -> None:
        """Something is mentioned."""
        self.things = [thing, *(one for one in self.things if one != thing)][:_KEPT]

    def tell(self, text: str) -> None:
        """A person has said all of this."""
        self.told = f"{self.told}\n{text}"[-_TOLD:]

    @property
    def young(self) -> bool:
        """Whether all that people said before is still in mind."""
        return len(self.told) < _TOLD

    def confuse(self, gender: str) -> None:
        """Somebody does something to "him": where two can be meant, nobody knows who "he" is from here on."""
        known = [one for one in self.people if one.gender == gender]
        if len(known) > 1 and self.people[0].gender == gender:
            self.unclear = gender

    def last(self, gender: str, *, human: bool = False) -> Subject | None:
        """The last person mentioned who can be of this gender, other than the speaker.

        Nobody, where that is no more than a name or a pet, and somebody else is surely of it: "he" had better have no
        allergy than that of another. A `human` is meant where no animal has what is told.
        """
        if gender == self.unclear:
            return None
        others = (one for one in self.people if one.subject.name != self.speaker)
        fitting = [one for one in others if one.gender in {gender, ""} and not (human and one.pet)]
        if not fitting:
            return None
        last, *earlier = fitting
        # In a chat, names are people.
        named = last.bare and not last.gender and self.speaker == USER
        # Who is named with a title comes before whoever was spoken of in another turn.
        rivals = [one for one in earlier if not last.titled or one in self.lately]
        return None if named and any(one.gender for one in rivals) else last.subject

    @property
    def thing(self) -> str | None:
        """The last thing mentioned."""
        return self.things[0] if self.things else None


def teller_name(speaker: str) -> str:
    """How a sentence calls the speaker."""
    return "User" if speaker == USER else speaker
