"""Memories of a relationship: they end with it, not with something else about the person."""

from typing import Final

from recollect.domain.entry import Entry
from recollect.domain.learning import Proposal
from recollect.domain.similarity import stems_of, words_of
from recollect.languages.endings import says_it_ended, says_they_parted
from recollect.languages.words import name_of_relative, names_in, names_speaker, words_that_call
from recollect.learning.joined_parts import content_stems

# A manager's or a colleague's ends in too many ways to know: with a new job of either.
_RELATIONS: Final = frozenset("partner child parent sibling friend pet".split())


def leaves_relation(proposal: Proposal, memory: Entry) -> bool:
    """Whether "My wife is Sinead" would be lost with "Sinead started running" in its place."""
    if proposal.attribute == memory.attribute and proposal.value != memory.value:
        return False
    if memory.attribute in _RELATIONS:
        names_it = proposal.corrects and not _others(memory).isdisjoint(stems_of(proposal.quote))
        is_at_stake = bool(memory.value) and not names_it
    elif memory.attribute is None:
        # "My son Theo turned 9" says again whose son he is.
        name = "" if name_of_relative(proposal.quote) else name_of_relative(memory.content)
        is_at_stake = bool(name) and content_stems(memory.content) == stems_of(name)
    else:
        return False
    return is_at_stake and not says_they_parted(proposal.quote)


def ends_partnership(statement: str, memory: Entry) -> bool:
    """Whether "Alex and I are no longer together" ends "I live with my partner Alex"."""
    is_partner = not words_of(memory.content).isdisjoint(words_that_call(["partner"]))
    names = words_of(memory.value or " ".join(names_in(memory.content)))
    is_named = not names.isdisjoint(words_of(statement)) and names_speaker(statement)
    parted = says_it_ended(statement) and says_they_parted(statement)
    return parted and is_named and (is_partner or memory.attribute == "partner")


def says_only_relation(proposal: Proposal, memory: Entry) -> bool:
    """Whether a memory says nothing else that the statement may be about: a job, an age."""
    return _others(memory).isdisjoint(stems_of(proposal.quote)) and not any(
        map(str.isdigit, memory.content)
    )


def _others(memory: Entry) -> frozenset[str]:
    """The stems of all that a memory says besides the name."""
    return content_stems(memory.content) - stems_of(memory.value or memory.content)
