"""Whom a statement is about, where its own words leave that open."""

import pytest

from recollect.model.learning import USER
from recollect.model.turn import Role

ABOUT_ANOTHER = [
    ("And your wife?", "Works at Siemens.", "User's wife works at Siemens."),
    ("And your parents?", "Live in Kiel.", "User's parents live in Kiel."),
    ("Und deine Eltern?", "Wohnen in Kiel.", "Nutzers Eltern wohnen in Kiel."),
    ("Und Ihre Frau?", "Arbeitet bei der Post.", "Nutzers Frau arbeitet bei der Post."),
    (
        "¿Y tu hermano?",
        "Vive en Bilbao con su mujer.",
        "El hermano del usuario vive en Bilbao con su mujer.",
    ),
    ("Et ta sœur ?", "Habite à Lyon.", "La sœur de l'utilisateur habite à Lyon."),
    (
        "Et votre femme ?",
        "Travaille chez Siemens.",
        "La femme de l'utilisateur travaille chez Siemens.",
    ),
]


@pytest.mark.parametrize(("asked", "reply", "told"), ABOUT_ANOTHER, ids=lambda value: value)
def test_who_was_asked_about_is_the_subject_of_the_answer(only, asked, reply, told):
    made = only((Role.ASSISTANT, None, asked), reply)
    assert (made.content, made.quote) == (told, reply.rstrip("."))
    assert made.subject != USER


def test_who_was_asked_about_stays_the_subject_until_somebody_else_is(understood):
    made = understood(
        (Role.ASSISTANT, None, "Where does your sister live?"),
        "Lives in Hull. Works as a nurse. I work at Tesco.",
    )
    assert [one.content for one in made] == [
        "User's sister lives in Hull.",
        "User's sister works as a nurse.",
        "User works at Tesco.",
    ]


def test_a_question_that_asks_of_the_speaker_too_names_no_other_subject(understood):
    made = understood((Role.ASSISTANT, None, "How did you meet your wife?"), "Met at university.")
    assert not any(one.content.startswith("User's wife") for one in made)


ONE_OF_THEM = [
    ("Do you have kids?", "A daughter, Claire, who lives in Oslo, and a grandson, Hugo."),
    ("Hast du Kinder?", "Eine Tochter, Klara, die in Oslo wohnt, und einen Enkel."),
    ("¿Tiene hijos?", "Una hija, Clara, que vive en Oslo, y un nieto, Hugo."),
    ("Vous avez des enfants ?", "Une fille, Claire, qui vit à Oslo, et un petit-fils, Hugo."),
]


@pytest.mark.parametrize(("asked", "reply"), ONE_OF_THEM, ids=lambda value: value)
def test_where_a_daughter_lives_is_told_of_her(understood, asked, reply):
    made = understood((Role.ASSISTANT, None, asked), reply)
    assert [one.subject for one in made if one.attribute == "home"] in (
        ["Claire"],
        ["Clara"],
        ["Klara"],
    )
