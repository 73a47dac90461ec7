"""Memories that stand alone: what they answer or follow is told with them where they need it."""

import pytest

from recollect.learn.said_of import statement_of
from recollect.model.turn import Role

ANSWERS = [
    (
        "When do you measure?",
        "Every morning before coffee",
        'Every morning before coffee (asked: "When do you measure?").',
    ),
    (
        "Nice. Is there a lift in the new building?",
        "no lift, 4th floor",
        'no lift, 4th floor (asked: "Is there a lift in the new building?").',
    ),
    (
        "Wie viele Proben pro Lage?",
        "Zwölf, jeweils in 10 und 30 cm Tiefe",
        "Zwölf, jeweils in 10 und 30 cm Tiefe (gefragt: „Wie viele Proben pro Lage?“).",
    ),
    (
        "¿Hay alguna lesión que deba tener en cuenta?",
        "hernia discal L5-S1, operada en 2019",
        "(a la pregunta: «¿Hay alguna lesión que deba tener en cuenta?»).",
    ),
    (
        "Prenez-vous un traitement ?",
        "amlodipine 5, le matin",
        "L'utilisateur prend amlodipine 5, le matin.",
    ),
]


@pytest.mark.parametrize(("question", "answer", "told"), ANSWERS, ids=lambda value: value)
def test_a_short_answer_is_told_with_its_question(understood, question, answer, told):
    made = understood((Role.ASSISTANT, None, question), answer)
    assert [one.content for one in made if one.content.endswith(told)]


def test_what_means_something_said_before_is_told_with_it(understood):
    made = understood(
        "My starter smells of nail polish, is that bad?",
        (Role.ASSISTANT, None, "Not at all. Is it in the fridge?"),
        "I keep it in the fridge and feed it on Sundays.",
    )
    assert made[-1].content == (
        "User keeps it in the fridge and feed it on Sundays"
        ' (after: "My starter smells of nail polish, is that bad?").'
    )


def test_who_is_told_by_name_is_meant_by_the_next_pronoun_too(understood):
    made = understood(
        "My sister Noor visits on Saturday. She has been allergic to cashews since she was little."
    )
    assert made[-1].content == "Noor has been allergic to cashews since she was little."


def test_what_was_said_in_an_earlier_turn_is_told_too(understood):
    made = understood(
        "I've got a 2014 Octavia.", (Role.ASSISTANT, None, "Nice."), "My wife wants a new one."
    )
    assert made[-1].content == ("User's wife wants a new one (after: \"I've got a 2014 Octavia\").")


UNCLEAR = [
    (
        "My starter is called Clint.",
        "How old is he?",
        "11 years",
        '11 years (after: "My starter is called Clint", asked: "How old is he?").',
    ),
    (
        "Help me cut a wedding budget.",
        "And guests?",
        "110 right now",
        '110 right now (after: "Help me cut a wedding budget", asked: "And guests?").',
    ),
]


@pytest.mark.parametrize(("before", "question", "answer", "told"), UNCLEAR, ids=lambda value: value)
def test_what_a_question_means_is_told_with_it(understood, before, question, answer, told):
    made = understood(before, (Role.ASSISTANT, None, question), answer)
    assert [one.content for one in made if one.content.endswith(told)]


