"""Checks the state of memory after learning a few statements, and reports failed expectations.

`python -m benchmarks.truth FILE... [--mode seed] [--extractor MODULE] [--numbers]`; a file has
one case per line, as described in tests/learning/fixture/truth/README.md. The function `extract` of
the module is judged.
`--numbers` prints no cases, for files that must stay unseen.
"""

import argparse
import importlib
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from benchmarks.bundled_models import bundled_comparison_models
from recollect.domain.entry import Entry, Status
from recollect.domain.learning import Proposal
from recollect.domain.turn import Role, Turn
from recollect.learning.compare import ComparisonModels
from recollect.learning.decide import VerifyRules
from recollect.learning.working_set import WorkingSet

Case = Mapping[str, Any]


class Extract(Protocol):
    """Extracts proposals from the turns of one conversation, from index `since` on."""

    def __call__(self, turns: Sequence[Turn], *, since: int = 0) -> Iterable[Proposal]:
        """The proposals, in order."""


def learn(
    case: Case, extraction: Extract, rules: VerifyRules, models: ComparisonModels | None = None
) -> list[Entry]:
    """The memories after learning all statements of a case one by one, in order of creation."""
    working_set = WorkingSet((), rules)
    names: dict[str, None] = {}
    conversations: dict[str, list[Turn]] = {}
    for turn in _turns(case):
        conversation = conversations.setdefault(turn.conversation, [])
        conversation.append(replace(turn, index=len(conversation)))
        for new in extraction(conversation, since=len(conversation) - 1):
            puts = working_set.apply(new, turn, models or ComparisonModels())
            names |= dict.fromkeys(put.entry.id for put in puts)
    learned = map(working_set.get, names)
    return [entry for entry in learned if entry is not None]


def status(entry: Entry, at: datetime) -> str:
    """The status of a memory at that time, in the terms of the suite."""
    if entry.status is Status.SUPERSEDED or (entry.valid_until and entry.valid_until <= at):
        return "superseded"
    return "review" if entry.status is Status.REVIEW else "active"


def judge(
    case: Case, extraction: Extract, rules: VerifyRules, models: ComparisonModels | None = None
) -> list[str]:
    """The failed expectations of a case, each as a sentence."""
    learned = learn(case, extraction, rules, models)
    at = datetime.fromisoformat(case["says"][-1]["at"])
    failed = [
        f"statement {then['of']} {then['has']}: {problem}"
        for then in case["after"]
        if (problem := _problem(then, learned, at))
    ]
    if count := case.get("count"):
        active = len(_active(count["has"], learned, at))
        if active != count["active"]:
            failed.append(f"{active} active with {count['has']}, not {count['active']}")
    return failed


def _problem(then: Mapping[str, Any], learned: Sequence[Entry], at: datetime) -> str | None:
    """Why an expectation is not met, or None."""
    own = [
        entry
        for entry in learned
        if str(then["of"]) in _sources(entry) and _within(then["has"], entry.content)
    ]
    allowed = set(then["status"])
    if not own:
        return None if "absent" in allowed else "nothing was learned"
    active = _active(then["has"], learned, at)
    merged = "merged" in allowed and len(active) == 1 and active[0] in own
    found = {status(entry, at) for entry in own}
    if not merged and not found <= allowed:
        return f"{sorted(found)}, not {sorted(allowed)}"
    return _date_problem(then, own)


def _date_problem(then: Mapping[str, Any], own: Sequence[Entry]) -> str | None:
    for name in ("valid_from", "valid_until"):
        wanted = then.get(name)
        dates = [str(getattr(entry, name)) for entry in own]
        if wanted and not any(date.startswith(tuple(wanted)) for date in dates):
            return f"{name} {dates}, not {wanted}"
    return None


def _active(words: Sequence[str], learned: Sequence[Entry], at: datetime) -> list[Entry]:
    return [
        entry
        for entry in learned
        if status(entry, at) == "active" and _within(words, entry.content)
    ]


def _sources(entry: Entry) -> set[object]:
    return {source.turn_id for source in entry.sources}


def _within(words: Sequence[str], text: str) -> bool:
    return all(word.casefold() in text.casefold() for word in words)


def _turns(case: Case) -> list[Turn]:
    return [
        Turn(
            id=str(number),
            conversation=said.get("conversation", ""),
            index=number,
            role=Role.USER,
            content=said["content"],
            at=datetime.fromisoformat(said["at"]).astimezone(UTC),
            recorded_at=datetime.fromisoformat(said["at"]).astimezone(UTC),
            tokens=0,
            speaker=said.get("speaker"),
        )
        for number, said in enumerate(case["says"])
    ]


def main(arguments: list[str]) -> int:
    """Judge the files and print the failures, or only their number."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.truth")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--mode", choices=("careful", "seed"), default="careful")
    parser.add_argument("--extractor", default="recollect.wiring.learning")
    parser.add_argument("--numbers", action="store_true")
    options = parser.parse_args(arguments)
    extract: Extract = importlib.import_module(options.extractor).extract
    rules = VerifyRules(mode=options.mode)
    problems_of = partial(
        judge, extraction=extract, rules=rules, models=bundled_comparison_models()
    )

    for file in options.files:
        cases = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        failed = {case["id"]: problems_of(case) for case in cases}
        right = sum(not problems for problems in failed.values())
        wrong = [problem for problems in failed.values() for problem in problems]
        missed = sum("nothing was learned" in problem for problem in wrong)
        print(
            f"{file.name}: {right} of {len(cases)} cases right; {len(wrong)} expectations failed,"
        )
        print(f"  {missed} of them because nothing was learned ({options.mode})")
        for name, problems in failed.items() if not options.numbers else ():
            for problem in problems:
                print(f"  {name} {problem}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
