"""Plain facts that stand next to something else: a greeting, a cry for help, a question in form, a list."""

import pytest

from recollect.model.entry import Kind
from recollect.model.turn import Role

BESIDE = [
    ("hellooo, I live in Leeds", "User lives in Leeds."),
    ("halloo, ich wohne in Ulm", "Nutzer wohnt in Ulm."),
    ("buenaas, vivo en Vigo", "El usuario vive en Vigo."),
    ("coucouu, j'habite à Lyon", "L'utilisateur habite à Lyon."),
    ("I have an oral exam next Tuesday, help!", "User has an oral exam on 20 May 2025."),
    (
        "J'ai un oral de droit mardi prochain, au secours",
        "L'utilisateur a un oral de droit le 20 mai 2025.",
    ),
    (
        "Yo es que no puedo tomar sal, por la tensión.",
        "El usuario no puede tomar sal, por la tensión.",
    ),
    (
        "Je vois mon cardiologue, le docteur Morel, le 12 juin.",
        "L'utilisateur voit son cardiologue, le docteur Morel, le 12 juin 2025.",
    ),
    (
        "Ich sehe meinen Kardiologen, Dr. Morel, am 12. Juni.",
        "Nutzer sieht seinen Kardiologen, Dr. Morel, am 12. Juni 2025.",
    ),
    (
        "Veo a mi cardiólogo, el doctor Morel, el 12 de junio.",
        "El usuario ve a su cardiólogo, el doctor Morel, el 12 de junio de 2025.",
    ),
    (
        "Je vois mon frère et je vis à Lyon depuis 2020.",
        "L'utilisateur vit à Lyon depuis 2020.",
    ),
    ("My sister, who lives in Leeds, is a nurse.", "User's sister is a nurse."),
    (
        "My boss, who is from Spain, is leaving in June.",
        "User's boss, who is from Spain, is leaving in June 2025.",
    ),
    (
        "I earn 42k before tax, and I've about 6,200 on a credit card at 24% 😬",
        "User has about 6,200 on a credit card at 24%.",
    ),
    ("My parents visit in Sept. He likes Leeds.", "User's parents visit in September 2025."),
    # A verb behind "und" goes on about whom the clause before it is, and asks nothing.
    (
        "Mein Sohn Jonas ist sieben Jahre alt und hat eine Erdnussallergie.",
        "Nutzers Sohn Jonas hat eine Erdnussallergie.",
    ),
    ("My sister lives in Leeds and is a nurse", "User's sister is a nurse."),
    # What is only an exclamation supposes nothing.
    (
        "Soy cocinera en un colegio, imagínese, rodeada de comida",
        "La usuaria es cocinera en un colegio, imagínese, rodeada de comida.",
    ),
    (
        "I'm back from mat leave on 1 June, 3 days a week, at the museum",
        "User is back from mat leave on 1 June 2025, 3 days a week, at the museum.",
    ),
    (
        "je voudrais faire une surprise à mon mari Gérard pour ses 70 ans, le 2 juin.",
        "L'utilisateur voudrait faire une surprise à son mari Gérard pour ses 70 ans, le 2 juin 2025.",
    ),
    (
        "noch nicht, Gespräch mit Schulleitung ist am 12.6. um 14 uhr",
        "Gespräch mit Schulleitung ist am 12. Juni 2025 um 14 uhr.",
    ),
    (
        "gerne, aber duz mich bitte weiter und keine emojis",
        "Nutzer möchte: duz ihn bitte weiter und keine emojis.",
    ),
    (
        "pls stop starting every message with I'm sorry",
        "User wants this kept to: stop starting every message with I'm sorry.",
    ),
    (
        "don't begin your replies with thanks",
        "User wants this kept to: don't begin your replies with thanks.",
    ),
    (
        "beginn deine Antworten nicht mit Lob",
        "Nutzer möchte: beginn deine Antworten nicht mit Lob.",
    ),
    (
        "no empieces tus respuestas con un halago",
        "El usuario pide: «no empieces tus respuestas con un halago».",
    ),
    (
        "ne commence pas tes réponses par un compliment",
        "Consigne de l'utilisateur : ne commence pas tes réponses par un compliment.",
    ),
    # What a doctor has somebody take, and what else he says.
    (
        "El médico me ha mandado enalapril y que ande una hora diaria.",
        "El médico al usuario le ha mandado enalapril y que ande una hora diaria.",
    ),
    (
        "Der Arzt hat mir Ramipril verschrieben und dass ich jeden Tag laufe",
        "Der Arzt hat Nutzer Ramipril verschrieben.",
    ),
    (
        "el enalapril me daba mucha tos y me lo han cambiado por losartán, 50",
        "Al usuario se lo han cambiado por losartán, 50 (tras: «el enalapril me daba mucha tos»).",
    ),
    # What there is to spend.
    (
        "Planning my sister's bachelorette. Budget is max $450 pp excluding flights.",
        'User: Budget is max $450 pp excluding flights (after: "Planning my sister\'s bachelorette").',
    ),
    (
        "Wir bauen ein Haus. Budget 480.000, davon 120 Eigenkapital.",
        "Nutzer: Budget 480.000, davon 120 Eigenkapital (nach: „Wir bauen ein Haus“).",
    ),
    ("El presupuesto es de 3000 euros", "El presupuesto es de 3000 euros."),
    ("everyone at work calls me G.", "User: everyone at work calls them G."),
    (
        "mi hermana insiste pero yo no quiero perros en casa, mucho pelo",
        "El usuario no quiere perros en casa, mucho pelo.",
    ),
    # Who is to do what is wished has not done it.
    (
        "en la empresa no hay quien lo aguante, a mi jefe",
        "En la empresa no hay quien lo aguante, al jefe del usuario.",
    ),
]


