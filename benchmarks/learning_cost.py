"""CPU time of learning per turn, compared with embedding the same turns, in one run.

`python -m benchmarks.learning_cost` measures this alone.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice
from random import Random
from typing import Final

import numpy as np

from benchmarks.bundled_models import bundled_comparison_models
from recollect.bench.ratio import Ratio, show
from recollect.demo import CONVERSATIONS
from recollect.domain.entry import USER, Entry, Kind, Priority
from recollect.domain.learning import Proposal
from recollect.domain.turn import Role, Turn
from recollect.extraction.propose import propose
from recollect.learning.compare import ComparisonModels, ProposalInContext
from recollect.learning.decide import VerifyRules, decide
from recollect.learning.memory_index import MemoryIndex
from recollect.learning.working_set import WorkingSet
from recollect.providers.message_reader import bundled_reader

_BEGIN: Final = datetime(2026, 3, 2, 18, tzinfo=UTC)
# Turns of context before each message, as in the pipeline.
_CONTEXT_TURNS: Final = 12
_ROUNDS: Final = 5
# Ordinary requests with nothing to remember: three of these follow each exchange of the demo.
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
# The length of the demo with those in between: a repeated demo would be compared with itself.
_LENGTH: Final = sum(len(conversation.lines) for conversation in CONVERSATIONS) * (1 + _BETWEEN)
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


def chat_texts(length: int) -> list[tuple[str, str]]:
    """Ordinary chat mixed with the demo's conversations: role and text of this many turns."""
    demo = [
        (turn["role"], turn["content"])
        for conversation in CONVERSATIONS
        for turn in conversation.turns()
    ]
    ordinary = cycle(_ORDINARY)
    chat: list[tuple[str, str]] = []
    for role, content in cycle(demo):
        chat.append((role, content))
        if role == Role.ASSISTANT:
            for question, answer in islice(ordinary, _BETWEEN):
                chat += [("user", question), ("assistant", answer)]
        if len(chat) >= length:
            return chat[:length]
    return []


def _chat(length: int) -> list[Turn]:
    return _turns(chat_texts(length))


def _learn(turns: Sequence[Turn], working_set: WorkingSet, models: ComparisonModels) -> None:
    assert models.reader is not None
    for place, turn in enumerate(turns):
        window = turns[max(0, place - _CONTEXT_TURNS) : place + 1]
        for proposal in propose(window, models.reader, since=turn.index):
            working_set.apply(proposal, turn, models)


def _cpu(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def learning_cost() -> Iterator[Ratio]:
    """The cost of learning: ordinary chat, a long paste, and late in a long conversation."""
    models = bundled_comparison_models()
    assert models.embed is not None
    embed = models.embed
    chat = _chat(_LENGTH)
    _learn(chat[:4], WorkingSet((), VerifyRules()), models)

    def learn() -> float:
        return _cpu(lambda: _learn(chat, WorkingSet((), VerifyRules()), models)) / len(chat)

    def embedded() -> float:
        return _cpu(lambda: [embed(f"{turn.content} ") for turn in chat]) / len(chat)

    rounds = [(learn(), embedded()) for _ in range(_ROUNDS)]
    milliseconds = 1000 * sorted(cost for cost, _ in rounds)[_ROUNDS // 2]
    yield Ratio(
        "learning a chat turn / embedding it",
        tuple(cost / base for cost, base in rounds),
        4.0,
        at_least=False,
        detail=f"{milliseconds:.1f} ms of CPU per turn, {len(chat)} turns of chat",
    )
    paste = _turns([("user", f"Why does this fail? I work at Brightwell.\n{_CODE}\nThanks!")])
    pasted = [
        _cpu(lambda: _learn(paste, WorkingSet((), VerifyRules()), models)) for _ in range(_ROUNDS)
    ]
    yield Ratio(
        "a message with 14 kB of pasted code / a chat turn",
        tuple(paste_cost / cost for paste_cost, (cost, _) in zip(pasted, rounds, strict=True)),
        3.0,
        at_least=False,
        detail=f"{len(paste[0].content):,} characters",
    )
    yield _late(models)


def _late(models: ComparisonModels) -> Ratio:
    """The last turns of a long conversation compared with early ones, with the same memories."""
    long = _chat(600)
    working_set = WorkingSet((), VerifyRules())
    _learn(long[:60], working_set, models)

    def cost(turns: Sequence[Turn]) -> float:
        return _cpu(lambda: _learn(turns, working_set, models))

    rounds = tuple(cost(long[-60:]) / cost(long[60:120]) for _ in range(_ROUNDS))
    return Ratio("turn 600 of a conversation / turn 100", rounds, 1.5, at_least=False, detail="")


def comparing(count: int = 10_000, rounds: int = 50) -> Ratio:
    """The time to compare one new memory with this many known ones."""
    random = Random(1)
    space = np.random.default_rng(1).standard_normal((count + rounds, 384)).astype(np.float32)
    places = {
        f"fact {number} of {random.randint(1, 90)}": number for number in range(count + rounds)
    }
    texts = list(places)
    models = ComparisonModels(bundled_reader(), lambda text: space[places.get(text, 0)].tobytes())
    known = MemoryIndex(_entry(text, number) for number, text in enumerate(texts[:count]))
    known.near(texts[0], models.embed)
    times = tuple(
        1000 * _cpu(lambda text=text: decide(_proposal(text), known, VerifyRules(), models))  # type: ignore[misc]
        for text in texts[count:]
    )
    detail = f"{count:,} known"
    return Ratio("compare a new memory", times, 120.0, at_least=False, detail=detail, unit="ms")


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


def _proposal(text: str) -> ProposalInContext:
    new = Proposal(
        kind=Kind.FACT,
        content=text,
        subject=USER,
        turn_id="new",
        start=0,
        end=len(text),
        quote=text,
    )
    return ProposalInContext(new, text, _BEGIN + timedelta(days=900))


def main() -> int:
    """Measure and print; returns 1 if a bound is exceeded."""
    ratios = [*learning_cost(), comparing()]
    show(ratios)
    return 0 if all(ratio.holds for ratio in ratios) else 1


if __name__ == "__main__":
    sys.exit(main())
