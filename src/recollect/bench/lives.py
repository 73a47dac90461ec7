"""What is remembered of people who write for a year: is what changed noticed, and what did not change left alone?

`python -m recollect.bench.lives FILE...`; a file has lives as tests/learning/fixture/lives/README.md describes them.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from recollect.domain.entry import Entry, Status
from recollect.domain.turn import Role, Turn
from recollect.learning.compare import Minds
from recollect.learning.ledger import Ledger
from recollect.learning.verdict import VerifyRules
from recollect.wiring.extracting import bundled_minds, extract

_LIFE: Final = re.compile(r"^=== .*$", re.MULTILINE)
_LINE: Final = re.compile(
    r"(?P<day>\d{4}-\d\d-\d\d) \| (?:(?P<mark>[!~])(?P<of>\d+(?:,\d+)*) )?(?P<said>.+)"
)


@dataclass(frozen=True, slots=True)
class Message:
    """What somebody wrote, and which of their earlier messages it ends (`!`), or may end (`~`)."""

    at: datetime
    said: str
    mark: str
    of: frozenset[int]


@dataclass(frozen=True, slots=True)
class Seen:
    """How many messages there were and how many change something; what was made of those, and what was wrong."""

    messages: int
    memories: int
    changes: int
    ended: int
    asked: int
    wrongly_ended: int
    wrongly_asked: int


def lives(text: str) -> Iterator[list[Message]]:
    """The lives of a file, each the messages of one person in order."""
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


def lived(life: Sequence[Message], minds: Minds) -> Seen:
    """What becomes of one life, message by message."""
    ledger = Ledger((), VerifyRules())
    known: dict[str, Entry] = {}
    counts: Counter[str] = Counter()
    for number, message in enumerate(life):
        turn = turn_of(number, message)
        before = dict(known)
        for proposal in extract([turn]):
            for put in ledger.believe(proposal, turn, minds):
                known[put.entry.id] = put.entry
        became = [(_became(old, known[name]), _told_in(old)) for name, old in before.items()]
        counts.update(how for how, told in became if not message.of & told)
        if message.mark == "!":
            due = {how for how, told in became if message.of & told}
            counts["changes"] += 1
            counts["seen to end"] += "ended" in due
            counts["seen to doubt"] += "asked" in due and "ended" not in due
    return Seen(
        messages=len(life),
        memories=len(known),
        changes=counts["changes"],
        ended=counts["seen to end"],
        asked=counts["seen to doubt"],
        wrongly_ended=counts["ended"],
        wrongly_asked=counts["asked"],
    )


def _became(old: Entry, now: Entry) -> str:
    if now.status is Status.SUPERSEDED and old.status is not Status.SUPERSEDED:
        return "ended"
    return "asked" if now.status is Status.REVIEW and old.status is Status.ACTIVE else ""


def _told_in(entry: Entry) -> set[int]:
    return {int(source.turn_id) for source in entry.sources}


def turn_of(number: int, message: Message) -> Turn:
    """A message as a turn of a conversation of its own."""
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
    """Print what is seen of the lives in some files, with the shipped models."""
    every = [life for file in files for life in lives(Path(file).read_text(encoding="utf-8"))]
    seen = [lived(life, bundled_minds()) for life in every]
    total = {field: sum(getattr(one, field) for one in seen) for field in Seen.__dataclass_fields__}
    print(f"{len(every)} lives: " + ", ".join(f"{v} {k}" for k, v in total.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
