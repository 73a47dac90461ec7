"""How well follow-up questions are detected and rewritten to stand alone.

`python -m benchmarks.rewriting FILE...`; a file is a JSON list of questions with their history,
whether they are follow-ups, and terms that a rewriting must (`needs`) or must not (`forbids`)
contain.
"""

import argparse
import json
import re
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from recollect.cli.output import print_json, print_table
from recollect.cli.table import Column
from recollect.conversations.rewrite import rewrite
from recollect.domain.chat import ChatMessage
from recollect.domain.plain import plain
from recollect.domain.turn import Role
from recollect.errors import InvalidInput

MEASURES = ("precision", "recall", "resolved", "untouched")


@dataclass(frozen=True, slots=True)
class Question:
    """One question with its history and the expected result."""

    language: str
    part: str
    text: str
    history: tuple[ChatMessage, ...]
    follow_up: bool
    needs: tuple[tuple[str, ...], ...]
    forbids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """The result for one question."""

    question: Question
    detected: bool
    text: str

    @property
    def is_correct(self) -> bool:
        """Whether a follow-up is complete and clean, or another question is unchanged."""
        if not self.question.follow_up:
            return self.text == self.question.text
        return self.complete and self.clean

    @property
    def complete(self) -> bool:
        """Whether the text contains all needed terms."""
        return all(any(says(self.text, term) for term in group) for group in self.question.needs)

    @property
    def clean(self) -> bool:
        """Whether the text contains no forbidden terms."""
        return not any(says(self.text, term) for term in self.question.forbids)


@dataclass(frozen=True, slots=True)
class Score:
    """The shares over some questions; a share of nothing is None."""

    count: int
    precision: float | None
    recall: float | None
    f1: float | None
    complete: float | None
    clean: float | None
    resolved: float | None
    untouched: float | None


def says(text: str, term: str) -> bool:
    """Whether a text contains the term as whole words, in any case."""
    return re.search(rf"(?<!\w){re.escape(term)}(?!\w)", text, re.IGNORECASE) is not None


def questions(path: Path) -> list[Question]:
    """The questions of a file."""
    try:
        return [_question(item) for item in json.loads(path.read_text("utf-8"))]
    except (OSError, ValueError, KeyError, TypeError) as broken:
        message = f"{path} is not a file of follow-up questions: {type(broken).__name__}"
        raise InvalidInput(message, field="data") from None


def _question(item: dict[str, Any]) -> Question:
    return Question(
        language=item["language"],
        part=item["part"],
        text=item["question"],
        history=tuple(ChatMessage(Role(turn["role"]), turn["content"]) for turn in item["history"]),
        follow_up=item["follow_up"],
        needs=tuple(tuple(group) for group in item["needs"]),
        forbids=tuple(item["forbids"]),
    )


def judge(question: Question) -> Judged:
    """Rewrite one question without a model."""
    result = rewrite(question.text, question.history)
    return Judged(question, bool(result.follow_up), result.text)


def score(judged: Sequence[Judged]) -> Score:
    """The shares over some results."""
    follow_ups = [one for one in judged if one.question.follow_up]
    others = [one for one in judged if not one.question.follow_up]
    detected = [one for one in judged if one.detected]
    hits = sum(one.detected for one in follow_ups)
    return Score(
        count=len(judged),
        precision=_share(hits, len(detected)),
        recall=_share(hits, len(follow_ups)),
        f1=_share(2 * hits, len(detected) + len(follow_ups)),
        complete=_share(sum(one.complete for one in follow_ups), len(follow_ups)),
        clean=_share(sum(one.clean for one in follow_ups), len(follow_ups)),
        resolved=_share(sum(one.is_correct for one in follow_ups), len(follow_ups)),
        untouched=_share(sum(one.is_correct for one in others), len(others)),
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def scores(judged: Sequence[Judged]) -> dict[tuple[str, str], Score]:
    """The shares by part and language, with “all” for every language together."""
    groups: dict[tuple[str, str], list[Judged]] = defaultdict(list)
    for one in judged:
        groups[one.question.part, one.question.language].append(one)
        groups[one.question.part, "all"].append(one)
    return {key: score(groups[key]) for key in sorted(groups)}


def main(arguments: Sequence[str]) -> int:
    """Judge the questions of the files and print the shares."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rewriting")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    found = scores([judge(question) for path in options.files for question in questions(path)])
    if options.json:
        print_json(
            [
                {"part": part, "language": language, **plain(score)}
                for (part, language), score in found.items()
            ]
        )
        return 0
    columns = (Column("PART"), Column("LANGUAGE"), Column("QUESTIONS", right=True))
    shares = tuple(Column(name.upper(), right=True) for name in MEASURES)
    rows = [
        (part, language, str(score.count), *(_percent(getattr(score, name)) for name in MEASURES))
        for (part, language), score in found.items()
    ]
    print_table(columns + shares, rows)
    return 0


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
