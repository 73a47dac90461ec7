"""Limits what a statement may do to memories: the pinned stay, and those believed more than it."""

from collections.abc import Iterable
from dataclasses import replace

from recollect.domain.entry import Entry
from recollect.domain.provenance import TrustLevel, is_below
from recollect.learning.decide import Duplicate, NeedsReview, New, Refused, Supersedes, Verdict


def keep_trusted(verdict: Verdict, trust: TrustLevel) -> Verdict:
    """The verdict on a statement that is believed so far, without what it may not do.

    Third-party text that meets the user's own word goes nowhere. What an assistant noted or a file
    brought is asked about instead of ending it.
    """
    match verdict:
        case Supersedes(of=ended, corrected=corrected):
            return _ending(ended, corrected, trust)
        case Duplicate(of=known) if is_below(trust, known.trust):
            # It is known already, on better authority.
            return Refused()
        case Duplicate(ends=ended):
            return replace(verdict, ends=_free(ended, trust))
        case NeedsReview(rivals=rivals):
            return _asking(rivals, trust)
        case New() | Refused():
            return verdict


def _ending(ended: tuple[Entry, ...], corrected: tuple[Entry, ...], trust: TrustLevel) -> Verdict:
    allowed = Supersedes(_free(ended, trust), _free(corrected, trust))
    return allowed if allowed.of or allowed.corrected else _asking((*ended, *corrected), trust)


def _free(entries: Iterable[Entry], trust: TrustLevel) -> tuple[Entry, ...]:
    return tuple(entry for entry in entries if not (entry.pinned or is_below(trust, entry.trust)))


def _asking(rivals: Iterable[Entry], trust: TrustLevel) -> Verdict:
    """A person decides, unless it is the word of a stranger against the user's."""
    rivals = tuple(rivals)
    believed = any(is_below(trust, rival.trust) for rival in rivals)
    return Refused() if trust is TrustLevel.LOW and believed else NeedsReview(rivals)
