"""What people say of aims, promises, absences and illnesses, in languages other than English, and what is none of it."""

from pathlib import Path

import pytest

from recollect.bench.learning import dialogues, score
from recollect.model.entry import Kind
from recollect.model.turn import Role
from recollect.wiring.extracting import extract

DIALOGUES = Path(__file__).parents[1] / "fixture" / "dialogues"


@pytest.mark.parametrize(
    ("said", "kind", "content"),
    [
        (
            "mi objetivo: ahorrar 200 al mes para un coche",
            Kind.COMMITMENT,
            "La meta del usuario: ahorrar 200 al mes para un coche.",
        ),
        (
            "yo te riego las plantas en agosto",
            Kind.COMMITMENT,
            "El usuario te riega las plantas en agosto de 2025.",
        ),
        (
            "lo de la boda en la playa queda descartado",
            Kind.DECISION,
            "El usuario: lo de la boda en la playa queda descartado.",
        ),
        (
            "me lo lleva la doctora Campos",
            Kind.RELATIONSHIP,
            "Al usuario se lo lleva la doctora Campos.",
        ),
        (
            "nos lo confirmaron el martes",
            Kind.FACT,
            "Al usuario y a los suyos se lo confirmaron el 13 de mayo de 2025.",
        ),
        (
            "desde el divorcio vivo en casa de mis padres",
            Kind.FACT,
            "Desde el divorcio el usuario vive en casa de sus padres.",
        ),
        (
            "cada vez que te mande un contrato me lo resumes",
            Kind.PREFERENCE,
            "El usuario pide: «cada vez que te mande un contrato me lo resumes».",
        ),
        ("je m'occupe du gâteau", Kind.COMMITMENT, "L'utilisateur s'occupe du gâteau."),
        (
            "quand tu me proposes des films : toujours en VO",
            Kind.PREFERENCE,
            "Consigne de l'utilisateur : quand tu me proposes des films : toujours en VO.",
        ),
        (
            "depuis mon divorce je vis seule à Metz",
            Kind.FACT,
            "Depuis son divorce l'utilisateur vit seule à Metz.",
        ),
        (
            "Antoine tousse dès qu'il y a du pollen",
            Kind.FACT,
            "Antoine tousse dès qu'il y a du pollen.",
        ),
        ("meine Tochter wird im Juli vier", Kind.FACT, "Nutzers Tochter wird im Juli vier."),
        (
            "mein Ziel: 5 km am Stück laufen",
            Kind.COMMITMENT,
            "Ziel von Nutzer: 5 km am Stück laufen.",
        ),
        (
            "ich darf wegen der Schulter nichts Schweres heben",
            Kind.FACT,
            "Nutzer darf wegen der Schulter nichts Schweres heben.",
        ),
        (
            "Bei mir wurde eine Schilddrüsenunterfunktion festgestellt",
            Kind.FACT,
            "Bei Nutzer wurde eine Schilddrüsenunterfunktion festgestellt.",
        ),
    ],
)
def test_a_life_is_told_in_the_words_of_its_language(only, said, kind, content):
    made = only(said)

    assert (made.kind, made.content) == (kind, content)


@pytest.mark.parametrize(
    ("said", "begins", "ends"),
    [
        ("me voy a Lisboa en octubre, seis meses", "2025-10-01", None),
        ("mañana a las nueve tengo cita en el notario", None, "2025-05-15"),
        ("me divorcié hace tres meses", "2025-02-01", None),
        ("je suis absente du 3 au 10 juillet", "2025-07-03", "2025-07-10"),
        ("je suis pas là la semaine du 19", "2025-05-19", None),
        ("j'ai promis à mon fils qu'on irait camper en août", None, "2025-08-31"),
        ("nächste Woche bin ich nicht da", "2025-05-19", "2025-05-25"),
        (
            "Hab meiner Schwester versprochen, dass sie die Fotos bis Sonntag bekommt",
            None,
            "2025-05-18",
        ),
        ("Bandscheibenvorfall, L5/S1, im Januar", "2025-01-01", None),
    ],
)
def test_what_begins_has_a_beginning_and_what_is_promised_an_end(only, said, begins, ends):
    made = only(said)

    assert (made.valid_from and f"{made.valid_from:%F}") == begins
    assert (made.valid_until and f"{made.valid_until:%F}") == ends


