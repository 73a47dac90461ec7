"""Named sets of settings for kinds of machines."""

from collections.abc import Mapping
from typing import Final

# A Raspberry Pi or another machine with little RAM; docs/how-to/raspberry-pi.md has the figures.
_PI: Final[Mapping[str, object]] = {
    # Words alone: neither the embedder nor its runtime is loaded.
    "embedding_backend": "none",
    # Learning loads a model, so `recollect sync` does it in a process that ends.
    "background_work": False,
    "index_cache_mb": 32,
    "embedding_cache_entries": 500,
    "ephemeral_max_mb": 8,
    "max_request_mb": 4,
    "optimizer_interval_ms": 600_000,
}

PROFILES: Final[Mapping[str, Mapping[str, object]]] = {"pi": _PI}
