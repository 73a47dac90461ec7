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


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("My sister lives in Leeds. Works as a nurse.", "User's sister works as a nurse."),
        (
            "Mi hermana vive en Lugo. Trabaja de enfermera.",
            "La hermana del usuario trabaja de enfermera.",
        ),
        (
            "Meine Schwester wohnt in Kiel. Arbeitet bei Bosch.",
            "Nutzers Schwester arbeitet bei Bosch.",
        ),
    ],
)
def test_a_sentence_without_a_subject_goes_on_about_the_one_before_it(understood, said, told):
    assert understood(said)[-1].content == told


def test_he_is_who_was_asked_about(only):
    asked = (Role.ASSISTANT, None, "Et ton frère, il fait quoi ?")
    assert only(asked, "Il est prof à Lyon.").subject == "frère de l'utilisateur"


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


MEANT = [
    ("My son Ben is 8. His teacher, Mr Fox, is great. He's allergic to nuts.", "Ben"),
    (
        "Mon fils Ben a 8 ans. Sa maîtresse, Mme Fabre, est super. Il est allergique aux noix.",
        "Ben",
    ),
    (
        "Meine Schwester Anna wohnt in Kiel. Mein Chef Thomas ist streng. Sie ist gegen Nüsse allergisch.",
        "Anna",
    ),
    (
        "Mi hijo Leo tiene 8 años. Su maestra Carmen es genial. Él es alérgico a las nueces.",
        "Leo",
    ),
    (
        "My brother Tom lives in Leeds. My boss Karen is strict. He's getting married in June.",
        "Tom",
    ),
    ("vivo con mi novio Álvaro y nuestra perra Lola. él es bombero", "Álvaro"),
    (
        "We have a dog, Biscuit. My landlord is strict. I still have to find Biscuit a vet, he has epilepsy.",
        "Biscuit",
    ),
    ("My husband Tom is a nurse. He's allergic to bees. He lives in Cork.", "Tom"),
    ("Tom's allergic to dogs. He lives in Leeds.", "Tom"),
    # Who somebody is to another one names nobody else.
    ("My daughter Lou is 14. My sister Anna is her godmother. She lives in Leeds.", "Anna"),
    (
        "Meine Tochter Lou ist 14. Meine Schwester Anna ist ihre Patentante. Sie wohnt in Kiel.",
        "Anna",
    ),
    ("Mi hija Lola tiene 14 años. Mi hermana Ana es su madrina. Ella vive en Vigo.", "Ana"),
    ("Ma fille Lou a 14 ans. Ma sœur Solène est sa marraine. Elle habite Nantes.", "Solène"),
    ("Ma fille Lou a 14 ans. Il y a ma sœur Solène, sa marraine. Elle habite Nantes.", "Solène"),
]


@pytest.mark.parametrize(("said", "meant"), MEANT, ids=lambda value: value)
def test_a_pronoun_means_the_last_one_whom_it_fits(understood, said, meant):
    made = understood(said)[-1]
    assert (made.subject, made.content.split(" ")[0]) == (meant, meant)


def test_he_is_nobody_where_a_name_may_be_no_mans(understood):
    made = understood("Three nights in Faro with my stepdad, we fly Ryanair. He has a bad heart.")
    assert all(one.subject in {USER, "user's stepdad"} for one in made)


def test_a_question_is_no_part_of_whom_it_asks_about(understood):
    made = understood(
        (Role.ASSISTANT, None, "What's your cat's name?"),
        "Stephenson, after the engineer. He's nineteen.",
    )
    assert made[-1].content == "User's cat is nineteen."


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("My sister Ann lives in York. Her daughter Mia is 4.", "Ann's daughter Mia is 4."),
        (
            "Mon fils Gabin a 8 ans. sa petite sœur Lou (3 ans) veut tout faire comme lui",
            "Lou, la petite sœur de Gabin, (3 ans) veut tout faire comme lui.",
        ),
        (
            "My consultant, Dr Lindqvist, wants me to keep a food diary.",
            "User's consultant, Dr Lindqvist.",
        ),
    ],
)
def test_somebodys_people_are_told_with_whose_they_are(understood, said, told):
    assert told in [one.content for one in understood(said)]


