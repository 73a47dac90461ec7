"""The ways in which a proposal may stand to a memory."""

from enum import Enum

from recollect.learn.claim import Claim
from recollect.model.entry import Entry, Origin


class Stand(Enum):
    """How a proposal stands to one memory."""

    APART = "apart"
    SAME = "same"
    MORE = "more"
    LESS = "less"
    REPLACES = "replaces"
    REPLACED = "replaced"
    CORRECTS = "corrects"
    DOUBTFUL = "doubtful"


def replaces(claim: Claim, old: Claim, one: Entry) -> Stand:
    """That the new takes the place of the old, unless that was said later, or is not for it to take."""
    if one.pinned or (claim.origin is Origin.TOOL and one.origin is not Origin.TOOL):
        return Stand.DOUBTFUL
    if claim.at is not None and old.at is not None and old.at > claim.at:
        return Stand.REPLACED
    return Stand.REPLACES
