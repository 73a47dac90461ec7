"""What becomes of a plan: it is called off, or carried out."""

from typing import Final

from recollect.learn.claim import Claim
from recollect.learn.endings import before
from recollect.model.similarity import jaccard

# A plan that shares so much with a deed was carried out by it.
_DONE: Final = 0.5


def ends_plan(claim: Claim, old: Claim) -> bool:
    """Whether a plan was called off, or carried out."""
    new, plan = claim.statement, old.statement
    if new.failed or new.language is not plan.language or plan.denied or plan.language is None:
        return False
    if new.cancels and plan.language.liking not in plan.words:
        return _called_off(claim, old)
    if not old.planned or claim.planned or new.denied:
        return False
    return (_named(claim, old) and claim.single and new.changes) or _carried_out(claim, old)


def _called_off(claim: Claim, old: Claim) -> bool:
    new, plan = claim.statement, old.statement
    own = new.gist - plan.lasting
    return bool(new.gist & plan.gist) and (not own or (_named(claim, old) and len(own) <= 1))


def _carried_out(claim: Claim, old: Claim) -> bool:
    new, plan = claim.statement, old.statement
    if not (new.past or new.done or claim.says_so) or not plan.gist & new.gist:
        return False
    if before(claim, old) and not claim.says_so:
        return False
    # To go somewhere is done by going there on a day.
    told = len(plan.gist) > 1 or (bool(new.dates) and len(plan.lasting) > 1)
    held = plan.gist if claim.says_so else plan.lasting - plan.intent
    put_off = claim.says_so and bool(new.dates and plan.dates) and held == new.gist
    if held <= new.lasting and (told or put_off) and not new.adds:
        return True
    return _named(claim, old) and jaccard(plan.lasting, new.lasting) >= _DONE


def _named(claim: Claim, old: Claim) -> bool:
    names = set(old.statement.names)
    return bool(names) and names <= set(claim.statement.names)
