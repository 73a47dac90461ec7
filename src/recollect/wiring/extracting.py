"""The built-in extractor and what judges its proposals, with the models that ship with Recollect."""

from collections.abc import Sequence
from functools import cache

from recollect.domain.learning import Proposal
from recollect.domain.turn import Turn
from recollect.extraction.propose import propose
from recollect.learning.compare import Minds
from recollect.learning.embedding import embed_by
from recollect.providers.embedders.bundled import MiniLM
from recollect.providers.message_reader import bundled_reader


def extract(turns: Sequence[Turn], *, since: int = 0) -> tuple[Proposal, ...]:
    """What the turns of one conversation state, in order; those before `since` are only there to be referred to."""
    return tuple(propose(turns, bundled_reader(), since=since))


@cache
def bundled_minds() -> Minds:
    """The shipped reader and embedder."""
    return Minds(bundled_reader(), embed_by(MiniLM()))
