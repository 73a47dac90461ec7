"""Fixtures for comparing and deciding: proposals, memories and their times."""

from datetime import UTC, datetime, timedelta

import pytest

from recollect.domain.entry import (
    ATTRIBUTE,
    SAID_AT,
    SPEAKER,
    USER,
    VALUE,
    Entry,
    Kind,
    Source,
    default_priority,
)
from recollect.domain.ids import entry_id
from recollect.domain.learning import Proposal
from recollect.learning.compare import ProposalInContext

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def make_proposal(content, **more):
    quote = more.pop("quote", content)
    fixed = {"kind": Kind.FACT, "subject": USER, "turn_id": "new", "start": 0, "end": len(quote)}
    return Proposal(**{**fixed, "content": content, "quote": quote, **more})


def make_memory(content, *, days=0, turn_id=None, speaker="", attribute="", value="", **more):
    """A memory of something said `days` days after 1 May."""
    at = NOW + timedelta(days=days)
    metadata = {SAID_AT: at.isoformat(), SPEAKER: speaker, ATTRIBUTE: attribute, VALUE: value}
    turn_id = turn_id or f"said {content}"
    fixed = {
        "kind": Kind.FACT,
        "content": content,
        "subject": USER,
        "metadata": {name: item for name, item in metadata.items() if item},
        "source": Source(
            conversation="c", turn_id=turn_id, start=0, end=len(content), quote=content
        ),
        "version": 1,
        "recorded_at": at,
        "changed_at": at,
    }
    fields = {**fixed, **more}
    entry = Entry(id="", priority=default_priority(fields["kind"]), **fields)
    return Entry(**{**_fields(entry), "id": fields.get("id") or entry_id(entry, 0)})


def _fields(entry):
    return {name: getattr(entry, name) for name in entry.__dataclass_fields__}


@pytest.fixture
def proposal():
    """A factory of proposals."""
    return make_proposal


@pytest.fixture
def memory():
    """A factory of memories."""
    return make_memory


@pytest.fixture
def said():
    """A factory of proposals said `days` days after 1 May, alone or in a longer message."""

    def say(content, *, days=30, message=None, **more):
        return ProposalInContext(
            make_proposal(content, **more), message or content, NOW + timedelta(days=days)
        )

    return say
