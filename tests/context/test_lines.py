"""A memory in a context is one line: the day, who said it and the words, or its sentence."""

from datetime import UTC, datetime

import pytest

from recollect.domain.entry import Entry, Kind, Priority, Source
from recollect.domain.line import memory_line

DAY = datetime(2026, 6, 8, tzinfo=UTC)


def memory(words, name="m1", *, quoted=True, **fields):
    """A memory that Maya has said, in her words or as a sentence."""
    metadata = {"said_at": "2026-06-08T10:00:00+02:00", "speaker": "Maya"}
    told = fields.pop("metadata", {})
    quote = words if quoted else "as I said"
    source = Source(conversation="c", turn_id="t", start=0, end=len(quote), quote=quote)
    given = {"kind": Kind.FACT, "subject": "Maya", "priority": Priority.HIGH, "source": source}
    return Entry(
        **{**given, **fields},
        id=name,
        content=words,
        metadata={key: value for key, value in {**metadata, **told}.items() if value is not None},
        version=1,
        recorded_at=DAY,
        changed_at=DAY,
    )


@pytest.mark.parametrize(
    ("entry", "line"),
    [
        (memory("I can't do spicy food"), '8 Jun 2026, Maya: "I can\'t do spicy food"'),
        (
            memory("I can't", metadata={"speaker": None}, subject="user"),
            '8 Jun 2026, User: "I can\'t"',
        ),
        (
            memory("she is allergic to cashews", subject="Noor"),
            '8 Jun 2026, Maya about Noor: "she is allergic to cashews"',
        ),
        (memory("Noor loves moussaka", subject="Noor"), '8 Jun 2026, Maya: "Noor loves moussaka"'),
        (
            memory("I fly tomorrow", metadata={"when": "9 June 2026"}),
            '8 Jun 2026, Maya: "I fly tomorrow" [9 June 2026]',
        ),
        (memory("Maya lives in Porto.", quoted=False), "8 Jun 2026: Maya lives in Porto."),
        (
            memory("never push\n to main", metadata={"standing": True}),
            '8 Jun 2026, Maya, standing instruction: "never push to main"',
        ),
        (memory("Likes tea", source=None, metadata={"said_at": None}), "Likes tea"),
    ],
)
def test_a_memory_is_one_line(entry, line):
    assert memory_line(entry) == entry.line == line


@pytest.fixture
def maya(opened):
    """An agent that has learned one thing from Maya."""
    house = opened(extractor="rules", profile_regenerate_threshold=1)
    agent = house.agent("maya")
    agent.remember("I prefer the window seat.", speaker="Maya", at="2026-06-08T10:00:00+00:00")
    house.sync()
    return agent


LINE = '- 8 Jun 2026, Maya: "I prefer the window seat"'


def test_a_context_shows_the_line_and_counts_it_as_it_is_shown(maya):
    made = maya.context("Which seat do I prefer?", tokens=400)
    assert LINE in made.text.splitlines()
    (entry,) = maya.memories.list()
    (item,) = [each for each in made.receipt.items if each.id == entry.id]
    assert item.tokens == len(LINE) // 4 + bool(len(LINE) % 4)
    assert maya.item_text(item) == entry.line


def test_what_the_profile_tells_is_not_told_again_as_a_memory(maya):
    made = maya.context(tokens=400)
    assert "### User Profile" in made.text
    assert made.text.count("window seat") == 1


def test_of_two_homes_the_newer_stands_first_whatever_their_confidence(opened):
    agent = opened().agent("maya")
    for place, day, sure in (("Bergen", "2026-06-08", 0.6), ("Oslo", "2025-01-02", 0.9)):
        agent.memories.add(
            f"Maya lives in {place}",
            subject="Maya",
            confidence=sure,
            metadata={"attribute": "home", "said_at": f"{day}T10:00:00+00:00"},
        )
    agent.memories.add("Maya collects stamps", confidence=0.7)
    told = [
        "- 8 Jun 2026: Maya lives in Bergen",
        "- Maya collects stamps",
        "- 2 Jan 2025: Maya lives in Oslo",
    ]
    shown = [line for line in agent.context(tokens=400).text.splitlines() if line.startswith("- ")]
    assert shown == told
    asked = agent.context("Where does Maya live?", tokens=400).text
    assert asked.index("Bergen") < asked.index("Oslo")
