"""M4: a new statement is compared with what is known before it is believed.

`fixture/verify_pairs.jsonl` holds pairs: one statement is known, another proposed. `one` names a single-valued
attribute of both, `about` and `kind` are theirs in order or for both, `like` is the cosine of their vectors, and
`late` says that the proposed one was said before the known one. `verdict` is what must become of the proposed one.
"""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from recollect.learn.claim import traits
from recollect.learn.verdict import Duplicate, NeedsReview, New, Refused, Supersedes, VerifyRules
from recollect.learn.verify import verify
from recollect.model.entry import Entry, Kind, Origin, Priority, Source
from recollect.model.learning import USER, Proposal

PAIRS = [
    json.loads(line)
    for line in (Path(__file__).parent / "fixture" / "verify_pairs.jsonl")
    .read_text("utf-8")
    .splitlines()
]
FIRST = datetime(2025, 3, 1, 10, tzinfo=UTC)
LATER = FIRST + timedelta(days=40)
CAREFUL, SEED = VerifyRules(), VerifyRules(mode="seed")


def proposal(content, **more):
    return Proposal(
        **{
            "kind": Kind.FACT,
            "content": content,
            "subject": USER,
            "turn_id": "t",
            "start": 0,
            "end": len(content),
            "quote": content,
            **more,
        }
    )


def memory(new, at=FIRST, **more):
    """The memory that a proposal becomes."""
    made = Entry(
        id=f"m-{new.content}",
        version=1,
        kind=new.kind,
        content=new.content,
        subject=new.subject,
        key=new.key,
        priority=Priority.MEDIUM,
        metadata=traits(new, at),
        valid_from=new.valid_from,
        valid_until=new.valid_until,
        origin=new.origin,
        source=Source(conversation="c", turn_id="t", start=0, end=len(new.quote), quote=new.quote),
        recorded_at=at,
        changed_at=at,
    )
    return replace(made, **more)


def both(value, default):
    return value if isinstance(value, list) else [value or default] * 2


def told(pair):
    """The two proposals of a pair."""
    one = pair.get("one")
    for content, about, kind in zip(
        (pair["known"], pair["proposed"]),
        both(pair.get("about"), USER),
        both(pair.get("kind"), "fact"),
        strict=True,
    ):
        yield proposal(
            content, subject=about, kind=Kind(kind), attribute=one, single=one is not None
        )


def judged(verdict):
    match verdict:
        case New(past=past):
            return "past" if past else "new"
        case Duplicate(fuller=fuller):
            return "fuller" if fuller else "same"
        case Supersedes():
            return "replaces"
        case NeedsReview():
            return "review"
        case Refused():
            return "refused"


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair['known']} / {pair['proposed']}")
def test_a_second_statement_is_judged_with_care(pair):
    known, new = told(pair)
    times = (LATER, FIRST) if pair.get("late") else (FIRST, LATER)
    like = pair.get("like")
    verdict = verify(
        new,
        [memory(known, times[0])],
        at=times[1],
        likeness=like and (lambda _: like),
        rules=CAREFUL,
    )
    assert judged(verdict) == pair["verdict"]
