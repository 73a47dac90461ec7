"""How many there are of something, or which: a number that is told anew."""

from recollect.learn.claim import Claim
from recollect.learn.statement import Statement


def counted_anew(claim: Claim, old: Claim) -> bool:
    """Whether of one thing another number is told later: the server runs Node 22. Not when it is, or was."""
    new, was = claim.statement, old.statement
    one_thing = (new.definite and was.definite) or (_counts(new) and _counts(was))
    if not one_thing or claim.at is None or old.at is None:
        return False
    return only_counted(new, was) and not (new.past or was.past) and claim.at > old.at


def _counts(said: Statement) -> bool:
    """Whether it says how many of something somebody has: two kids."""
    return said.spoken and bool(said.said) and said.said[0] in said.numbers


def only_counted(new: Statement, was: Statement) -> bool:
    """Whether they are the same but for a number: one brother, two brothers."""
    mine, theirs = new.words - was.words, was.words - new.words
    if not mine or not theirs:
        return False
    return mine <= set(new.numbers) - new.timed and theirs <= set(was.numbers) - was.timed
