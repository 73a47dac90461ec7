"""R7: why one thing is, or is not, in a context."""

from dataclasses import replace

import pytest

from recollect import NotFound
from recollect.domain.entry import Change, Status
from recollect.domain.ids import entry_digest
from recollect.domain.writes import PutEntry

QUESTION = "What is the cat called?"


def test_what_is_shown_says_where(alice):
    answer = alice.why_not("5", QUESTION, tokens=300)
    assert answer.included
    assert answer.reason is None
    assert (answer.rank, answer.section, answer.candidates) == (1, "excerpts", 5)
    assert (
        answer.sentence
        == "It is in the context, under Relevant Conversation Excerpts, found at rank 1."
    )


def test_what_found_no_room_says_how_far_down_it_was(alice):
    answer = alice.why_not("4", QUESTION, tokens=36)
    assert not answer.included
    assert answer.reason == "no_room"
    assert answer.rank > 1
    assert answer.score < answer.lowest_shown
    assert "did not fit into the requested 36" in answer.sentence


def test_what_lies_too_deep_to_be_looked_at_still_gets_its_rank(opened):
    agent = opened().agent("a")
    for number in range(200):
        agent.remember(f"The cat number {number} sleeps on the sofa.", id=f"cat-{number}")
    agent.remember("Taxes are due.", id="taxes")
    answer = agent.why_not("taxes", "Where does my cat sleep?", tokens=100)
    assert (answer.included, answer.reason, answer.rank) == (False, "no_room", 201)
    assert "It ranked 201 of 201: too low" in answer.sentence


def test_a_line_of_the_profile_is_in_the_context_whatever_the_question(opened):
    memory = opened(extractor="rules", profile_regenerate_threshold=1)
    agent = memory.agent("a")
    agent.remember("I live in Lisbon.")
    memory.sync()
    (entry,) = agent.memories.list()
    answer = agent.why_not(entry.id, "Why is Mongolia so dry?")
    assert (answer.id, answer.included, answer.section) == (entry.id, True, "profile")
    assert answer.sentence == "It is in the context, under User Profile."


def test_what_does_not_answer_is_not_explained_by_the_room_beside_the_answers(opened):
    agent = opened(profile_tokens=30).agent("a")
    entries = [agent.memories.add(f"The boat number {n} is in the harbour.") for n in range(30)]
    context = agent.context("Why is Mongolia so dry?", tokens=1_000)
    shown = {item.id for item in context.receipt.items}
    assert context.tokens < 100
    assert {item.reason for item in context.receipt.left_out} == {"not_relevant"}
    hidden = next(entry for entry in entries if entry.id not in shown)
    answer = agent.why_not(hidden.id, "Why is Mongolia so dry?", tokens=1_000)
    assert answer.reason == "not_relevant"
    assert "the question is not related enough to anything remembered" in answer.sentence


def test_a_deleted_memory_says_so(alice):
    entry = alice.memories.add("The cat is called Tom.")
    alice.memories.delete(entry.id)
    answer = alice.why_not(entry.id, QUESTION)
    assert (answer.included, answer.reason) == (False, "deleted")
    assert answer.sentence == "It was deleted."


@pytest.mark.parametrize("query", [None, QUESTION])
def test_a_superseded_memory_says_so_and_by_which(memory, alice, query):
    entry = alice.memories.add("The cat is called Tom.")
    newer = alice.memories.add("The cat is called Tommy now.")
    old = replace(entry, status=Status.SUPERSEDED, superseded_by=newer.id, version=2)
    # Nobody supersedes a memory by hand: whoever learns writes it so.
    memory._components.store.write("alice", PutEntry(old, entry_digest(old), Change.SUPERSEDED, 1))
    answer = alice.why_not(entry.id, query)
    assert (answer.included, answer.reason) == (False, "superseded")
    assert answer.sentence == f"It is no longer true: it was replaced by {newer.id}."
    assert "called Tom." not in alice.context(query).text
    assert alice.why_not(newer.id, query).included


def test_expired_memories_say_until_when_they_held(alice):
    entry = alice.memories.add("Taxes are low.", valid_until="2026-06-01T00:00:00+00:00")
    answer = alice.why_not(entry.id)
    assert (answer.reason, answer.sentence) == (
        "expired",
        "It is not valid now, only until Mon 1 Jun 2026.",
    )


def test_the_question_itself_says_so(alice):
    alice.remember(QUESTION, conversation="c2", id="ask")
    answer = alice.why_not("ask", QUESTION, conversation="c2")
    assert (answer.included, answer.sentence) == (False, "It is the question itself.")


def test_a_repetition_says_so(alice):
    alice.ingest("c3", [{"role": "user", "content": "The cat purrs.", "id": n} for n in ("a", "b")])
    answers = [alice.why_not(name, "Does the cat purr?") for name in ("a", "b")]
    assert sorted(answer.included for answer in answers) == [False, True]
    assert "the same text is already shown" in next(
        answer.sentence for answer in answers if not answer.included
    )


def test_a_summary_that_is_left_out_is_not_said_to_be_shown_already(opened):
    memory = opened(extractor="rules", embedding_backend="none")
    agent = memory.agent("a")
    for place in ("Amsterdam", "Bergen", "Cadiz", "Dublin", "Essen", "Faro"):
        said = [f"The boat was repaired in {place}.", f"Its sails are from {place} too."]
        agent.ingest(place, [{"user": text} for text in (*said, "The harbour master was kind.")])
    memory.sync()
    question = "Where was the boat repaired?"
    receipt = agent.context(question).receipt
    summaries = {item.id for item in receipt.left_out if item.section == "relevant_summaries"}
    answers = [agent.why_not(name, question) for name in summaries]
    assert "summary" in {answer.reason for answer in answers}
    assert "repeated" not in {answer.reason for answer in answers}
    sentence = next(answer.sentence for answer in answers if answer.reason == "summary")
    assert sentence.endswith("it is a summary: the messages it covers are searched themselves.")


@pytest.mark.parametrize("query", [None, QUESTION])
def test_what_is_not_there_is_not_found(memory, alice, query):
    with pytest.raises(NotFound):
        alice.why_not("nowhere", query)
    with pytest.raises(NotFound):
        memory.agent("bob").why_not("5", query)


def test_without_a_question_no_turn_is_looked_for(alice):
    answer = alice.why_not("5")
    assert (answer.included, answer.reason) == (False, "not_asked")
    assert "Turns are only searched for with a question" in answer.sentence


def test_of_several_turns_with_one_id_the_best_is_meant(opened):
    agent = opened().agent("a")
    agent.remember("I love papaya", conversation="c1", id="t1")
    agent.remember("New tyres for the cars", conversation="c2", id="t1")
    answer = agent.why_not("t1", "cars")
    assert (answer.rank, answer.conversation) == (1, "c2")


def test_a_deleted_memory_does_not_hide_a_turn_of_the_same_id(alice):
    entry = alice.memories.add("The cat is called Tom.")
    alice.memories.delete(entry.id)
    alice.remember("Cats again.", id=entry.id)
    assert alice.why_not(entry.id, QUESTION).included
