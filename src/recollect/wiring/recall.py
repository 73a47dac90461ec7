"""Builds search and context assembly from the settings."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace

from recollect.context.assemble import Assembler
from recollect.context.caches import ReceiptCache
from recollect.context.sections import Budgets
from recollect.context.uses import Uses
from recollect.domain.hit import Scope, SearchFilter
from recollect.domain.query import Query
from recollect.domain.turn import Role
from recollect.errors import ProviderUnavailable
from recollect.extraction.question import MEMORIES, RelatedContext
from recollect.recall.cache import Indexes
from recollect.recall.embedding import vector_space
from recollect.recall.items import ItemSearch, item_recall
from recollect.recall.pipeline import Recall
from recollect.settings import Settings
from recollect.wiring.components import Inputs

# More than are shown, because those learned from the text itself are dropped.
_FETCHED = 2 * MEMORIES
_SAID_BY_USER = SearchFilter(role=Role.USER)


def assembler_for(inputs: Inputs, recall: Recall, uses: Uses) -> Assembler:
    """The assembler of contexts."""
    settings = inputs.settings
    return Assembler(
        store=inputs.store,
        search=recall,
        counter=inputs.counter,
        clock=inputs.clock,
        uses=uses,
        receipts=ReceiptCache(inputs.shared),
        zone=settings.zone,
        budgets=Budgets(
            profile=settings.profile_max_tokens,
            profile_lines=settings.profile_tokens,
            memories=settings.working_memory_budget_tokens,
            summaries=settings.summary_budget_tokens,
            excerpts=settings.chunk_budget_tokens,
            relationships=settings.graph_budget_tokens,
        ),
    )


def nearest_by(recall: Recall) -> Callable[[str, str], RelatedContext]:
    """A function that finds the memories and earlier turns closest to a new text."""

    def near(agent: str, text: str) -> RelatedContext:
        memories = recall.search(agent, _within(Scope.MEMORIES, text))
        turns = recall.search(agent, replace(_within(Scope.TURNS, text), filters=_SAID_BY_USER))
        if warning := memories.warning or turns.warning:
            # Learning from what words alone find would have another result than later.
            raise ProviderUnavailable(warning)
        return RelatedContext(
            tuple(hit.entry for hit in memories if hit.entry is not None),
            tuple(hit.turn for hit in turns if hit.turn is not None),
        )

    return near


def _within(scope: Scope, text: str) -> Query:
    return Query(text=text, limit=_FETCHED, scopes=frozenset({scope}))


def recall_for(inputs: Inputs, opened: ExitStack) -> Recall:
    """The search, whose thread `opened` stops."""
    settings, store, embedder = inputs.settings, inputs.store, inputs.embedder
    space = vector_space(embedder) if embedder else None
    # A second thread for each search: measured on two cores, more only wait for memory.
    helpers = ThreadPoolExecutor(1, "recollect-search")
    opened.callback(helpers.shutdown, cancel_futures=True)
    return Recall(
        store=store,
        indexes=Indexes(store, inputs.reader, embedder, space, settings.index_cache_mb * 2**20),
        embedder=inputs.question_embedder,
        is_remote=settings.embedding_backend == "http",
        clock=inputs.clock,
        mmr_lambda=settings.mmr_lambda,
        mmr_fetch_multiplier=settings.mmr_fetch_multiplier,
        half_life_days=settings.temporal_decay_half_life_days,
        helpers=helpers,
        zone=settings.zone,
    )


def item_search_for(settings: Settings, recall: Recall) -> ItemSearch:
    """The search of items; each of its two indexes takes up to a quarter of the cache's size."""
    size = settings.index_cache_mb * 2**20 // 4
    return ItemSearch(
        recall.store,
        item_recall(recall, own=False, max_bytes=size),
        item_recall(recall, own=True, max_bytes=size),
    )
