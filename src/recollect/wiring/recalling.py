"""What finds and what puts before a model what was found, from the settings."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from recollect.context.assemble import Assembler
from recollect.context.sections import Budgets
from recollect.context.uses import Uses
from recollect.domain.hit import Scope, SearchFilter
from recollect.domain.ports import Clock, Reader, Store, TokenCounter
from recollect.domain.query import Query
from recollect.domain.turn import Role
from recollect.extraction.question import MEMORIES, Nearest
from recollect.providers.embedders import CachedEmbedder
from recollect.recall.cache import Indexes
from recollect.recall.embedding import space_of
from recollect.recall.pipeline import Recall
from recollect.settings import Settings

# More than are shown: those that were learned from the text itself fall away.
_LOOKED_UP = 2 * MEMORIES
_SAID_BY_USER = SearchFilter(role=Role.USER)


def assembler_for(
    settings: Settings, recall: Recall, clock: Clock, counter: TokenCounter, uses: Uses
) -> Assembler:
    """What makes contexts."""
    return Assembler(
        store=recall.store,
        search=recall,
        counter=counter,
        clock=clock,
        uses=uses,
        zone=settings.zone,
        budgets=Budgets(
            profile=settings.profile_max_tokens,
            memories=settings.working_memory_budget_tokens,
            summaries=settings.summary_budget_tokens,
            excerpts=settings.chunk_budget_tokens,
            relationships=settings.graph_budget_tokens,
        ),
    )


def nearest_by(recall: Recall) -> Callable[[str, str], Nearest]:
    """What finds the memories and earlier turns that a new text may have to do with."""

    def near(agent: str, text: str) -> Nearest:
        memories = recall.search(agent, _within(Scope.MEMORIES, text))
        turns = recall.search(agent, replace(_within(Scope.TURNS, text), filters=_SAID_BY_USER))
        return Nearest(
            tuple(hit.entry for hit in memories if hit.entry is not None),
            tuple(hit.turn for hit in turns if hit.turn is not None),
        )

    return near


def _within(scope: Scope, text: str) -> Query:
    return Query(text=text, limit=_LOOKED_UP, scopes=frozenset({scope}))


def recall_for(
    settings: Settings,
    store: Store,
    reader: Reader,
    embedder: CachedEmbedder | None,
    helpers: ThreadPoolExecutor,
) -> Recall:
    """What searches."""
    space = space_of(embedder) if embedder else None
    return Recall(
        store=store,
        indexes=Indexes(store, reader, embedder, space, settings.index_cache_mb * 2**20),
        embedder=embedder,
        mmr_lambda=settings.mmr_lambda,
        mmr_fetch_multiplier=settings.mmr_fetch_multiplier,
        half_life_days=settings.temporal_decay_half_life_days,
        helpers=helpers,
        zone=settings.zone,
    )
