"""What is learned from sentences with several facts, and what a later correction changes.

The messages are in `fixture/clauses.toml`.
"""

import tomllib
from pathlib import Path

import pytest

from benchmarks.bundled_models import bundled_comparison_models
from benchmarks.truth import learn
from recollect.domain.entry import Status
from recollect.learning.decide import VerifyRules
from recollect.learning.joined_parts import joined_parts, says_more
from recollect.wiring.learning import extract

FIXTURE = Path(__file__).parent / "fixture" / "clauses.toml"
CASES = [case for cases in tomllib.loads(FIXTURE.read_text("utf-8")).values() for case in cases]


def learned_from(*messages):
    """The memories after messages of different conversations, two months apart."""
    says = [
        {
            "at": f"2026-0{2 * number + 1}-01T10:00:00+00:00",
            "content": content,
            "conversation": str(number),
        }
        for number, content in enumerate(messages)
    ]
    return learn({"says": says}, extract, VerifyRules(), bundled_comparison_models())


def from_first(memories):
    first = [memory for memory in memories if memory.source.turn_id == "0"]
    return sorted(first, key=lambda memory: memory.source.start)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['said']} {case.get('later', '')}")
def test_each_fact_of_a_sentence_is_learned_and_corrected_alone(case):
    messages = [case["said"], *([case["later"]] if "later" in case else [])]
    memories = learned_from(*messages)
    first = from_first(memories)
    quotes = [memory.quote for memory in first]
    if case.get("whole"):
        assert quotes in ([], [case["said"].rstrip(".")])
    else:
        assert quotes == case["learned"]
    corrected = {name for memory in memories for name in memory.corrects}
    over = [memory.quote for memory in first if memory.status is Status.SUPERSEDED]
    assert over == case.get("over", [])
    assert [memory.quote for memory in first if memory.id in corrected] == case.get("partly", [])
    assert all(memory.status is not Status.REVIEW for memory in first)


@pytest.mark.parametrize(
    ("said", "later", "now"),
    [
        ("I live in Leeds.", "Actually I moved to Bath.", "I moved to Bath"),
        ("I live in Leeds.", "Actually I moved to Bath last week.", "I moved to Bath last week"),
        ("I live in Leeds.", "Well I live in Bath now.", "I live in Bath now"),
        ("I live in Bristol.", "Actually I've moved to Lisbon.", "I've moved to Lisbon"),
        ("I live in Boston.", "I moved to Denver.", "I moved to Denver"),
        ("Abito a Roma.", "Mi sono trasferito a Bari.", "Mi sono trasferito a Bari"),
        ("Ich wohne in Ulm.", "Also ich wohne jetzt in Kiel.", "ich wohne jetzt in Kiel"),
        ("Vivo en Lugo.", "Bueno me mudé a Madrid.", "me mudé a Madrid"),
    ],
)
def test_a_move_ends_the_old_home_also_after_actually_without_a_comma(said, later, now):
    old, new = learned_from(said, later)
    assert (old.status, new.quote, new.attribute) == (Status.SUPERSEDED, now, "home")
    assert new.value in later


@pytest.mark.parametrize(
    ("said", "later", "is_over"),
    [
        ("I'm having dinner with Ana on Friday.", "Ana cancelled Friday's dinner.", True),
        (
            "I have a dentist appointment on 3 December at 10.",
            "The dentist called, they had to cancel my appointment.",
            True,
        ),
        ("I'm taking sertraline 50 mg.", "I came off sertraline last month.", True),
        ("We're flying to Rome in May.", "My train was cancelled this morning.", False),
        ("I have yoga on Thursdays.", "Yoga was cancelled tonight.", False),
        ("I'm meeting Jo on 5 December.", "Jo cancelled our last three dates.", False),
        ("Rex takes carprofen for his hips.", "The vet stopped Rex's physio.", False),
    ],
)
def test_what_is_cancelled_is_over_and_nothing_else(said, later, is_over):
    over = [memory for memory in learned_from(said, later) if memory.status is Status.SUPERSEDED]
    assert [memory.source.turn_id for memory in over] == (["0"] if is_over else [])


