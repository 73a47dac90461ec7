"""How near a statement is to memories in meaning, by the vectors of both."""

from collections.abc import Callable

import numpy as np

from recollect.errors import CircuitOpen, ProviderError, ProviderUnavailable
from recollect.learn.ledger import Nearness
from recollect.learn.verdict import Likeness
from recollect.model.entry import Entry
from recollect.model.ports import Embedder


def nearness_by(embedder: Embedder | None) -> Nearness:
    """What tells the nearness of texts; nothing does without an embedder."""

    def nearness(text: str) -> Likeness | None:
        return None if embedder is None else _likeness(embedder.embed, text)

    return nearness


def _likeness(embed: Callable[[str], bytes], text: str) -> Likeness:
    own: list[bytes] = []

    def likeness(entry: Entry) -> float:
        """The cosine of two unit vectors; a text that the model refuses is near to nothing."""
        try:
            own[:] = own or [embed(text)]
            other = embed(entry.content)
        except (ProviderUnavailable, CircuitOpen):
            # For now: to judge without it would give another verdict than later.
            raise
        except ProviderError:
            return 0.0
        return float(np.dot(np.frombuffer(own[0], "<f4"), np.frombuffer(other, "<f4")))

    return likeness
