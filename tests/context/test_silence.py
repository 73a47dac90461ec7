"""R8: where nothing is relevant the sections that answer a question stay empty, and the receipt says why."""

from pathlib import Path

import pytest

from benchmarks.silence import histories, measure
from recollect import Memory

HOME = Path(__file__).parent / "fixture"
RELATED = "What is the cat called?"
UNRELATED = "Why is Mongolia so dry?"
QUERY_AWARE = {"relevant_memories", "relevant_summaries", "excerpts"}


@pytest.mark.parametrize("question", [UNRELATED, "hello there", "Explain photosynthesis."])
def test_what_has_to_do_with_nothing_leaves_the_query_aware_sections_empty(alice, question):
    alice.memories.add("Alice is a vegetarian.")
    context = alice.context(question)
    assert not QUERY_AWARE & set(context.receipt.sections)
    assert [block.section for block in context.sections] == ["date", "memories"]
    assert not context.receipt.relevance.relevant
    assert context.receipt.relevance.score < context.receipt.relevance.least


def test_every_hit_that_was_kept_back_says_so(alice):
    receipt = alice.context(UNRELATED).receipt
    assert {item.id for item in receipt.left_out} == {"1", "2", "3", "4", "5"}
    assert {item.reason for item in receipt.left_out} == {"not_relevant"}


def test_what_has_to_do_with_it_is_shown_and_the_receipt_says_how_much(alice):
    context = alice.context(RELATED)
    assert "The cat is called Tommy." in context.text
    assert context.receipt.relevance.relevant
    assert context.receipt.relevance.words > 0


def test_a_memory_that_is_not_relevant_stays_among_what_is_always_worth_knowing(alice):
    entry = alice.memories.add("Alice is a vegetarian.")
    receipt = alice.context(UNRELATED).receipt
    assert [(item.id, item.section) for item in receipt.items] == [(entry.id, "memories")]
    assert entry.id not in {item.id for item in receipt.left_out}


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("preference", {"origin": "assistant"}),
        ("preference", {"origin": "assistant", "pinned": True, "priority": "high"}),
        ("user_preference", {"origin": "assistant", "key": "diff", "pinned": True}),
        ("fact", {"origin": "imported"}),
        ("domain", {"key": "svc-11"}),
    ],
)
def test_what_is_not_the_users_own_word_is_shown_only_where_it_is_relevant(alice, kind, options):
    added = alice.memories.add("The diff goes to the reviewers of Bergen.", kind=kind, **options)
    assert not alice.context(UNRELATED).receipt.items
    assert added.content in alice.context("Who gets the diff, the reviewers of Bergen?").text
    assert added.content in alice.context().text


def test_an_allergy_of_a_child_comes_before_other_facts_where_few_fit(opened):
    memory = opened(extractor="rules", profile_regenerate_threshold=1)
    agent = memory.agent("tom")
    said = [
        "My name is Tom.",
        "I live in Leeds.",
        "My daughter Mia is allergic to peanuts.",
        "My wife is called Priya.",
        "Always use metric units.",
        "Don't use emojis.",
        "Please keep your answers short.",
        "Answer in British English.",
    ]
    agent.ingest("home", [{"user": content} for content in said])
    memory.sync()
    context = agent.context(UNRELATED)
    assert not context.receipt.relevance.relevant
    assert "allergic to peanuts" in context.text
    assert "Leeds" not in context.text


def test_a_search_is_never_silent(alice):
    assert len(alice.search(UNRELATED)) == 5


def test_without_a_question_there_is_nothing_to_be_relevant_to(alice):
    alice.memories.add("Alice is a vegetarian.")
    context = alice.context()
    assert context.receipt.relevance is None
    assert "Alice is a vegetarian." in context.text


def test_why_not_says_that_the_question_is_not_about_it(alice):
    answer = alice.why_not("5", UNRELATED)
    assert (answer.included, answer.reason) == (False, "not_relevant")
    assert "the question is not related enough to anything remembered" in answer.sentence
    assert (
        f"the minimum is {alice.context(UNRELATED).receipt.relevance.least:.2f}" in answer.sentence
    )


