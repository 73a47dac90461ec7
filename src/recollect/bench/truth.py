"""What is true after learning: cases of a few statements in, the expectations that failed out.

`python -m recollect.bench.truth FILE... [--mode seed] [--extractor MODULE] [--numbers]`; a file has one case a line,
in the form that tests/learning/fixture/truth/README.md describes. The module's `extract` is the one that is judged.
`--numbers` prints no case, for files nobody may look into.
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

from recollect.domain.entry import Entry, Status
from recollect.domain.learning import Proposal
from recollect.domain.turn import Role, Turn
from recollect.learning.compare import Minds
from recollect.learning.ledger import Ledger
from recollect.learning.verdict import VerifyRules
from recollect.wiring.extracting import bundled_minds

Case = Mapping[str, Any]


class Extract(Protocol):
    """What makes proposals of the turns of one conversation, those from `since` on."""

    def __call__(self, turns: Sequence[Turn], *, since: int = 0) -> Iterable[Proposal]:
        """The proposals, in order."""


def learn(
    case: Case, extraction: Extract, rules: VerifyRules, minds: Minds | None = None
) -> list[Entry]:
    """The memories, in the order in which they came, when all statements of a case were learned one by one."""
    ledger = Ledger((), rules)
    names: dict[str, None] = {}
    talks: dict[str, list[Turn]] = {}
    for turn in _turns(case):
        talk = talks.setdefault(turn.conversation, [])
        talk.append(replace(turn, index=len(talk)))
        for new in extraction(talk, since=len(talk) - 1):
            puts = ledger.believe(new, turn, minds or Minds())
            names |= dict.fromkeys(put.entry.id for put in puts)
    held = map(ledger.get, names)
    return [entry for entry in held if entry is not None]


def status(entry: Entry, at: datetime) -> str:
    """What the suite calls the status of a memory at that time."""
    if entry.status is Status.SUPERSEDED or (entry.valid_until and entry.valid_until <= at):
        return "superseded"
    return "review" if entry.status is Status.REVIEW else "active"


def judge(
    case: Case, extraction: Extract, rules: VerifyRules, minds: Minds | None = None
) -> list[str]:
    """Which expectations of a case failed, each in a sentence."""
    learned = learn(case, extraction, rules, minds)
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
    """Why an expectation is not met."""
    own = [
        one
        for one in learned
        if str(then["of"]) in _sources(one) and _within(then["has"], one.content)
    ]
    allowed = set(then["status"])
    if not own:
        return None if "absent" in allowed else "nothing was learned"
    active = _active(then["has"], learned, at)
    merged = "merged" in allowed and len(active) == 1 and active[0] in own
    found = {status(one, at) for one in own}
    if not merged and not found <= allowed:
        return f"{sorted(found)}, not {sorted(allowed)}"
    return _undated(then, own)


def _undated(then: Mapping[str, Any], own: Sequence[Entry]) -> str | None:
    for name in ("valid_from", "valid_until"):
        wanted = then.get(name)
        dates = [str(getattr(one, name)) for one in own]
        if wanted and not any(date.startswith(tuple(wanted)) for date in dates):
            return f"{name} {dates}, not {wanted}"
    return None


def _active(words: Sequence[str], learned: Sequence[Entry], at: datetime) -> list[Entry]:
    return [one for one in learned if status(one, at) == "active" and _within(words, one.content)]


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
    """Judge the files and print what failed, or only how much."""
    asked = argparse.ArgumentParser(prog="python -m recollect.bench.truth")
    asked.add_argument("files", nargs="+", type=Path)
    asked.add_argument("--mode", choices=("careful", "seed"), default="careful")
    asked.add_argument("--extractor", default="recollect.wiring.extracting")
    asked.add_argument("--numbers", action="store_true")
    options = asked.parse_args(arguments)
    extract: Extract = importlib.import_module(options.extractor).extract
    rules = VerifyRules(mode=options.mode)
    problems_of = partial(judge, extraction=extract, rules=rules, minds=bundled_minds())

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
