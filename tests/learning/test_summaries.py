"""Recaps without a model: topics, decisions, dates, tasks, and whole sentences (M5)."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from recollect.domain.entry import Entry, Kind, Priority, Source
from recollect.domain.graph import EntityType, Mention
from recollect.domain.provenance import Origin
from recollect.domain.turn import Role, Turn
from recollect.learning.summaries import recap

NOW = datetime(2026, 6, 8, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def turns(*texts, speaker=None, role=Role.USER):
    return [
        Turn(
            conversation="c",
            index=place,
            id=str(place),
            role=role,
            speaker=speaker,
            content=text,
            tokens=1,
            at=NOW + timedelta(minutes=place),
            recorded_at=NOW,
        )
        for place, text in enumerate(texts)
    ]


def memory(content, kind=Kind.FACT, turn="0", said=NOW, **told):
    metadata = {"said_at": said.isoformat()}
    if "when" in told:
        metadata["when"] = told.pop("when")
    return Entry(
        id=content,
        version=1,
        kind=kind,
        content=content,
        priority=Priority.MEDIUM,
        recorded_at=said,
        changed_at=said,
        source=Source(conversation="c", turn_id=turn, start=0, end=9, quote=content),
        metadata=metadata,
        **told,
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "Dr. Haas gave me tablets of 3.5 mg at the clinic on 12 Elm St. in Salem.",
        "The plan is on https://example.com/plan.v2?draft=1.5 for our architect.",
        "Unser Arzt Dr. Weber zieht am 3. Mai in die Hauptstr. 5 nach Graz.",
        "La Dra. Ruiz trabaja en la Avda. de América núm. 12 de Madrid.",
        "Mme. Petit déménage au 4 av. Foch avec trois chats siamois.",
        "Il Sig. Rossi vende il negozio in P.zza Navona n. 7 a Roma.",
        "O Dr. Sousa abriu uma clínica na R. das Flores em Lisboa.",
    ],
)
def test_no_name_number_or_address_is_cut(sentence):
    assert recap(turns(sentence, "Thanks!"), ()).overall == f"User: {sentence}"


@pytest.mark.parametrize(
    "text",
    [
        "Could you write a letter to the landlord about the broken heating?",
        "¿Puedes escribir una carta al dueño sobre la calefacción rota?",
        "Hi there!",
        "Thanks a lot, have a nice day!",
        "Guten Morgen!",
        "for item in catalogue[0:10]: totals[item.key] += item.price * (1 - discount)",
        "```python\nlandlord = heating.broken(letter)\n```",
    ],
)
def test_questions_greetings_and_code_are_left_out(text):
    assert recap(turns(text, text), ()).overall == ""


def test_sentences_behind_memories_are_preferred_in_order():
    said = turns(
        "I bought paint for the boat.",
        "The harbour cafe sells fresh bread.",
        "The boat paint must be red.",
        "A stranger whistled somewhere outside.",
        speaker="Maya",
    )
    kept = [memory("The harbour cafe sells fresh bread", turn="1")]
    assert recap(said, kept).overall == (
        "Maya: I bought paint for the boat. The harbour cafe sells fresh bread."
        " The boat paint must be red."
    )


def test_each_speaker_is_named_once_in_a_row():
    both = [
        *turns("The boat is red.", speaker="Ana"),
        *turns("The boat leaks badly", speaker="Ben"),
    ]
    assert recap(both, ()).overall == "Ana: The boat is red. Ben: The boat leaks badly."


@pytest.mark.parametrize(
    ("said", "topics"),
    [
        (
            "Well, I met Dona Amélia near Cais do Sodré on Monday in May.",
            ("Dona Amélia", "Cais do Sodré"),
        ),
        ("Ja, ich war gestern mit dem Fahrrad am Hafen.", ("Fahrrad", "Hafen")),
        ("Sí, ayer fui con mi madre a Sevilla.", ("Sevilla",)),
        ("Oui, je vais avec ma sœur à Lyon en mai.", ("Lyon",)),
        ("Sì, vado con mia madre a Torino il lunedì.", ("Torino",)),
        ("Well, I see PROJ-1234 and E_CONN_4031 again.", ("PROJ-1234", "E_CONN_4031")),
        ("Well, Mila's Lego is at the O’Dowd's house.", ("Mila", "Lego", "O’Dowd")),
        ("Sim, vou com a minha mãe a Coimbra em maio.", ("Coimbra",)),
    ],
)
def test_topics_are_names_and_not_common_words(said, topics):
    assert recap(turns(said, "ok"), ()).topics == topics


def test_what_somebody_owns_and_an_identifier_are_one_topic_however_often_they_are_said():
    said = turns("I like Mila's boat.", "We see PROJ-1234.", "For Mila's boat, see PROJ-1234.")
    assert recap(said, ()).topics == ("Mila", "PROJ-1234", "boat")


def test_phrases_that_the_assistant_repeats_are_no_topics():
    reply = "Understood, thank you for telling me, Dave."
    said = turns("I work with Ann.", reply, "She lives in Leeds.", reply, "We meet often.", reply)
    chat = [replace(turn, role=Role.ASSISTANT) if turn.content == reply else turn for turn in said]
    assert recap(chat, ()).topics == ("Ann", "Leeds")


def test_topics_are_names_in_memories_then_repeated_words():
    said = turns("my boat has a new sail", "the sail of my boat is blue", speaker="Maya")
    named = [
        memory("Noor sails", mentions=(Mention("Noor", EntityType.PERSON),)),
        memory("she sails", mentions=(Mention("My sister Noor", EntityType.PERSON),)),
    ]
    assert recap(said, named).topics == ("Noor", "boat", "sail")


def test_decisions_dates_and_tasks_are_quoted():
    known = [
        memory(
            "I have to send it on Friday",
            Kind.COMMITMENT,
            when="12 June 2026",
            valid_until=NOW + 4 * DAY,
        ),
        memory("We leave the piano behind", Kind.DECISION),
        memory("she went vegetarian last year", when="2025", valid_from=NOW - 500 * DAY),
        memory("The lease ends on 1 July", valid_until=NOW + 23 * DAY),
    ]
    made = recap(turns("The piano is heavy.", "The form is long."), known)
    assert made.decisions == ("We leave the piano behind",)
    assert made.action_items == ("I have to send it on Friday [12 June 2026]",)
    assert made.key_dates == (
        "2025: she went vegetarian last year",
        "12 June 2026: I have to send it on Friday",
        "1 Jul 2026: The lease ends on 1 July",
    )


LETTER = """Here's what your colleague sent me, what does it mean?

