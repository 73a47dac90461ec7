"""One form for what is proposed and what is known, so that the two can be compared."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from recollect.learn.languages import LEXICONS
from recollect.learn.lexicon import SPEAKERS, folded, words
from recollect.learn.reading import read
from recollect.learn.statement import Statement
from recollect.learn.traits import ATTRIBUTE, SINGLE
from recollect.model.clock import shown_in
from recollect.model.entry import Entry, Kind, Origin
from recollect.model.learning import USER, Proposal

# There is one name to one brother, but there may be two brothers; and a status or a wish says anything. Words must
# tell.
_MANY_NAMED: Final = ("name_of:", "kin:", "status", "instruction")
# What an extractor calls a favourite where it does not see that it is one.
_LOOSE: Final = frozenset({"likes", "status"})
_FAVOURED: Final = ("favourite:", "name_of:")
# What is told of who somebody is.
_TIES: Final = frozenset({Kind.RELATIONSHIP, Kind.ENTITY})
_NAMES: Final = ("name_of:", "kin:", "pet", "owns", "relative", "role")
_ROLES: Final = frozenset().union(*(lexicon.roles for lexicon in LEXICONS))
# A mum is a mother.
_KIN: Final = {
    word: lexicon.same[word] for lexicon in LEXICONS for word in lexicon.roles & lexicon.same.keys()
}
OTHERS: Final = words(
    """other another second third younger older little big elder eldest oldest youngest middle andere anderer anderes anderen
    zweite zweiter zweites jüngere jüngerer jüngste jüngster ältere älterer älteste ältester kleine kleiner große großer otro
    otra segundo segunda menor mayor pequeño pequeña autre deuxième seconde second cadet cadette aîné aînée petit petite grand
    grande"""
)
_SMALL: Final = frozenset().union(*(lexicon.small for lexicon in LEXICONS))


# What people are besides what they do for a living.
_NO_JOBS: Final = words(
    """mother father parent grandmother grandfather grandma grandpa widow widower person owl fan lover christian muslim jew buddhist
    atheist catholic cyclist runner hiker beginner introvert extrovert man woman guy girl boy citizen member owner native
    mutter vater oma opa großmutter großvater mensch christ christin muslim muslima anfänger anfängerin mann frau madre padre
    abuela abuelo persona cristiano cristiana musulmán musulmana hombre mujer principiante mère père maman grand-mère
    grand-père personne chrétien chrétienne musulman musulmane homme femme débutant débutante"""
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What is held of somebody, by whom and when it was said, and the statement that says it."""

    kind: Kind
    subject: str | None
    statement: Statement
    attribute: str | None
    single: bool
    corrects: bool
    origin: Origin
    # None where it is not known when it was said. All three are by the speaker's clock.
    at: datetime | None
    valid_from: datetime | None
    valid_until: datetime | None

    @property
    def says_so(self) -> bool:
        """Whether the speaker says that something is otherwise than before."""
        return self.corrects or self.statement.changes or self.statement.corrects

    @property
    def naming(self) -> frozenset[str] | None:
        """Who is called what, where it says no more than that: a sister, Ana."""
        said = self.statement
        if said.language is None or said.denied or said.past or said.parts or said.planned:
            return None
        if said.ends or said.left:  # Lola, who is afraid no more, is not only a niece
            return None
        if (
            said.spoken and said.language.naming not in said.words
        ):  # the father of Max is not called so
            return None
        tie = self.kind in _TIES or (self.attribute or "").startswith(_NAMES)
        both = said.gist | said.about
        return both if tie and len(both) == 2 and (said.names or said.about) else None  # noqa: PLR2004

    @property
    def planned(self) -> bool:
        """Whether it is yet to come, as seen from when it was said."""
        later = self.at is not None and self.valid_from is not None and self.valid_from > self.at
        said = self.statement
        # Training is on Mondays again: that is so from now on.
        weekly = said.habit and said.changes and not said.dates and self.valid_until is None
        return later or (self.kind is Kind.COMMITMENT and not weekly) or said.planned


