"""What each ranking constant contributes, and how well constants carry over.

The ablation searches with each constant changed. Leave-one-out: for each conversation, the constants are fitted on the others by a grid search and measured on
the one left out. Fitting ranks cached scores; measuring runs the real search.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from recollect.bench.recall import BUDGETS, Answered, BenchQuestion, ask, cost, evaluate, shares
from recollect.cli.bench import SEARCH_MEASURES, print_shares
from recollect.cli.output import note, print_json
from recollect.domain.clock import from_micros
from recollect.errors import InvalidInput
from recollect.memory import Memory
from recollect.recall.content import Content
from recollect.recall.dense import RequestEmbedder, dense
from recollect.recall.index import AgentIndex
from recollect.recall.index_arrays import Doubles, Floats
from recollect.recall.lexical import lexical
from recollect.recall.pipeline import Recall
from recollect.recall.question import Question, understand
from recollect.recall.score import score
from recollect.recall.terms import query_terms
from recollect.recall.weights import Weights

# Values to try, the starting value first. `dense` is fixed, since only the ratios of weights
# count; a constant that affects no question keeps its starting value.
GRID: Final[Mapping[str, Sequence[Any]]] = {
    "lexical": (1.0, 0.6, 0.8, 1.25),
    "window": ((), (0.5,), (0.5, 0.3), (0.5, 0.3, 0.2), (0.7, 0.5, 0.3)),
    "speaker": (0.0, 1.0, 1.5, 2.0, 3.0),
    "time": (0.0, 0.5, 1.0, 1.5, 2.0),
    "told_later": (0.0, 0.25, 0.5, 0.75),
    "session": (0.0, 0.2, 0.4, 0.6),
    "reply": (0.0, 0.25, 0.5, 0.75),
    "after_question": (0.0, 0.3, 0.6),
    "role": (0.0, 0.5, 1.0, 1.5, 2.0),
    "asking": (0.0, 0.15, 0.3, 0.5),
    "nameless": (1.0, 0.0, 0.5, 2.0),
    "recency": (0.0, 0.05, 0.1),
    "b": (0.75, 0.4, 0.6, 0.9),
}
# Maximum number of passes over the constants.
ROUNDS: Final = 3
# Minimum gain in percent for another value; less is noise.
_MIN_GAIN: Final = 0.05
# With one conversation there are no others to fit on.
_MIN_CONVERSATIONS: Final = 2

_Key = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class FoldResult:
    """One conversation left out: the constants fitted on the others, and their results on it."""

    sample: str
    chosen: Weights
    answers: list[Answered]


def leave_one_out(memory: Memory, asked: Sequence[BenchQuestion]) -> Iterator[FoldResult]:
    """The result for each conversation that `evaluate` has stored."""
    samples = list(dict.fromkeys(question.sample for question in asked))
    if len(samples) < _MIN_CONVERSATIONS:
        raise InvalidInput("leave-one-out needs at least two conversations", field="data")
    with ExitStack() as stack:
        trials = {
            sample: _Trial.prepare(
                memory.recall,
                stack.enter_context(memory.recall.indexes.acquire(sample)),
                [question for question in asked if question.sample == sample],
            )
            for sample in samples
        }
        chosen = {
            sample: choose([trials[other] for other in samples if other != sample])
            for sample in samples
        }
    for sample, weights in chosen.items():
        recall = replace(memory.recall, weights=weights)
        answers = [ask(recall, question) for question in asked if question.sample == sample]
        yield FoldResult(sample, weights, answers)


def choose(trials: Sequence["_Trial"]) -> Weights:
    """The constants that find most in these conversations, by coordinate search."""
    weights = replace(Weights(), **{name: values[0] for name, values in GRID.items()})
    best = _found(trials, weights)
    for _ in range(ROUNDS):
        before = best
        for name, values in GRID.items():
            for value in values:
                other = replace(weights, **{name: value})
                found = _found(trials, other)
                if found > best + _MIN_GAIN:
                    weights, best = other, found
        if best == before:
            break
    return weights


def _found(trials: Sequence["_Trial"], weights: Weights) -> float:
    """The mean share of any and all evidence within each budget over all questions, in percent."""
    sums = [trial.found(weights) for trial in trials]
    return 100 * sum(sums) / sum(len(trial.questions) for trial in trials)


@dataclass(frozen=True, slots=True)
class _Prepared:
    """One question with everything that does not depend on the constants, and cached scores."""

    question: Question
    terms: list[int]
    evidence: npt.NDArray[np.int64]
    lexical: dict[_Key, Doubles] = field(default_factory=dict)
    dense: dict[_Key, Floats | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Trial:
    """One conversation to fit constants on."""

    recall: Recall
    index: AgentIndex
    costs: npt.NDArray[np.int64]
    questions: list[_Prepared]
    seen: dict[Weights, float] = field(default_factory=dict)

    @classmethod
    def prepare(cls, recall: Recall, index: AgentIndex, asked: Sequence[BenchQuestion]) -> "_Trial":
        turns = recall.store.turns_by_id(asked[0].sample, index.keys)
        costs = [cost(turns[key]) for key in index.keys]
        rows = {key[1]: row for row, key in enumerate(index.keys)}
        now = from_micros(int(index.at.max()))
        prepared = []
        for item in asked:
            question = understand(item.text, index.roster, now)
            evidence = np.array([rows[name] for name in item.evidence])
            prepared.append(_Prepared(question, query_terms(question.stripped), evidence))
        return cls(recall, index, np.array(costs), prepared)

    def found(self, weights: Weights) -> float:
        """The sum of shares found over all questions, cached for each choice of constants."""
        if weights not in self.seen:
            self.seen[weights] = sum(self._found(item, weights) for item in self.questions)
        return self.seen[weights]

    def _found(self, item: _Prepared, weights: Weights) -> float:
        content = Content(self.index, self._lexical(item, weights), weights)
        meaning = self._dense(item, weights)
        if meaning is not None:
            content.add_meaning(meaning)
        half_life = self.recall.half_life_days
        total = score(self.index, item.question, content, weights, half_life).total
        order = np.lexsort((self.index.at, -total))
        used = np.empty(len(order), np.int64)
        used[order] = np.cumsum(self.costs[order])
        needed = used[item.evidence]
        hits = [bound <= budget for budget in BUDGETS for bound in (needed.min(), needed.max())]
        return float(np.mean(hits))

    def _lexical(self, item: _Prepared, weights: Weights) -> Doubles:
        key = (weights.window, weights.after_question, weights.k1, weights.b)
        if key not in item.lexical:
            item.lexical[key] = lexical(self.index, item.terms, weights)
        return item.lexical[key]

    def _dense(self, item: _Prepared, weights: Weights) -> Floats | None:
        key = (weights.nameless,)
        if key not in item.dense:
            embedder = self.recall.embedder
            vector = RequestEmbedder(embedder).question(item.question, weights)
            item.dense[key] = None if vector is None else dense(self.index, vector)
        return item.dense[key]


# Constants outside the score, with the values to try for each.
_OTHER_CONSTANTS: dict[str, tuple[Any, ...]] = {
    "candidates": (30, 90),
    "mmr_lambda": (0.5, 0.85, 1.0),
    "mmr_ranks": (0, 15, 45),
    "mmr_fetch_multiplier": (1.0, 3.0),
    "half_life_days": (15.0, 60.0),
}


def variants(recall: Recall) -> Iterator[tuple[str, Recall]]:
    """The ranking with each weight times 0, 0.5 and 1.5, and with each other constant changed."""
    for part in fields(recall.weights):
        value = getattr(recall.weights, part.name)
        for factor in (0, 0.5, 1.5):
            changed: Any = (
                tuple(factor * item for item in value)
                if isinstance(value, tuple)
                else factor * value
            )
            weights = replace(recall.weights, **{part.name: changed})
            yield f"{part.name} × {factor:g}", replace(recall, weights=weights)
    for name, values in _OTHER_CONSTANTS.items():
        for value in values:
            changed = {name: value}
            yield f"{name} = {value:g}", replace(recall, **changed)


def ablate(memory: Memory, asked: Sequence[BenchQuestion]) -> Iterator[tuple[str, list[Answered]]]:
    """The answers of each variant, over what `evaluate` has stored."""
    for name, recall in variants(memory.recall):
        yield name, [ask(recall, question) for question in asked]


def main(arguments: Sequence[str]) -> int:
    """Print the shares of evidence found with the constants as shipped and with others."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.constants", description=__doc__)
    parser.add_argument("data", nargs="+", type=Path, help="files in LoCoMo format")
    parser.add_argument("--leave-one-out", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    with (
        tempfile.TemporaryDirectory(prefix="recollect-bench-") as folder,
        Memory.open(Path(folder, "bench.sqlite"), extractor="none") as memory,
    ):
        answers = evaluate(memory, options.data)
        asked = [answer.asked for answer in answers]
        rows = {"as shipped": shares(answers)["all"]}
        if options.leave_one_out:
            left_out = []
            for fold in leave_one_out(memory, asked):
                values = (f"{name} {getattr(fold.chosen, name)}" for name in GRID)
                note(f"Without {fold.sample}: {', '.join(values)}.")
                left_out += fold.answers
            rows["left out"] = shares(left_out)["all"]
        else:
            rows |= {name: shares(found)["all"] for name, found in ablate(memory, asked)}
    if options.json:
        print_json({"shares": rows})
    else:
        print_shares("CONSTANTS", rows, SEARCH_MEASURES)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
