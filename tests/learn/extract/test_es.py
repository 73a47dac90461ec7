"""What the built-in extractor understands of Spanish."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from recollect.bench.learning import dialogues, score
from recollect.learn.extract.es_verbs import THIRD, VERBS
from recollect.model.entry import Kind
from recollect.model.turn import Role, Turn
from recollect.wiring.extracting import extract

DIALOGUES = Path(__file__).parents[1] / "fixture" / "dialogues"
SATURDAY = datetime(2025, 11, 15, 10, tzinfo=UTC)


def said(*texts, speaker=None):
    """What is understood of these turns; one that begins with "A:" is the assistant's."""
    turns = []
    for index, text in enumerate(texts):
        role = Role.ASSISTANT if text.startswith("A:") else Role.USER
        turns.append(
            Turn(
                id=f"c/{index}",
                conversation="c",
                index=index,
                role=role,
                content=text.removeprefix("A: "),
                at=SATURDAY,
                recorded_at=SATURDAY,
                tokens=0,
                speaker=speaker,
            )
        )
    return extract(turns)


def contents(*texts, speaker=None):
    return [one.content for one in said(*texts, speaker=speaker)]


def test_the_dialogues_it_was_made_with_stay_understood():
    report = score(dialogues(DIALOGUES / "dev_es.jsonl"), extract)

    assert report.all.precision >= 0.78
    assert report.all.recall >= 0.84


@pytest.mark.parametrize(
    ("text", "kind", "content"),
    [
        ("vivo en Rosario con mi novia", Kind.FACT, "El usuario vive en Rosario con su novia."),
        ("Me dedico a la apicultura", Kind.FACT, "El usuario se dedica a la apicultura."),
        ("soy profesora de yoga", Kind.FACT, "La usuaria es profesora de yoga."),
        (
            "laburo en una panadería de Córdoba",
            Kind.FACT,
            "El usuario labura en una panadería de Córdoba.",
        ),
        ("no me gusta el fútbol", Kind.PREFERENCE, "Al usuario no le gusta el fútbol."),
        ("no como carne ni pescado", Kind.PREFERENCE, "El usuario no come carne ni pescado."),
        ("he decidido dejar la carrera", Kind.DECISION, "El usuario ha decidido dejar la carrera."),
        ("hablo francés y algo de árabe", Kind.SKILL, "El usuario habla francés y algo de árabe."),
        ("estoy buscando piso en Gijón", Kind.CONTEXT, "El usuario está buscando piso en Gijón."),
        ("Los viernes no se toca producción", Kind.PROCEDURE, "Los viernes no se toca producción."),
        ("Marta es mi vecina", Kind.RELATIONSHIP, "Marta es la vecina del usuario."),
        (
            "no es el lunes, es en Zamora",
            Kind.CORRECTION,
            "El usuario: es en Zamora (tras: «no es el lunes»).",
        ),
    ],
)
def test_a_statement_is_told_in_the_third_person_and_has_its_kind(text, kind, content):
    (one,) = said(text)

    assert (one.kind, one.content) == (kind, content)


def test_what_is_typed_without_accents_is_understood_alike():
    assert contents("me mude a Quito en 2020") == ["El usuario se mudó a Quito en 2020."]
    assert contents("mi esposo es diabetico") == ["El esposo del usuario es diabetico."]


def test_people_of_a_life_are_called_by_what_they_are_to_the_speaker():
    assert contents("a mi hijo le encantan los dinosaurios") == [
        "Al hijo del usuario le encantan los dinosaurios."
    ]
    assert contents("mi jefa, Montse, vive en Lugo") == [
        "Montse es la jefa del usuario.",
        "Montse, la jefa del usuario, vive en Lugo.",
    ]


def test_a_subject_left_out_is_whoever_was_spoken_of():
    told = contents("mi hermana Ana es médica. Vive en Oslo y tiene dos niños. Le encanta esquiar")

    assert told[2:] == ["Ana vive en Oslo.", "Ana tiene dos niños.", "A Ana le encanta esquiar."]


def test_a_speaker_with_a_name_is_called_by_it():
    assert contents("yo el postre, lo hago en casa", speaker="Iker")[0].startswith("Iker ")


