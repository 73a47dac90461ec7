"""What a statement leaves as it was although it speaks of the same: a dog that may have no raw food is there still."""

from typing import Final

from recollect.learn.claim import Claim
from recollect.learn.endings import WORK
from recollect.learn.lexicon import words
from recollect.learn.manners import other_matter
from recollect.learn.matters import matters
from recollect.model.entry import Kind

_GOING: Final = frozenset({"habit", "hobby"})
_HELD: Final = frozenset({"owns", "pet", "car", "relative"})
_TIES: Final = ("kin:", "name_of:")
# What only another of its kind takes the place of.
_UNTIL_ANOTHER: Final = frozenset({"age", "birthday"})
# By which one has something no more, besides a sale, a theft and a death, which statements tell by themselves.
_GONE: Final = words(
    """gone lost missing wrecked totalled totaled scrapped broken away weg verloren verschwunden kaputt verschrottet entlaufen
    weggelaufen perdido perdida roto rota desaparecido escapó perdu perdue disparu disparue cassé cassée parti partie"""
)
_DWELLINGS: Final = words(
    """flat house apartment place room home studio wohnung haus zimmer bude wg piso casa apartamento cuarto appartement appart
    maison chambre logement"""
)


def spared(later: Claim, earlier: Claim, *, speaks: bool) -> bool:
    """Whether what a memory tells goes on, whatever this says of the same thing or place.

    `speaks` is whether the speaker has a part in what is told: they sold it, it was taken from them.
    """
    commutes = earlier.statement.to_work and not later.statement.to_work
    if (
        other_matter(later, earlier)
        or commutes
        or _stays_so(later, earlier)
        or left_elsewhere(later, earlier)
    ):
        return True
    return not speaks and (_still_there(later, earlier) or _other_day(later, earlier))


def only_asked(later: Claim, earlier: Claim, *, speaks: bool) -> bool:
    """Whether it tells of a place or thing, and what the speaker does there may go on: the pool is closed on Mondays."""
    if speaks and not later.statement.owned:
        return False
    if not _goes_there(earlier) or _over(later) or _of_itself(later, earlier):
        return False
    some = later.statement.moments < earlier.statement.moments
    return not later.statement.owned or (some and bool(later.statement.moments))


def _goes_there(earlier: Claim) -> bool:
    return earlier.attribute in _GOING or earlier.attribute in WORK or earlier.statement.habit


def _still_there(later: Claim, earlier: Claim) -> bool:
    """Whether somebody or something is had, and no word says that it is no more."""
    said, was, attribute = later.statement, earlier.statement, earlier.attribute or ""
    people = earlier.kind in {Kind.RELATIONSHIP, Kind.ENTITY} or attribute.startswith(_TIES)
    tie = people and bool(was.roles)
    if not (tie or attribute in _HELD) or later.attribute == earlier.attribute:
        return False
    # A couple may part in many words.
    if was.language is None or was.roles & was.language.partners:
        return False
    return not (said.parts or said.bound or later.corrects or _lost(later))


def _stays_so(later: Claim, earlier: Claim) -> bool:
    """Whether it is somebody's age, and the other tells no age: who does gymnastics now is as old as before."""
    return (
        earlier.attribute in _UNTIL_ANOTHER
        and later.attribute != earlier.attribute
        and not (later.corrects or later.statement.dies or later.statement.numbers)
    )


def _over(later: Claim) -> bool:
    said = later.statement
    return bool(said.ends or said.cancels or said.left or later.corrects or _lost(later))


def _lost(claim: Claim) -> bool:
    said = claim.statement
    return said.gives or said.dies or not said.bare.isdisjoint(_GONE)


def left_elsewhere(later: Claim, earlier: Claim) -> bool:
    """Whether a job or a club is left in the town where somebody lives."""
    said = later.statement
    if "home" not in matters(earlier) or "home" in matters(later) or not _over(later):
        return False
    if said.left and said.left <= earlier.statement.words:
        return False
    other = (said.gist | said.left) - earlier.statement.words
    return bool(other) and said.bare.isdisjoint(_DWELLINGS) and not (later.corrects or said.dies)


def _other_day(later: Claim, earlier: Claim) -> bool:
    """Whether it tells of other days, and not of what the speaker does: closed on Sundays, shops there on Saturdays."""
    mine, theirs = later.statement.moments, earlier.statement.moments
    apart = bool(mine and theirs) and mine.isdisjoint(theirs)
    elsewhere = _goes_there(earlier) and not _of_itself(later, earlier)
    return apart and elsewhere and not _over(later)


def _of_itself(later: Claim, earlier: Claim) -> bool:
    """Whether both tell when one thing is, and not what somebody does there: our team meeting."""
    said, was = later.statement, earlier.statement
    return said.definite and was.definite and said.gist | said.about == was.gist | was.about
