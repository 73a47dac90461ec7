"""Answers to questions about allergies, animals, languages and the like, told whole."""

import pytest

from recollect.model.learning import USER
from recollect.model.turn import Role

TOLD = [
    ("Do you have any allergies?", "pollen and cats", "User is allergic to pollen and cats."),
    ("Do you have any allergies?", "Peanuts.", "User is allergic to peanuts."),
    ("Any allergies?", "peanuts", "User is allergic to peanuts."),
    ("Any allergies?", "Pollen and cats.", "User is allergic to pollen and cats."),
    ("What are you allergic to?", "pollen", "User is allergic to pollen."),
    ("Any allergies?", "No, just cats.", "User is allergic to cats."),
    ("Any allergies?", "no", "User has no allergies."),
    ("Do you have any allergies?", "none that I know of", "User has no allergies."),
    ("Any food intolerances?", "lactose", "User has an allergy or intolerance: lactose."),
    ("Do you follow a particular diet?", "vegetarian", "User is vegetarian."),
    ("Any dietary restrictions?", "Halal.", "User eats halal."),
    ("Any pets?", "Two cats and a dog.", "User has two cats and a dog."),
    ("What pets do you have?", "a tortoise called Bob", "User has a tortoise called Bob."),
    ("Do you speak any other languages?", "polish", "User speaks polish."),
    ("What are your hobbies?", "Climbing and chess.", "User's hobbies are climbing and chess."),
    ("Any medication?", "ramipril", "User takes ramipril."),
    ("Hast du Allergien?", "pollen und katzen", "Nutzer ist allergisch gegen pollen und katzen."),
    ("Hast du Allergien?", "Ja, gegen Nüsse.", "Nutzer ist allergisch gegen Nüsse."),
    ("Allergien?", "nein", "Nutzer hat keine Allergien."),
    ("Wie ernährst du dich?", "vegan", "Nutzer ernährt sich vegan."),
    ("Haustiere?", "Zwei Katzen.", "Nutzer hat zwei Katzen."),
    ("Hast du Hobbys?", "Klettern und Schach.", "Nutzers Hobbys sind Klettern und Schach."),
    (
        "¿Tienes alguna alergia?",
        "Sí, al polen y a los gatos.",
        "El usuario tiene alergia al polen y a los gatos.",
    ),
    ("¿Alguna alergia?", "el polen", "El usuario tiene alergia al polen."),
    ("¿Eres alérgico a algo?", "A los gatos.", "El usuario tiene alergia a los gatos."),
    ("¿Tienes alergias?", "ninguna", "El usuario no tiene alergias."),
    ("¿Sigues alguna dieta?", "vegana", "La usuaria es vegana."),
    ("¿Tienes mascotas?", "Sí, dos gatos.", "El usuario tiene dos gatos."),
    (
        "¿Tenéis mascotas?",
        "Sí, una tortuga que se llama Rayo.",
        "El usuario tiene una tortuga que se llama Rayo.",
    ),
    (
        "Do you have a job that limits your cooking time?",
        "Yes, night shifts at a warehouse, Monday to Thursday.",
        "User works night shifts at a warehouse, Monday to Thursday.",
    ),
    ("Do you live with your parents?", "Yes.", "User lives with their parents."),
    ("¿Qué idiomas hablas?", "Inglés y alemán.", "El usuario habla inglés y alemán."),
    (
        "Avez-vous des allergies ?",
        "Le pollen et les chats.",
        "L'utilisateur est allergique au pollen et aux chats.",
    ),
    ("Des allergies ?", "arachides", "L'utilisateur a des allergies : arachides."),
    ("Tu as des allergies ?", "aucune", "L'utilisateur n'a pas d'allergies."),
    ("Tu suis un régime ?", "végétarien", "L'utilisateur est végétarien."),
    ("Des animaux ?", "Deux chats.", "L'utilisateur a deux chats."),
    # Who says no and takes it back at once has not said no.
    ("Any allergies?", "none. well, penicillin", "User is allergic to penicillin."),
    ("Any allergies?", "None except penicillin.", "User is allergic to penicillin."),
    ("Any allergies?", "no, well I'm allergic to nuts", "User is allergic to nuts."),
    ("Do you take any medication?", "no. oh wait, the pill", "User takes the pill."),
    ("Haben Sie Allergien?", "nein. doch, Penicillin", "Nutzer ist allergisch gegen Penicillin."),
    ("Hast du Allergien?", "keine, bis auf Pollen", "Nutzer ist allergisch gegen Pollen."),
    ("Nehmen Sie Medikamente?", "nein. ach doch, die Pille", "Nutzer nimmt die Pille."),
    (
        "¿Alguna alergia?",
        "no. bueno sí, la penicilina",
        "El usuario tiene alergia a la penicilina.",
    ),
    ("¿Alguna alergia?", "ninguna, salvo el polen", "El usuario tiene alergia al polen."),
    (
        "Des allergies ?",
        "non. enfin si, la pénicilline",
        "L'utilisateur est allergique à la pénicilline.",
    ),
    ("Des allergies ?", "aucune à part le pollen", "L'utilisateur est allergique au pollen."),
    # And who says more of a no takes nothing back.
    ("Any allergies?", "none. well, not that I know of", "User has no allergies."),
    ("Do you smoke?", "no. well, I used to", "User doesn't smoke."),
    # What follows a yes is what is worth knowing.
    (
        "Avez-vous déjà un logement ?",
        "oui un T3 à Chantenay, 980€ cc.",
        "L'utilisateur a un logement : un T3 à Chantenay, 980€ cc.",
    ),
    (
        "Avez-vous des enfants ?",
        "oui deux, Léa 5 ans et Tom 2 ans",
        "L'utilisateur a des enfants : deux, Léa 5 ans et Tom 2 ans.",
    ),
    (
        "Habt ihr einen Titel?",
        "ja vom Jugendamt, 2023.",
        "Nutzer hat einen Titel: vom Jugendamt, 2023.",
    ),
    ("¿Tienes coche?", "sí, un Seat León", "El usuario tiene coche: un Seat León."),
    ("Hast du ein Auto?", "ja klar", "Nutzer hat ein Auto."),
    ("Do you use a budgeting tool?", "YNAB.", "User uses YNAB."),
    ("Nutzt du eine App dafür?", "Todoist und Notion", "Nutzer nutzt Todoist und Notion."),
    ("¿Usas alguna app?", "Fintonic", "El usuario usa Fintonic."),
    ("Tu utilises une appli ?", "Bankin", "L'utilisateur utilise Bankin."),
]


