"""The search pipeline: understand the question, score, rank, diversify, fetch the hits."""

from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, tzinfo

import numpy as np

from recollect.domain.clock import from_micros, shown_in, to_micros
from recollect.domain.hit import Answer, Hit, RankPosition, Results, Scope, SearchFilter
from recollect.domain.ports import Clock, Embedder, Store
from recollect.domain.query import Query
from recollect.errors import InvalidInput, ProviderError
from recollect.recall.as_of import build_index, past_entries
from recollect.recall.cache import Indexes
from recollect.recall.content import Content
from recollect.recall.context_rows import USUAL_TOKENS, least_scores, rows_needed
from recollect.recall.dense import RequestEmbedder, dense, start_scan
from recollect.recall.index import AgentIndex, role_number
from recollect.recall.index_arrays import Flags, Floats
from recollect.recall.lexical import lexical
from recollect.recall.merging import NO_LIMITS, FoundInMemory, merged
from recollect.recall.mmr import diversified
from recollect.recall.phrases import verify_phrases
from recollect.recall.question import MAX_CHARS, Question, understand
from recollect.recall.ranking import ranked
from recollect.recall.refinement import Refinement
from recollect.recall.relevance import Bar, Signals, judge_relevance, measure_signals
from recollect.recall.results import SearchResults, make_hit, matches, needs_text
from recollect.recall.score import Scored, score
from recollect.recall.similar_memories import similar_memories
from recollect.recall.source_boost import boost_sources
from recollect.recall.terms import language_of, query_terms
from recollect.recall.weights import Weights