@pytest.mark.parametrize(
    ("text", "begins", "ends"),
    [
        ("Ayer me operaron de la muñeca", "2025-11-14", None),
        ("tengo que llevar la férula hasta Reyes", None, "2026-01-06"),
        ("el martes que viene tengo dentista", None, "2025-11-18"),
        ("soy vegetariana desde hace diez años", "2015-01-01", None),
        ("desde marzo vivo en Tarragona", "2025-03-01", None),
        ("el 3 de enero me operan de la vesícula", "2026-01-03", None),
    ],
)
def test_relative_dates_and_holidays_are_reckoned_from_the_day_of_the_turn(text, begins, ends):
    (one,) = said(text)

    assert str(one.valid_from.date() if one.valid_from else None) == str(begins)
    assert str(one.valid_until.date() if one.valid_until else None) == str(ends)


def test_a_relative_date_is_written_out():
    assert contents("mañana a las 9 tengo entrevista en Zara") == [
        "El 16 de noviembre de 2025 a las 9 el usuario tiene entrevista en Zara."
    ]


@pytest.mark.parametrize(
    "text",
    [
        "¿vives en Madrid?",
        "si tuviera dinero me compraría un barco",
        "si me toca la lotería dejo el trabajo",
        "a lo mejor me mudo a Vigo",
        "no sé si comprarme un piso",
        "creo que voy a cambiar de coche",
        "sí, claro, me encanta madrugar para ir al dentista",
        'mi profe siempre decía: "tengo tres gatos y ningún amigo"',
        "Resúmeme este correo:\n\nHola, soy Marcos. Vivo en Cáceres y trabajo en Telefónica.",
        "Messi vive en Miami",
        "mi vecino dice que va a vender la casa",
        "muchas gracias por todo, eres un sol",
        "tengo una duda sobre los verbos irregulares",
        "contéstame en inglés solo esta vez",
        "me quedo con la segunda opción",
        "mi contraseña es hunter2",
    ],
)
def test_what_states_nothing_of_the_speaker_is_not_kept(text):
    assert contents(text) == []


def test_nothing_is_kept_of_a_part_that_is_played():
    assert (
        contents("haz de profesor y yo soy un alumno", "tengo quince años y odio las mates") == []
    )


def test_a_standing_instruction_is_kept_in_the_words_of_the_speaker():
    (one,) = said("a partir de ahora contéstame siempre en gallego")

    assert one.attribute == "instruction"
    assert one.content == "El usuario pide: «a partir de ahora contéstame siempre en gallego»."


def test_a_short_answer_is_understood_with_its_question():
    assert contents("hola", "A: ¿Dónde vives?", "en Lugo") == ["El usuario vive en Lugo."]
    assert contents("hola", "A: ¿Es por gusto o eres celíaca?", "lo segundo, desde siempre") == [
        "La usuaria es celíaca desde siempre."
    ]


def test_every_quote_stands_in_its_turn():
    text = "Buenas, soy Encarna, tengo 67 años y vivo sola en Albacete"

    assert [text[one.start : one.end] == one.quote for one in said(text)] == [True] * 3


@pytest.mark.parametrize(
    ("first", "third"),
    [
        ("pido", "pide"),
        ("durmió", None),
        ("empecé", "empezó"),
        ("conduzco", "conduce"),
        ("seguí", "siguió"),
        ("vivíamos", "vivían"),
    ],
)
def test_verbs_are_turned_from_the_first_person_to_the_third(first, third):
    assert THIRD.get(first) == third


def test_irregular_verbs_have_their_own_participles_and_gerunds():
    assert (VERBS["escribir"].participle, VERBS["dormir"].gerund) == ("escrito", "durmiendo")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("¡Vivo en Madrid!", ["El usuario vive en Madrid."]),
        ("¡Hola!¡Soy alérgico a los cacahuetes!", ["El usuario es alérgico a los cacahuetes."]),
        ("¡Ayer me mudé a Madrid!", ["El 14 de noviembre de 2025 el usuario se mudó a Madrid."]),
        (
            "Vivo en Sevilla ¡y trabajo en Repsol!",
            ["El usuario vive en Sevilla.", "El usuario trabaja en Repsol."],
        ),
        ("¿Sabes qué? ¡¡Vivo en Madrid!!", ["El usuario vive en Madrid."]),
        ("Vivo en Madrid ¿y tú?", ["El usuario vive en Madrid."]),
        ("¡¿Vivo en Madrid?!", []),
        ("¿¡Vivo en Madrid!?", []),
    ],
)
def test_what_is_exclaimed_is_learned_without_its_marks(text, told):
    made = said(text)
    assert [one.content for one in made] == told
    assert [text[one.start : one.end] for one in made] == [one.quote for one in made]


def test_an_exclaimed_answer_is_one():
    assert contents("A: ¿Dónde vives?", "¡En Madrid!") == ["El usuario vive en Madrid."]