@pytest.mark.parametrize(("said", "told"), BESIDE, ids=lambda value: value)
def test_a_plain_fact_is_kept_next_to_something_else(understood, said, told):
    assert told in [one.content for one in understood(said)]


ASKED_FOR = [
    (
        "Can you remind me that I need to get my reference from Sister Halloran?",
        "User wants to be reminded that they need to get their reference from Sister Halloran.",
    ),
    (
        "¿Me puedes recordar que tengo que llamar a Ana el lunes?",
        "El usuario pide: «Me puedes recordar que tengo que llamar a Ana el 19 de mayo de 2025».",
    ),
    (
        "Tu peux me rappeler que je dois appeler Anna lundi ?",
        "L'utilisateur demande : « Tu peux me rappeler que je dois appeler Anna le 19 mai 2025 ».",
    ),
    (
        "Kannst du mich am Montag an den Müll erinnern?",
        "Nutzer möchte am 19. Mai 2025 an den Müll erinnert werden.",
    ),
    (
        "Könntest du mich bitte daran erinnern, am Montag Oma anzurufen?",
        "Nutzer möchte daran erinnert werden, am 19. Mai 2025 Oma anzurufen.",
    ),
    (
        "Kannst du mich daran erinnern, dass ich am Montag den Müll rausbringe?",
        "Nutzer bringt am 19. Mai 2025 den Müll raus.",
    ),
]


@pytest.mark.parametrize(("said", "told"), ASKED_FOR, ids=lambda value: value)
def test_to_be_reminded_is_a_question_in_form_only(only, said, told):
    made = only(said)
    assert made.kind is Kind.COMMITMENT
    assert made.content == told


@pytest.mark.parametrize(
    "said",
    [
        "Can you remind me what you said?",
        "Tu peux me rappeler de quoi on parlait ?",
        "Kannst du mich daran erinnern, was du gesagt hast?",
        "Kannst du dich daran erinnern, dass ich in Bonn wohne?",
    ],
)
def test_to_be_told_again_is_a_question(understood, said):
    assert understood(said) == ()


@pytest.mark.parametrize(
    "said",
    [
        "tu peux me tutoyer et me faire des fiches courtes stp",
        "puedes tutearme y hacerme resúmenes cortos porfa",
    ],
)
def test_how_somebody_may_be_spoken_to_stays(only, said):
    assert only(said).attribute == "instruction"


COSTS = [
    ("What goes out each month?", ("rent 1,100", "car loan 240 (until Dec 2027)", "nursery 680")),
    ("Was geht jeden Monat raus?", ("Miete 1.100", "Kredit 240", "Essen ca. 450")),
    ("¿Qué gastos tienes al mes?", ("alquiler 900", "luz 60", "comida unos 450")),
    ("Quelles sont vos dépenses par mois ?", ("loyer 900", "crèche 380", "courses environ 450")),
]


@pytest.mark.parametrize(("asked", "items"), COSTS, ids=str)
def test_what_is_paid_month_by_month_is_kept_item_by_item(understood, asked, items):
    made = understood((Role.ASSISTANT, None, asked), "\n".join(f"- {item}" for item in items))
    assert tuple(one.quote for one in made) == items
    assert asked in made[0].content


def test_who_is_told_of_together_in_french_is_no_loose_half(only):
    assert only("Julie et moi, on s'est séparés.").content == (
        "L'utilisateur et Julie, on s'est séparés."
    )


def test_a_month_cut_short_is_nobody(understood):
    made = understood("Start date is Sept 1. She lives in Leeds.")
    assert all(one.subject != "Sept" for one in made)


def test_what_somebody_does_not_like_is_told_with_it(understood):
    made = understood(
        (Role.ASSISTANT, None, "¿Qué tema te cuesta más?"), "la legislación!! no me gusta nada."
    )
    assert "Al usuario no le gusta nada (tras: «la legislación»)." in [one.content for one in made]