def test_no_animal_has_a_boyfriend(understood):
    made = understood("My sister Jo has a dog, Rex. Her boyfriend is a cop.")[-1]
    assert (made.subject, made.content) == ("Jo's boyfriend", "Jo's boyfriend is a cop.")


def test_she_may_be_the_sister_or_her_dog(understood):
    made = understood("My sister Jo has a dog, Rex. She's a nurse.")
    assert not [one.content for one in made if "nurse" in one.content]


def test_who_has_a_title_is_somebody(understood):
    asked = (Role.ASSISTANT, None, "Who supervises your thesis?")
    made = understood(
        "I share a flat with Lotte and Pieter.",
        asked,
        "I wanted Professor De Smet, but he's on sabbatical until next year.",
    )
    assert made[-1].subject == "Professor De Smet"
    made = understood(
        "My aunt pays my rent. She's a judge.", asked, "Professor Maes. She's strict."
    )
    assert "aunt" not in made[-1].content


def test_he_is_nobody_where_two_men_have_to_do_with_each_other(understood):
    made = understood(
        "My dad has Parkinson's. My brother Ian visits him on Sundays.",
        "He can't have pseudoephedrine.",
    )
    assert not [one.content for one in made if "pseudoephedrine" in one.content]


SOMEBODY_ELSES = [
    (
        "My dad has Parkinson's.",
        "What medication is he on?",
        "Levodopa four times a day and rasagiline once.",
        "User's dad takes Levodopa four times a day and rasagiline once.",
    ),
    (
        "My son is six.",
        "Does he have any allergies?",
        "Yes, peanuts and eggs.",
        "User's son is allergic to peanuts and eggs.",
    ),
    (
        "We have two kids.",
        "Do your kids have any allergies?",
        "Peanuts and eggs.",
        "User's kids are allergic to peanuts and eggs.",
    ),
    (
        "Mein Sohn ist sechs.",
        "Hat er Allergien?",
        "Ja, gegen Erdnüsse und Eier.",
        "Nutzers Sohn ist allergisch gegen Erdnüsse und Eier.",
    ),
    (
        "Mon fils a six ans.",
        "Est-ce qu'il a des allergies ?",
        "Oui, les arachides.",
        "Le fils de l'utilisateur est allergique aux arachides.",
    ),
    (
        "Mi hermano tiene diabetes.",
        "¿Qué medicación toma?",
        "Metformina dos veces al día.",
        "El hermano del usuario toma metformina dos veces al día.",
    ),
    (
        "Mi hijo tiene seis años.",
        "¿Tiene alergias?",
        "Sí, a los cacahuetes.",
        "El hijo del usuario tiene alergia a los cacahuetes.",
    ),
    (
        "My daughter started daycare.",
        "How old is she?",
        "22 months",
        "User's daughter is 22 months old.",
    ),
    (
        "Unser Dackel Günter humpelt seit gestern.",
        "Wie alt ist er denn?",
        "11 Jahre",
        "Günter ist 11 Jahre alt.",
    ),
    ("Mi hija Ana vive en Madrid.", "¿A qué se dedica?", "Es enfermera.", "Ana es enfermera."),
    ("My son Leo is 7.", "Any allergies?", "peanuts", "Leo is allergic to peanuts."),
    ("My dog Rex is limping.", "Any allergies?", "chicken", "Rex is allergic to chicken."),
    (
        "Mein Sohn Jonas ist 7.",
        "Gibt es Allergien?",
        "Erdnüsse",
        "Jonas ist allergisch gegen Erdnüsse.",
    ),
    (
        "Mi hija Vera tiene 5 años.",
        "¿Alguna alergia?",
        "sí, al huevo",
        "Vera tiene alergia al huevo.",
    ),
    (
        "Ma fille Jade a 7 ans.",
        "Des allergies ?",
        "oui, aux arachides",
        "Jade est allergique aux arachides.",
    ),
    (
        "My son Leo turns 7 on Saturday.",
        "Fun! Any allergies or dietary needs?",
        "no nuts, and no gluten",
        'Leo: no nuts, and no gluten (asked: "Any allergies or dietary needs?").',
    ),
    (
        "Mein Sohn Emil (11) hat eine LRS-Diagnose.",
        "Gibt es Geschwister?",
        "eine kleine Schwester, Frieda",
        "Emil hat eine kleine Schwester, Frieda.",
    ),
    (
        "Mein Sohn Emil (11) hat eine LRS-Diagnose.",
        "Macht Emil eine Therapie?",
        "Lerntherapie, mittwochs bei Frau Benz",
        "Emil: Lerntherapie, mittwochs bei Frau Benz (gefragt: „Macht Emil eine Therapie?“).",
    ),
    (
        "My husband Walt has Parkinson's.",
        "Does he take anything for the blood pressure?",
        "Lisinopril, 20 mg.",
        "Walt takes Lisinopril, 20 mg.",
    ),
    (
        "My husband Walt has Parkinson's.",
        "Does he have any other conditions?",
        "Yes. High blood pressure.",
        "Walt has high blood pressure.",
    ),
    (
        "Mein Vater hatte einen Schlaganfall.",
        "Nimmt er Medikamente?",
        "Marcumar und einen Betablocker.",
        "Nutzers Vater nimmt Marcumar und einen Betablocker.",
    ),
    (
        "Mi padre tiene alzheimer.",
        "¿Toma algo?",
        "Donepezilo, 10 mg.",
        "El padre del usuario toma donepezilo, 10 mg.",
    ),
    ("My sister Paula is visiting.", "Where does she live?", "Bristol", "Paula lives in Bristol."),
    ("Meine Schwester Paula kommt.", "Wo wohnt sie?", "in Leipzig", "Paula wohnt in Leipzig."),
    (
        "Meine Schwester Paula kommt.",
        "Was macht sie beruflich?",
        "Tierärztin",
        "Paula arbeitet als Tierärztin.",
    ),
    ("Mi hermana Ana viene.", "¿Dónde vive?", "en Vigo", "Ana vive en Vigo."),
    ("Ma sœur Lise vient.", "Elle habite où ?", "à Lyon", "Lise habite à Lyon."),
    ("Ma sœur Lise vient.", "Elle fait quoi dans la vie ?", "vétérinaire", "Lise est vétérinaire."),
    (
        "Rory is 2 and Iona is 5.",
        "Any allergies nursery should know about?",
        "Rory - egg.",
        "Rory is allergic to egg.",
    ),
    (
        "My dad Ken has COPD.",
        "Oxygen can help at night. Anything else?",
        "he's allergic to latex",
        "Ken is allergic to latex.",
    ),
    # What is told of a thing, where a thing of theirs was asked for.
    (
        "My dad takes metformin.",
        "How is his blood sugar?",
        "a1c went from 8.9 to 7.4",
        "User's dad: a1c went from 8.9 to 7.4.",
    ),
    (
        "Mein Vater nimmt Metformin.",
        "Wie sind seine Werte?",
        "HbA1c ging von 8,9 auf 7,4",
        "Nutzers Vater: HbA1c ging von 8,9 auf 7,4.",
    ),
    (
        "Mi padre toma metformina.",
        "¿Cómo está su glucosa?",
        "la hemoglobina bajó de 8,9 a 7,4",
        "El padre del usuario: la hemoglobina bajó de 8,9 a 7,4.",
    ),
    (
        "Mon père prend de la metformine.",
        "Comment est sa glycémie ?",
        "l'hémoglobine est passée de 8,9 à 7,4",
        "Le père de l'utilisateur : l'hémoglobine est passée de 8,9 à 7,4.",
    ),
]


