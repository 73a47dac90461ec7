"""Embeds texts for learning, if an embedder is configured."""

from recollect.domain.ports import Embedder
from recollect.errors import CircuitOpen, ProviderError, ProviderUnavailable
from recollect.learning.memory_index import Embed


def embed_by(embedder: Embedder | None) -> Embed | None:
    """A function that embeds a text, or None without an embedder; rejected texts have no vector."""
    if embedder is None:
        return None

    def embed(text: str) -> bytes | None:
        try:
            return embedder.embed(text)
        except (ProviderUnavailable, CircuitOpen):
            # Judging without the vector now would give another verdict than later.
            raise
        except ProviderError:
            return None

    return embed