LEFT_OUT = [
    # What acts in a clause does not do it to itself.
    ("Why do cats knead blankets?", "Our Dumpling does it at 5 in the morning.", "cats knead"),
    # The last word of a clause is only half a verb.
    ("Mrs Okafor plays cards like a pirate.", "My sister does too.", "plays cards"),
    # A number, a date: that of what the talk is about.
    ("I want to learn the kanji for the N3 test.", "I'm at like 500.", "kanji"),
    ("Our wedding needs a cheaper band.", "Date is 9 May next year.", "wedding"),
    # One of its kind.
    ("I've got three kids at home.", "oldest one's 11 and too cool for forts", "three kids"),
    # A verb without a subject.
    ("Mein Hund Günter humpelt.", "Ist 11, hatte letztes Jahr was mit der Bandscheibe.", "Günter"),
    ("Un regalo para un hombre de 60.", "es mi suegro, le va la pesca y el vino", "un regalo"),
    ("On reçoit les voisins et le four lâche.", "ce sera raclette, tant pis", "les voisins"),
    # Somebody's own.
    ("Hoy paseo a los perros.", "El mío es un bulldog francés.", "los perros"),
    # A day that was named.
    ("I'll ring Dr Abebe on 3 June if it stays up.", "She's away till then.", "3 June"),
    # Until when something else is, and what comes then.
    ("Bonjour.", "je bosse sur Goéland jusqu'en juin, après je passe chez l'équipe data", "juin"),
    # The object that stood in front of the verb.
    (
        "Hallo.",
        "Kemptner Hütte ja, Braunschweiger noch nicht. muss ich bis Freitag machen",
        "Braunschweiger noch nicht",
    ),
]


@pytest.mark.parametrize(("before", "said", "told"), LEFT_OUT, ids=lambda value: value)
def test_what_is_left_out_is_told(understood, before, said, told):
    made = understood(before, said)
    assert told.lower() in made[-1].content.partition("(")[2].lower()


FITTING = [
    (
        "My brother wants the house. My mother loved the garden.",
        "I'll talk to him on Sunday.",
        "My brother wants the house",
    ),
    (
        "Kann jemand die Rundmail schreiben? Das Fest ist am 28. am Brunnen.",
        "Ich häng sie morgen auch am Schwarzen Brett auf",
        "Kann jemand die Rundmail schreiben?",
    ),
    (
        "Los niños aún no lo saben. Mi gato murió ayer.",
        "Los llevo mañana al parque.",
        "Los niños aún no lo saben",
    ),
    (
        "Les enfants ne savent rien. Le chat est mort hier.",
        "Je leur dirai ce soir.",
        "Les enfants ne savent rien",
    ),
]


@pytest.mark.parametrize(("before", "said", "told"), FITTING, ids=lambda value: value)
def test_what_names_whom_or_what_is_meant_is_told_rather(understood, before, said, told):
    made = understood(before, said)
    assert told in made[-1].content


def test_an_answer_that_goes_on_is_told_with_its_question(understood):
    made = understood((Role.ASSISTANT, None, "How many kids are coming?"), "12, two are vegan")
    assert made[-1].content.endswith('(asked: "How many kids are coming?").')


def test_a_question_that_begins_with_its_verb_can_be_understood(understood):
    made = understood(
        "Mein Rad wurde geklaut.",
        (Role.ASSISTANT, None, "Haben Sie den Kaufbeleg noch?"),
        "den hat meine Ex",
    )
    assert made[-1].content.endswith("(gefragt: „Haben Sie den Kaufbeleg noch?“).")


def test_a_sentence_is_told_as_a_whole(understood):
    made = understood("We have 6 days incl. one in Passau by the river.", "My son hates it there.")
    assert '"We have 6 days incl. one in Passau by the river"' in made[-1].content


def test_what_is_named_in_the_clause_itself_is_not_told_again(understood):
    (made,) = understood("I bought a canoe in March and I keep it in the garage.")
    assert "after" not in made.content


def test_a_whole_sentence_stands_alone(understood):
    made = understood((Role.ASSISTANT, None, "Where do you live?"), "I live in Leipzig.")
    assert [one.content for one in made] == ["User lives in Leipzig."]


def test_of_an_assistant_only_a_question_is_told(understood):
    said = (Role.ASSISTANT, None, "You seem to love jazz. I'll put on Coltrane.")
    made = understood(
        "I'd like some music for my workshop.", said, "blues, actually, every evening"
    )
    assert all("jazz" not in one.content and "Coltrane" not in one.content for one in made)