def test_what_is_told_of_a_thing_is_not_of_whom_nothing_was_asked_for(understood):
    asked = (Role.ASSISTANT, None, "How is she doing?")
    made = understood("My mom had surgery.", asked, "work has been crazy so I haven't called her")
    assert [one.subject for one in made if one.turn_id == "t2"] == [USER]


def test_somebodys_brother_is_not_his_own(understood):
    made = understood("elle s'appelle Lou. son frère Noé, 11 ans, fait le messager entre nous")
    assert made[-1].content == "Noé, le frère de Lou, fait le messager entre nous."


def test_whoever_is_named_before_an_allergy_has_it_and_not_the_user(understood):
    question = (Role.ASSISTANT, None, "Any allergies nursery should know about?")
    held = understood((Role.USER, None, "hi"), question, "Rory - egg. Iona's fine")
    assert [one.content for one in held if "allerg" in one.content] == []


@pytest.mark.parametrize(("said", "asked", "reply", "told"), SOMEBODY_ELSES)
def test_what_was_asked_of_somebody_else_is_answered_of_them(understood, said, asked, reply, told):
    made = understood(said, (Role.ASSISTANT, None, asked), reply)
    assert [one.content for one in made if one.turn_id == "t2"] == [told]


@pytest.mark.parametrize(
    ("said", "asked", "reply"),
    [
        (
            "Mi hija Ana vive en Madrid y mi hijo Leo en Roma.",
            "¿A qué se dedica?",
            "Es enfermera.",
        ),
        (
            "My dad has Parkinson's. My brother Ian visits him on Sundays.",
            "What medication is he on?",
            "Levodopa and rasagiline.",
        ),
        ("My son Leo is 7 and my daughter Ida is 5.", "Any allergies?", "peanuts"),
        ("I'm planning a party for my son Leo.", "Any allergies?", "peanuts"),
        ("Meine Tochter ist 5, mein Sohn 7.", "Allergien?", "Erdnüsse"),
    ],
)
def test_an_answer_of_one_of_two_is_of_nobody(understood, said, asked, reply):
    made = understood(said, (Role.ASSISTANT, None, asked), reply)
    assert not [one.content for one in made if one.turn_id == "t2"]


