"""A question becomes ranked hits: understand, look up, score, order, vary, fetch."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from datetime import UTC, tzinfo

import numpy as np

from recollect.domain.clock import from_micros, shown_in, to_micros
from recollect.domain.hit import Hit, Scope, SearchFilter, Standing
from recollect.domain.ports import Embedder, Store
from recollect.domain.query import Query
from recollect.domain.relevance import Answer
from recollect.errors import InvalidInput
from recollect.recall.cache import Indexes
from recollect.recall.dense import begun, dense, question_vector
from recollect.recall.found import Found, matches, memory_hit
from recollect.recall.index import AgentIndex, Flags, Floats, role_number
from recollect.recall.lending import lent
from recollect.recall.lexical import lexical
from recollect.recall.mmr import diversified
from recollect.recall.past import index_of, past_entries
from recollect.recall.phrases import checked
from recollect.recall.question import Question, understand
from recollect.recall.ranking import ranked
from recollect.recall.relevance import Bar, Signs, judged, measured
from recollect.recall.resembling import resembling
from recollect.recall.score import Scored, score
from recollect.recall.terms import query_terms
from recollect.recall.weights import Weights

# The final ordering of the first candidates: a trained ranker may take this place.
Reorder = Callable[[Question, Sequence[Hit]], Sequence[Hit]]

_EVERYTHING = frozenset({Scope.TURNS, Scope.MEMORIES, Scope.SUMMARIES})
_NO_FILTER = SearchFilter()


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """Searches the memory of one agent at a time; without `reorder` the scores alone decide.

    `helpers` take a share of the work where an agent has very many turns.
    """

    store: Store
    indexes: Indexes
    embedder: Embedder | None
    weights: Weights = field(default_factory=Weights)
    bar: Bar = field(default_factory=Bar)
    reorder: Reorder | None = None
    candidates: int = 60
    mmr_lambda: float = 0.7
    mmr_fetch_multiplier: float = 2.0
    # Further down nobody reads in order, and near-repetitions are often the second half of an answer.
    mmr_ranks: int = 30
    half_life_days: float = 30.0
    helpers: Executor | None = None
    # Where the days begin that a question speaks of.
    zone: tzinfo = UTC

    def search(self, agent: str, query: Query) -> list[Hit]:
        """The best hits, best first, however far off they are."""
        return self._searched(agent, query, measure=False)[0]

    def answer(self, agent: str, query: Query) -> Answer:
        """The best hits, best first, and whether the question has anything to do with them."""
        hits, signs = self._searched(agent, query, measure=True)
        return Answer(hits, None if signs is None else judged(signs, self.bar))

    def signs(self, agent: str, query: Query) -> Signs | None:
        """What is measured of a question before it is weighed; None where nothing is remembered."""
        return self._searched(agent, query, measure=True)[1]

    def _searched(
        self, agent: str, query: Query, *, measure: bool
    ) -> tuple[list[Hit], Signs | None]:
        question, vector = self._asked(agent, query)
        with self.indexes.of(agent) as index:
            if not len(index):
                return [], None
            scored = self._score(index, question, vector)
            found = Found(self.store, agent, index, scored)
            limit = min(query.limit, len(index))
            most = round(max(limit, self.mmr_ranks) * self.mmr_fetch_multiplier)
            rows = found.first(max(most, self.candidates), _allowed(index, query), query)
            near = scored.near
            signs = measured(index, question, near, rows, agent, query) if measure else None
            if question.phrases:
                hits = checked(found.hits(rows), question.phrases, self.weights.phrase)
                rows = [found.put(hit) for hit in hits]
            rows = lent(found, rows, self.weights.learned)
            rows = self._reordered(question, found, self._varied(found, rows))
            hits = [_scoped(hit, query) for hit in found.hits(rows, limit)]
        if query.as_of is not None:
            past = self._past(agent, query, question, vector)
            hits = sorted([*hits, *past], key=lambda hit: -hit.score)[: query.limit]
        return hits, signs

    def _past(
        self, agent: str, query: Query, question: Question, vector: Floats | None
    ) -> list[Hit]:
        """Memories as they read at the moment asked for; those of today's index know only what they say now."""
        entries = past_entries(self.store, agent, query)
        if not entries:
            return []
        index = index_of(entries, self.indexes.reader, None if vector is None else self.embedder)
        scored = self._score(index, question, vector)
        rows = [row for stretch in ranked(index, scored, None, len(index)) for row in stretch]
        named = {entry.id: entry for entry in entries}
        parts, totals = scored.of(rows), scored.total[rows].round(scored.digits).tolist()
        hits = (
            memory_hit(named[index.keys[row][1]], total, part)
            for row, total, part in zip(rows, totals, parts, strict=True)
        )
        return [_scoped(hit, query) for hit in hits if matches(hit, query)][: query.limit]

    def _asked(self, agent: str, query: Query) -> tuple[Question, Floats | None]:
        """The question as this agent's memory understands it, and its vector.

        Nobody else who searches this memory waits while it is embedded.
        """
        with self.indexes.of(agent) as index:
            question = self._understood(index, query)
            embedding = self.embedder if index.vectors is not None else None
        if embedding is None:
            return question, None
        return question, question_vector(embedding, question, self.weights)

    def _understood(self, index: AgentIndex, query: Query) -> Question:
        # Now is when the agent last heard something: old conversations speak of their own time.
        newest = from_micros(index.newest)
        last = newest if query.as_of is None else min(newest, query.as_of)
        now = shown_in(last, self.zone)
        return understand(query.text or "", index.roster, now)

    def standing(self, agent: str, query: Query, name: str) -> Standing | None:
        """Where the thing of this id stands, the best of several turns that share it; None where there is none."""
        question, vector = self._asked(agent, query)
        with self.indexes.of(agent) as index:
            named = {row for row, key in enumerate(index.keys) if key[1] == name}
            if not named:
                return None
            scored = self._score(index, question, vector)
            (order, *_) = ranked(index, scored, _allowed(index, query), len(index))
            place = next((place for place, row in enumerate(order) if row in named), None)
            if place is None:
                return None
            row = order[place]
            (parts,) = scored.of([row])
            total = round(float(scored.total[row]), scored.digits)
            return Standing(place + 1, len(order), total, parts)

    def near(self, agent: str, vector: Floats, query: Query) -> list[Hit]:
        """The hits whose meaning is nearest to a vector of the caller's."""
        with self.indexes.of(agent) as index:
            if index.vectors is not None and len(vector) != index.vectors.dims:
                message = f"vector has {len(vector)} numbers; those here have {index.vectors.dims}"
                raise InvalidInput(message, field="vector")
            cosines = dense(index, vector, self.helpers)
            if cosines is None:
                return []
            total = np.maximum.reduceat(
                np.where(index.embedded, cosines, -np.inf).astype(np.float64), index.first_unit
            )
            found = Found(self.store, agent, index, Scored(total, {"dense": total}, digits=6))
            limit = min(query.limit, len(index))
            there, allowed = np.isfinite(total), _allowed(index, query)
            allowed = there if allowed is None else allowed & there
            return found.hits(found.first(limit, allowed, query), limit)

    def resembling(self, agent: str, text: str) -> list[tuple[str, float]]:
        """The memories that a list shows for a text, by id and in no order, each with how well it fits."""
        with self.indexes.of(agent) as index:
            embedder = self.embedder if index.vectors is not None else None
        vector = None if embedder is None else np.frombuffer(embedder.embed(text), "<f4")
        with self.indexes.of(agent) as index:
            near = None if vector is None else dense(index, vector, self.helpers)
            return resembling(index, query_terms(text), near)

    def _score(self, index: AgentIndex, question: Question, vector: Floats | None) -> Scored:
        # Begun before the words are looked up, and finished after: a helper need not wait meanwhile.
        scan = None if vector is None else begun(index, vector, self.helpers)
        words = lexical(index, query_terms(question.stripped), self.weights)
        meaning = None if scan is None else scan.finished()
        return score(index, question, words, meaning, self.weights, self.half_life_days)

    def _reordered(self, question: Question, found: Found, rows: list[int]) -> list[int]:
        if self.reorder is None:
            return rows
        hits = self.reorder(question, found.hits(rows[: self.candidates]))
        return [found.put(hit) for hit in hits] + rows[self.candidates :]

    def _varied(self, found: Found, rows: list[int]) -> list[int]:
        """Vary the first ranks among those that come into question for them."""
        pool = rows[: round(self.mmr_ranks * self.mmr_fetch_multiplier)]
        words = found.index.terms_of(pool)
        order = diversified(found.scores(pool), words, self.mmr_lambda, self.mmr_ranks)
        return [pool[number] for number in order] + rows[len(pool) :]


