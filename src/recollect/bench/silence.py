"""How often a context stays silent, where it should and where it should not.

Histories come with questions that have nothing to do with them and questions that do; conversations in LoCoMo's
format with questions that have evidence. What is measured of a question does not depend on the bar that it has to
get over, so that every other bar is tried without asking anything again.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from recollect.bench.recall import BenchQuestion, Share, questions, share, store
from recollect.bench.rendered import rendered
from recollect.context.assemble import Assembler
from recollect.context.kept import Contexts, Receipts
from recollect.domain.hit import Standing
from recollect.domain.query import Query
from recollect.domain.receipt import Context
from recollect.domain.relevance import Answer
from recollect.errors import InvalidInput, ProviderError
from recollect.memory import Memory
from recollect.recall.pipeline import Recall
from recollect.recall.relevance import Bar, Signs, judged

# What a column counts: the share of these questions that a context shows anything for, or shows the right thing.
UNRELATED: Final = "unrelated"
ELSEWHERE: Final = "elsewhere"
OTHERS: Final = "others'"
RELATED: Final = "related"
TURN: Final = "with turn"
_CONVERSATION: Final = "c"
_TOKENS: Final = 4_000


@dataclass(frozen=True, slots=True)
class History:
    """What was said to somebody, what has nothing to do with it, and what has: each with its turn."""

    name: str
    language: str
    turns: Sequence[Mapping[str, Any]]
    unrelated: Sequence[str]
    related: Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Weighed:
    """One question: what is measured of it, and which columns it counts in if it is not met with silence.

    Where a column's value is false, the right thing would not have been shown anyway.
    """

    signs: Signs
    counts: Mapping[str, bool]


@dataclass(frozen=True, slots=True)
class Silence:
    """Everything that was asked."""

    weighed: list[Weighed] = field(default_factory=list)

    def shares(self, bar: Bar | None) -> dict[str, Share]:
        """The share of each column with a bar, or without any."""
        found: dict[str, list[bool]] = {}
        for each in self.weighed:
            shown = bar is None or judged(each.signs, bar).relevant
            for column, right in each.counts.items():
                found.setdefault(column, []).append(shown and right)
        return {column: share(values) for column, values in found.items()}


def histories(path: Path) -> list[History]:
    """The histories of a file, one in a line."""
    try:
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        return [_history(line) for line in lines]
    except OSError as broken:
        raise InvalidInput(f"{path} cannot be read: {broken.strerror}", field="silence") from None
    except (ValueError, KeyError, TypeError) as broken:
        message = f"{path} is no file of histories with questions: {type(broken).__name__}"
        raise InvalidInput(message, field="silence") from None


def _history(line: Mapping[str, Any]) -> History:
    turns = [{**turn, "id": str(number)} for number, turn in enumerate(line["turns"])]
    related = [(each["q"], int(each["turn"])) for each in line["related"]]
    return History(line["id"], line["language"], turns, line["unrelated"], related)


def measure(memory: Memory, told: Sequence[History], data: Sequence[Path] = ()) -> Silence:
    """Store histories and conversations, and ask them their own questions and those of others."""
    asked = [question for path in data for question in questions(path)]
    for path in data:
        store(memory, path)
    for history in told:
        memory.agent(history.name).ingest(_CONVERSATION, history.turns)
    if not memory.sync().ok:
        raise ProviderError("not everything could be embedded, so nothing is measured")
    bold = _never_silent(memory)
    found = Silence()
    for history in told:
        found.weighed.extend(_of_history(memory, bold, history))
    found.weighed.extend(_of_conversations(memory, bold, asked))
    samples = dict.fromkeys(question.sample for question in asked)
    for sample in samples:
        foreign = [question.text for question in asked if question.sample != sample]
        found.weighed.extend(_weighed(memory, sample, text, {OTHERS: True}) for text in foreign)
        for text in (text for history in told for text in history.unrelated):
            found.weighed.append(_weighed(memory, sample, text, {ELSEWHERE: True}))
    return found


def variants(bar: Bar) -> Iterator[tuple[str, Bar]]:
    """The bar with none, half and one and a half of each constant."""
    for part in fields(bar):
        for factor in (0, 0.5, 1.5):
            changed = {part.name: factor * getattr(bar, part.name)}
            yield f"{part.name} × {factor:g}", replace(bar, **changed)


def _of_history(memory: Memory, bold: Assembler, history: History) -> Iterator[Weighed]:
    for text in history.unrelated:
        yield _weighed(memory, history.name, text, {UNRELATED: True})
    for text, turn in history.related:
        context = _context(bold, history.name, text, _TOKENS)
        shown = str(turn) in {item.id for item in context.receipt.items}
        yield _weighed(memory, history.name, text, {RELATED: True, TURN: shown})


def _of_conversations(
    memory: Memory, bold: Assembler, asked: Sequence[BenchQuestion]
) -> Iterator[Weighed]:
    for question in asked:
        made = rendered(question, partial(_context, bold, question.sample, question.text))
        yield _weighed(memory, question.sample, question.text, made.answer.found)


def _weighed(memory: Memory, agent: str, text: str, counts: Mapping[str, bool]) -> Weighed:
    signs = memory.recall.signs(agent, Query(text=text))
    if signs is None:
        raise InvalidInput(f"nothing was stored for {agent!r:.80}", field="data")
    return Weighed(signs, counts)


def _never_silent(memory: Memory) -> Assembler:
    """Contexts that show what is nearest, however far it is."""
    search = _AlwaysRelevant(memory.recall)
    return replace(memory.assembler, search=search, receipts=Receipts(), contexts=Contexts())


def _context(assembler: Assembler, agent: str, query: str, tokens: int) -> Context:
    return assembler.context(agent, Query(text=query, tokens=tokens))


@dataclass(frozen=True, slots=True)
class _AlwaysRelevant:
    """A search that never says that a question has nothing to do with what it found."""

    recall: Recall

    def answer(self, agent: str, query: Query) -> Answer:
        return Answer(self.recall.search(agent, query))

    def standing(self, agent: str, query: Query, name: str) -> Standing | None:
        return self.recall.standing(agent, query, name)
