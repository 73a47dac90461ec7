"""The built-in extractor and comparison, with the bundled models."""

from collections.abc import Sequence
from functools import cache

from recollect.domain.learning import Proposal
from recollect.domain.turn import Turn
from recollect.extraction.propose import propose
from recollect.learning.compare import ComparisonModels
from recollect.learning.embedding import embed_by
from recollect.providers.embedders.bundled import MiniLM
from recollect.providers.message_reader import bundled_reader


def extract(turns: Sequence[Turn], *, since: int = 0) -> tuple[Proposal, ...]:
    """Proposals from the turns of one conversation; those before `since` are only context."""
    return tuple(propose(turns, bundled_reader(), since=since))


@cache
def bundled_comparison_models() -> ComparisonModels:
    """The bundled reader and embedder."""
    return ComparisonModels(bundled_reader(), embed_by(MiniLM()))