@pytest.mark.parametrize(
    ("said", "subject"),
    [
        ("My brother Jonas lives in Hamburg. I am allergic to hazelnuts.", "user"),
        ("Mein Bruder Jonas wohnt in Hamburg. Ich bin allergisch gegen Haselnüsse.", "user"),
        ("Mi hermana Lola vive en Lugo. Soy alérgica a las nueces.", "user"),
        ("My mother Ruth is visiting. I am allergic to peanuts.", "user"),
        ("My son Tim is five. Tim is allergic to bees.", "Tim"),
    ],
)
def test_an_allergy_is_given_to_nobody_else(said, subject):
    (allergy,) = (one for one in learned_from(said) if one.attribute == "allergy")
    assert allergy.subject == subject


def test_the_fixture_has_corrections_and_sentences_that_stay_whole():
    assert len(CASES) >= 60
    assert sum("later" in case for case in CASES) >= 25
    assert sum(case.get("whole", False) for case in CASES) >= 20


def test_each_clause_has_its_own_attribute_value_and_subject():
    mine, hers = from_first(learned_from("I live in York and my sister Noor lives in Leeds."))
    assert (mine.attribute, mine.value, mine.about) == ("home", "York", None)
    assert (hers.attribute, hers.value, hers.about) == ("home", "Leeds", "Noor")


def test_what_a_relative_does_is_not_stated_of_the_speaker():
    for text in ("Mein Bruder wohnt in Kassel.", "Ich wohne in Bonn und mein Bruder in Kassel."):
        contents = " ".join(memory.content for memory in learned_from(text))
        assert "Nutzer wohnt in Kassel" not in contents


@pytest.mark.parametrize(
    "text",
    [
        "I live in Leeds, I'm vegan (my wife is too, and my son) and I work at Lidl.",
        'He wrote "I live in Leeds, and I am vegan" and my son is called Tom.',
        "I, and, and I, I and my, my and I.",
        ", and, and; and",
        "I live in Leeds and",
        "¿Vivo en Sevilla y soy vegano?",
        "I live in Leeds and I'm vegan, what should I cook?",
    ],
)
def test_every_memory_quotes_its_words_and_no_bracket_is_torn_apart(text):
    for memory in learned_from(text):
        assert text[memory.source.start : memory.source.end] == memory.quote
        assert memory.quote.count("(") == memory.quote.count(")")
        assert memory.quote.count('"') % 2 == 0


def test_a_memory_with_several_parts_says_more_than_a_statement_about_one():
    assert joined_parts("I'm a nurse and have two cats") == ["I'm a nurse", "have two cats"]
    assert joined_parts("Colecciono sellos, monedas y postales") == [
        "Colecciono sellos",
        "monedas",
        "postales",
    ]
    assert joined_parts("I live in Leeds, the city") == ["I live in Leeds, the city"]
    assert says_more("I'm a nurse and have two cats", "I'm not a nurse any more")
    assert says_more(
        "Mira is allergic to eggs and Jonas can't have milk", "Jonas isn't allergic to milk"
    )
    assert not says_more("I'm a nurse and a midwife", "I'm neither a nurse nor a midwife now")
    assert not says_more("I'm a nurse", "I'm not a nurse any more")


@pytest.mark.parametrize(
    ("said", "later", "status"),
    [
        ("We're going to Lisbon in December.", "Lisbon isn't happening.", Status.SUPERSEDED),
        (
            "I'm starting a pottery course in May.",
            "The pottery course isn't happening.",
            Status.SUPERSEDED,
        ),
        ("Wir fliegen im Mai nach Lissabon.", "Aus Lissabon wird nichts.", Status.SUPERSEDED),
        ("We're going to Lisbon in December.", "Porto isn't happening.", Status.ACTIVE),
    ],
)
def test_a_plan_that_is_not_happening_is_over(said, later, status):
    assert [memory.status for memory in from_first(learned_from(said, later))] == [status]


def test_who_repeats_one_part_of_a_memory_takes_nothing_of_the_other_back():
    memories = learned_from("I live in Leeds and I don't like coriander.", "I live in Leeds.")
    assert [(m.status, m.corrects) for m in memories] == [(Status.ACTIVE, ())]


@pytest.mark.parametrize(
    "said",
    [
        "Mum moved in with Daniel.",
        "Ich wohne bei Daniel.",
        "J'habite avec Paul.",
        "Vivo con Marta.",
    ],
)
def test_nobody_is_a_home(said):
    (one,) = learned_from(said)
    assert (one.value, one.content) == (None, said.rstrip("."))
