"""R6: what was learned stands beside what was said and takes its room from nobody."""

import json
from dataclasses import replace

import pytest

from recollect.budget.counters import by_characters
from recollect.context.ordering import without_parts
from recollect.context.page import Page
from recollect.context.pieces import entry_piece, hit_piece
from recollect.context.sections import Budgets
from recollect.domain.entry import Source
from recollect.domain.receipt import Section

NAMES = ("Anton", "Berta", "Cyrus", "Dora", "Emil", "Frida", "Gustav", "Hedda", "Ivo", "Jutta")
THINGS = ("horse", "boat", "garden", "bicycle")
TALK = [
    {
        "role": "user",
        "speaker": "Ann",
        "content": f"I own a {THINGS[number % 4]} called {name}, since {2001 + number}.",
        "id": str(number),
        "at": f"2026-05-{number + 1:02}T10:00:00+00:00",
    }
    for number, name in enumerate(NAMES * 2)
]
# A recap speaks of all four, and fits better than any turn.
QUESTION = "What are the horse, the boat, the garden and the bicycle called?"


@pytest.fixture
def told(opened):
    """An agent that was told of things and their names, and has learned of them, or not."""

    def tell(extractor):
        memory = opened(f"{extractor}.sqlite", extractor=extractor)
        agent = memory.agent("ann")
        for start in range(0, len(TALK), 4):
            agent.ingest(f"c{start}", TALK[start : start + 4])
        memory.sync()
        return agent

    return tell


def turns(context):
    return {item.id for item in context.receipt.items if item.scope == "turns"}


def quoted(agent, context):
    """The turns whose memories are shown."""
    sources = {entry.id: entry.turn_id for entry in agent.memories.list()}
    return {sources[item.id] for item in context.receipt.items if item.id in sources}


@pytest.mark.parametrize("tokens", [200, 300])
def test_memories_and_recaps_push_out_no_more_than_two_lines(told, tokens):
    plain, learned = told("none"), told("rules")
    assert len(learned.memories.list()) >= 10
    assert learned.summaries.list()
    before = turns(plain.context(QUESTION, tokens=tokens))
    context = learned.context(QUESTION, tokens=tokens)
    after = turns(context) | quoted(learned, context)
    assert 5 < len(before) < len(TALK)
    assert len(after) >= len(before) - 2


def test_a_sentence_is_shown_once_as_a_memory_or_in_its_turn(told):
    agent = told("rules")
    context = agent.context("Which horse is called Dora?", tokens=4_000)
    assert [block.section for block in context.sections][:2] == ["date", "relevant_memories"]
    assert quoted(agent, context)
    shown = quoted(agent, context) | turns(context)
    assert len(shown) > len(TALK) / 2
    lines = [line for line in context.text.splitlines() if line.startswith("- ")]
    for turn in TALK:
        times = sum(turn["content"].rstrip(".") in line for line in lines)
        assert times == 1 if turn["id"] in shown else times <= 1


def test_a_memory_whose_sentence_is_shown_is_named_in_the_receipt(told):
    agent = told("rules")
    receipt = agent.context(QUESTION, tokens=300).receipt
    known = {entry.id for entry in agent.memories.list()}
    assert known & {item.id for item in (*receipt.items, *receipt.left_out)}
    for name in known:
        why = agent.why_not(name, QUESTION, tokens=300)
        assert why.included == (name in {item.id for item in receipt.items})
        assert why.included or why.reason in {"repeated", "not_relevant", "no_room"}


def test_a_memory_that_was_made_of_no_turn_keeps_its_rank(told):
    agent = told("none")
    entry = agent.memories.add("The horse, the boat and the bicycle are called Zita.")
    context = agent.context(QUESTION, tokens=150)
    assert entry.id in {item.id for item in context.receipt.items}