_ALL_ITEMS = frozenset({Scope.TURNS, Scope.MEMORIES, Scope.SUMMARIES})
_NO_FILTER = SearchFilter()
# How many items are scored exactly at least, in addition to twice those that are needed.
_EXACT_ITEMS = 100
# With a larger error of approximate cosines, in deviations of all of them, they do not tell vectors
# apart.
_MAX_ERROR = 0.05
# Among so many of the best there is knowledge whose key is asked for.
_BEST = 5
# How long ago the last turn of a conversation may be that goes on today.
_CURRENT = timedelta(days=60)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """Searches the memory of one agent at a time.

    `helpers` runs part of the vector scan of agents with very many turns.
    """

    store: Store
    indexes: Indexes
    # Embeds questions.
    embedder: Embedder | None
    clock: Clock
    # Whether it is asked even if nothing has a vector yet: only so does a search notice, and say,
    # that a remote one fails.
    is_remote: bool = False
    weights: Weights = field(default_factory=Weights)
    bar: Bar = field(default_factory=Bar)
    candidates: int = 60
    mmr_lambda: float = 0.7
    mmr_fetch_multiplier: float = 2.0
    # Only these ranks are diversified: further down, a near-duplicate often completes an answer.
    mmr_ranks: int = 30
    half_life_days: float = 30.0
    helpers: Executor | None = None
    # The time zone for the days that a question names.
    zone: tzinfo = UTC

    def search(self, agent: str, query: Query) -> Results[Hit]:
        """The best hits of the agent and of the query's spaces, best first, however weak."""
        embedder = RequestEmbedder(self.embedder)
        own = self._search(agent, query, embedder, measure=False)
        spaces = self._search_spaces(query, own.signals, embedder, measure=False)
        return Results(merged(own, spaces, self.weights)[: query.limit], embedder.warning)

    def answer(self, agent: str, query: Query) -> Answer:
        """The best hits, best first, and whether the question is relevant to each memory."""
        embedder = RequestEmbedder(self.embedder)
        own = self._search(agent, query, embedder, measure=True)
        spaces = self._search_spaces(query, own.signals, embedder, measure=True)
        of_spaces = (found.answer(()) for found in spaces)
        hits = merged(own, spaces, self.weights)
        of_spaces_by_name = dict(zip(query.spaces, of_spaces, strict=True))
        return own.answer(hits, of_spaces_by_name, embedder.warning)

    def _search_spaces(
        self, query: Query, own: Signals | None, embedder: RequestEmbedder, *, measure: bool
    ) -> list[FoundInMemory]:
        """What each space of the query has; the question is no turn of any of them."""
        asked = replace(
            query, conversation=None, present=frozenset(), history=frozenset(), state=None
        )
        return [
            self._search(space, asked, embedder, measure=measure).in_space(space, own, self.bar)
            for space in query.spaces
        ]

    def signals(self, agent: str, query: Query) -> Signals | None:
        """The relevance signals of a question; None if the memory is empty."""
        return self._search(agent, query, RequestEmbedder(self.embedder), measure=True).signals

    def _search(
        self, agent: str, query: Query, embedder: RequestEmbedder, *, measure: bool
    ) -> FoundInMemory:
        """The hits; with `measure` those that a context needs, their limits, and the signals."""
        question, vector, revision = self._prepare(agent, query, embedder)
        with self.indexes.acquire(agent, revision) as index:
            if not len(index):
                return FoundInMemory([])
            embedder.note_pending(index)
            limit, allowed = min(query.limit, len(index)), _allowed(index, query)
            # A context needs few of its many rows; none need take the place of deleted ones.
            pool = self.mmr_ranks if measure else max(limit, self.mmr_ranks)
            count = max(limit, round(pool * self.mmr_fetch_multiplier), self.candidates)
            scored = self._score(
                index,
                question,
                embedder.fitting(index, vector),
                allowed=allowed,
                # Any item may be the best of those that match.
                exact_items=None if needs_text(query) else _EXACT_ITEMS + 2 * count,
            )
            results = SearchResults(self.store, agent, index, scored)
            rows = results.best(count, allowed, query)
            own = results.own(rows, query)
            rows, exact = self._verified(results, rows, question)
            signals = relevance = None
            if measure or query.spaces:
                told = results.hits([row for row in (*exact, *rows[:_BEST]) if row not in own])
                kind = None if vector is None else embedder.kind(question)
                signals = measure_signals(index, question, scored, rows, agent, own, told, kind)
                relevance = judge_relevance(signals, self.bar)
            rows = self._diversified(results, boost_sources(results, rows, self.weights.learned))
            if exact:
                # What is asked for word for word comes before what is only like it.
                rows = sorted(rows, key=lambda row: row not in exact)
            least = NO_LIMITS
            if measure:
                others = [row for row in rows[:limit] if row not in own]
                language = language_of(question.text[:MAX_CHARS])
                # Who states no number of tokens wants the answer, not whatever else fits.
                tokens = query.offered or min(query.tokens, USUAL_TOKENS)
                least = least_scores(results, others, tokens, self.weights.role, language)
                is_relevant = relevance is not None and relevance.relevant
                sizes = (tokens, min(query.turn_tokens, tokens)) if is_relevant else (0, 0)
                needed = own.union(rows_needed(results, others, least, *sizes))
                rows = [row for row in rows[:limit] if row in needed]
            hits = [_with_scope(hit, query) for hit in results.hits(rows, limit)]
        past = self._past_memories(agent, query, question, embedder) if query.as_of else []
        if past:
            hits = sorted([*hits, *past], key=lambda hit: -hit.score)[: query.limit]
        return FoundInMemory(hits, signals, relevance, least, question.asks_past, scored.scales)

    def _past_memories(
        self, agent: str, query: Query, question: Question, embedder: RequestEmbedder
    ) -> list[Hit]:
        """Hits among memories as they read at `as_of`; the index has only their current text."""
        entries = past_entries(self.store, agent, query)
        if not entries:
            return []
        vector = embedder.question(question, self.weights)
        try:
            given = None if vector is None else self.embedder
            index = build_index(entries, self.indexes.reader, given)
        except ProviderError as error:
            embedder.fail(error.message)
            index, vector = build_index(entries, self.indexes.reader, None), None
        scored = self._score(index, question, embedder.fitting(index, vector))
        rows = [row for batch in ranked(index, scored, None, len(index)) for row in batch]
        by_id = {entry.id: entry for entry in entries}
        parts, totals = scored.parts_of(rows), scored.total[rows].round(scored.digits).tolist()
        hits = (
            make_hit(by_id[index.keys[row][1]], total, part)
            for row, total, part in zip(rows, totals, parts, strict=True)
        )
        return [_with_scope(hit, query) for hit in hits if matches(hit, query)][: query.limit]

    def _prepare(
        self, agent: str, query: Query, embedder: RequestEmbedder
    ) -> tuple[Question, Floats | None, int]:
        """The parsed question, its vector if there are any to compare it with, and the revision.

        The question is embedded without the lock of the index, so that other searches do not wait.
        """
        with self.indexes.acquire(agent, query.state.revision if query.state else None) as index:
            revision = index.revision
            now = self._now(from_micros(index.newest), query.as_of)
            question = understand(query.text or "", index.roster, shown_in(now, self.zone))
            is_needed = index.vectors is not None or (self.is_remote and len(index) > 0)
        vector = embedder.question(question, self.weights) if is_needed else None
        return question, vector, revision

    def _now(self, newest: datetime, as_of: datetime | None) -> datetime:
        """The time that the days in a question refer to: today, or as of a past moment.

        A conversation that ended long ago refers to its own time.
        """
        if as_of is not None and as_of < newest:
            return as_of
        now = as_of or self.clock.now()
        return now if newest <= now <= newest + _CURRENT else newest

    def rank_of(self, agent: str, query: Query, name: str) -> RankPosition | None:
        """The rank of the item with this id, the best if several share it; None if unranked."""
        embedder = RequestEmbedder(self.embedder)
        question, vector, revision = self._prepare(agent, query, embedder)
        with self.indexes.acquire(agent, revision) as index:
            candidates = {row for row, key in enumerate(index.keys) if key[1] == name}
            if not candidates:
                return None
            scored = self._score(index, question, embedder.fitting(index, vector))
            (order, *_) = ranked(index, scored, _allowed(index, query), len(index))
            place = next((place for place, row in enumerate(order) if row in candidates), None)
            if place is None:
                return None
            row = order[place]
            (parts,) = scored.parts_of([row])
            total = round(float(scored.total[row]), scored.digits)
            return RankPosition(place + 1, len(order), total, parts)

    def search_by_vector(self, agent: str, vector: Floats, query: Query) -> list[Hit]:
        """The hits most similar to a vector that the caller passes."""
        with self.indexes.acquire(agent) as index:
            if index.vectors is not None and len(vector) != index.vectors.dims:
                dims = index.vectors.dims
                message = f"vector has {len(vector)} numbers, but stored vectors have {dims}"
                raise InvalidInput(message, field="vector")
            cosines = dense(index, vector, self.helpers)
            if cosines is None:
                return []
            total = np.maximum.reduceat(
                np.where(index.embedded, cosines, -np.inf).astype(np.float64), index.first_unit
            )
            scored = Scored(total, lambda rows: {"dense": total[rows]}, digits=6)
            results = SearchResults(self.store, agent, index, scored)
            limit = min(query.limit, len(index))
            embedded, allowed = np.isfinite(total), _allowed(index, query)
            allowed = embedded if allowed is None else allowed & embedded
            return results.hits(results.best(limit, allowed, query), limit)

    def similar_memories(
        self, agent: str, text: str, embedder: RequestEmbedder
    ) -> list[tuple[str, float]]:
        """The ids of the memories that a list shows for a text, unordered, each with its score."""
        with self.indexes.acquire(agent) as index:
            is_needed, revision = index.vectors is not None, index.revision
        vector = embedder.embed(text) if is_needed else None
        with self.indexes.acquire(agent, revision) as index:
            vector = embedder.fitting(index, vector)
            cosines = None if vector is None else dense(index, vector, self.helpers)
            return similar_memories(index, query_terms(text), cosines)

    def _score(
        self,
        index: AgentIndex,
        question: Question,
        vector: Floats | None,
        *,
        allowed: Flags | None = None,
        exact_items: int | None = None,
    ) -> Scored:
        """The scores of all items, of many perhaps only the best `exact_items` exactly."""
        exact = exact_items is None
        # Started before the lexical search, so that a helper thread works during it.
        scan = None if vector is None else start_scan(index, vector, self.helpers, exact=exact)
        words = lexical(index, question.terms, self.weights, beside_meaning=scan is not None)
        refinement = None
        if exact_items is not None and scan is not None and not scan.is_exact:
            refinement = Refinement(scan.refine, allowed, exact_items)
        precision = np.float64 if refinement is None else np.float32
        content = Content(index, words, self.weights, precision)
        if scan is not None:
            content.add_meaning(scan.result())
        scored = score(index, question, content, self.weights, self.half_life_days, refinement)
        if scored.refined is not None and scored.refined.error > _MAX_ERROR:
            return self._score(index, question, vector)
        return scored

    def _verified(
        self, results: SearchResults, rows: list[int], question: Question
    ) -> tuple[list[int], set[int]]:
        """The rows scored by the phrases that their texts have, and those that have one."""
        if not question.phrases:
            return rows, set()
        hits = verify_phrases(results.hits(rows), question.phrases, self.weights.phrase)
        found = {results.replace(hit): hit.scores.phrase for hit in hits}
        return [*found], {row for row, gain in found.items() if gain}

    def _diversified(self, results: SearchResults, rows: list[int]) -> list[int]:
        """Diversify the first ranks, chosen from a somewhat larger pool."""
        pool = rows[: round(self.mmr_ranks * self.mmr_fetch_multiplier)]
        words = results.index.terms_of(pool)
        order = diversified(results.scores(pool), words, self.mmr_lambda, self.mmr_ranks)
        return [pool[number] for number in order] + rows[len(pool) :]