def proposed(new: Proposal, at: datetime) -> Claim:
    """What is proposed."""
    statement = read(new.content, new.quote, _name(new.subject))
    attribute, single = _attribute(new.attribute, new.single, statement)
    return Claim(
        kind=new.kind,
        subject=new.subject,
        statement=statement,
        attribute=attribute,
        single=single,
        corrects=new.corrects or new.kind is Kind.CORRECTION,
        origin=new.origin,
        at=at,
        valid_from=_by_the_clock_of(at, new.valid_from),
        valid_until=_by_the_clock_of(at, new.valid_until),
    )


def known(entry: Entry) -> Claim:
    """What is known."""
    given = entry.metadata.get(ATTRIBUTE)
    statement = read(entry.content, about=_name(entry.subject))
    attribute, single = _attribute(
        given if isinstance(given, str) else None, entry.metadata.get(SINGLE) is True, statement
    )
    return Claim(
        kind=entry.kind,
        subject=entry.subject,
        statement=statement,
        attribute=attribute,
        single=single,
        corrects=False,
        origin=entry.origin,
        at=_said_at(entry),
        valid_from=_by_the_clock_of(entry.said_at, entry.valid_from),
        valid_until=_by_the_clock_of(entry.said_at, entry.valid_until),
    )


def same_subject(one: str | None, other: str | None) -> bool:
    """Whether two statements may be about the same; "Theo" is "my son Theo", a brother's wife is no brother."""
    if one is None or other is None or one == other:
        return True
    if another(one) != another(other):
        return False
    first, second = called(one), called(other)
    if first == second or USER in {one, other}:
        return first == second
    fewer, more = sorted((first, second), key=len)
    return bool(fewer) and fewer <= more and not (fewer & _ROLES and (more - fewer) & _ROLES)


def another(subject: str | None) -> bool:
    """Whether it tells one from others of its kind: my other brother, my younger one."""
    return subject is not None and not OTHERS.isdisjoint(folded(subject).split())


def called(subject: str) -> frozenset[str]:
    """The words that tell a subject from others."""
    words = folded(subject).replace("'s", "").split()
    telling = frozenset(
        _KIN.get(word, word) for word in words if word not in _SMALL and word not in SPEAKERS
    )
    return telling or frozenset({USER})


def _name(subject: str | None) -> frozenset[str]:
    """What a statement calls its subject, where that is a name."""
    return called(subject or USER) - _ROLES - {USER}


def _attribute(given: str | None, single: bool, statement: Statement) -> tuple[str | None, bool]:  # noqa: FBT001
    """What is said of the subject; a home is known by its words where nobody named it."""
    language = statement.language
    if (
        statement.favourite
        and not statement.adds
        and (given is None or given in _LOOSE or given.startswith(_FAVOURED))
    ):
        return f"favourite:{statement.favourite}", True
    no_job = given == "job_title" and statement.bare & _NO_JOBS  # a mother
    if no_job or _without_value(given, statement):  # on the third floor; forty hours a week
        return None, False
    if given == "hometown" and statement.dates and not statement.names:
        return "birthday", True
    if given is None and statement.bound:
        return "marital_status", True
    if given is None and language and statement.names and not statement.denied:
        lives = (language.living in statement.words and statement.somewhere) or statement.moves
        # Nor an office that moved, nor Anna's home in a statement that is told of the speaker.
        lives = lives and not statement.others and not (statement.definite and not statement.head)
        return ("home", True) if lives else (None, False)
    return given, single and given is not None and not given.startswith(_MANY_NAMED)


def _without_value(given: str | None, statement: Statement) -> bool:
    """Whether it only tells how somebody lives or works, and not where; "User's employer is Acme" does."""
    if statement.language is None or statement.owned:
        return False
    if given == "home":
        return not (statement.somewhere or statement.moves)
    joined = statement.changes and statement.names
    told = (statement.engaged or joined) and not statement.to_work
    return given == "employer" and not told


def _said_at(entry: Entry) -> datetime | None:
    # What somebody wrote down by hand was said then; of what was learned only the turn knows.
    return entry.said_at or (entry.recorded_at if entry.source is None else None)


def _by_the_clock_of(said: datetime | None, moment: datetime | None) -> datetime | None:
    return None if moment is None else shown_in(moment, said.tzinfo if said else None)
