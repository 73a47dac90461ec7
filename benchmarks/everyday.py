"""Everyday questions of one person: does a small context contain the answer, and how early?

`python -m benchmarks.everyday FILE...`; tests/context/fixture/everyday.md describes the files. The
history is replayed in the order of time, so that a question only sees what was said before it.
"""

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from recollect.budget.counters import by_characters
from recollect.cli.output import print_json, say
from recollect.domain.receipt import Section
from recollect.memory import Memory
from recollect.settings import load
from recollect.testing import FixedClock
from recollect.wiring import build

EARLY_TOKENS = 200
# Sections that do not depend on the question.
FIXED = {Section.OVERRIDES, Section.PROFILE}


@dataclass(frozen=True, slots=True)
class Answered:
    """One question and the context shown for it."""

    id: str
    kind: str
    question: str
    missing: tuple[str, ...]
    early: bool
    misled: bool
    tokens: int
    text: str


@dataclass(frozen=True, slots=True)
class Unrelated:
    """An unrelated question: the size of its context, and whether a line depends on it."""

    question: str
    tokens: int
    shows: bool


def replay(path: Path, tokens: int) -> tuple[list[Answered], list[Unrelated]]:
    """Store the history of a file step by step, and ask each question at its time."""
    data = json.loads(path.read_text("utf-8"))
    clock = FixedClock(_moment(data["turns"][0]["at"]))
    with tempfile.TemporaryDirectory(prefix="recollect-bench-") as folder:
        components = build(load(), Path(folder, "bench.sqlite"), clock=clock)
        with Memory(components, background=False) as memory:
            turns, answered = iter(data["turns"]), []
            upcoming = next(turns, None)
            for question in sorted(data["questions"], key=lambda item: _moment(item["asked_at"])):
                while upcoming and _moment(upcoming["at"]) <= _moment(question["asked_at"]):
                    _remember(memory, upcoming, clock)
                    upcoming = next(turns, None)
                _move(clock, _moment(question["asked_at"]))
                memory.sync()
                answered.append(_ask(memory, question, tokens))
            unrelated = [_unrelated(memory, text, tokens) for text in data["unrelated"]]
    return answered, unrelated


def _remember(memory: Memory, turn: dict[str, Any], clock: FixedClock) -> None:
    _move(clock, _moment(turn["at"]))
    memory.agent("a").remember(
        turn["content"], role=turn["role"], conversation=turn["conversation"], at=turn["at"]
    )


def _move(clock: FixedClock, moment: datetime) -> None:
    clock.advance(max(0, (moment - clock.now()).total_seconds()))


def _ask(memory: Memory, question: dict[str, Any], tokens: int) -> Answered:
    context = memory.agent("a").context(question["text"], tokens=tokens)
    text = context.text.casefold()
    missing = [
        group[0] for group in question["needs"] if not any(s.casefold() in text for s in group)
    ]
    needed = [s.casefold() for group in question["needs"] for s in group]
    first_needed = min((text.find(s) for s in needed if s in text), default=len(text))
    wrong = [text.find(s.casefold()) for s in question["forbids"] if s.casefold() in text]
    before = by_characters(context.text[:first_needed])
    return Answered(
        id=question["id"],
        kind=question["kind"],
        question=question["text"],
        missing=tuple(missing),
        early=not missing and before <= EARLY_TOKENS,
        misled=bool(wrong) and min(wrong) < first_needed,
        tokens=context.tokens,
        text=context.text,
    )


def _unrelated(memory: Memory, text: str, tokens: int) -> Unrelated:
    context = memory.agent("a").context(text, tokens=tokens)
    shows = any(item.section not in FIXED for item in context.receipt.items)
    return Unrelated(text, context.tokens, shows)


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def main(arguments: Sequence[str]) -> int:
    """Print the share of questions answered, by kind with --verbose."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.everyday", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--tokens", type=int, default=400)
    parser.add_argument("--verbose", action="store_true", help="list the questions not answered")
    parser.add_argument("--json", action="store_true", help="print every context")
    options = parser.parse_args(arguments)
    for path in options.files:
        answered, unrelated = replay(path, options.tokens)
        if options.json:
            print_json({"answered": answered, "unrelated": unrelated})
            continue
        full = [item for item in answered if not item.missing]
        early = sum(item.early for item in answered)
        misled = sum(item.misled for item in answered)
        shown = sum(item.shows for item in unrelated)
        size = statistics.fmean(item.tokens for item in answered)
        silent_size = statistics.fmean(item.tokens for item in unrelated)
        say(f"{path.name}: {len(full)} of {len(answered)} answered, {early} of them early;")
        say(f"  {misled} show an outdated answer first; {size:.0f} tokens on average")
        say(f"  unrelated: {shown} of {len(unrelated)} show something, {silent_size:.0f} tokens")
        for item in answered if options.verbose else ():
            if item.missing or item.misled:
                problem = f"missing {', '.join(item.missing)}" if item.missing else "misled"
                say(f"  {item.id} {item.kind}: {item.question} [{problem}]")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
