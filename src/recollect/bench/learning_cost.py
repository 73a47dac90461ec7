"""What learning costs a turn, beside the embedder's own work on the same turns; CPU time, in one run.

`python -m recollect.bench.learning_cost` measures this alone.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice
from random import Random
from typing import Final

import numpy as np

from recollect.bench.ratio import Ratio, show
from recollect.demo import TALKS
from recollect.domain.entry import Entry, Kind, Priority
from recollect.domain.learning import USER, Proposal
from recollect.domain.turn import Role, Turn
from recollect.extraction.propose import propose
from recollect.learning.compare import Minds, Said
from recollect.learning.decide import decide
from recollect.learning.known import Known
from recollect.learning.ledger import Ledger
from recollect.learning.verdict import VerifyRules
from recollect.providers.message_reader import bundled_reader
from recollect.wiring.extracting import bundled_minds

_BEGIN: Final = datetime(2026, 3, 2, 18, tzinfo=UTC)
# So many turns before a message are read with it, as the pipeline gives them.
_BEFORE: Final = 12
_ROUNDS: Final = 5
# What people mostly ask, with nothing in it to keep: three of these come after each exchange of the demo.
_ORDINARY: Final = (
    (
        "how long do I boil an egg so the yolk is still soft?",
        "Six and a half minutes from boiling water.",
    ),
    (
        "Can you make this shorter: we regret to inform you that the event is postponed",
        "The event is postponed.",
    ),
    (
        "what's the difference between affect and effect again",
        "Affect is mostly a verb, effect mostly a noun.",
    ),
    ("ok that worked, thanks!", "Glad to hear it. Anything else?"),
    (
        "give me three names for a newsletter about old maps",
        "Contour, The Legend, and Off the Grid.",
    ),
    ("hm, too clever. plainer please", "Old Maps Weekly, Map Letters, and The Map Page."),
    (
        "why is my sourdough so flat",
        "Most often the dough proved too long, or the starter was not active enough.",
    ),
    ("how do I undo the last commit but keep the changes?", "Run git reset --soft HEAD~1."),
    ("translate 'see you on the other side' into French", "On se retrouve de l'autre côté."),
    (
        "is it bad to run a dishwasher half empty",
        "It wastes water and energy, but it does no harm to the machine.",
    ),
    (
        "lol no. what would a pirate say about spreadsheets",
        "Arr, there be too many cells in this brig.",
    ),
    (
        "Which of the two reads better, the first or the second version?",
        "The second: it gets to the point sooner.",
    ),
)
_BETWEEN: Final = 3
# As long as the demo with that between: a demo that is told twice would be compared with itself.
_LENGTH: Final = sum(len(talk.said) for talk in TALKS) * (1 + _BETWEEN)
_CODE: Final = "\n".join(
    f"    def step_{number}(self, value: int) -> dict[str, int]: return {{'a': value + {number}}}"
    for number in range(160)
)


def _turns(texts: Sequence[tuple[str, str]]) -> list[Turn]:
    return [
        Turn(
            id=str(number),
            conversation="c",
            index=number,
            role=Role(role),
            content=content,
            at=_BEGIN + timedelta(minutes=number),
            recorded_at=_BEGIN + timedelta(minutes=number),
            tokens=0,
        )
        for number, (role, content) in enumerate(texts)
    ]


def _chat(length: int) -> list[Turn]:
    """Ordinary chat with the demo's conversations in it, until there are so many turns."""
    told = [(one["role"], one["content"]) for talk in TALKS for one in talk.turns()]
    small = cycle(_ORDINARY)
    said: list[tuple[str, str]] = []
    for role, content in cycle(told):
        said.append((role, content))
        if role == Role.ASSISTANT:
            for asked, answered in islice(small, _BETWEEN):
                said += [("user", asked), ("assistant", answered)]
        if len(said) >= length:
            return _turns(said[:length])
    return []


def _learn(turns: Sequence[Turn], ledger: Ledger, minds: Minds) -> None:
    assert minds.reader is not None
    for place, turn in enumerate(turns):
        window = turns[max(0, place - _BEFORE) : place + 1]
        for proposal in propose(window, minds.reader, since=turn.index):
            ledger.believe(proposal, turn, minds)


