"""A question becomes ranked hits: understand, look up, score, order, vary, fetch."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from recollect.model.clock import from_micros, to_micros
from recollect.model.entry import Entry
from recollect.model.hit import Hit, Scope, Scores, SearchFilter, Standing
from recollect.model.ports import Embedder, Store
from recollect.model.turn import Turn
from recollect.recall.cache import Indexes
from recollect.recall.dense import dense, question_vector
from recollect.recall.index import MEMORY, AgentIndex, Floats, Key, is_memory, role_number
from recollect.recall.lexical import lexical
from recollect.recall.mmr import diversified
from recollect.recall.phrases import checked
from recollect.recall.question import Question, understand
from recollect.recall.score import Scored, score
from recollect.recall.terms import query_terms, terms
from recollect.recall.weights import Weights
from recollect.recall.wish import Wish

# The final ordering of the first candidates: a trained ranker may take this place.
Reorder = Callable[[Question, Sequence[Hit]], list[Hit]]


def as_scored(_question: Question, hits: Sequence[Hit]) -> list[Hit]:
    """The order that the scores give."""
    return sorted(hits, key=lambda hit: (-hit.score, hit.at, hit.id))


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """Searches the memory of one agent at a time."""

    store: Store
    indexes: Indexes
    embedder: Embedder | None
    weights: Weights = field(default_factory=Weights)
    reorder: Reorder = as_scored
    candidates: int = 60
    mmr_lambda: float = 0.7
    mmr_fetch_multiplier: float = 2.0
    # Further down nobody reads in order, and near-repetitions are often the second half of an answer.
    mmr_ranks: int = 30
    half_life_days: float = 30.0

    def search(self, agent: str, wish: Wish) -> list[Hit]:
        """The best hits, best first."""
        with self.indexes.of(agent) as index:
            if not len(index):
                return []
            # Now is when the agent last heard something: old conversations speak of their own time.
            question = understand(wish.text, index.roster, from_micros(int(index.at.max())))
            scored = self._score(index, question)
            ranked = _ranked(index, scored, _allowed(index, wish))
            most = round(max(wish.limit, self.mmr_ranks) * self.mmr_fetch_multiplier)
            hits = self._fetched(agent, index, scored, ranked, wish, max(most, self.candidates))
        hits = checked(hits, question.phrases, self.weights.phrase)
        ordered = self.reorder(question, hits[: self.candidates]) + hits[self.candidates :]
        return self._varied(ordered)[: wish.limit]

    def standing(self, agent: str, wish: Wish, name: str) -> Standing | None:
        """Where the thing of this id stands, the best of several turns that share it; None where there is none."""
        with self.indexes.of(agent) as index:
            named = [row for row, key in enumerate(index.keys) if key[1] == name]
            if not named:
                return None
            question = understand(wish.text, index.roster, from_micros(int(index.at.max())))
            scored = self._score(index, question)
            ranked = _ranked(index, scored, _allowed(index, wish))
            places = np.flatnonzero(np.isin(ranked, named))
            if not len(places):
                return None
            row = int(ranked[places[0]])
            return Standing(
                int(places[0]) + 1, len(ranked), float(scored.total[row]), scored.of(row)
            )

    def near(self, agent: str, vector: Floats, wish: Wish) -> list[Hit]:
        """The hits whose meaning is nearest to a vector of the caller's."""
        with self.indexes.of(agent) as index:
            found = dense(index, vector) if len(index) else None
            if found is None:
                return []
            total = np.full(len(index), -np.inf)
            np.maximum.at(total, index.turn_of, np.where(index.embedded, found, -np.inf))
            scored = Scored(np.round(total, 6), {"dense": total})
            allowed = _allowed(index, wish) & np.isfinite(total)
            return self._fetched(
                agent, index, scored, _ranked(index, scored, allowed), wish, wish.limit
            )

    def _score(self, index: AgentIndex, question: Question) -> Scored:
        words = lexical(index, query_terms(question.stripped), self.weights)
        meaning = None
        if self.embedder is not None and index.vectors is not None:
            meaning = dense(index, question_vector(self.embedder, question, self.weights))
        return score(index, question, words, meaning, self.weights, self.half_life_days)

    def _fetched(
        self,
        agent: str,
        index: AgentIndex,
        scored: Scored,
        ranked: npt.NDArray[np.int64],
        wish: Wish,
        most: int,
    ) -> list[Hit]:
        """The best of the ranked rows that match, as many as are wanted, fetched a stretch at a time."""
        hits: list[Hit] = []
        for start in range(0, len(ranked), most):
            rows = ranked[start : start + most].tolist()
            names = [index.keys[row] for row in rows if not is_memory(index.keys[row])]
            turns = self.store.turns_named(agent, names)
            for row in rows:
                hit = self._hit(
                    agent, index.keys[row], turns, float(scored.total[row]), scored.of(row)
                )
                if hit is not None and _matches(hit, wish.chosen):
                    hits.append(hit)
            if len(hits) >= most:
                break
        return hits[:most]

    def _hit(
        self, agent: str, key: Key, turns: dict[Key, Turn], total: float, parts: Scores
    ) -> Hit | None:
        if is_memory(key):
            entry = self.store.entry(agent, key[1])
            return None if entry is None else _of_entry(entry, total, parts)
        turn = turns.get(key)
        return None if turn is None else _of_turn(turn, total, parts)

    def _varied(self, hits: list[Hit]) -> list[Hit]:
        """Vary the first ranks among those fetched for them."""
        pool = round(self.mmr_ranks * self.mmr_fetch_multiplier)
        words = [frozenset(terms(hit.text)) for hit in hits[:pool]]
        scores = [hit.score for hit in hits[:pool]]
        order = diversified(scores, words, self.mmr_lambda, self.mmr_ranks)
        return [hits[number] for number in order] + hits[pool:]


def _of_entry(entry: Entry, total: float, parts: Scores) -> Hit:
    return Hit(
        id=entry.id,
        scope=Scope.MEMORIES,
        text=entry.content,
        score=total,
        at=entry.valid_from or entry.recorded_at,
        scores=parts,
        entry=entry,
    )


def _of_turn(turn: Turn, total: float, parts: Scores) -> Hit:
    return Hit(
        id=turn.id,
        scope=Scope.TURNS,
        text=turn.content,
        score=total,
        at=turn.at,
        scores=parts,
        turn=turn,
    )


def _allowed(index: AgentIndex, wish: Wish) -> npt.NDArray[np.bool_]:
    """Which items may be given back; a name that is not there allows nothing."""
    chosen = wish.chosen
    memories = np.array([key[0] == MEMORY for key in index.keys])
    allowed = np.where(memories, Scope.MEMORIES in wish.scopes, Scope.TURNS in wish.scopes)
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
    if wish.as_of is not None:
        allowed &= index.recorded <= to_micros(wish.as_of)
    return np.asarray(allowed, np.bool_)


def _ranked(
    index: AgentIndex, scored: Scored, allowed: npt.NDArray[np.bool_]
) -> npt.NDArray[np.int64]:
    """The allowed rows, best first; equal ones by time."""
    rows = np.flatnonzero(allowed)
    return rows[np.lexsort((index.at[rows], -scored.total[rows]))]


def _matches(hit: Hit, chosen: SearchFilter) -> bool:
    if hit.entry is not None and chosen.kind not in {None, hit.entry.kind}:
        return False
    item = hit.turn or hit.entry
    metadata = item.metadata if item else {}
    return all(
        name in metadata and metadata[name] == value for name, value in chosen.metadata.items()
    )
