"""R5–R7: a question becomes the text that a model reads, within its tokens, with a receipt for every line."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from effort import examples
from recollect import InvalidInput, NotFound
from recollect.budget.counters import by_characters
from recollect.context.pieces import BEST_TURNS, marked
from recollect.domain.entry import Change, Status
from recollect.domain.ids import entry_digest
from recollect.domain.receipt import Section
from recollect.domain.writes import PutEntry


def shown(context):
    return [item.id for item in context.receipt.items]


def test_an_answer_has_its_day_and_its_speaker(alice):
    context = alice.context("Where did Alice move?", tokens=300)
    assert context.text.startswith("Current date: Sun 15 Nov 2026\n\n### Relevant Conversation")
    assert "\nFri 1 May 2026\n- Alice: I moved to Lisbon." in context.text
    assert context.tokens == by_characters(context.text) <= 300


def test_a_question_for_everything_gets_every_memory(opened):
    agent = opened(embedding_backend="none").agent("a")
    known = ["Likes tea", "Plays the cello", "Drives a Skoda", "Runs on Sundays", "Speaks Welsh"]
    for content in known:
        agent.memories.add(content)
    for question in ("What personal data do you have on me?", "Dis-moi tout ce que tu sais de moi"):
        context = agent.context(question, tokens=500).text
        assert [content for content in known if content not in context] == []


def test_the_best_turns_come_first_and_the_others_in_the_order_of_time(opened):
    agent = opened(embedding_backend="none").agent("a")
    lines = [f"Filler {number} about boats." for number in range(12)] + ["The zeppelin landed."]
    turns = [{"role": "user", "content": text, "id": str(n)} for n, text in enumerate(lines)]
    agent.ingest("c", turns)
    first, *others = shown(agent.context("Which zeppelin, which boats?", tokens=600))
    assert first == "12"
    rest = [int(name) for name in others[BEST_TURNS - 1 :]]
    assert rest == sorted(rest)
    assert len(rest) == len(lines) - BEST_TURNS


def test_a_small_budget_shows_the_best_and_the_receipt_names_the_rest(alice):
    context = alice.context("What is the cat called?", tokens=36)
    assert shown(context) == ["5"]
    left = {item.id: item for item in context.receipt.left_out}
    assert set(left) == {"1", "2", "3", "4"}
    assert left["4"].reason == "no_room"
    assert {item.reason for item in left.values()} <= {"no_room", "not_relevant"}
    best = context.receipt.items[0]
    assert best.rank == 1
    assert best.score > max(item.score for item in left.values())
    assert best.scores.lexical > 0
    assert (best.scope, best.section, best.conversation) == ("turns", "excerpts", "c1")


@pytest.mark.parametrize("tokens", [0, 1, 5, 9, 10, 20, 21, 40])
def test_the_cap_wins_over_everything(alice, tokens):
    alice.memories.add("Alice is allergic to nuts.", pinned=True)
    for framing in (None, "follow_up", "silent"):
        context = alice.context("Where did Alice move?", tokens=tokens, framing=framing)
        assert by_characters(context.text) == context.tokens == context.receipt.tokens <= tokens


def test_without_a_question_there_is_the_date_and_what_is_known(alice):
    low = alice.memories.add("Alice once had a cold.", kind="context")
    high = alice.memories.add("Alice decided to learn Greek.", kind="decision")
    pinned = alice.memories.add("Alice is allergic to nuts.", kind="context", pinned=True)
    context = alice.context()
    assert shown(context) == [pinned.id, high.id, low.id]
    assert [block.section for block in context.sections] == ["date", "memories"]
    assert "### Important Memories\n- Alice is allergic to nuts." in context.text


def test_a_memory_that_answers_is_not_repeated_among_what_is_always_known(alice):
    entry = alice.memories.add("Alice lives in Lisbon.")
    context = alice.context("Where does Alice live?", tokens=500)
    assert context.text.count("Alice lives in Lisbon.") == 1
    assert [(item.id, item.section) for item in context.receipt.items if item.id == entry.id] == [
        (entry.id, "relevant_memories")
    ]


def test_beside_answers_or_without_any_there_are_few_lines_about_the_user(opened):
    agent = opened(profile_tokens=60).agent("a")
    for number in range(60):
        agent.memories.add(f"Known thing number {number} about nothing in particular.")
    silent = agent.context("Why is Mongolia so dry?")
    assert [block.section for block in silent.sections] == ["date", "memories"]
    assert silent.receipt.sections["memories"] <= 60
    assert silent.tokens <= 70
    assert agent.context(None).receipt.sections["memories"] > 500


def test_a_sections_own_budget_holds(opened):
    memory = opened(chunk_budget_tokens=60, working_memory_budget_tokens=50)
    agent = memory.agent("a")
    for number in range(40):
        agent.memories.add(f"Known thing number {number} about the harbour.")
        agent.remember(f"The harbour of Lisbon has {number} boats.", conversation="c")
    context = agent.context("boats in the harbour of Lisbon", tokens=1_000)
    assert context.receipt.sections["excerpts"] <= 60
    assert context.receipt.sections["relevant_memories"] <= 50
    assert "section_full" in {item.reason for item in context.receipt.left_out}


def test_a_memory_whose_time_is_over_is_left_out_of_what_is_always_known(alice):
    over = alice.memories.add("Alice rents a flat.", valid_until="2026-06-01T00:00:00+00:00")
    holds = alice.memories.add("Alice owns a boat.", valid_until="2027-06-01T00:00:00+00:00")
    context = alice.context()
    assert shown(context) == [holds.id]
    assert [(item.id, item.reason) for item in context.receipt.left_out] == [(over.id, "expired")]
    assert "Alice owns a boat. (until Tue 1 Jun 2027)" in context.text


def test_a_small_memory_leaves_out_what_is_plainly_unrelated(alice):
    alice.remember("The cat sleeps at night.", conversation="c2", id="cat")
    receipt = alice.context("What is the cat called?", tokens=4_000).receipt
    assert {"5", "cat"} <= {item.id for item in receipt.items}
    left = {item.id: item for item in receipt.left_out}
    assert left
    assert all(item.reason == "not_relevant" and item.score < 0 for item in left.values())


@pytest.mark.parametrize(
    ("question", "cat", "is_cut"),
    [
        ("What is the cat of my mother called?", "The cat of my mother is called Tommy.", True),
        # The similarity of another language does not tell where relevance ends.
        ("¿Cómo se llama la gata de mi madre?", "La gata de mi madre se llama Tommy.", False),
    ],
)
def test_of_thirty_turns_only_the_best_third_can_answer(opened, question, cat, is_cut):
    memory = opened()
    agent = memory.agent("a")
    numbers = "one two three four five six seven eight nine ten".split()
    texts = [f"{number} {thing}" for number in numbers for thing in ("tables", "roofs", "boats")]
    for text in (*texts, cat):
        agent.remember(text, id=text)
    memory.sync()
    receipt = agent.context(question, tokens=1_000).receipt
    assert receipt.items[0].id == cat
    assert (len(receipt.items) <= len(texts) / 3) == is_cut
    assert len(receipt.items) + len(receipt.left_out) >= len(numbers)


def test_the_turn_that_asks_is_not_its_own_answer(alice):
    question = "Tell me what the cat is called."
    alice.remember(question, conversation="c2", id="ask")
    assert "ask" in shown(alice.context(question, tokens=300))
    context = alice.context(question, tokens=300, conversation="c2")
    assert "ask" not in shown(context)
    left = [(i.id, i.reason) for i in context.receipt.left_out if i.reason != "not_relevant"]
    assert left == [("ask", "asked")]


def test_earlier_questions_to_an_assistant_do_not_fill_a_context(opened):
    memory = opened()
    agent = memory.agent("a")
    animals = ("cat", "dog", "horse", "parrot", "tortoise", "hamster")
    for animal in animals:
        agent.remember(f"What is the {animal} called?", id=animal)
    agent.remember("Which of them is at the vet's on Friday at half past four?", id="vet")
    agent.remember("The parrot is called Kiki.", id="kiki")
    memory.sync()
    context = agent.context("What is the parrot called?", tokens=1_000)
    assert "kiki" in shown(context)
    assert len(set(animals) & set(shown(context))) <= 3
    assert agent.why_not("hamster", "What is the parrot called?").reason == "not_relevant"


def test_what_was_stated_stands_before_an_earlier_question_like_this_one(opened):
    memory = opened()
    agent = memory.agent("a")
    agent.remember("Which snacks should I avoid?", id="asked")
    agent.remember("I am allergic to peanuts in snacks.", id="allergy")
    agent.remember("Tea is what I like to drink.", id="tea")
    memory.sync()
    question = "Which snacks should I avoid tonight?"
    assert agent.search(question)[0].id == "asked"
    order = shown(agent.context(question, tokens=1_000))
    assert order.index("allergy") < order.index("asked")
    # If nothing else is remembered, what was asked is still shown.
    alone = memory.agent("b")
    alone.remember("Which snacks should I avoid?", id="asked")
    memory.sync()
    assert shown(alone.context(question, tokens=1_000)) == ["asked"]


def test_a_question_with_a_secret_is_known_again_and_its_secret_sent_to_no_model(opened):
    memory = opened()
    agent = memory.agent("a")
    question = "My wifi password is correct-horse-7, is that strong?"
    agent.remember("Wifi needs a password.", conversation="c")
    agent.remember(question, conversation="c", id="ask")
    memory.sync()
    context = agent.context(question, conversation="c")
    agent.search(question)
    assert "ask" not in shown(context)
    embedder = memory._components.embedder._inner
    assert embedder.calls
    assert not [text for text in embedder.calls if "correct-horse-7" in text]


def test_a_memory_whose_time_is_over_answers_nothing_and_a_plan_does(alice):
    over = alice.memories.add("Alice rents in Porto.", valid_until="2026-06-01T00:00:00+00:00")
    plan = alice.memories.add("Alice moves to Porto.", valid_from="2027-06-01T00:00:00+00:00")
    context = alice.context("Where in Porto does Alice live?", tokens=300)
    assert "Alice moves to Porto. (from Tue 1 Jun 2027)" in context.text
    assert plan.id in {item.id for item in context.receipt.items}
    reasons = {item.id: item.reason for item in context.receipt.left_out}
    assert reasons[over.id] == "expired"


def test_a_memory_whose_time_is_over_answers_a_question_about_the_past(alice):
    over = alice.memories.add("Alice rents in Porto.", valid_until="2026-06-01T00:00:00+00:00")
    context = alice.context("Where in Porto did Alice live before?", tokens=300)
    assert "Alice rents in Porto. (until Mon 1 Jun 2026)" in context.text
    assert over.id in {item.id for item in context.receipt.items}


def test_what_replaced_a_statement_comes_before_the_turn_that_made_it(opened):
    memory = opened(extractor="built_in")
    agent = memory.agent("a")
    agent.remember("The dentist appointment is on 3 March at 10.", at="2026-02-01T10:00:00+00:00")
    memory.sync()
    (old,) = agent.memories.list()
    new = agent.memories.add("The dentist appointment is on 17 March at 8.")
    replaced = replace(old, status=Status.SUPERSEDED, superseded_by=new.id, version=2)
    put = PutEntry(replaced, entry_digest(replaced), Change.SUPERSEDED, expected=1)
    memory._components.store.write("a", put)
    context = agent.context("When is the dentist appointment?", tokens=300)
    assert 0 < context.text.index("17 March") < context.text.index("3 March at 10")
    assert "on 3 March at 10. (no longer true)" in context.text
    past = agent.context("When was the dentist appointment before?", tokens=300)
    assert "3 March at 10" in past.text


def test_what_was_corrected_in_part_stays_and_says_so(opened):
    memory = opened(extractor="built_in")
    agent = memory.agent("a")
    said = "The wedding is on 12 December at Kew Gardens, the dress code is green."
    agent.remember(said, conversation="c", at="2026-11-01T10:00:00+00:00")
    right = "Small correction, the wedding is on the 14th of December, not the 12th."
    agent.remember(right, conversation="c", at="2026-11-03T10:00:00+00:00")
    memory.sync()
    assert not agent.memories.list(status="superseded")
    (old,) = agent.memories.list(text="dress code")
    (new,) = agent.memories.list(text="14th")
    assert new.corrects == (old.id,)
    text = agent.context("What is the dress code of the wedding?", tokens=300).text
    assert '"The wedding is on 12 December at Kew Gardens, the dress code is green"' in text
    assert "(partly corrected 3 Nov 2026)" in text
    assert right.rstrip(".") in text
    # Whoever deletes the correction takes the mark away as well.
    agent.memories.delete(new.id)
    memory.sync()
    assert "partly corrected" not in agent.context("What is the dress code?", tokens=300).text


def test_the_mark_stands_behind_the_words_that_are_no_longer_true(opened):
    memory = opened(extractor="built_in")
    agent = memory.agent("a")
    plan = (
        "I'm away from 23 to 30 November, visiting my daughter Ellie in Bristol. So wait with it."
    )
    change = "Actually scratch that, Ellie's coming to us instead, so I'll be home all week."
    for minute, text in enumerate([plan, change]):
        agent.remember(text, conversation="c", at=f"2026-11-11T10:0{minute}:00+00:00")
    memory.sync()
    text = agent.context("Is he away at the end of November?", tokens=300).text
    assert "my daughter Ellie in Bristol. (no longer true) So wait" in text


def test_a_correction_marks_one_clause_in_excerpts_and_recaps(opened):
    memory = opened(extractor="built_in")
    agent = memory.agent("a")
    said = [
        "I'm vegan, I live in Bristol, and my son is called Tom. I work with Ann in Leeds.",
        "Actually I'm not vegan any more, I eat fish now.",
        "I moved from Bristol to York.",
    ]
    for day, text in enumerate(said, start=1):
        for role, each in (("user", text), ("assistant", "Noted.")):
            at = f"2026-11-0{day}T10:00:00+00:00"
            agent.remember(each, role=role, conversation=f"c{day}", at=at)
        memory.sync()
    shown = "I'm vegan (no longer true), I live in Bristol (no longer true), and my son is called"
    for question in (
        "Where in Bristol do I live, and am I vegan?",
        "Summarise what happened so far",
    ):
        text = agent.context(question, tokens=600).text
        assert shown in text
        assert "I'm vegan," not in text
    past = {entry.quote for entry in agent.memories.list(status="superseded")}
    assert past == {"I'm vegan", "I live in Bristol"}
    assert "my son is called Tom" in {entry.content for entry in agent.memories.list()}


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("User: I'm vegan. I ski.", "User: I'm vegan. (gone) I ski."),
        ("I'm Ann, I ski and I'm vegan.", "I'm Ann, I ski and [I'm vegan] (gone)."),
        ("I'm Ann, I'm vegan\n  Bye", "I'm Ann, [I'm vegan] (gone)\n  Bye"),
        ("I'm Ann, I'm vegan and I ski.", "I'm Ann, I'm vegan (gone) and I ski."),
        ("I'm vegan", "I'm vegan (gone)"),
        ("I'm vegans.", "I'm vegans."),
    ],
)
def test_a_mark_says_which_words_it_is_about(line, shown):
    assert marked(line, "I'm vegan", "(gone)") == shown


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Summarise what happened so far with this customer", True),
        ("Catch me up, please", True),
        ("Fass zusammen, was bisher passiert ist", True),
        ("Summarise this article about bees", False),
        ("How many books have I read so far?", False),
    ],
)
def test_whoever_asks_what_happened_so_far_gets_the_recaps(opened, question, wanted):
    memory = opened(extractor="built_in")
    agent = memory.agent("a")
    for day, text in ((9, "The base of my kettle leaks."), (3, "My toaster burns bread.")):
        for role, said in (("user", text), ("assistant", "Noted.")):
            at = f"2026-11-{day:02}T10:00:00+00:00"
            agent.remember(said, role=role, conversation=f"day {day}", at=at)
    memory.sync()
    text = agent.context(question, tokens=400).text
    recaps = "- User: The base of my kettle leaks.\n- User: My toaster burns bread."
    assert (f"### Conversation Summaries\n{recaps}" in text) == wanted


@pytest.mark.parametrize(
    ("said", "mark"),
    [("I live in Lisbon.", True), ("I live in Lisbon and love the old trams here.", False)],
)
def test_a_turn_is_called_untrue_only_if_all_of_it_was_replaced(opened, said, mark):
    memory = opened(extractor="built_in")
    agent = memory.agent("a")
    agent.remember(said, at="2026-02-01T10:00:00+00:00")
    memory.sync()
    agent.remember("I moved to Porto.", at="2026-05-01T10:00:00+00:00")
    memory.sync()
    text = agent.context("Where do I live?", tokens=300).text
    assert said in text
    assert (f"{said} (no longer true)" in text) == mark


def test_nothing_is_both_shown_and_left_out(alice):
    for number in range(5):
        alice.memories.add(f"Alice knows {number} cats.", valid_until="2026-06-01T00:00:00+00:00")
    for query in (None, "How many cats does Alice know?"):
        receipt = alice.context(query, tokens=100).receipt
        shown_ids = {(item.scope, item.conversation, item.id) for item in receipt.items}
        left = [(item.scope, item.conversation, item.id) for item in receipt.left_out]
        assert len(left) == len(set(left))
        assert shown_ids.isdisjoint(left)


def test_the_same_words_are_not_shown_as_two_memories(alice):
    alice.memories.add("Likes tea.", kind="fact")
    alice.memories.add("Likes tea.", kind="preference")
    for query in (None, "What does she like to drink, tea?"):
        assert alice.context(query, tokens=300).text.count("Likes tea.") == 1


def test_of_a_long_memory_the_passage_that_answers_is_shown(opened):
    filler = " ".join(f"Filler sentence number {n} about gardening." for n in range(300))
    agent = opened().agent("a")
    agent.memories.add(f"{filler}\n\nThe safe opens with the blue key.\n\n{filler}")
    agent.remember("Good morning!")
    context = agent.context("Which key opens the safe?", tokens=600)
    assert "The safe opens with the blue key." in context.text


def test_the_last_thousand_receipts_take_little_room(opened):
    agent = opened().agent("a")
    agent.ingest("c", [{"role": "user", "content": f"Cat number {n}."} for n in range(400)])
    context = agent.context("What is the number of my cat?", tokens=4_000)
    receipts = agent._components.assembler.receipts
    (_, written) = receipts._receipts[context.receipt.id]
    assert len(context.receipt.items) > 100
    assert len(written) < 250 * len(context.receipt.items)
    assert receipts.get(context.receipt.id) == context.receipt


def test_framing_says_how_to_treat_it(alice):
    open_ = alice.context("the cat", tokens=500, framing="follow_up").text
    assert open_.startswith("## Conversation Context\nCurrent date: ")
    assert open_.endswith("You may naturally reference what was just discussed.")
    silent = alice.context("the cat", tokens=500, framing="silent").text
    assert silent.startswith("## Background Context (INTERNAL USE ONLY)\n")
    assert "NEVER explicitly mention it" in silent


def test_of_a_long_message_the_passage_that_answers_is_shown(opened):
    filler = " ".join(f"Filler sentence number {n} about gardening and weather." for n in range(30))
    agent = opened().agent("a")
    agent.remember(f"{filler}\n\nThe safe opens with the blue key.\n\n{filler}", id="long")
    agent.remember("Good morning!", id="short")
    (item,) = (
        item
        for item in agent.context("Which key opens the safe?", tokens=300).receipt.items
        if item.id == "long"
    )
    text = agent.context("Which key opens the safe?", tokens=300).text
    assert item.cut
    assert "The safe opens with the blue key." in text
    assert text.count("Filler sentence") < 40
    assert "User (pasted): …" in text
    hit = next(hit for hit in agent.search("Which key opens the safe?") if hit.id == "long")
    start, end = hit.span
    assert "blue key" in hit.text[start:end]
    assert next(hit for hit in agent.search("morning") if hit.id == "short").span is None


def test_nothing_is_given_while_memory_is_switched_off(opened, alice):
    off = opened(enabled=False).agent("alice")
    context = off.context("Where did Alice move?")
    assert (context.text, context.tokens, context.receipt.items) == ("", 0, ())
    assert "switched off" in context.receipt.warning
    assert off.search("Where did Alice move?")
    assert off.why_not("1", "Where did Alice move?").reason == "switched_off"


def test_the_receipt_can_be_read_again_and_holds_no_words(memory, alice):
    context = alice.context("Where did Alice move?", tokens=300)
    receipt = memory.receipt(context.receipt.id)
    assert receipt == context.receipt
    assert "Lisbon" not in repr(receipt)
    assert "move" not in repr(receipt)


def test_only_the_last_thousand_receipts_are_kept(memory, alice, clock):
    first = alice.context("Where did Alice move?", tokens=50).receipt.id
    for number in range(1_000):
        memory.agent("nobody").context(tokens=number)
    with pytest.raises(NotFound):
        memory.receipt(first)


def test_within_ten_seconds_the_same_context_is_given_again(alice, clock):
    first = alice.context("the cat", tokens=300)
    assert alice.context("the cat", tokens=300) is first
    assert alice.context("the cat", tokens=301) is not first
    clock.advance(10)
    assert alice.context("the cat", tokens=300) is not first


@pytest.mark.parametrize(
    "change",
    [
        lambda agent: agent.remember("The cat ran away.", conversation="c9"),
        lambda agent: agent.memories.add("The cat is old."),
        lambda agent: agent.conversations.delete("c1"),
        lambda agent: agent.erase(),
    ],
)
def test_any_change_makes_the_next_context_anew(opened, alice, change):
    first = alice.context("the cat", tokens=300)
    # Another process: the same file behind another memory.
    change(opened().agent("alice"))
    second = alice.context("the cat", tokens=300)
    assert second is not first
    assert second.text != first.text


def test_no_memory_is_shown_after_it_was_changed_or_removed(opened, alice):
    added = alice.memories.add("The cat is called Mog.")
    assert "Mog" in alice.context("the cat").text
    # Another process: the same file behind another memory.
    other = opened().agent("alice")
    other.memories.update(added.id, content="The cat is called Tibs.")
    changed = alice.context("the cat").text
    assert "Tibs" in changed
    assert "Mog" not in changed
    other.memories.delete(added.id)
    assert "Tibs" not in alice.context("the cat").text
    other.overrides.add("Never mention dogs.")
    assert "Never mention dogs." in alice.context("the cat").text
    other.erase()
    assert "Never mention dogs." not in alice.context("the cat").text


def test_memories_shown_in_place_of_a_profile_are_those_of_now(opened, alice, clock):
    def shown(question):
        blocks = alice.context(question).sections
        return "".join(block.text for block in blocks if block.section is Section.MEMORIES)

    added = alice.memories.add("The attic is locked.", valid_until="2026-11-16T00:00:00+00:00")
    assert "attic" in shown("Quantum physics?")
    # Another process: the same file behind another memory.
    other = opened().agent("alice")
    other.memories.update(added.id, content="The cellar is locked.")
    assert "cellar" in shown("Write a limerick.")
    assert "attic" not in shown("Medieval poetry?")
    clock.advance(12 * 3600 + 1)
    assert "cellar" not in shown("Abstract algebra?")


def test_a_change_of_one_agent_leaves_the_contexts_of_others_alone(memory, alice):
    first = alice.context("the cat", tokens=300)
    memory.agent("bob").remember("A cat!")
    assert alice.context("the cat", tokens=300) is first


def test_the_day_is_that_of_the_clock(alice, clock):
    clock.advance(12 * 3600 - 5)
    assert "Sun 15 Nov 2026" in alice.context("the cat").text
    clock.advance(6)
    assert "Mon 16 Nov 2026" in alice.context("the cat").text


def test_erasing_an_agent_forgets_its_receipts(memory, alice):
    receipt = alice.context("the cat").receipt
    alice.erase()
    with pytest.raises(NotFound):
        memory.receipt(receipt.id)


@pytest.mark.parametrize(
    ("field", "asked"),
    [
        ("tokens", {"tokens": -1}),
        ("tokens", {"tokens": True}),
        ("tokens", {"tokens": 1.5}),
        ("tokens", {"tokens": 1_000_001}),
        ("query", {"query": "  "}),
        ("query", {"query": 7}),
        ("conversation", {"conversation": ""}),
        ("framing", {"framing": "loud"}),
    ],
)
def test_what_cannot_be_asked_is_named(alice, field, asked):
    with pytest.raises(InvalidInput) as caught:
        alice.context(**asked)
    assert caught.value.field == field


WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1)


# Of the excerpts, and of the memories.
SIZES = ((50, 50), (70, 3_000), (3_000, 60))


@pytest.fixture
def sized(opened):
    return [
        opened(chunk_budget_tokens=excerpts, working_memory_budget_tokens=memories)
        for excerpts, memories in SIZES
    ]


@settings(max_examples=examples(40), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    size=st.integers(0, len(SIZES) - 1),
    texts=st.lists(WORDS.filter(str.strip), min_size=1, max_size=8),
    known=st.lists(st.tuples(WORDS.filter(str.strip), st.booleans()), max_size=6),
    tokens=st.integers(0, 300),
    query=st.none() | WORDS.filter(str.strip),
    framing=st.sampled_from([None, "follow_up", "silent"]),
)
def test_any_text_in_any_budget_stays_within_it_and_with_its_agent(
    sized, size, texts, known, tokens, query, framing
):
    memory = sized[size]
    number = len(memory.agents())
    mine, other = memory.agent(f"mine-{number}"), memory.agent(f"other-{number}")
    other.remember("zqxj-other-agents-secret-word")
    other.memories.add("zqxj-other-agents-known-word", pinned=True)
    for text in texts:
        mine.remember(text)
        mine.remember(f"Filler words that take up room, then {text}")
    for text, pinned in known:
        mine.memories.add(text, pinned=pinned)
        mine.memories.add(f"It is known since long ago that {text}")
    context = mine.context(query, tokens=tokens, framing=framing)
    assert by_characters(context.text) == context.tokens == context.receipt.tokens <= tokens
    assert "zqxj-other" not in context.text
    excerpts, memories = SIZES[size]
    budgets = {"excerpts": excerpts, "relevant_memories": memories, "memories": memories}
    for section, budget in budgets.items():
        assert context.receipt.sections.get(section, 0) <= budget


def test_a_small_context_begins_with_the_instructions_about_answers_and_those_that_fit(alice):
    def instruct(text):
        return alice.memories.add(text, metadata={"standing": True})

    spelling = instruct("Please answer briefly and use British spelling, as I read it on shift.")
    table = instruct(
        "Never book a table for me without asking, and never one before seven o'clock."
    )
    fish = instruct("Only cook fish on Fridays.")
    wishes = {spelling.id, table.id, fish.id}
    for tokens, shown in ((42, {spelling.id}), (60, {spelling.id, fish.id}), (80, wishes)):
        context = alice.context("Why is Mongolia so dry?", tokens=tokens)
        items = context.receipt.items
        assert {item.id for item in items if item.section == "profile"} == shown


def test_every_context_has_the_standing_instructions_that_the_profile_has_no_room_for(alice):
    wish = alice.memories.add("Keep answers short.", metadata={"standing": True})
    noted = alice.memories.add(
        "Always reply in rhymes.", metadata={"standing": True}, origin="assistant"
    )
    context = alice.context("Why is Mongolia so dry?")
    assert "Standing instructions\n- Keep answers short." in context.text
    sections = {item.id: item.section for item in context.receipt.items}
    assert sections[wish.id] == "profile"
    assert sections.get(noted.id) != "profile", "only the user instructs"


@pytest.mark.parametrize("tokens", [300, 500, 4_000])
@pytest.mark.parametrize("question", ["Why is Mongolia so dry?", None])
def test_standing_instructions_have_all_the_room_that_answers_leave(alice, tokens, question):
    rules = [
        alice.memories.add(
            f"Before you change anything in part {number} run its tests.",
            metadata={"standing": True},
        )
        for number in range(1, 7)
    ]
    context = alice.context(question, tokens=tokens)
    assert all(rule.content in context.text for rule in rules)
    assert not {item.id for item in context.receipt.left_out} & {rule.id for rule in rules}


def test_a_small_context_without_answers_stays_short_however_many_instructions_there_are(alice):
    alice.remember("The harbour of Whitby has a swing bridge.", conversation="c")
    rules = [
        alice.memories.add(f"Rule {number} of the harbour.", metadata={"standing": True})
        for number in range(1, 30)
    ]
    silent = alice.context("Why is Mongolia so dry?", tokens=400)
    assert 0 < silent.tokens <= 120
    answered = alice.context("Which bridge has the harbour of Whitby?", tokens=400)
    shown = [{rule.id for rule in rules if rule.content in c.text} for c in (silent, answered)]
    assert 0 < len(shown[0]) < len(shown[1])