def _scoped(hit: Hit, query: Query) -> Hit:
    """A memory that is there for what it says of two things, where memories as such were not asked for."""
    linked = hit.scope is Scope.MEMORIES and Scope.MEMORIES not in query.scopes
    return replace(hit, scope=Scope.GRAPH) if linked else hit


def _allowed(index: AgentIndex, query: Query) -> Flags | None:
    """Which items may be given back, None for all; a name that is not there allows nothing."""
    chosen = query.filters
    if query.scopes >= _EVERYTHING and query.as_of is None and chosen == _NO_FILTER:
        return None
    memories, summaries = index.memories, index.summaries
    of_memories = np.where(
        summaries, Scope.SUMMARIES in query.scopes, Scope.MEMORIES in query.scopes
    )
    allowed = np.where(memories | summaries, of_memories, Scope.TURNS in query.scopes)
    if Scope.GRAPH in query.scopes:
        allowed |= index.linked
    if chosen.kind is not None:
        allowed &= memories
    if chosen.after is not None:
        allowed &= index.at >= to_micros(chosen.after)
    if chosen.before is not None:
        allowed &= index.at < to_micros(chosen.before)
    if chosen.conversation is not None:
        allowed &= index.conversation == index.conversations.get(chosen.conversation, -1)
    if chosen.role is not None:
        allowed &= index.role == role_number(chosen.role)
    if chosen.speaker is not None:
        allowed &= index.speaker == index.speakers.get(chosen.speaker, -2)
    if query.as_of is not None:
        # What memories say now is not what they said then: these are looked up by themselves.
        allowed &= (index.at <= to_micros(query.as_of)) & ~(memories | summaries)
    return np.asarray(allowed, np.bool_)
