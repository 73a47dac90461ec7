"""What token vectors would add to a search: late interaction, without any training.

`PYTHONPATH=src:. python training/encoder/late.py DATA...` takes files in LoCoMo's format. README.md says
why this is not part of the product. A turn gets up to 16 token vectors from the same run of the
encoder that gives its vector; what each token of a question finds nearest in a turn, or a little less
in the turn before it, is added to the score of the first turns of the ranking.
"""

import random
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import numpy.typing as npt
from examples import all_examples

from benchmarks.constants import _Trial
from recollect.bench.recall import BUDGETS, questions, store
from recollect.memory import Memory
from recollect.providers.embedders import BUNDLED
from recollect.providers.runtime import BundledModel
from recollect.recall.embedding import _passages_to_embed
from recollect.recall.score import score
from recollect.recall.weights import Weights

TEXTS = 6000
TOKENS, DIMS = 16, 128
FIRST = 200
# The weight of the new part, and what the tokens of the turn before count.
VARIANTS = {"as shipped": (0.0, 0.0), "tokens": (0.6, 0.0), "tokens, turn before": (0.9, 0.7)}

Array = npt.NDArray[np.float32]


class TokenVectors:
    """Tokens as vectors: the principal directions of their states, half whitened."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._model = BundledModel(BUNDLED / "model_quantized.onnx", BUNDLED / "tokenizer.json")
        read = [self._read(text) for text in texts]
        counts = np.bincount(np.concatenate([np.unique(ids) for ids, _ in read]), minlength=30522)
        self.rarity = np.log(1 + len(texts) / (1 + counts))
        states = np.concatenate([states for _, states in read])
        self._mean = states.mean(axis=0)
        variance, directions = np.linalg.eigh(np.cov(states.T))
        variance, directions = variance[::-1][:DIMS], directions[:, ::-1][:, :DIMS]
        self._projection = directions * variance**-0.25

    def _read(self, text: str) -> tuple[npt.NDArray[np.int64], Array]:
        ids = self._model.tokenizer.encode(text)
        # Without the marks of beginning and end, unless there is nothing else.
        inner = slice(1, -1) if len(ids) > 2 else slice(None)
        return np.array(ids)[inner], self._model.run(ids, [0] * len(ids))[inner]

    def question(self, text: str) -> tuple[Array, Array]:
        """The vector of each token, and its share of the score."""
        ids, states = self._read(text)
        share = self.rarity[ids]
        return self._unit((states - self._mean) @ self._projection), share / share.sum()

    def text(self, text: str) -> Array:
        """At most 16 vectors, rounded to a byte; those of a long text are means of neighbours."""
        ids, states = self._read(text)
        vectors = self._unit((states - self._mean) @ self._projection)
        if len(ids) > TOKENS:
            starts = np.linspace(0, len(ids), TOKENS + 1).astype(int)[:-1]
            vectors = self._unit(np.add.reduceat(vectors * self.rarity[ids][:, None], starts))
        return np.asarray(np.rint(127 * vectors) / 127, np.float32)

    @staticmethod
    def _unit(vectors: Array) -> Array:
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


class Late:
    """The token vectors of one conversation."""

    def __init__(self, sample: str, trial: _Trial, vectors: TokenVectors) -> None:
        self._index = index = trial.index
        turns = trial.recall.store.turns_by_id(sample, index.keys)
        texts = [text for key in index.keys for text in _passages_to_embed(turns[key])]
        held = [vectors.text(text) for text in texts]
        self._flat = np.concatenate(held)
        self._starts = np.cumsum([0, *map(len, held)])[:-1]
        self._asked = [vectors.question(item.question.stripped) for item in trial.questions]
        self._before = np.array(index.before)

    def part(self, number: int, before: float) -> Array:
        """How near a question is to each turn, standardized."""
        asked, share = self._asked[number]
        near = np.maximum.reduceat(self._flat @ asked.T, self._starts)
        earlier = np.where(self._before[:, None] >= 0, near[self._before], -1)
        units = np.maximum(near, before * earlier) @ share if before else near @ share
        turns = np.maximum.reduceat(units, self._index.first_unit)
        return (turns - turns.mean()) / turns.std()


def found(trial: _Trial, late: Late, weight: float, before: float) -> list[list[bool]]:
    """For each question, whether any and all evidence is within each budget."""
    rows, weights = [], Weights()
    for number, item in enumerate(trial.questions):
        words, near = trial._lexical(item, weights), trial._dense(item, weights)  # noqa: SLF001
        half_life = trial.recall.half_life_days
        total = score(trial.index, item.question, words, near, weights, half_life).total
        if weight:
            part = weight * late.part(number, before)
            first = np.argsort(-total)[:FIRST]
            total[first] += part[first] - part[first].min()
        order = np.lexsort((trial.index.at, -total))
        used = np.empty(len(order), np.int64)
        used[order] = np.cumsum(trial.costs[order])
        needed = used[item.evidence]
        rows.append([end <= size for size in BUDGETS for end in (needed.min(), needed.max())])
    return rows


def main() -> None:
    """Print the shares of questions with any and all of their evidence, in percent."""
    paths = [Path(one) for one in sys.argv[1:]]
    data = all_examples(None, random.Random(1))  # noqa: S311 - a choice, no secret
    vectors = TokenVectors(random.Random(1).sample(data.texts, TEXTS))  # noqa: S311
    with (
        tempfile.TemporaryDirectory() as folder,
        Memory.open(Path(folder, "late.sqlite"), extractor="none") as memory,
        ExitStack() as stack,
    ):
        trials = {}
        for path in paths:
            store(memory, path)
            asked = questions(path)
            for sample in dict.fromkeys(one.sample for one in asked):
                index = stack.enter_context(memory.recall.indexes.acquire(sample))
                own = [one for one in asked if one.sample == sample]
                trials[sample] = _Trial.prepare(memory.recall, index, own)
        lates = [Late(sample, trial, vectors) for sample, trial in trials.items()]
        print("any and all, within", *BUDGETS)
        for name, (weight, before) in VARIANTS.items():
            rows = [
                row
                for trial, late in zip(trials.values(), lates, strict=True)
                for row in found(trial, late, weight, before)
            ]
            print(f"{name:22}", *(f"{value:5.1f}" for value in 100 * np.mean(rows, axis=0)))


if __name__ == "__main__":
    main()
