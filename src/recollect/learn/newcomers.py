"""Somebody new: in the place of whom people have one of, a dentist, and beside the others where they have several."""

from typing import Final

from recollect.learn.claim import Claim
from recollect.learn.lexicon import SPEAKERS, folded, words
from recollect.learn.statement import Statement
from recollect.model.entry import Entry, Kind
from recollect.model.learning import Proposal
from recollect.model.similarity import words_of

_NEW: Final = words("new neu neue neuer neues neuen neuem nuevo nueva nouveau nouvelle nouvel")
# Whom people have one of, besides a partner.
_ONE_OF: Final = words(
    """boss manager doctor dentist landlord landlady mentor therapist lawyer accountant trainer coach chef arzt hausarzt zahnarzt
    vermieter therapeut anwalt steuerberater jefe médico dentista casero terapeuta abogado entrenador patron médecin docteur
    dentiste propriétaire thérapeute avocat entraîneur"""
)
_TITLES: Final = words(
    "dr doctor doctora docteur docteure mr mrs ms herr frau don doña señor señora"
)


def may_be_new(new: Proposal, one: Entry) -> bool:
    """Whether both tell who somebody is, and the one is new, before the memory is read."""
    people = new.kind is one.kind is Kind.RELATIONSHIP
    return people and not _NEW.isdisjoint(words_of(folded(new.content)))


def newcomer(claim: Claim, old: Claim) -> bool:
    """Whether somebody new is to the speaker what another was, of which they have one: I have a new dentist, Dr. Wong."""
    new, was = claim.statement, old.statement
    if new.bare.isdisjoint(_NEW) or new.whom is None or new.whom != was.whom or one_more(new):
        return False
    if claim.planned or old.planned or was.past or was.parts or was.denied or new.denied:
        return False
    theirs = new.definite or (new.spoken and claim.attribute == "owns")
    both = theirs and was.definite and _of_speaker(new) and _of_speaker(was)
    mine, other = _names(new), _names(was)
    named = bool(mine and other) and mine.isdisjoint(other)
    return both and named and _only_who(new) and _only_who(was)


def one_more(said: Statement) -> bool:
    """Whether it tells of somebody new who may be there beside others: a colleague, a dog."""
    if said.language is None or said.bare.isdisjoint(_NEW):
        return False
    pet = not said.bare.isdisjoint(said.language.pets)
    return pet or (said.whom is not None and said.whom not in said.language.partners | _ONE_OF)


def _of_speaker(said: Statement) -> bool:
    return not SPEAKERS.isdisjoint(said.bare)


def _names(said: Statement) -> frozenset[str]:
    return (frozenset(said.names) | said.about) - _TITLES - said.roles


def _only_who(said: Statement) -> bool:
    """Whether it says no more than who it is: not that my boss Tom is ill."""
    assert said.language is not None
    more = said.words - said.roles - _names(said) - _TITLES - said.language.light
    return not more - {said.language.naming}