@pytest.mark.parametrize("said", ["Quiero una dieta.", "Mi hijo tiene seis años, pero es para mí."])
def test_who_is_asked_himself_answers_of_himself(understood, said):
    asked = "¿Tiene alergias?" if "hijo" not in said else "¿Tienes alergias?"
    made = understood(said, (Role.ASSISTANT, None, asked), "Sí, a los cacahuetes.")
    assert made[-1].content == "El usuario tiene alergia a los cacahuetes."


@pytest.mark.parametrize(
    "said",
    [
        "I live in Leeds with my husband Tom.",
        "My son Leo is 7. I work at Tesco.",
        "I want to cook more.",
    ],
)
def test_who_has_spoken_of_himself_in_the_end_answers_of_himself(understood, said):
    made = understood(said, (Role.ASSISTANT, None, "Any allergies I should know about?"), "peanuts")
    assert made[-1].content == "User is allergic to peanuts."


def test_what_was_asked_of_a_party_is_not_answered_of_a_child(understood):
    asked = (Role.ASSISTANT, None, "What's the budget for the party?")
    assert understood("My son Leo is 7.", asked, "300 euros")[-1].subject == USER


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "Mi hermana vive en Vigo. Antes vivía en Lugo.",
            "La hermana del usuario antes vivía en Lugo.",
        ),
        (
            "Mi marido es profesor, antes trabajaba en un banco.",
            "El marido del usuario antes trabajaba en un banco.",
        ),
        (
            "Mi hermana vive en Vigo. Yo vivo en Lugo. Antes vivía en Soria.",
            "Antes el usuario vivía en Soria.",
        ),
        (
            "Mi hermana vive en Vigo. Antes vivía con ella en Lugo.",
            "Antes el usuario vivía con ella en Lugo (tras: «Mi hermana vive en Vigo»).",
        ),
    ],
)
def test_a_verb_that_may_be_anybodys_stays_with_whoever_is_spoken_of(understood, said, told):
    assert understood(said)[-1].content == told


