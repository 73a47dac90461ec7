"""What the tests of comparing and deciding share: proposals, memories and the moments between them."""

from datetime import UTC, datetime, timedelta

import pytest

from recollect.domain.entry import (
    ATTRIBUTE,
    SAID_AT,
    SPEAKER,
    VALUE,
    Entry,
    Kind,
    Source,
    default_priority,
)
from recollect.domain.ids import entry_id
from recollect.domain.learning import USER, Proposal
from recollect.learning.compare import Said

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def make_proposal(content, **more):
    quote = more.pop("quote", content)
    fixed = {"kind": Kind.FACT, "subject": USER, "turn_id": "new", "start": 0, "end": len(quote)}
    return Proposal(**{**fixed, "content": content, "quote": quote, **more})


def make_memory(content, *, days=0, turn_id=None, speaker="", attribute="", value="", **more):
    """A memory of something said so many days after the first of May."""
    at = NOW + timedelta(days=days)
    told = {SAID_AT: at.isoformat(), SPEAKER: speaker, ATTRIBUTE: attribute, VALUE: value}
    turn_id = turn_id or f"said {content}"
    fixed = {
        "kind": Kind.FACT,
        "content": content,
        "subject": USER,
        "metadata": {name: one for name, one in told.items() if one},
        "source": Source(
            conversation="c", turn_id=turn_id, start=0, end=len(content), quote=content
        ),
        "version": 1,
        "recorded_at": at,
        "changed_at": at,
    }
    made = {**fixed, **more}
    entry = Entry(id="", priority=default_priority(made["kind"]), **made)
    return Entry(**{**_fields(entry), "id": made.get("id") or entry_id(entry, 0)})


def _fields(entry):
    return {name: getattr(entry, name) for name in entry.__dataclass_fields__}


@pytest.fixture
def proposal():
    """Make a proposal of a sentence."""
    return make_proposal


@pytest.fixture
def memory():
    """Make a memory of a sentence."""
    return make_memory


@pytest.fixture
def said():
    """Say a sentence so many days after the first of May, alone or in a longer message."""

    def say(content, *, days=30, message=None, **more):
        return Said(make_proposal(content, **more), message or content, NOW + timedelta(days=days))

    return say
