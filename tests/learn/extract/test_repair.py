"""A value that is put right in a word or two makes the whole statement anew."""

import pytest

from recollect.model.entry import Kind
from recollect.model.turn import Role

PUT_RIGHT = [
    (
        "My dentist appointment is on Monday at 9.",
        "no wait, Tuesday",
        "User's dentist appointment is on 20 May 2025 at 9.",
    ),
    ("Mum's birthday is on 12 June.", "hm no, 14 June", "User's mum's birthday is on 14 June."),
    ("my mobile is 07700 900142", "sorry, 07700 900143", "User's mobile is 07700 900143."),
    ("My shoe size is 42.", "Actually it's 43.", "User's shoe size is 43."),
    ("I live in Hull.", "No, sorry, Leeds.", "User lives in Leeds."),
    ("I wear size 9 shoes", "*size 10 shoes", "User wears size 10 shoes."),
    ("Mein Sohn wiegt 14 Kilo.", "ne, 15 Kilo", "Nutzers Sohn wiegt 15 Kilo."),
    (
        "Die Feier fängt um 18 Uhr an.",
        "Quatsch, 19 Uhr meinte ich.",
        "Nutzer: Die Feier fängt um 19 Uhr an.",
    ),
    (
        "Mi abuela cumple 88 años en julio.",
        "Digo, 89.",
        "La abuela del usuario cumple 89 años en julio de 2025.",
    ),
    (
        "Mon rendez-vous chez l'ophtalmo est le 3 juin.",
        "oups non, le 5 juin",
        "Le rendez-vous de l'utilisateur chez l'ophtalmo est le 5 juin 2025.",
    ),
]


@pytest.mark.parametrize(("stated", "right", "told"), PUT_RIGHT, ids=lambda value: value)
def test_a_value_put_right_is_told_in_its_statement(understood, stated, right, told):
    made = understood(stated, right)[-1]
    assert made.content == told
    assert made.corrects
    assert made.quote in right


def test_what_was_put_right_can_be_put_right_again(understood):
    made = understood("My shoe size is 42.", "Actually it's 43.", "no, sorry, 44")
    assert [one.content for one in made] == [
        f"User's shoe size is {size}." for size in (42, 43, 44)
    ]


@pytest.mark.parametrize(
    ("stated", "right"),
    [
        ("Mi cumpleaños es el 4 de mayo.", "Perdón, quería decir el 14 de mayo."),
        ("Mein Geburtstag ist am 4. Mai.", "Sorry, ich meinte den 14. Mai."),
        ("My birthday is on 4 May.", "Sorry, I meant 14 May."),
    ],
)
def test_a_birthday_put_right_stays_a_birthday(understood, stated, right):
    made = understood(stated, right)
    assert [(one.kind, one.attribute) for one in made] == [(Kind.FACT, "birthday")] * 2


def test_who_was_right_the_first_time_puts_right_what_came_between(understood):
    *_, made = understood(
        "my exam is on June 3",
        "sorry, June 5",
        "No, I was right the first time, my exam is on June 3.",
    )
    assert (made.content, made.corrects) == ("User's exam is on 3 June 2025.", True)


def test_what_it_is_not_is_no_part_of_what_it_is(understood):
    made = understood(
        "Dr Okafor raised my metformin to 1000 mg.",
        "Sorry, I told you something wrong: it's 850 mg, not 1000.",
        "Actually no, it is 1000 mg after all.",
    )
    assert [one.content for one in made] == [
        f"Dr Okafor raised User's metformin to {dose} mg." for dose in (1000, 850, 1000)
    ]


def test_it_is_put_right_in_the_same_breath(understood):
    made = understood("I live in Hull. No, sorry, Leeds.")
    assert made[-1].content == "User lives in Leeds."


def test_an_answer_is_put_right_behind_a_sentence_that_says_what_was_wrong(understood):
    asked = ("assistant", None, "When is the deadline?")
    made = understood(asked, "June 15th. No wait, that's the other thing. June 30.")
    assert (made[-1].content, made[-1].corrects) == (
        "User: The deadline is on 30 June 2025.",
        True,
    )


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "My boyfriend Tom is my guarantor. Actually not him, his mother",
            "Tom's mother is User's guarantor.",
        ),
        (
            "My sister lives in Leeds. No wait, not her, my brother",
            "User's brother lives in Leeds.",
        ),
        (
            "Mein Freund Jonas wohnt in Kiel. Ach nein, nicht er, mein Bruder",
            "Nutzers Bruder wohnt in Kiel.",
        ),
        (
            "Mi novio Leo vive en Vigo. Bueno no, él no, su madre",
            "La madre de Leo vive en Vigo.",
        ),
        (
            "Mon copain Youssef habite à Lyon. Enfin non pas lui, sa mère",
            "La mère de Youssef habite à Lyon.",
        ),
    ],
)
def test_it_was_somebody_else(understood, said, told):
    facts = [one.content for one in understood(said) if one.kind != "relationship"]
    assert facts == [told]


NOT_PUT_RIGHT = [
    ("I live in Leeds with my two cats.", "no more cats please"),
    ("I have two kids.", "no idea what to cook for 6 people"),
    ("My dentist appointment is on Monday.", "Tuesday?"),
    ("I get 25% extra time in exams.", "actually it's the 28th for me"),
]


@pytest.mark.parametrize(("stated", "said"), NOT_PUT_RIGHT, ids=lambda value: value)
def test_what_only_looks_like_it_puts_nothing_right(understood, stated, said):
    first, *more = understood(stated, said)
    assert all(one.content != first.content and not one.corrects for one in more)


def test_a_whole_sentence_says_what_it_says(understood):
    made = understood("I live in Leeds.", "no, my brother Tom lives in York")
    assert "User lives in York." not in [one.content for one in made]


def test_who_was_asked_answers_and_puts_nothing_right(understood):
    made = understood(
        "We have two kids.", (Role.ASSISTANT, None, "Nice! Are they in year 5?"), "no, 7"
    )
    assert "User and others have 7 kids." not in [one.content for one in made]


def test_nobody_puts_right_what_another_said(understood):
    made = understood(
        (Role.USER, "Ana", "My flight is at 8 on Friday."), (Role.USER, "Ben", "no, 9")
    )
    assert not [one for one in made if one.content.startswith("Ben's flight")]


@pytest.mark.parametrize(
    "said",
    [
        "Actually I use Python 3.12, not 3.11.",
        "Correction: my name is John, not Jon.",
        "Actually, I work at Globex, not at Acme.",
        "Eigentlich benutze ich Python 3.12, nicht 3.11.",
        "En realidad uso Python 3.12, no 3.11.",
        "En fait j'utilise Python 3.12, pas 3.11.",
    ],
)
def test_what_is_so_and_not_what_was_believed_is_a_correction(understood, said):
    (made,) = understood(said)
    assert made.kind is Kind.CORRECTION
    assert made.attribute


@pytest.mark.parametrize(
    "said", ["Actually I live in Porto, not far from the river.", "I live in Porto, not Lisbon."]
)
def test_a_no_that_puts_nothing_right_leaves_a_fact_one(understood, said):
    (made,) = understood(said)
    assert made.kind is Kind.FACT
