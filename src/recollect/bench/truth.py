"""What is true after learning: cases of a few statements in, the expectations that failed out.

`python -m recollect.bench.truth FILE... [--mode seed] [--extractor MODULE] [--numbers]`; a file has one case a line,
in the form that tests/learn/fixture/truth/README.md describes. The module's `extract` is the one that is judged.
`--numbers` prints no case, for files nobody may look into.
"""

import argparse
import importlib
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from recollect.learn.lifecycle import reinforce
from recollect.learn.traits import traits
from recollect.learn.verdict import (
    Duplicate,
    NeedsReview,
    New,
    Refused,
    Supersedes,
    Verdict,
    VerifyRules,
)
from recollect.learn.verify import verify
from recollect.model.entry import Entry, NewEntry, Source, Status, default_priority
from recollect.model.learning import Proposal
from recollect.model.turn import Role, Turn
from recollect.providers.noticer import bundled_noticer

Verify = Callable[[Proposal, Sequence[Entry], datetime], Verdict]
Case = Mapping[str, Any]


class Extract(Protocol):
    """What makes proposals of the turns of one conversation, those from `since` on."""

    def __call__(self, turns: Sequence[Turn], *, since: int = 0) -> Iterable[Proposal]:
        """The proposals, in order."""


@dataclass(slots=True)
class Learned:
    """The memories of one case as they come and go, and the pairs that wait for a person."""

    entries: dict[str, Entry] = field(default_factory=dict)
    pairs: list[tuple[str, str]] = field(default_factory=list)

    def shown(self) -> list[Entry]:
        """What a new proposal is compared with."""
        return [one for one in self.entries.values() if one.status is not Status.SUPERSEDED]

    def take(self, new: Proposal, turn: Turn, verdict: Verdict) -> None:
        """Do what the verdict says."""
        match verdict:
            case Refused():
                return
            case New(past=past):
                self._add(new, turn, past)
            case Duplicate(of=of, fuller=fuller, ends=ends):
                again = reinforce(of, _statement(new, turn), turn.at, content=fuller)
                self.entries[of.id] = again
                self._end(ends, of.id)
            case Supersedes(of=over, beside=beside):
                name = self._add(new, turn)
                self._end(over, name)
                self.pairs += [(name, one.id) for one in beside]
            case NeedsReview(beside=beside):
                name = self._add(new, turn)
                self.pairs += [(name, one.id) for one in beside]

    def status(self, entry: Entry, at: datetime) -> str:
        """What the suite calls its status at that time."""
        if entry.status is Status.SUPERSEDED or (entry.valid_until and entry.valid_until <= at):
            return "superseded"
        waiting = any(entry.id in pair and self._open(pair) for pair in self.pairs)
        return "review" if waiting else "active"

    def _open(self, pair: tuple[str, str]) -> bool:
        return all(self.entries[name].status is not Status.SUPERSEDED for name in pair)

    def _add(self, new: Proposal, turn: Turn, past: Entry | None = None) -> str:
        name = str(len(self.entries))
        known = _statement(new, turn)
        made = Entry(
            **{one: getattr(known, one) for one in NewEntry.__slots__},
            id=name,
            version=1,
            recorded_at=turn.at,
            changed_at=turn.at,
        )
        self.entries[name] = replace(made, status=Status.SUPERSEDED) if past else made
        return name

    def _end(self, over: Iterable[Entry], by: str) -> None:
        for one in over:
            ended = replace(one, status=Status.SUPERSEDED, superseded_by=by)
            self.entries[one.id] = ended


def learn(case: Case, extraction: Extract, verification: Verify) -> Learned:
    """What is remembered when all statements of a case were learned one by one."""
    learned = Learned()
    talks: dict[str, list[Turn]] = {}
    for turn in _turns(case):
        talk = talks.setdefault(turn.conversation, [])
        talk.append(replace(turn, index=len(talk)))
        for new in extraction(talk, since=len(talk) - 1):
            learned.take(new, turn, verification(new, learned.shown(), turn.at))
    return learned


def judge(case: Case, extraction: Extract, verification: Verify) -> list[str]:
    """Which expectations of a case failed, each in a sentence."""
    learned = learn(case, extraction, verification)
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


def _problem(then: Mapping[str, Any], learned: Learned, at: datetime) -> str | None:
    """Why an expectation is not met."""
    own = [
        one
        for one in learned.entries.values()
        if str(then["of"]) in _sources(one) and _within(then["has"], one.content)
    ]
    allowed = set(then["status"])
    if not own:
        return None if "absent" in allowed else "nothing was learned"
    active = _active(then["has"], learned, at)
    merged = "merged" in allowed and len(active) == 1 and active[0] in own
    found = {learned.status(one, at) for one in own}
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


def _active(words: Sequence[str], learned: Learned, at: datetime) -> list[Entry]:
    return [
        one
        for one in learned.entries.values()
        if learned.status(one, at) == "active" and _within(words, one.content)
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


def _statement(new: Proposal, turn: Turn) -> NewEntry:
    source = Source(
        conversation=turn.conversation,
        turn_id=new.turn_id,
        start=new.start,
        end=new.end,
        quote=new.quote,
    )
    return NewEntry(
        kind=new.kind,
        content=new.content,
        subject=new.subject,
        key=new.key,
        confidence=new.confidence,
        priority=default_priority(new.kind),
        tags=new.tags,
        metadata=traits(new, turn.at),
        valid_from=new.valid_from,
        valid_until=new.valid_until,
        origin=new.origin,
        source=source,
    )


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
    comparer = bundled_noticer()

    def compare(new: Proposal, known: Sequence[Entry], at: datetime) -> Verdict:
        return verify(new, known, at=at, rules=rules, comparer=comparer)

    for file in options.files:
        cases = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        failed = {case["id"]: judge(case, extract, compare) for case in cases}
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
