"""How often a context is empty for unrelated questions, and wrongly for related ones.

Histories come with unrelated and related questions; LoCoMo-format conversations with questions
that have evidence. The signals of a question do not depend on the threshold, so every threshold can
be tried without searching again.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from recollect.bench.context_evidence import measure_contexts, source_turns
from recollect.bench.recall import BenchQuestion, Share, questions, share, store
from recollect.cli.bench import print_shares
from recollect.cli.output import print_json, say
from recollect.context.assemble import Assembler, context_cache
from recollect.context.caches import ReceiptCache
from recollect.domain.hit import Answer, RankPosition
from recollect.domain.query import Query
from recollect.domain.receipt import Context
from recollect.errors import InvalidInput, ProviderError
from recollect.memory import Memory
from recollect.recall.pipeline import Recall
from recollect.recall.relevance import Bar, Signals, judge_relevance

# Columns: the share of these questions with a non-empty context, or with the right turn in it.
UNRELATED: Final = "unrelated"
ELSEWHERE: Final = "elsewhere"
OTHERS: Final = "others'"
RELATED: Final = "related"
TURN: Final = "with turn"
_CONVERSATION: Final = "c"
_TOKENS: Final = 4_000


@dataclass(frozen=True, slots=True)
class History:
    """A conversation with unrelated questions, and related ones with their turns."""

    name: str
    language: str
    turns: Sequence[Mapping[str, Any]]
    unrelated: Sequence[str]
    related: Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class MeasuredQuestion:
    """One question: its signals, and the columns it counts in if its context is not empty.

    A false value means that the right turn would not have been shown in any case.
    """

    signs: Signals
    counts: Mapping[str, bool]


@dataclass(frozen=True, slots=True)
class Silence:
    """All measured questions."""

    measured: list[MeasuredQuestion] = field(default_factory=list)

    def shares(self, bar: Bar | None) -> dict[str, Share]:
        """The share of each column with a threshold, or with none."""
        found: dict[str, list[bool]] = {}
        for question in self.measured:
            shown = bar is None or judge_relevance(question.signs, bar).relevant
            for column, right in question.counts.items():
                found.setdefault(column, []).append(shown and right)
        return {column: share(values) for column, values in found.items()}


def histories(path: Path) -> list[History]:
    """The histories of a file, one per line."""
    try:
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        return [_history(line) for line in lines]
    except OSError as broken:
        raise InvalidInput(f"{path} cannot be read: {broken.strerror}", field="silence") from None
    except (ValueError, KeyError, TypeError) as broken:
        message = f"{path} is not a file of histories with questions: {type(broken).__name__}"
        raise InvalidInput(message, field="silence") from None


def _history(line: Mapping[str, Any]) -> History:
    turns = [{**turn, "id": str(number)} for number, turn in enumerate(line["turns"])]
    related = [(each["q"], int(each["turn"])) for each in line["related"]]
    return History(line["id"], line["language"], turns, line["unrelated"], related)


def measure(memory: Memory, given: Sequence[History], data: Sequence[Path] = ()) -> Silence:
    """Store histories and conversations, and search each for its own and for others' questions."""
    asked = [question for path in data for question in questions(path)]
    for path in data:
        store(memory, path)
    for history in given:
        memory.agent(history.name).ingest(_CONVERSATION, history.turns)
    if not memory.sync().ok:
        raise ProviderError("some turns could not be embedded, so nothing was measured")
    never_silent = _never_silent_assembler(memory)
    found = Silence()
    for history in given:
        found.measured.extend(_of_history(memory, never_silent, history))
    found.measured.extend(_of_conversations(memory, never_silent, asked))
    samples = dict.fromkeys(question.sample for question in asked)
    for sample in samples:
        foreign = [question.text for question in asked if question.sample != sample]
        found.measured.extend(_measured(memory, sample, text, {OTHERS: True}) for text in foreign)
        for text in (text for history in given for text in history.unrelated):
            found.measured.append(_measured(memory, sample, text, {ELSEWHERE: True}))
    return found