def test_knowledge_is_shown_with_what_it_is_of(opened):
    agent = opened("known.sqlite", extractor="none").agent("ann")
    agent.knowledge.put("domain", "example.org", "Log in with SSO")
    agent.knowledge.put("website_knowledge", "Shop", "The shop wants a phone number.")
    text = agent.context("How do I log in with SSO at the shop?").text
    assert "- example.org: Log in with SSO" in text
    assert "- The shop wants a phone number." in text


SAID = [
    "I live in Porto. I work at Acme as a nurse.",
    "My sister Ana lives in Rome.",
    "I love hiking and hate coffee.",
    "I have decided to buy a boat.",
    "My dog is called Rex.",
]


@pytest.fixture
def known(opened):
    memory = opened("known.sqlite", extractor="rules")
    agent = memory.agent("ann")
    for number, said in enumerate(SAID * 3):
        agent.remember(
            said, conversation=f"c{number}", at=f"2026-05-{number + 1:02}T10:00:00+00:00"
        )
    memory.sync()
    return memory, agent


@pytest.mark.parametrize("framing", [None, "silent", "follow_up"])
def test_a_context_that_comes_back_as_a_users_message_teaches_nothing(known, framing):
    """M3: whole, quoted, in an answer's JSON, from any section on, and with the question behind it."""
    memory, agent = known
    text = agent.context("Where does Ana live, and what do I love?", framing=framing).text
    assert "### Relevant Memories" in text
    sections = text.split("\n\n")
    pasted = [
        text,
        "\n".join(f"> {line}" for line in text.splitlines()),
        json.dumps({"text": text}),
        *("\n\n".join(sections[start:]) for start in range(1, len(sections))),
        *sections,
    ]
    other = memory.agent("other")
    for number, one in enumerate(pasted):
        other.remember(f"{one}\n\nWhat should I cook?", conversation=f"p{number}")
    memory.sync()
    assert [entry.content for entry in other.memories.list()] == []
    other.remember(f"{text}\n\nI am allergic to soy.", conversation="own")
    memory.sync()
    assert [entry.content for entry in other.memories.list()] == ["User is allergic to soy."]


@pytest.mark.parametrize(
    ("quote", "content", "other"),
    [
        ("I own a horse called Dora", "I own a horse called Dora", "Dora again: sold her."),
        ("I'm allergic to nuts", "User is allergic to nuts.", "Allergic to nuts, said the doctor."),
    ],
)
def test_a_turn_is_repeated_by_a_memory_that_says_all_of_it(opened, quote, content, other):
    agent = opened(extractor="none", embedding_backend="none").agent("a")
    for name, text in (("1", f"{quote}."), ("2", other)):
        agent.remember(text, id=name, conversation="c")
    source = Source(conversation="c", turn_id="1", start=0, end=len(quote), quote=quote)
    memory = replace(agent.memories.add(content), source=source)
    page = Page(1_000, Budgets(), by_characters)
    told = entry_piece(memory, Section.RELEVANT_MEMORIES, 1, by_characters)
    page._told = {(None, "c", "1"): told, (None, "c", "2"): told}
    hits = {hit.id: hit for hit in agent.search(content)}
    shown = [page._is_told(hit_piece(hits[name], 1, by_characters)) for name in ("1", "2")]
    assert shown == [True, False]


TURN = "We have a dog. Pip. A lurcher, three years old, from a rescue in Halifax."


@pytest.fixture
def quoting(opened):
    """A function that makes the piece of a memory that quotes words of one turn."""
    agent = opened(extractor="none", embedding_backend="none").agent("a")

    def make(quote, place, turn="1", section=Section.RELEVANT_MEMORIES):
        start = TURN.index(quote)
        source = Source(
            conversation="c", turn_id=turn, start=start, end=start + len(quote), quote=quote
        )
        entry = replace(agent.memories.add(quote), source=source)
        assert entry.is_quotation
        return entry_piece(entry, section, place, by_characters)

    return make