def test_what_was_advised_is_told_with_the_answer_that_it_is_done(understood):
    advised = (Role.ASSISTANT, None, "Dann könntest du Unterhaltsvorschuss beantragen.")
    made = understood(advised, "hab ich gestern beantragt!! sachbearbeiterin ist frau Kowalczyk")
    assert made[0].content == (
        "Nutzer hat am 13. Mai 2025 beantragt (nach: „Dann könntest du Unterhaltsvorschuss beantragen“)."
    )


def test_what_is_booked_and_what_is_not_is_no_liking(understood):
    asked = (Role.ASSISTANT, None, "Habt ihr Hütten reserviert?")
    made = understood(asked, "Kemptner und Memminger ja, Braunschweiger noch nicht.")
    assert [(str(one.kind), "reserviert?" in one.content) for one in made] == [("fact", True)]


def test_who_asks_himself_is_not_answered(understood):
    made = understood("What can I cook on Friday?", "no lift, 4th floor")
    assert all("asked" not in one.content for one in made)


def test_nothing_that_others_wrote_is_put_behind_a_memory(understood):
    mail = "Proofread this: “Dear Ms Vogt, our quarterly figures are a disaster and so is he.”"
    made = understood(f"{mail} My sister wrote it in a hurry.")
    assert all("quarterly" not in one.content for one in made)


def test_no_secret_is_put_behind_a_memory(understood):
    asked = (Role.ASSISTANT, None, "Is your password still Tulip77 on the router upstairs?")
    made = understood(asked, "Every morning before coffee, by hand")
    assert all("Tulip77" not in one.content for one in made)


def test_the_same_is_not_kept_twice_for_what_stands_behind_it(understood):
    made = understood(
        "My eldest, Priya, plays the cello.", "Arun, my youngest, plays the cello too."
    )
    said = [statement_of(one.content) for one in made]
    assert len(said) == len(set(said))


@pytest.mark.parametrize(
    "content",
    [
        'User: 22 months (asked: "How old is she?").',
        "Nutzer: 22 Monate (gefragt: „Wie alt ist sie?“).",
        "El usuario: 22 meses (a la pregunta: «¿Qué edad tiene?»).",
        "L'utilisateur : 22 mois (à la question : « Quel âge a-t-elle ? »).",
        'User: 22 months (after: "our girl (Mia) walks").',
        'User: 22 months (after: "our girl walks", asked: "How old is she?").',
    ],
)
def test_the_statement_is_what_stands_before_it(content):
    assert statement_of(content).endswith(("months.", "Monate.", "meses.", "mois."))


@pytest.mark.parametrize(
    "content", ["User lives in Leipzig.", 'User likes "Her" (the film).', "User moved (2019)."]
)
def test_any_other_content_is_its_own_statement(content):
    assert statement_of(content) == content


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("Ask whether the flat has a cellar.", "Ask"),
        ("Online services are usually cheapest.", "Online"),
        ("Playa de las Vistas has ramps.", "Vistas"),
    ],
)
def test_a_word_with_a_capital_is_not_always_somebody(understood, said, names):
    made = understood(
        "My brother needs a place.", (Role.ASSISTANT, None, said), "He wants to sell his car first."
    )
    assert all(names not in one.content for one in made)


ANSWERING = [
    (
        "my wife would need to keep the health insurance",
        "What kind of freelance work?",
        "Supply chain consulting. I've done it for 15 years",
        'User has done it for 15 years (asked: "What kind of freelance work?").',
    ),
    (
        "i send my parents 300 every month",
        "Any credit card debt?",
        "none. paid it off in december finally",
        'User paid it off in December 2024 finally (asked: "Any credit card debt?").',
    ),
    (
        "theo's swim thing is friday mornings. also started driving lessons",
        "How are the lessons?",
        "stalled 4 times on a hill. test is june 11",
        'User: test is on 11 June 2025 (asked: "How are the lessons?").',
    ),
]


@pytest.mark.parametrize(("before", "question", "answer", "told"), ANSWERING)
def test_what_goes_on_in_an_answer_is_told_with_the_question(
    understood, before, question, answer, told
):
    assert understood(before, (Role.ASSISTANT, None, question), answer)[-1].content == told