@pytest.mark.parametrize(("asked", "reply", "content"), TOLD)
def test_a_bare_answer_is_told_whole_however_it_is_written(only, asked, reply, content):
    made = only(("assistant", None, asked), reply)
    assert made.content == content
    assert made.quote in reply


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("Does your son have any allergies?", "peanuts"),
        ("What should the dog eat? Any allergies?", "chicken"),
        ("Any allergies?", "not sure"),
        ("Any allergies?", "let me check"),
        ("Any pets?", "my landlord would kill me"),
        ("Hat dein Sohn Allergien?", "Nüsse"),
        ("¿Tu hijo tiene alguna alergia?", "cacahuetes"),
        ("Et ton chien ? Des allergies ?", "poulet"),
    ],
)
def test_what_is_of_somebody_else_or_no_answer_is_no_allergy_of_the_user(understood, asked, reply):
    made = understood(("assistant", None, asked), reply)
    assert [one.content for one in made if one.attribute and one.subject == USER] == []


def test_more_may_follow_a_bare_answer(understood):
    made = understood(
        ("assistant", None, "Do you have any allergies?"),
        "pollen and cats. my sister has three cats so I never go to her place haha",
    )
    assert [one.content for one in made] == [
        "User is allergic to pollen and cats.",
        "User's sister has three cats.",
    ]


@pytest.mark.parametrize(
    "reply", ["no. I'd want to stay in Tacoma", "no, I'd want to stay in Tacoma"]
)
def test_what_follows_a_no_is_kept_beside_it(understood, reply):
    made = understood(("assistant", None, "Do you have a place in mind to move to?"), reply)
    assert [(one.content, one.quote) for one in made] == [
        ("User doesn't have a place in mind to move to.", "no"),
        ("User would want to stay in Tacoma.", "I'd want to stay in Tacoma"),
    ]


def test_the_no_behind_what_is_left_out_is_kept(understood):
    made = understood(
        ("assistant", None, "¿Cuántas horas al día puedes estudiar?"),
        "3 entre semana, los sábados 6. los domingos no, que voy a ver a mi abuela al pueblo",
    )
    assert made[-1].quote == "los domingos no"


def test_thanks_are_no_part_of_an_answer(understood):
    asked = (Role.ASSISTANT, None, "Avez-vous une voiture ?")
    assert not [one for one in understood(asked, "oui, merci") if "merci" in one.content]