def test_words_that_two_memories_quote_are_shown_once_in_the_better_place(quoting):
    short, long = quoting("We have a dog", 2), quoting("We have a dog. Pip", 5)
    elsewhere = quoting("We have a dog", 3, turn="2")
    kept = without_parts([short, elsewhere, long])
    assert [(piece.id, piece.order) for piece in kept] == [(elsewhere.id, (3,)), (long.id, (2,))]
    assert without_parts([short, elsewhere]) == [short, elsewhere]


def test_a_profile_does_not_repeat_a_part_of_an_answer(quoting):
    page = Page(1_000, Budgets(), by_characters)
    parts = [quoting(quote, 1, section=Section.PROFILE) for quote in ("We have a dog", "A lurcher")]
    page.fill([quoting("We have a dog. Pip", 1), *parts])
    assert page.text.count("We have a dog") == page.text.count("A lurcher") == 1
    assert [item.reason for item in page.left_out] == ["repeated"]


def test_several_memories_of_a_turn_without_dates_are_shown_as_the_turn(opened):
    memory = opened("dog.sqlite", extractor="rules")
    agent = memory.agent("ann")
    said = "My sister is called Nadia. My brother is called Emil. They hate each other's cooking."
    agent.remember(said, at="2026-05-01T10:00:00+00:00")
    memory.sync()
    text = agent.context("What are my sister and my brother called?").text
    assert text.count("Nadia") == text.count("Emil") == 1


@pytest.fixture
def moved(opened):
    memory = opened("moved.sqlite", extractor="rules")
    agent = memory.agent("ann")
    said = (
        ("2026-03-02", "Bit of news. I have decided to play the cello on Mondays."),
        ("2026-04-06", "I have decided to play the cello on Fridays. The hall is free then."),
    )
    for number, (day, text) in enumerate(said):
        agent.remember(text, id=str(number), conversation=f"c{number}", at=f"{day}T10:00:00+00:00")
    memory.sync()
    return agent


def test_a_memory_is_shown_with_the_rest_of_its_turn_on_one_line(moved):
    text = moved.context("When do I play the cello?").text
    whole = (
        '6 Apr 2026, User: "I have decided to play the cello on Fridays. The hall is free then."'
    )
    assert whole in text
    assert text.count("on Fridays") == text.count("on Mondays") == text.count("hall is free") == 1
    assert moved.why_not("1", "When do I play the cello?").reason == "repeated"


def test_what_holds_now_comes_before_what_was_said_earlier(moved):
    text = moved.context("When do I play the cello?").text
    assert text.index("on Fridays") < text.index("on Mondays")


def test_a_turn_that_says_two_things_is_shown_beside_its_memories(opened):
    memory = opened("two.sqlite", extractor="rules")
    agent = memory.agent("ann")
    agent.remember("I live in Porto. My sister Ana lives in Rome.", at="2026-05-01T10:00:00+00:00")
    memory.sync()
    context = agent.context("Where do I live, and my sister Ana?")
    assert len(agent.memories.list()) == 2
    assert '"I live in Porto. My' not in context.text


def test_a_small_memory_shows_no_reply_without_content(opened):
    memory = opened("small.sqlite", extractor="rules")
    agent = memory.agent("tove")
    said = (
        ("user", "I work at Nordlys Vann as a hydrologist."),
        ("assistant", "Noted."),
        ("user", "My sister Astrid lives in Bergen and has a husky called Frost."),
        ("assistant", "Lovely!"),
        ("user", "The gauge at Kvitfoss reports negative flow."),
        ("assistant", "Will do."),
    )
    for role, text in said:
        agent.remember(text, role=role, conversation="c", at="2026-05-02T10:00:00+00:00")
    memory.sync()
    context = agent.context("where do i work")
    assert "Nordlys Vann" in context.text
    for nothing in ("Noted.", "Lovely!", "Will do."):
        assert nothing not in context.text
