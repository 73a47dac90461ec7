"""The vector of a text, where an embedder can make one."""

from recollect.domain.ports import Embedder
from recollect.errors import CircuitOpen, ProviderError, ProviderUnavailable
from recollect.learning.known import Embed


def embed_by(embedder: Embedder | None) -> Embed | None:
    """What makes vectors; nothing does without an embedder, and a text that it refuses has none."""
    if embedder is None:
        return None

    def embed(text: str) -> bytes | None:
        try:
            return embedder.embed(text)
        except (ProviderUnavailable, CircuitOpen):
            # To judge without it now would give another verdict than later.
            raise
        except ProviderError:
            return None

    return embed
