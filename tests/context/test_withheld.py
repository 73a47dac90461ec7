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


def test_a_receipt_shows_a_message_as_the_model_reads_it(memory):
    agent = told(memory, f"{SAID} My sister Ida lives in Leeds.", "I work as a nurse in Bath.")
    agent.memories.delete(learned(agent, "diabetes").id)
    made = agent.context("Where does my sister live, and what illness do I have?")
    texts = [agent.item_text(item) for item in (*made.receipt.items, *made.receipt.left_out)]
    assert "[…] My sister Ida lives in Leeds." in made.text
    assert any("[…] My sister Ida lives in Leeds." in text for text in texts)
    assert not any("diabetes" in text for text in texts if "Leeds" in text or "nurse" in text)


def test_a_receipt_marks_what_has_ended_as_the_context_of_that_day_does(memory):
    agent = memory.agent("dana")
    for day, place in (("2026-01-02", "Bergen"), ("2026-05-02", "Oslo")):
        said = f"I live in {place}. I have a cat called Miso."
        agent.remember(said, id=place, conversation=day, at=f"{day}T10:00:00+00:00")
        memory.sync()
    ended = "I live in Bergen. (no longer true)"
    for as_of, is_marked in ((None, True), ("2026-02-01T00:00:00+00:00", False)):
        made = agent.context("Did I live in Bergen with my cat?", as_of=as_of)
        (item,) = (item for item in made.receipt.items if item.id == "Bergen")
        shown = agent.item_text(item, as_of=as_of)
        assert (ended in shown, ended in made.text) == (is_marked, is_marked)
        assert shown.startswith("I live in Bergen.")


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


SEPARATED = "We separated. Adaeze took the kids to her sister's in Leeds."


def about_adaeze(agent):
    """What contexts say of her, whatever the question."""
    questions = ("Where are my kids?", "What happened in Leeds?", "Who is Adaeze?", "Recap", None)
    shown = "\n".join(agent.context(question).text for question in questions)
    return [word for word in ("Adaeze", "separated", "kids to", "sister") if word in shown]


def test_a_recap_tells_no_sentence_of_a_memory_that_is_deleted_or_corrected(memory):
    agent = told(memory, SEPARATED, "I like tea.")
    (summary,) = agent.summaries.list()
    assert "Adaeze took" in summary.text
    entry = learned(agent, "Adaeze")
    assert about_adaeze(agent)
    agent.memories.delete(entry.id)
    assert about_adaeze(agent) == []
    assert "tea" in agent.context().text
    assert agent.summaries.list() == []
    agent.memories.restore(entry.id)
    assert agent.summaries.list() == [summary]
    assert about_adaeze(agent)
    agent.memories.update(entry.id, content="I am single")
    assert about_adaeze(agent) == []


@pytest.mark.parametrize("decision", [None, "none", "all"])
def test_recaps_are_listed_without_what_somebody_asked_to_forget(memory, decision):
    agent = memory.agent("ann")
    asks = "Tell me about Lisbon and tea?", "What about peanuts in Lisbon?"
    talks = {"her": (SEPARATED, "I cook."), "ill": (SAID, "I work as a nurse."), "ask": asks}
    for talk, said in ((talk, said) for talk, texts in talks.items() for said in texts):
        agent.remember(said, conversation=talk)
    agent.remember("Forget what I said about Adaeze", conversation="later")
    memory.sync()
    (request,) = agent.review.deletion_requests()
    if decision:
        agent.review.resolve(request.id, keep=decision)
    listed = {each.conversation: each.text for each in agent.summaries.list()}
    assert ("Adaeze" in listed.get("her", "")) == (decision == "all")
    assert "diabetes" in listed["ill"]
    assert listed["ask"] == "About Lisbon."


@pytest.mark.parametrize("decision", [None, "none", "all"])
def test_a_recap_that_goes_on_after_a_request_does_not_tell_it(memory, decision):
    agent = told(memory, SEPARATED, "I worked for Ferrous Labs as a welder.")
    agent.remember("Forget what I said about Adaeze", conversation="c")
    agent.remember("Who was my employer before Ferrous Labs?", conversation="c")
    memory.sync()
    (request,) = agent.review.deletion_requests()
    if decision:
        agent.review.resolve(request.id, keep=decision)
    assert bool(about_adaeze(agent)) == (decision == "all")
    (recap,) = agent.summaries.list()
    assert ("Adaeze" in recap.text, "Ferrous" in recap.text) == (decision == "all", True)
    agent.remember(
        "Adaeze moved from Leeds to Bristol, to work for Ferrous Labs.", conversation="c"
    )
    memory.sync()
    assert "Adaeze moved from" in agent.summaries.list()[0].text
    assert "Adaeze moved from" in agent.context("Recap").text


@pytest.mark.parametrize(
    ("quotes", "said", "is_cut"),
    [
        (("We separated. Adaeze took the kids.",), "Adaeze took the kids", True),
        (("Adaeze took the kids",), "User said that Adaeze took the kids to Leeds.", True),
        (("Is that so?\nAnd you? Adaeze took the kids.",), "And is that what you do?", False),
        (("I moved to Leeds last spring.",), "I work in Leeds.", False),
        (("Adaeze took the kids",), "I like tea and Adaeze took the kids", False),
    ],
)
def test_a_sentence_repeats_a_part_of_a_quote_or_all_that_a_sentence_of_it_says(
    quotes, said, is_cut
):
    assert Withheld(quotes, ("I like tea",)).repeats(said) == is_cut


def test_a_sentence_repeats_a_memory_that_states_a_value_if_it_has_that_value():
    withheld = Withheld(("I am 43 years old",), ("Bus 43 is late",), ("43", "of"))
    assert withheld.repeats("43 years old, noted.")
    assert not withheld.repeats("Bus 43 is late again.")
    assert not withheld.repeats("Noted, of course.")