def _with_scope(hit: Hit, query: Query) -> Hit:
    """The hit, with the graph scope if the query asks for relations but not for memories."""
    linked = hit.scope is Scope.MEMORIES and Scope.MEMORIES not in query.scopes
    return replace(hit, scope=Scope.GRAPH) if linked else hit


def _allowed(index: AgentIndex, query: Query) -> Flags | None:
    """The items that a query may return, None for all; an unknown name allows nothing."""
    among = query.among
    if among is None:
        return _allowed_by_filters(index, query)
    return np.fromiter((key[1] in among for key in index.keys), np.bool_, len(index))


def _allowed_by_filters(index: AgentIndex, query: Query) -> Flags | None:
    filters = query.filters
    if query.scopes >= _ALL_ITEMS and query.as_of is None and filters == _NO_FILTER:
        return None
    memories, summaries = index.memories, index.summaries
    memory_allowed = np.where(
        summaries, Scope.SUMMARIES in query.scopes, Scope.MEMORIES in query.scopes
    )
    allowed = np.where(memories | summaries, memory_allowed, Scope.TURNS in query.scopes)
    if Scope.GRAPH in query.scopes:
        allowed |= index.linked
    if filters.kind is not None:
        allowed &= memories
    if filters.after is not None:
        allowed &= index.at >= to_micros(filters.after)
    if filters.before is not None:
        allowed &= index.at < to_micros(filters.before)
    if filters.conversation is not None:
        allowed &= index.conversation == index.conversations.get(filters.conversation, -1)
    if filters.role is not None:
        allowed &= index.role == role_number(filters.role)
    if filters.speaker is not None:
        allowed &= index.speaker == index.speakers.get(filters.speaker, -2)
    if query.as_of is not None:
        # The index has the current text of memories; past ones are searched separately.
        allowed &= (index.at <= to_micros(query.as_of)) & ~(memories | summaries)
    return np.asarray(allowed, np.bool_)
