"""What a statement speaks of, where it may end another with which it shares no word: "I was laid off" ends a job."""

from typing import Final

from recollect.learn.agreement import PREFERENCES
from recollect.learn.claim import Claim
from recollect.learn.endings import WORK
from recollect.learn.exclusive import DIETS

_BOND: Final = frozenset({"marital_status", "partner"})
_HOME: Final = frozenset({"home", "address"})
_TOOLS: Final = ("uses", "version:")


def matters(claim: Claim) -> frozenset[str]:
    """Of which of the few things it speaks that are told in many words."""
    said, attribute = claim.statement, claim.attribute or ""
    if said.language is None:
        return frozenset()
    told = {
        "work": attribute in WORK or bool(said.idle),
        "bond": attribute in _BOND
        or said.bound
        or said.parts
        or bool(said.roles & said.language.partners),
        "diet": bool(said.bare & DIETS[said.language.code].keys())
        or bool(said.words & said.language.meals),
        "home": attribute in _HOME or said.moves,
        "tools": attribute.startswith(_TOOLS) or said.switches,
        "manner": attribute == "instruction" or (claim.kind in PREFERENCES and not attribute),
    }
    return frozenset(matter for matter, speaks in told.items() if speaks)
