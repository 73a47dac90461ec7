"""What a person deletes or corrects is not put before a model again by the message that said it."""

import pytest

from recollect.context.withheld import Withheld
from recollect.errors import InvalidInput

QUESTION = "What illness do I have?"
SAID = "I was diagnosed with diabetes last year."


@pytest.fixture
def memory(opened):
    return opened(extractor="built_in", embedding_backend="none")


def told(memory, *texts):
    agent = memory.agent("dana")
    agent.ingest("c", [{"user": text, "assistant": "I see."} for text in texts])
    memory.sync()
    return agent


def learned(agent, word):
    (found,) = (entry for entry in agent.memories.list() if word in entry.content)
    return found


def test_a_deleted_memory_is_not_told_by_its_message_or_the_recap(memory):
    agent = told(memory, SAID, "I work as a nurse in Leeds.")
    assert "diabetes" in agent.context(QUESTION).text
    agent.memories.delete(learned(agent, "diabetes").id)
    overview = agent.context().text
    assert "diabetes" not in agent.context(QUESTION).text + overview
    assert "Leeds" in overview
    (turn,) = (turn for turn in agent.turns() if turn.content == SAID)
    why = agent.why_not(turn.id, QUESTION)
    assert (why.reason, "deleted or corrected" in why.sentence) == ("deleted", True)


def test_it_is_told_again_once_it_is_restored(memory):
    agent = told(memory, SAID)
    entry = learned(agent, "diabetes")
    agent.memories.delete(entry.id)
    agent.memories.restore(entry.id)
    assert "diabetes" in agent.context(QUESTION).text


def test_the_words_that_a_deleted_memory_misread_can_be_kept(memory):
    agent = told(memory, SAID)
    name = learned(agent, "diabetes").id
    agent.memories.delete(name)
    assert [turn.content for turn in agent.memories.hidden_in(name)] == [SAID]
    agent.memories.delete(name, keep_words=True)
    assert agent.memories.hidden_in(name) == []
    assert agent.memories.list() == []
    assert "diabetes" in agent.context(QUESTION).text
    memory.rebuild()
    memory.sync()
    assert agent.memories.list() == []
    agent.memories.restore(name)
    agent.memories.delete(name)
    assert "diabetes" not in agent.context(QUESTION).text
    with pytest.raises(InvalidInput, match="erases the words"):
        agent.memories.delete(name, purge=True, keep_words=True)


def test_the_words_that_a_corrected_memory_misread_can_be_kept(memory):
    agent = told(memory, SAID)
    name = learned(agent, "diabetes").id
    agent.memories.update(name, content="User was told about diabetes.", keep_words=True)
    assert SAID in agent.context(QUESTION).text
    agent.memories.update(name, content="User has asthma.")
    assert SAID not in agent.context(QUESTION).text
    agent.memories.update(name, keep_words=True)
    assert agent.memories.hidden_in(name) == []
    assert SAID in agent.context(QUESTION).text


def test_the_rest_of_the_message_is_still_shown(memory):
    agent = told(memory, f"The bus was late today. {SAID} Can you book a table for two?")
    agent.memories.delete(learned(agent, "diabetes").id)
    text = agent.context("What was late today?").text
    assert "The bus was late today. […] Can you book a table for two?" in text


@pytest.mark.parametrize(
    ("text", "standing", "left"),
    [
        ("I live in Lisbon and my sister is called Nora.", "", "[…]"),
        (
            "I live in Lisbon and my sister is called Nora.",
            "my sister is called Nora",
            "[…] and my sister is called Nora.",
        ),
        ("Hi! I live in Lisbon now. And you? I live in Lisbon!", "", "Hi! […] And you? […]"),
        ("I live\nin Lisbon", "", "I live\nin Lisbon"),
        ("Well… I live in Lisbon, I live in Lisbon", "", "Well… […]"),
        ("Oh, I live in Lisbon, so I live in Lisbon", "so I", "Oh, […], so […]"),
        ("I live in Lisbon.\n\n\nBye.", "", "[…]\n\n\nBye."),
    ],
)
def test_the_whole_sentence_goes_unless_it_says_something_else_too(text, standing, left):
    withheld = Withheld(("I live in Lisbon",), (standing,) if standing else ())
    assert withheld.cut(text) == left


def test_a_corrected_memory_stands_in_the_place_of_its_message(memory):
    agent = told(memory, "I moved to Lisbon in May.", "The bus was late today.")
    entry = next(entry for entry in agent.memories.list() if "Lisbon" in entry.content)
    for other in agent.memories.list():
        if "Lisbon" in other.content and other.id != entry.id:
            agent.memories.delete(other.id)
    agent.memories.update(entry.id, content="Lives in Porto.")
    for question in ("Where did I move?", None):
        text = agent.context(question).text
        assert "Porto" in text
        assert "Lisbon" not in text
        assert not question or text.index("Relevant Memories") < text.index("Porto")


def test_a_recap_that_only_names_topics_is_not_shown(memory):
    agent = memory.agent("ann")
    for text in ("Tell me about Lisbon and tea?", "What about peanuts in Lisbon?"):
        agent.remember(text, conversation="asked")
    memory.sync()
    (summary,) = agent.summaries.list()
    assert summary.text == "About Lisbon."
    shown = [
        agent.context(),
        agent.context("What did we say about Lisbon?"),
        agent.context("Recap"),
    ]
    assert "About Lisbon." not in "".join(context.text for context in shown)
