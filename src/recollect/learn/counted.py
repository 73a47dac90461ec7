"""How many there are of something, or which: a number that is told anew."""

from recollect.learn.claim import Claim
from recollect.learn.statement import Statement


def counted_anew(claim: Claim, old: Claim) -> bool:
    """Whether of one thing another number is told later: the server runs Node 22. Not when it is, or was."""
    new, was = claim.statement, old.statement
    if not (new.definite and was.definite) or claim.at is None or old.at is None:
        return False
    return only_counted(new, was) and not (new.past or was.past) and claim.at > old.at


def only_counted(new: Statement, was: Statement) -> bool:
    """Whether they are the same but for a number: one brother, two brothers."""
    mine, theirs = new.words - was.words, was.words - new.words
    if not mine or not theirs:
        return False
    return mine <= set(new.numbers) - new.timed and theirs <= set(was.numbers) - was.timed
