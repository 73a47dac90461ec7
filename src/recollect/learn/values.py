"""Two values of one thing: whether there can be both, and which of them holds."""

from datetime import timedelta
from typing import Final

from recollect.learn.claim import OTHERS, Claim
from recollect.learn.endings import before, begun
from recollect.learn.lexicon import words
from recollect.learn.newcomers import one_more
from recollect.learn.regions import REGIONS
from recollect.learn.standing import Stand, replaces
from recollect.learn.statement import Statement
from recollect.model.entry import Entry

# Where it is a name that tells one value from another.
_NAMED: Final = frozenset(
    "home hometown address employer school partner team manager laptop car".split()
)
# Where numbers and names are the whole of it.
_COUNTED: Final = frozenset("age birthday phone email height weight shoe_size blood_type".split())
# Of these people have had one after the other.
_AFTER_EACH_OTHER: Final = frozenset(
    "home address employer job_title school partner marital_status team manager car laptop".split()
)
# A move of these weeks is news whenever it is told; "last month" counts from its first day.
_LATELY: Final = timedelta(days=45)
_LAST_MONTH: Final = timedelta(days=62)
# Of these most people have one and some have two.
_SOFT: Final = frozenset({"job_title"})


# At the same school, still there.
_STILL: Final = words(
    "still same noch derselbe derselben demselben gleichen mismo misma sigo sigue toujours même encore"
)
_BORN: Final = words("born geboren nací nació nacido nacida né née")
# There is a mail address for each of these.
_SORTS: Final = words(
    """work business office private personal home company backup secondary dienstlich dienstliche geschäftlich geschäftliche privat
    private arbeit firmen trabajo personal privado privada oficina empresa travail pro perso personnel personnelle
    professionnel professionnelle privé privée bureau"""
)


def value(claim: Claim, old: Claim, one: Entry) -> Stand:
    """Two values of what has only one: the new takes the place of the old where both are really told."""
    if claim.attribute not in _NAMED:
        return _unnamed(claim, old, one)
    mine = told(claim) - told(old)
    theirs = told(old) - told(claim)
    if claim.attribute == "home" and told(old) and not told(claim):
        return Stand.APART  # a bigger flat is in the same town
    if begun(claim) and before(claim, old) and not (mine and theirs and _of_late(claim)):
        return Stand.APART  # a move long ago is no news
    if mine and theirs:
        # Who grew up in Peru may have grown up in Chile as well; one is born once.
        both = claim.attribute == "hometown" and not claim.says_so and not _born(claim)
        return Stand.DOUBTFUL if both else replaces(claim, old, one)
    return _less_told(claim, old, one)


def _less_told(claim: Claim, old: Claim, one: Entry) -> Stand:
    """Where one of them tells no value, or nothing but what the other tells too."""
    if told(claim) and told(old):
        return Stand.APART
    if claim.says_so:
        return replaces(claim, old, one)
    return Stand.APART if told(claim) or told(old) else Stand.DOUBTFUL


def _of_late(claim: Claim) -> bool:
    if claim.valid_from is None or claim.at is None:
        return False
    to_the_day = len(claim.statement.dates) > 1
    return claim.at - claim.valid_from <= (_LATELY if to_the_day else _LAST_MONTH)


def _born(claim: Claim) -> bool:
    return not claim.statement.bare.isdisjoint(_BORN)


def _unnamed(claim: Claim, old: Claim, one: Entry) -> Stand:
    if not both_own(claim, old):
        return Stand.APART
    if claim.attribute in _COUNTED and _other_things(claim.statement, old.statement):
        return Stand.APART
    agreed = _counted_alike(claim, old) if claim.attribute in _COUNTED else None
    if agreed is not None:
        return agreed
    if claim.attribute in _SOFT and (not claim.says_so or promoted(claim, old)):
        return Stand.DOUBTFUL
    return replaces(claim, old, one)


def promoted(claim: Claim, old: Claim) -> bool:
    """Whether somebody is more than before where they were: what the old one tells of that place still holds."""
    new, was = claim.statement, old.statement
    same_place = not new.bare.isdisjoint(_STILL)
    same_craft = bool(new.gist & was.gist) and bool(was.names) and not new.names
    return same_place or same_craft


def _counted_alike(claim: Claim, old: Claim) -> Stand | None:
    """Whether the numbers are the same, or of a birthday one has the year too."""
    if told(claim) == told(old) != set():
        return Stand.SAME
    mine, theirs = _day(claim.statement), _day(old.statement)
    if claim.attribute != "birthday" or not (mine < theirs or theirs < mine):
        return None
    return Stand.LESS if mine < theirs else Stand.MORE


def _day(statement: Statement) -> set[str]:
    months = statement.language.months if statement.language else frozenset[str]()
    return {*statement.numbers, *(statement.words & months)}


def same_time(claim: Claim, old: Claim) -> bool:
    """Whether neither tells of the past or of some days alone; a birthday is told in any tense."""
    if claim.statement.parts and before(claim, old):  # from another
        return False
    at_times = old.statement.moments ^ claim.statement.moments  # in Spain, but only in summer
    if at_times and not (claim.says_so or claim.planned or claim.statement.favourite):
        return False
    both_past = claim.statement.past and old.statement.past and not claim.says_so
    if both_past and claim.attribute in _AFTER_EACH_OTHER:  # two years in Rome, five in Milan
        return False
    alike = claim.statement.past == old.statement.past or claim.attribute in _COUNTED
    return alike or claim.says_so


def side_by_side(claim: Claim, old: Claim) -> bool:
    """Whether they speak of two of a kind, my other dog, or one of them of less than the other."""
    if one_more(claim.statement):
        return True
    if claim.says_so:
        return False
    if (claim.statement.bare & OTHERS) != (old.statement.bare & OTHERS):
        return True
    return one_at_a_time(claim, old) and (_of_another_sort(claim, old) or _wider(claim, old))


def _of_another_sort(claim: Claim, old: Claim) -> bool:
    """Whether one is for work and the other not, or each of a thing of its own: the shop and the website run on PHP."""
    new, was = claim.statement, old.statement
    version = (claim.attribute or "").startswith("version:")
    if new.bare & _SORTS != was.bare & _SORTS and (version or (new.definite and was.definite)):
        return True
    if not version or new.language is None:
        return False
    plain = {*new.numbers, *was.numbers} | new.language.light
    return bool(new.words - was.words - plain) and bool(was.words - new.words - plain)


def _wider(claim: Claim, old: Claim) -> bool:
    """Whether one tells the country and the other perhaps the town in it."""
    if claim.attribute not in {"home", "hometown", "address"}:
        return False
    mine, theirs = set(claim.statement.names), set(old.statement.names)
    return bool(mine & REGIONS) != bool(theirs & REGIONS) and bool(mine) and bool(theirs)


def _other_things(new: Statement, old: Statement) -> bool:
    """Whether each speaks of a thing of its own: my birthday, our anniversary."""
    one = new.definite and old.definite
    return one and not (new.gist | new.about) & (old.gist | old.about)


def one_at_a_time(claim: Claim, old: Claim) -> bool:
    """Whether both tell something of which there is only one."""
    return (
        claim.attribute is not None
        and claim.attribute == old.attribute
        and (claim.single or old.single)
    )


def told(claim: Claim) -> set[str]:
    """The names and numbers of a statement."""
    return {*claim.statement.names, *claim.statement.numbers} - claim.statement.left


def both_own(claim: Claim, old: Claim) -> bool:
    """Whether each has words that the other has not."""
    mine, theirs = claim.statement.words, old.statement.words
    return bool(mine - theirs and theirs - mine)
