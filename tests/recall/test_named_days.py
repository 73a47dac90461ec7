"""A question about a day finds what was planned for it, whatever words either uses for the day."""

from datetime import UTC, datetime

import pytest

from recollect import Memory
from recollect.recall.days import days_named
from recollect.settings import load
from recollect.testing import FixedClock, ToyEmbedder
from recollect.wiring import build

TALK = {
    "2026-07-28T19:00": "We are having people round on 14 August at seven.",
    "2026-07-30T08:00": "The car is at the garage.",
    "2026-08-02T10:00": "The man for the boiler comes on Tuesday the 11th.",
    "2026-08-02T10:05": "It rained all night.",
    "2026-08-09T09:00": "Pip sees the vet the day after tomorrow.",
    "2026-08-09T09:10": "Nice weather for ducks.",
}


@pytest.fixture
def agent(tmp_path, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    clock = FixedClock(datetime(2026, 8, 10, 8, tzinfo=UTC))
    components = build(load(), tmp_path / "m.sqlite", embedder=ToyEmbedder(), clock=clock)
    with Memory(components, background=False) as memory:
        agent = memory.agent("a")
        agent.ingest(
            "c",
            [
                {"role": "user", "content": text, "at": f"{at}:00+00:00"}
                for at, text in TALK.items()
            ],
        )
        yield agent


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("What is on this Friday?", {"We are having people round on 14 August at seven."}),
        (
            "Anything tomorrow?",
            {
                "The man for the boiler comes on Tuesday the 11th.",
                "Pip sees the vet the day after tomorrow.",
            },
        ),
        ("Was mache ich am Freitag?", {"We are having people round on 14 August at seven."}),
        (
            "What should I do this week?",
            {
                "We are having people round on 14 August at seven.",
                "The man for the boiler comes on Tuesday the 11th.",
                "Pip sees the vet the day after tomorrow.",
            },
        ),
    ],
)
def test_what_is_planned_for_a_day_is_found_by_it(agent, question, found):
    hits = agent.search(question, limit=6)
    assert found == {hit.text for hit in hits[: len(found)]}
    assert {hit.text for hit in hits if hit.scores.time > 1} >= found


def test_a_question_without_a_day_is_not_about_one(agent):
    assert not any(hit.scores.time for hit in agent.search("Who mends the boiler?"))


def test_a_month_names_none_of_its_days():
    said = datetime(2026, 8, 2, tzinfo=UTC)
    assert days_named("No pottery in August, their kiln died.", said) == []
    assert len(days_named("I am away from 3 to 7 August.", said)) == 5


def test_an_old_conversation_refers_to_its_own_time(tmp_path, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    clock = FixedClock(datetime(2028, 1, 3, tzinfo=UTC))
    components = build(load(), tmp_path / "m.sqlite", embedder=ToyEmbedder(), clock=clock)
    with Memory(components, background=False) as memory:
        agent = memory.agent("a")
        for at, text in TALK.items():
            agent.remember(text, at=f"{at}:00+00:00")
        assert agent.search("What is on next Friday?")[0].text.endswith("14 August at seven.")