From: Priya Raman <priya@kettleworks.example>
Sent: Tuesday, 10 November 2026 14:22
Subject: RE: Order KW-20931

Hi Tom,

I'm based in our Glasgow office and I've looked into your order.

Kind regards,
Priya"""


@pytest.mark.parametrize(
    "pasted",
    [
        LETTER,
        "> I'm based in our Glasgow office and look after orders.\n\nWhat should I answer?",
        "What do you think?\n\nDear customer,\n\nI'm based in our Glasgow office.\n\nYours,\nPriya",
        "My boss wrote:\n\nHi all,\nI'm in our Glasgow office until Friday.\nBest,\nPriya",
    ],
)
def test_nobody_says_in_a_recap_what_they_pasted(pasted):
    made = recap(turns(pasted, "The base of my kettle leaks since the summer."), [])
    assert made.overall == "User: The base of my kettle leaks since the summer."


def test_what_was_stated_to_be_pasted_is_not_said_either():
    (pasted,) = turns("I'm based in our Glasgow office and look after orders.")
    assert "Glasgow" in recap([pasted], []).overall
    assert not recap([replace(pasted, origin=Origin.PASTED)], []).overall


def test_in_a_conversation_of_several_days_each_item_has_its_day():
    known = [
        memory("We keep the piano", Kind.DECISION, said=NOW + DAY),
        memory("We sell it", Kind.DECISION),
    ]
    said = turns("The piano is heavy.")
    later = [
        Turn(
            conversation="c",
            index=1,
            id="1",
            role=Role.USER,
            content="Hm.",
            tokens=1,
            at=NOW + DAY,
            recorded_at=NOW,
        )
    ]
    made = recap([*said, *later], known)
    assert made.decisions == ("We sell it (8 Jun 2026)", "We keep the piano (9 Jun 2026)")


def test_a_sentence_about_somebody_stands_behind_the_one_that_names_them():
    alone = recap(turns("Sure.", "She rides a recumbent bicycle to the harbour office."), ())
    assert alone.overall == ""
    both = "My aunt Edda visits on Sunday afternoon. She rides a recumbent bicycle."
    assert recap(turns(both), ()).overall == f"User: {both}"
    week = "This week I am painting the garden fence."
    assert recap(turns(week), ()).overall == f"User: {week}"


def test_what_is_merely_so_is_neither_a_task_nor_a_decision():
    commitments = ("The plumber is Hartmann", "Our last lesson is on 4 May", "Call the bank")
    corrections = ("Ilse has delayed the roof", "We take the blue tiles")
    made = recap(
        turns("Hello"),
        [
            *(memory(each, Kind.COMMITMENT) for each in commitments),
            memory("My sister and I paint the door", Kind.COMMITMENT),
            *(memory(each, Kind.CORRECTION) for each in corrections),
        ],
    )
    assert made.action_items == ("Call the bank", "My sister and I paint the door")
    assert made.decisions == ("We take the blue tiles",)