def test_what_a_boy_liked_before_is_nothing_that_the_user_was(understood):
    asked = (Role.ASSISTANT, None, "¿Tiene algún tema favorito?")
    made = understood(
        "Mi hijo Mateo cumple 6.", asked, "Dinosaurios. Antes era la patrulla canina."
    )
    assert not [one.content for one in made if one.subject == USER]


BRACKETS = [
    (
        "My son (allergic to peanuts and eggs) starts school.",
        ["User's son is allergic to peanuts and eggs.", "User's son starts school."],
    ),
    (
        "My brother (he lives in Leeds) does not drink.",
        ["User's brother lives in Leeds.", "User's brother does not drink."],
    ),
    (
        "Mein Bruder (er wohnt jetzt in Ulm) trinkt keinen Alkohol.",
        ["Nutzers Bruder wohnt jetzt in Ulm.", "Nutzers Bruder trinkt keinen Alkohol."],
    ),
    (
        "Mon frère (il vit à Lyon) ne boit pas d'alcool.",
        [
            "Le frère de l'utilisateur vit à Lyon.",
            "Le frère de l'utilisateur ne boit pas d'alcool.",
        ],
    ),
    (
        "Ma belle-fille (la femme de Luc) ne mange pas de porc.",
        [
            "La belle-fille de l'utilisateur : la femme de Luc.",
            "La belle-fille de l'utilisateur ne mange pas de porc.",
        ],
    ),
    (
        "Mi nuera (la mujer de Luis) no come cerdo.",
        ["La nuera del usuario: la mujer de Luis.", "La nuera del usuario no come cerdo."],
    ),
]


@pytest.mark.parametrize(("said", "told"), BRACKETS)
def test_what_stands_in_brackets_and_behind_them_is_of_who_stands_before_them(
    understood, said, told
):
    assert [one.content for one in understood(said)] == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Mein Bruder wohnt in Ulm. Der ist Arzt.", "Nutzers Bruder ist Arzt."),
        ("Meine Mutter ist 80 und die wohnt in Kiel.", "Nutzers Mutter wohnt in Kiel."),
        ("Wir sind aus Kassel. Außer Nils, der wohnt in Ulm.", "Nils wohnt in Ulm."),
        (
            "Meine Schwester hat eine Katze. Die wohnt in der Garage.",
            "Die wohnt in der Garage (nach: „Meine Schwester hat eine Katze“).",
        ),
    ],
)
def test_der_and_die_mean_somebody_where_nothing_else_can_be_meant(understood, said, told):
    assert understood(said)[-1].content == told


def test_several_are_no_she(understood):
    made = understood("Valorant with the boys.", "My gf lives in Hull. She's pre-med.")
    assert made[-1].content == "User's gf is pre-med."


def test_whose_school_it_is_is_nobody_of_whom_is_spoken(understood):
    made = understood(
        "I'd want to stay in Tacoma because of the kid's school. She's scared of the vacuum."
    )
    assert not [one.content for one in made if "kid is" in one.content]


def test_before_a_pronoun_it_is_said_when(understood):
    made = understood(
        "Ma sœur habite Lyon. Avant elle habitait Dijon. Elle a deux gosses, Max et Zoé."
    )
    assert [one.content for one in made] == [
        "La sœur de l'utilisateur habite Lyon.",
        "Avant la sœur de l'utilisateur habitait Dijon.",
        "La sœur de l'utilisateur a deux gosses, Max et Zoé.",
    ]
