"""What has been spoken of so far: the people and things that "she" and "it" can mean."""

from dataclasses import dataclass, field
from datetime import date
from typing import Final

from recollect.model.learning import USER

_KEPT: Final = 12
# So much of what people said before is kept in mind.
_TOLD: Final = 500


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


@dataclass(slots=True)
class Scene:
    """The state of a conversation while it is read, turn after turn."""

    # Who speaks now: "user", or the speaker's name.
    speaker: str = USER
    people: list[Person] = field(default_factory=list)
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

    def last(self, gender: str) -> Subject | None:
        """The last person mentioned who can be of this gender, other than the speaker."""
        fitting = (one.subject for one in self.people if one.gender in {gender, ""})
        return next((one for one in fitting if one.name != self.speaker), None)

    @property
    def thing(self) -> str | None:
        """The last thing mentioned."""
        return self.things[0] if self.things else None


def teller_name(speaker: str) -> str:
    """How a sentence calls the speaker."""
    return "User" if speaker == USER else speaker
