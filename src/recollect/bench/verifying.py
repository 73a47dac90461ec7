"""How long it takes to judge one new memory against many known ones.

`python -m recollect.bench.verifying [COUNT]`; the bound is that of a write nobody waits for but many make.
"""

import sys
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final

from recollect.bench.ratio import Ratio, seconds, show
from recollect.learn.known import Known
from recollect.learn.traits import traits
from recollect.learn.verdict import Verdict, VerifyRules
from recollect.learn.verify import verify
from recollect.model.entry import Entry, Kind, Priority
from recollect.model.learning import USER, Proposal
from recollect.providers.noticer import bundled_noticer

_BOUND_MS: Final = 20.0
_BEGIN: Final = datetime(2020, 1, 1, tzinfo=UTC)
_COMPARED: Final = 4
_SOUNDS: Final = "ba ce di fo gu ha ki lo mu ne po ra si to va we zo chi sta tre bri gla mon ter dal ver sen".split()
# Sentences as people say them, some of which can have one value only.
_FORMS: Final = (
    ("I love {0} and {1}.", None),
    ("I don't like {0} any more.", None),
    ("{2} lives in {3}.", "home"),
    ("{2} works at {3} as a {0} engineer.", "employer"),
    ("My sister {2} plays the {0} in {3}.", None),
    ("I do {0} on Tuesdays with {2}.", None),
    ("My {0} costs {4} pounds a month.", None),
    ("I will send {2} the {0} by Friday.", None),
    ("My favourite {0} is {1}.", "favourite:{0}"),
    ("Our {0} service runs on version {4}.{5} now.", "version:{0}"),
)


def proposals(count: int, seed: int) -> list[Proposal]:
    """Made-up statements, the same for the same seed."""
    random = Random(seed)
    return [_proposal(random, number) for number in range(count)]


def _proposal(random: Random, number: int) -> Proposal:
    form, attribute = _FORMS[number % len(_FORMS)]
    words = ["".join(random.choices(_SOUNDS, k=random.choice((2, 2, 3)))) for _ in range(4)]
    values: list[str] = [
        *words[:2],
        words[2].title(),
        words[3].title(),
        str(random.randint(1, 90)),
        str(number % 9),
    ]
    content = form.format(*values)
    named = attribute.format(*values) if attribute else None
    return Proposal(
        kind=Kind.FACT,
        content=content,
        subject=values[2] if form.startswith("{2}") else USER,
        turn_id=str(number),
        start=0,
        end=len(content),
        quote=content,
        attribute=named,
        single=named is not None,
    )


def remembered(new: Proposal, number: int) -> Entry:
    """The memory that a proposal becomes."""
    at = _BEGIN + timedelta(hours=number)
    return Entry(
        id=f"{number:06}",
        version=1,
        kind=new.kind,
        content=new.content,
        subject=new.subject,
        priority=Priority.MEDIUM,
        metadata=traits(new, at),
        recorded_at=at,
        changed_at=at,
    )


def verifying(count: int = 10_000, rounds: int = 100) -> Ratio:
    """One new memory against so many known: the nearest are found, and the verdict is reached."""
    rules, comparer = VerifyRules(), bundled_noticer()
    comparer.compare("It is loaded", "before it is measured.")
    entries = [remembered(new, number) for number, new in enumerate(proposals(count, 1))]
    known = Known(entries, rules)
    at = _BEGIN + timedelta(hours=count)
    fresh = proposals(rounds, 2)
    # Every other one is known in part, so that there is something to judge.
    fresh[::2] = proposals(count, 1)[: rounds // 2]

    def judge(new: Proposal) -> Verdict:
        return verify(
            new, known.near(new), at=at, rules=rules, claim=known.claim, comparer=comparer
        )

    times = tuple(1000 * seconds(lambda new=new: judge(new)) for new in fresh)  # type: ignore[misc]
    for new in fresh[:_COMPARED]:
        whole = verify(new, entries, at=at, rules=rules, comparer=comparer)
        assert judge(new) == whole, new.content
    detail = f"{count:,} known; the first {_COMPARED} verdicts equal those against all"
    return Ratio(
        "a new memory is verified", times, _BOUND_MS, at_least=False, detail=detail, unit="ms"
    )


def main(arguments: list[str]) -> int:
    """Measure, print, and fail when the bound is broken."""
    ratio = verifying(int(arguments[0]) if arguments else 10_000)
    show([ratio])
    return 0 if ratio.holds else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
