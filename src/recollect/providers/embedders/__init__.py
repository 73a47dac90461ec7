"""Embedders: the bundled model, OpenAI-compatible endpoints, and a cache around either.

Without an embedder (`None`), search is lexical.
"""

from recollect.providers.embedders.bundled import MiniLM as MiniLM
from recollect.providers.embedders.cached import CachedEmbedder as CachedEmbedder
from recollect.providers.embedders.remote import HttpEmbedder as HttpEmbedder
