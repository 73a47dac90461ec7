"""Text to unit vectors: the bundled model, any OpenAI-compatible endpoint, and a cache around either.

No embedder at all is `None`: search is then lexical.
"""

from recollect.providers.embedders.bundled import MiniLM as MiniLM
from recollect.providers.embedders.cached import CachedEmbedder as CachedEmbedder
from recollect.providers.embedders.remote import HttpEmbedder as HttpEmbedder
