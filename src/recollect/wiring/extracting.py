"""The built-in extractor with the reader that ships with it."""

from collections.abc import Sequence

from recollect.learn import extract as built_in
from recollect.model.learning import Proposal
from recollect.model.turn import Turn
from recollect.providers.noticer import bundled_noticer


def extract(turns: Sequence[Turn], *, since: int = 0) -> tuple[Proposal, ...]:
    """What the turns of one conversation state, in order; those before `since` are only there to be referred to."""
    return built_in.extract(turns, bundled_noticer(), since=since)