def variants(bar: Bar) -> Iterator[tuple[str, Bar]]:
    """The thresholds with each constant times 0, 0.5 and 1.5."""
    for part in fields(bar):
        for factor in (0, 0.5, 1.5):
            changed = {part.name: factor * getattr(bar, part.name)}
            yield f"{part.name} × {factor:g}", replace(bar, **changed)


def _of_history(
    memory: Memory, never_silent: Assembler, history: History
) -> Iterator[MeasuredQuestion]:
    for text in history.unrelated:
        yield _measured(memory, history.name, text, {UNRELATED: True})
    sources = source_turns(memory, history.name)
    for text, turn in history.related:
        items = _context(never_silent, history.name, text, _TOKENS).receipt.items
        shown = any(str(turn) in {item.id, *sources.get(item.id, ())} for item in items)
        yield _measured(memory, history.name, text, {RELATED: True, TURN: shown})


def _of_conversations(
    memory: Memory, never_silent: Assembler, asked: Sequence[BenchQuestion]
) -> Iterator[MeasuredQuestion]:
    sources = cache(partial(source_turns, memory))
    for question in asked:
        contexts = measure_contexts(
            question,
            partial(_context, never_silent, question.sample, question.text),
            sources(question.sample),
        )
        yield _measured(memory, question.sample, question.text, contexts.told.found)


def _measured(
    memory: Memory, agent: str, text: str, counts: Mapping[str, bool]
) -> MeasuredQuestion:
    signs = memory.recall.signals(agent, Query(text=text))
    if signs is None:
        raise InvalidInput(f"nothing was stored for {agent!r:.80}", field="data")
    return MeasuredQuestion(signs, counts)


def _never_silent_assembler(memory: Memory) -> Assembler:
    """An assembler that always shows the nearest results."""
    search = _AlwaysRelevant(memory.recall)
    return replace(
        memory.assembler, search=search, receipts=ReceiptCache(), contexts=context_cache()
    )


def _context(assembler: Assembler, agent: str, query: str, tokens: int) -> Context:
    return assembler.context(agent, Query(text=query, tokens=tokens))


@dataclass(frozen=True, slots=True)
class _AlwaysRelevant:
    """A search that treats every question as relevant."""

    recall: Recall

    def answer(self, agent: str, query: Query) -> Answer:
        return Answer(self.recall.search(agent, query))

    def rank_of(self, agent: str, query: Query, name: str) -> RankPosition | None:
        return self.recall.rank_of(agent, query, name)


def main(arguments: Sequence[str]) -> int:
    """Print how often a context shows something, by kind of question."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.silence", description=__doc__)
    parser.add_argument("histories", nargs="+", type=Path)
    parser.add_argument(
        "--data", action="extend", nargs="+", type=Path, default=[], metavar="LOCOMO_FILE"
    )
    parser.add_argument("--learned", action="store_true", help="also show learned memories")
    parser.add_argument("--ablate", action="store_true", help="try other thresholds")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    extractor = "built_in" if options.learned else "none"
    given = [history for path in options.histories for history in histories(path)]
    with (
        tempfile.TemporaryDirectory(prefix="recollect-bench-") as folder,
        Memory.open(Path(folder, "bench.sqlite"), extractor=extractor) as memory,
    ):
        found = measure(memory, given, options.data)
        threshold = memory.recall.bar
    rows = {"as shipped": found.shares(threshold), "never silent": found.shares(None)}
    if options.ablate:
        rows |= {name: found.shares(other) for name, other in variants(threshold)}
    if options.json:
        print_json({"shares": rows})
        return 0
    print_shares("SHOWN", rows, tuple(rows["as shipped"]))
    say()
    say("unrelated, elsewhere and others' should be 0: questions unrelated to the history or to a")
    say("conversation of --data, or that belong to another conversation.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
