"""Evidence recall of searches on LoCoMo-format data, by budget and category."""

import json
import math
import statistics
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from recollect.domain.hit import Hit, Scope
from recollect.domain.query import Query
from recollect.domain.turn import Turn
from recollect.errors import InvalidInput, ProviderError
from recollect.importers import Format, ImportSource, detect_file
from recollect.memory import Memory
from recollect.recall.pipeline import Recall

RANKS = (5, 10, 20, 30)
BUDGETS = (1_000, 3_000)
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
# Questions that the conversation does not answer.
ADVERSARIAL = 5
# Deep enough that the largest budget is used up before the list ends.
DEPTH = 250


@dataclass(frozen=True, slots=True)
class BenchQuestion:
    """One question with the turns that contain its answer, and the answer if it has one."""

    sample: str
    text: str
    evidence: frozenset[str]
    category: int
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Answered:
    """Whether a question found its evidence, by measure ("any@1k", "all@10", ...)."""

    asked: BenchQuestion
    found: dict[str, bool]
    seconds: float


def questions(path: Path) -> list[BenchQuestion]:
    """The questions of a file that have evidence, without category 5."""
    every = every_question(path)
    return [asked for asked in every if asked.evidence and asked.category in CATEGORIES]


def every_question(path: Path) -> list[BenchQuestion]:
    """All questions of a file."""
    try:
        samples = json.loads(path.read_text("utf-8"))
        return [item for sample in samples for item in _of_sample(sample)]
    except OSError as broken:
        raise InvalidInput(f"{path} cannot be read: {broken.strerror}", field="data") from None
    except (ValueError, KeyError, TypeError, AttributeError) as broken:
        message = f"{path} is not LoCoMo-format data with questions: {type(broken).__name__}"
        raise InvalidInput(message, field="data") from None


def _of_sample(sample: dict[str, Any]) -> Iterable[BenchQuestion]:
    turns = {
        turn["dia_id"]
        for name, session in sample["conversation"].items()
        if name.startswith("session_") and isinstance(session, list)
        for turn in session
    }
    for item in sample["qa"]:
        named = {name for text in item.get("evidence", ()) for name in named_turns(text)}
        evidence, answer = frozenset(named & turns), item.get("answer")
        yield BenchQuestion(
            sample["sample_id"],
            item["question"],
            evidence,
            item["category"],
            "" if answer is None else str(answer),
        )


def named_turns(text: str) -> list[str]:
    """The turn ids in an evidence field; some have several ids or leading zeros."""
    parts = text.replace(";", " ").replace(",", " ").split()
    split = [part.removeprefix("D").split(":") for part in parts if part.startswith("D")]
    pairs = [pair for pair in split if len(pair) == 2 and all(n.isdigit() for n in pair)]  # noqa: PLR2004
    return [f"D{int(session)}:{int(turn)}" for session, turn in pairs]


def store(memory: Memory, path: Path) -> None:
    """Store the conversations of a file and wait until they are embedded."""
    for each in detect_file(ImportSource(path), Format.LOCOMO).conversations():
        memory.agent(each.agent or "bench").ingest(each.conversation, each.turns)
    if not memory.sync().ok:
        raise ProviderError("some turns could not be embedded, so nothing was measured")


def ask(recall: Recall, asked: BenchQuestion) -> Answered:
    """Search for one question and look for its evidence."""
    scopes = frozenset({Scope.TURNS})
    query = Query(text=asked.text, limit=DEPTH, scopes=scopes)
    start = time.perf_counter()
    hits = recall.search(asked.sample, query)
    if hits.warning:
        raise ProviderError(hits.warning)
    return Answered(asked, _found(hits, asked.evidence), time.perf_counter() - start)


def _found(hits: Sequence[Hit], evidence: frozenset[str]) -> dict[str, bool]:
    found: dict[str, bool] = {}
    for rank in RANKS:
        found |= shares_of(f"@{rank}", {hit.id for hit in hits[:rank]}, evidence)
    for budget in BUDGETS:
        found |= shares_of(f"@{budget // 1000}k", within(hits, budget), evidence)
    return found


def shares_of(place: str, ids: set[str], evidence: frozenset[str]) -> dict[str, bool]:
    """Whether any and whether all of the evidence is among these ids."""
    return {f"any{place}": bool(ids & evidence), f"all{place}": evidence <= ids}


def within(hits: Sequence[Hit], budget: int) -> set[str]:
    """The ids of the first hits that fit a token budget."""
    taken, used = set(), 0
    for hit in hits:
        used += tokens(hit)
        if used > budget:
            break
        taken.add(hit.id)
    return taken


def tokens(hit: Hit) -> int:
    """The tokens of a hit when it is shown with its date and speaker."""
    if hit.turn is not None:
        return cost(hit.turn)
    return math.ceil(len(f"[{hit.at:%d %B %Y}] : {hit.text}") / 4)


def cost(turn: Turn) -> int:
    """The tokens of a turn when it is shown with its date and speaker."""
    return math.ceil(len(line_of(turn)) / 4)


def line_of(turn: Turn) -> str:
    """A turn with its date and speaker."""
    return f"[{turn.at:%d %B %Y}] {turn.speaker or turn.role}: {turn.content}"


@dataclass(frozen=True, slots=True)
class Share:
    """A share in percent with its standard error."""

    percent: float
    error: float
    count: int


def shares(answers: Sequence[Answered]) -> dict[str, dict[str, Share]]:
    """Each measure, over all questions and by category."""
    groups: dict[str, list[Answered]] = defaultdict(list)
    for answer in answers:
        groups["all"].append(answer)
        groups[CATEGORIES[answer.asked.category]].append(answer)
    return {
        name: {measure: share([a.found[measure] for a in group]) for measure in group[0].found}
        for name, group in groups.items()
    }


def share(found: Sequence[bool]) -> Share:
    """The share of true values in percent, with its standard error."""
    mean = statistics.fmean(found)
    return Share(100 * mean, 100 * math.sqrt(mean * (1 - mean) / len(found)), len(found))


def evaluate(memory: Memory, paths: Sequence[Path]) -> list[Answered]:
    """Store every file and ask all its questions."""
    answers = []
    for path in paths:
        # Read the questions first, so that a file without any fails before hours of embedding.
        wanted = questions(path)
        store(memory, path)
        answers += [ask(memory.recall, asked) for asked in wanted]
    if not answers:
        raise InvalidInput("the data contains no question with evidence", field="data")
    return answers