def _cpu(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def learning_cost() -> Iterator[Ratio]:
    """Learning beside embedding, with a long paste, and late in a long conversation."""
    minds = bundled_minds()
    assert minds.embed is not None
    embed = minds.embed
    chat = _chat(_LENGTH)
    _learn(chat[:4], Ledger((), VerifyRules()), minds)

    def learn() -> float:
        return _cpu(lambda: _learn(chat, Ledger((), VerifyRules()), minds)) / len(chat)

    def embedded() -> float:
        return _cpu(lambda: [embed(f"{turn.content} ") for turn in chat]) / len(chat)

    rounds = [(learn(), embedded()) for _ in range(_ROUNDS)]
    milliseconds = 1000 * sorted(cost for cost, _ in rounds)[_ROUNDS // 2]
    yield Ratio(
        "learning a turn of chat, beside embedding it",
        tuple(cost / base for cost, base in rounds),
        4.0,
        at_least=False,
        detail=f"{milliseconds:.1f} ms of CPU a turn of {len(chat)} turns of chat",
    )
    paste = _turns([("user", f"Why does this fail? I work at Brightwell.\n{_CODE}\nThanks!")])
    pasted = [_cpu(lambda: _learn(paste, Ledger((), VerifyRules()), minds)) for _ in range(_ROUNDS)]
    yield Ratio(
        "a message with 14 kB of pasted code, beside a turn of chat",
        tuple(each / cost for each, (cost, _) in zip(pasted, rounds, strict=True)),
        3.0,
        at_least=False,
        detail=f"{len(paste[0].content):,} characters",
    )
    yield _late(minds)


def _late(minds: Minds) -> Ratio:
    """The last turns of a long conversation beside its first, with the same memories known."""
    long = _chat(600)
    ledger = Ledger((), VerifyRules())
    _learn(long[:60], ledger, minds)

    def cost(turns: Sequence[Turn]) -> float:
        return _cpu(lambda: _learn(turns, ledger, minds))

    rounds = tuple(cost(long[-60:]) / cost(long[60:120]) for _ in range(_ROUNDS))
    return Ratio(
        "turn 600 of a conversation, beside turn 100", rounds, 1.5, at_least=False, detail=""
    )


def comparing(count: int = 10_000, rounds: int = 50) -> Ratio:
    """One new memory against so many known ones: the nearest are found, and the verdict is reached."""
    random = Random(1)
    space = np.random.default_rng(1).standard_normal((count + rounds, 384)).astype(np.float32)
    places = {
        f"fact {number} of {random.randint(1, 90)}": number for number in range(count + rounds)
    }
    texts = list(places)
    minds = Minds(bundled_reader(), lambda text: space[places.get(text, 0)].tobytes())
    known = Known(_entry(text, number) for number, text in enumerate(texts[:count]))
    known.near(texts[0], minds.embed)
    times = tuple(
        1000 * _cpu(lambda text=text: decide(_said(text), known, VerifyRules(), minds))  # type: ignore[misc]
        for text in texts[count:]
    )
    detail = f"{count:,} known"
    return Ratio("a new memory is compared", times, 120.0, at_least=False, detail=detail, unit="ms")


def _entry(text: str, number: int) -> Entry:
    at = _BEGIN + timedelta(hours=number)
    return Entry(
        id=f"{number:06}",
        version=1,
        kind=Kind.FACT,
        content=text,
        subject=USER,
        priority=Priority.MEDIUM,
        recorded_at=at,
        changed_at=at,
    )


def _said(text: str) -> Said:
    new = Proposal(
        kind=Kind.FACT,
        content=text,
        subject=USER,
        turn_id="new",
        start=0,
        end=len(text),
        quote=text,
    )
    return Said(new, text, _BEGIN + timedelta(days=900))


def main() -> int:
    """Measure, print, and fail when a bound is broken."""
    ratios = [*learning_cost(), comparing()]
    show(ratios)
    return 0 if all(ratio.holds for ratio in ratios) else 1


if __name__ == "__main__":
    sys.exit(main())