def test_why_not_says_so_also_for_what_lies_too_deep_to_be_looked_at(opened):
    agent = opened().agent("a")
    for number in range(200):
        agent.remember(f"The cat number {number} sleeps on the sofa.", id=f"cat-{number}")
    shown = {item.id for item in agent.context(UNRELATED, tokens=100).receipt.left_out}
    (deep, *_) = {f"cat-{number}" for number in range(200)} - shown
    answer = agent.why_not(deep, UNRELATED, tokens=100)
    assert (answer.included, answer.reason) == (False, "not_relevant")
    assert answer.rank > 10


def test_a_question_that_is_stored_already_does_not_speak_for_itself(alice, memory):
    alice.remember(UNRELATED, conversation="now", speaker="Alice", id="asked")
    memory.sync()
    context = alice.context(UNRELATED, conversation="now")
    assert not QUERY_AWARE & set(context.receipt.sections)
    reasons = {item.id: item.reason for item in context.receipt.left_out}
    assert reasons["asked"] == "asked"
    # Asked another day, in another conversation, it is something that was said.
    assert "excerpts" in alice.context(UNRELATED, conversation="another").receipt.sections


def test_what_was_said_a_moment_ago_is_shown_before_it_has_a_vector(alice):
    alice.remember("The roof leaks above the stairs.", speaker="Alice", id="roof")
    context = alice.context("Where does the roof drip?")
    assert "roof" in {item.id for item in context.receipt.items}


def test_a_small_memory_shows_only_what_has_to_do_with_the_question(tmp_path):
    question, car = "When does Nora visit?", "I sold my car."
    with Memory.open(tmp_path / "m.sqlite", background=False, extractor="none") as memory:
        agent = memory.agent("a")
        for text in ("I love peanuts.", "Nora visits on Friday.", "I work as a nurse.", car):
            agent.remember(text, id=text, conversation="c")
        before = agent.context(question, tokens=500).receipt
        memory.sync()
        after = agent.context(question, tokens=500).receipt
        assert car in {item.id for item in before.items}, "it has no vector yet"
        assert {item.id for item in after.items if item.scope == "turns"} == {
            "Nora visits on Friday."
        }
        assert agent.why_not(car, question).reason == "not_relevant"


def test_who_offers_no_tokens_gets_the_answer_and_who_offers_many_gets_more(tmp_path):
    with Memory.open(tmp_path / "memory.sqlite", background=False, extractor="none") as memory:
        agent = memory.agent("a")
        things = ("the bike", "my violin", "a parcel", "the tax form", "our old sofa", "a film")
        seen = ("on the stairs", "in the cellar", "at the office", "near the bank", "last night")
        texts = [f"I saw {thing} {where}." for thing in things for where in seen]
        answer = "Biscuit goes to the vet at Abbey House."
        for text in (*texts, answer):
            agent.remember(text, id=text, conversation="c")
        memory.sync()
        usual, many = (
            agent.context("Where does Biscuit go to the vet?", tokens=tokens)
            for tokens in (None, 4_000)
        )
        assert usual.receipt.cap == many.receipt.cap == 4_000
        assert usual.receipt.items[0].id == many.receipt.items[0].id == answer
        assert len(usual.receipt.items) <= 5
        assert len(many.receipt.items) >= 25


@pytest.mark.parametrize(
    ("name", "backend", "unrelated", "related"),
    [
        ("silence_dev", "minilm", 1, 95),
        ("silence_dev", "none", 1, 95),
        # Spanish and French, and questions in the first person that are not about the user.
        pytest.param("silence_more", "minilm", 4, 96, marks=pytest.mark.slow),
    ],
)
def test_it_is_silent_where_it_should_be_and_hardly_elsewhere(
    tmp_path, monkeypatch, name, backend, unrelated, related
):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path))
    with Memory.open(tmp_path / "m.sqlite", embedding_backend=backend) as memory:
        found = measure(memory, histories(HOME / f"{name}.jsonl")).shares(memory.recall.bar)
    assert found["unrelated"].percent <= unrelated, found
    assert found["with turn"].percent >= related, found