@pytest.mark.parametrize(
    "said",
    [
        "somos cinco para cenar",
        "me encanta pagar impuestos, es mi pasión",
        "no llego a fin de mes ni a tiros",
        "te lo mando el viernes, prometido",
        pytest.param(
            "desde el móvil no puedo abrirlo",
            marks=pytest.mark.xfail(strict=True, reason="the reader misjudges it"),
        ),
        "Génial, encore une réunion à 18 h un vendredi",
        "nous ne savons plus trop comment faire",
        "je n'ai plus envie de cuisiner ce soir",
        pytest.param(
            "je ne le digère pas",
            marks=pytest.mark.xfail(strict=True, reason="the reader misjudges it"),
        ),
        "on sera huit samedi",
        "trois ans de garantie",
        "Wir sind zu viert und haben Hunger",
        "mein Rücken bringt mich um",
        "Zimmer in Berlin, ab 50 Euro",
    ],
)
def test_moods_guests_and_jokes_are_no_part_of_a_life(understood, said):
    assert understood(said) == ()


@pytest.mark.parametrize(
    "said",
    [
        "500 Internal Server Error: falta el parámetro empresa_id en /v2/pedidos",
        "Session expirée au bout de 5 minutes d'inactivité sur la page du compte",
        "Klick fehlgeschlagen: Element wird von #cookie-layer verdeckt",
    ],
)
def test_what_a_tool_refuses_is_remembered_in_its_language(only, said):
    assert only((Role.TOOL, None, said)).kind is Kind.ERROR_PATTERN


# A little below what was reached, so that a rule may trade one note for another.
@pytest.mark.parametrize(
    ("language", "precision", "recall"), [("de", 0.9, 0.9), ("es", 0.84, 0.82), ("fr", 0.9, 0.9)]
)
def test_the_second_part_of_the_dialogues_stays_understood(language, precision, recall):
    made = score(dialogues(DIALOGUES / f"held_out_{language}.jsonl"), extract).all

    assert made.precision >= precision
    assert made.recall >= recall


@pytest.mark.parametrize(
    ("said", "attribute", "content"),
    [
        ("I'm back at IBM.", "employer", "User is back at IBM."),
        ("I started a new job at a pharmacy.", "employer", None),
        ("He empezado a trabajar en Zara.", "employer", None),
        ("He vuelto a vivir en Cádiz.", "home", "El usuario ha vuelto a vivir en Cádiz."),
        ("Me he mudado a Bilbao.", "home", "El usuario se ha mudado a Bilbao."),
        ("Je suis revenu vivre à Nice.", "home", "L'utilisateur est revenu vivre à Nice."),
        ("I became a driver.", "job_title", "User became a driver."),
        ("I was a waiter.", "former", "User was a waiter."),
        ("My new car is a Subaru Outback.", "car", None),
        ("My son started at Jefferson Middle School.", "school", None),
        ("Me divorcié el mes pasado.", "marital_status", None),
        ("Andrea y yo lo hemos dejado.", "marital_status", "El usuario y Andrea lo han dejado."),
        ("Hugo y yo hemos roto.", "marital_status", "El usuario y Hugo han roto."),
        ("Fumo.", "habit", "El usuario fuma."),
        ("Je fume.", "habit", "L'utilisateur fume."),
    ],
)
def test_what_a_life_changes_to_is_known_by_its_attribute(only, said, attribute, content):
    made = only(said)
    assert made.attribute == attribute
    assert content is None or made.content == content


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("My daughter was born yesterday.", "User's daughter was born on 13 May 2025."),
        (
            "My daughter changed schools, she goes to Riverside Primary now.",
            "User's daughter goes to Riverside Primary now.",
        ),
        ("Viví en Roma dos años.", "El usuario vivió en Roma dos años."),
    ],
)
def test_what_only_sounds_like_something_else_is_kept(understood, said, told):
    assert understood(said)[-1].content == told


def test_what_somebody_is_allergic_to_is_told_in_the_answer(only):
    made = only((Role.ASSISTANT, None, "¿Tienes alguna alergia?"), "Sí, al polen y a los gatos.")
    assert made.content == "El usuario tiene alergia al polen y a los gatos."
