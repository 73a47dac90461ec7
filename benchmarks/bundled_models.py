"""The bundled models, loaded once."""

from functools import cache

from recollect.learning.compare import ComparisonModels
from recollect.learning.memory_index import embed_by
from recollect.providers.embedders import MiniLM
from recollect.providers.message_reader import bundled_reader


@cache
def bundled_comparison_models() -> ComparisonModels:
    """The bundled reader and embedder."""
    return ComparisonModels(bundled_reader(), embed_by(MiniLM()))
