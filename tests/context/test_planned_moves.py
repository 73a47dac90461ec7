"""A planned move begins on its day: from then on the new home is the current one."""

import pytest

DAY = 86_400
LEEDS = "I live in Leeds."
YORK = (
    "we're moving to York on 20 November, new address 14 Bishopthorpe Road. Please use that for"
    " anything sent after that."
)


@pytest.fixture
def told(opened, clock):
    """Tell an agent things a minute apart, and learn from them."""
    memory = opened(extractor="built_in", profile_regenerate_threshold=1)
    agent = memory.agent("a")

    def tell(*said):
        for text in said:
            clock.advance(60)
            agent.remember(text, conversation=f"c{clock.now():%H%M}")
        assert memory.sync().ok
        return agent

    return tell


def homes(agent):
    return [tie.object for tie in agent.graph.search(relation="lives in")]


def shown(agent):
    return agent.context("Where do I live?", tokens=400).text


def test_the_old_home_is_current_until_the_day_of_the_move(told, clock):
    agent = told(LEEDS, YORK)
    assert homes(agent) == ["Leeds"]
    assert "User lives in Leeds." in shown(agent)
    assert "User lives in Leeds." in agent.profile.current().text
    # Nothing runs in between: what is current is computed when it is asked for.
    clock.advance(30 * DAY)
    assert homes(agent) == ["York"]
    text = shown(agent)
    assert "User lives in Leeds." not in text
    assert "14 Bishopthorpe Road" in text
    assert "I live in Leeds. (no longer true)" in text
    assert told() is agent
    assert "User lives in Leeds." not in agent.profile.current().text
    # The clock was wrong: nothing has been lost.
    clock.jump(-30 * DAY)
    assert homes(agent) == ["Leeds"]


def test_every_earlier_home_is_marked(told):
    agent = told(LEEDS, "I've moved to York.", "I've moved to Sligo.")
    assert homes(agent) == ["Sligo"]
    assert "I've moved to York. (no longer true)" in shown(agent)


@pytest.mark.parametrize(
    ("change", "then"),
    [
        ("We're not moving to York after all.", ["Leeds"]),
        ("Sorry, correction: we're moving on the 27th, not the 20th.", ["York"]),
    ],
)
def test_a_plan_that_changes_takes_its_effect_along(told, clock, change, then):
    agent = told(LEEDS, YORK, change)
    clock.advance(8 * DAY)
    assert homes(agent) == ["Leeds"]
    clock.advance(8 * DAY)
    assert homes(agent) == then


def test_deleting_a_plan_leaves_the_old_home(told, clock):
    agent = told(LEEDS, YORK)
    (plan,) = agent.memories.list(text="York")
    agent.memories.delete(plan.id)
    clock.advance(30 * DAY)
    assert homes(agent) == ["Leeds"]


def test_a_plan_against_a_later_word_replaces_nothing(told, clock):
    agent = told(LEEDS, YORK, "We decided to stay in Leeds.")
    clock.advance(30 * DAY)
    assert "Leeds" in homes(agent)


@pytest.mark.parametrize(
    ("old", "plan", "new"),
    [
        ("I live in Porto.", "I'm moving to Lisbon on 20 November.", "Lisbon"),
        ("I live in Turin.", "We'll be moving on 20 November to Milan.", "Milan"),
        ("I work at Siemens.", "I start at Bosch on 20 November.", "Bosch"),
        ("I work at Siemens.", "I'm starting a new job at Bosch on 20 November.", "Bosch"),
        ("Ich wohne in Graz.", "Am 20. November ziehen wir nach Wien.", "Wien"),
        ("Vivo en Cádiz.", "Nos mudamos a Sevilla el 20 de noviembre.", "Sevilla"),
    ],
)
def test_plans_in_other_words(told, clock, old, plan, new):
    agent = told(old, plan)
    clock.advance(30 * DAY)
    assert [tie.object for tie in agent.graph.search()] == [new]


@pytest.mark.parametrize(
    "other",
    [
        "I'm going to York on 20 November.",
        "My sister Ann is moving to York on 20 November.",
        "Our office moves to York on 20 November.",
        "If we move to York on 20 November, the kids change schools.",
        "We're moving to PostgreSQL on 20 November.",
        "We're moving to York next year, maybe.",
    ],
)
def test_what_is_no_move_of_the_speaker_changes_nothing(told, clock, other):
    agent = told(LEEDS, other)
    clock.advance(30 * DAY)
    assert "Leeds" in homes(agent)
    assert "(no longer true)" not in shown(agent)
