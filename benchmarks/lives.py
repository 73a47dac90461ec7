"""Messages of a year: are changes noticed, and unchanged facts left alone?

`python -m benchmarks.lives FILE...`; tests/learning/fixture/lives/README.md describes the files.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from benchmarks.bundled_models import bundled_comparison_models
from recollect.domain.entry import Entry, Status
from recollect.domain.turn import Role, Turn
from recollect.learning.compare import ComparisonModels
from recollect.learning.decide import VerifyRules
from recollect.learning.working_set import WorkingSet
from recollect.wiring.learning import extract

_LIFE: Final = re.compile(r"^=== .*$", re.MULTILINE)
_LINE: Final = re.compile(
    r"(?P<day>\d{4}-\d\d-\d\d) \| (?:(?P<mark>[!~])(?P<of>\d+(?:,\d+)*) )?(?P<said>.+)"
)


@dataclass(frozen=True, slots=True)
class Message:
    """A message, and the earlier ones that it makes (`!`) or may make (`~`) obsolete."""

    at: datetime
    said: str
    mark: str
    of: frozenset[int]


@dataclass(frozen=True, slots=True)
class LifeResult:
    """Counts for one life: messages, changes, detected changes and false alarms."""

    messages: int
    memories: int
    changes: int
    ended: int
    corrected_in_part: int
    asked: int
    wrongly_ended: int
    wrongly_corrected_in_part: int
    wrongly_asked: int


def lives(text: str) -> Iterator[list[Message]]:
    """The lives in a text, each as the messages of one person in order."""
    for life in _LIFE.split(text)[1:]:
        lines = (_LINE.fullmatch(line.strip()) for line in life.splitlines())
        yield [
            Message(
                datetime.fromisoformat(line["day"]).replace(hour=10, tzinfo=UTC),
                line["said"],
                line["mark"] or "",
                frozenset(int(number) - 1 for number in (line["of"] or "").split(",") if number),
            )
            for line in lines
            if line
        ]


def replay(life: Sequence[Message], models: ComparisonModels) -> LifeResult:
    """The result of learning from one life, message by message."""
    working_set = WorkingSet((), VerifyRules())
    known: dict[str, Entry] = {}
    counts: Counter[str] = Counter()
    for number, message in enumerate(life):
        turn = turn_of(number, message)
        before = dict(known)
        for proposal in extract([turn]):
            for put in working_set.apply(proposal, turn, models):
                known[put.entry.id] = put.entry
        corrected = {
            old for name, new in known.items() if name not in before for old in new.corrects
        }
        changes = [
            (_change(old, known[name], corrected), _source_turns(old))
            for name, old in before.items()
        ]
        counts.update(change for change, sources in changes if not message.of & sources)
        if message.mark == "!":
            due = {change for change, sources in changes if message.of & sources}
            counts["changes"] += 1
            counts["seen to end"] += "ended" in due
            counts["seen to correct"] += "corrected" in due and "ended" not in due
            counts["seen to doubt"] += "asked" in due and due.isdisjoint({"ended", "corrected"})
    return LifeResult(
        messages=len(life),
        memories=len(known),
        changes=counts["changes"],
        ended=counts["seen to end"],
        corrected_in_part=counts["seen to correct"],
        asked=counts["seen to doubt"],
        wrongly_ended=counts["ended"],
        wrongly_corrected_in_part=counts["corrected"],
        wrongly_asked=counts["asked"],
    )


def _change(old: Entry, now: Entry, corrected: set[str]) -> str:
    if now.status is Status.SUPERSEDED and old.status is not Status.SUPERSEDED:
        return "ended"
    if old.id in corrected:
        return "corrected"
    return "asked" if now.status is Status.REVIEW and old.status is Status.ACTIVE else ""


def _source_turns(entry: Entry) -> set[int]:
    return {int(source.turn_id) for source in entry.sources}


def turn_of(number: int, message: Message) -> Turn:
    """The message as the only turn of a conversation."""
    return Turn(
        id=str(number),
        conversation=str(number),
        index=0,
        role=Role.USER,
        content=message.said,
        at=message.at,
        recorded_at=message.at,
        tokens=0,
    )


def main(files: Sequence[str]) -> int:
    """Print the totals over the lives in some files, with the bundled models."""
    every = [life for file in files for life in lives(Path(file).read_text(encoding="utf-8"))]
    results = [replay(life, bundled_comparison_models()) for life in every]
    total = {
        field: sum(getattr(result, field) for result in results)
        for field in LifeResult.__dataclass_fields__
    }
    print(f"{len(every)} lives: " + ", ".join(f"{v} {k}" for k, v in total.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
