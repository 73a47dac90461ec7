"""What is understood of French, as people speak and type it."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from recollect.bench.learning import dialogues, score
from recollect.learn.extract.fr import FRENCH
from recollect.model.entry import Kind
from recollect.model.learning import USER, Proposal
from recollect.model.turn import Role, Turn
from recollect.wiring.extracting import extract

_DEV = Path(__file__).parents[1] / "fixture" / "dialogues" / "dev_fr.jsonl"
_AT = datetime(2025, 3, 12, 9, tzinfo=UTC)  # a Wednesday


def _turn(index: int, role: Role, content: str, speaker: str | None = None) -> Turn:
    return Turn(
        id=str(index),
        conversation="c",
        index=index,
        role=role,
        content=content,
        at=_AT,
        recorded_at=_AT,
        tokens=0,
        speaker=speaker,
    )


def _read(*said: str) -> tuple[Proposal, ...]:
    """What is learned where the user speaks last and the assistant in between."""
    roles = [Role.USER if (len(said) - at) % 2 else Role.ASSISTANT for at in range(len(said))]
    return extract(
        [_turn(at, role, text) for at, (role, text) in enumerate(zip(roles, said, strict=True))]
    )


def _one(*said: str) -> Proposal:
    found = _read(*said)
    assert len(found) == 1, [one.content for one in found]
    return found[0]


def test_the_dialogues_are_understood_as_well_as_when_the_rules_were_written() -> None:
    report = score(dialogues(_DEV), extract)
    assert (report.all.precision or 0) >= 0.90
    assert (report.all.recall or 0) >= 0.92


def test_every_rule_is_a_pattern() -> None:
    for book in (FRENCH.rules.rules, FRENCH.knowledge.rules, FRENCH.asides):
        assert all(rule.pattern for rule in book)


@pytest.mark.parametrize(
    ("said", "kind", "told"),
    [
        ("j'habite tours", Kind.FACT, "L'utilisateur habite tours."),
        ("Je suis infirmière de nuit", Kind.FACT, "L'utilisateur est infirmière de nuit."),
        ("je bosse chez Airbus", Kind.FACT, "L'utilisateur bosse chez Airbus."),
        ("Ma fille a 7 ans", Kind.FACT, "La fille de l'utilisateur a 7 ans."),
        (
            "mes parents habitent à Perpignan",
            Kind.FACT,
            "Les parents de l'utilisateur habitent à Perpignan.",
        ),
        ("J'adore la randonnée", Kind.PREFERENCE, "L'utilisateur adore la randonnée."),
        ("je ne bois pas d'alcool", Kind.PREFERENCE, "L'utilisateur ne boit pas d'alcool."),
        (
            "Mon film préféré, c'est Amélie",
            Kind.PREFERENCE,
            "Le film préféré de l'utilisateur, c'est Amélie.",
        ),
        (
            "je parle couramment l'espagnol",
            Kind.SKILL,
            "L'utilisateur parle couramment l'espagnol.",
        ),
        (
            "mon chef s'appelle Bertrand",
            Kind.RELATIONSHIP,
            "Le chef de l'utilisateur s'appelle Bertrand.",
        ),
        (
            "on a décidé de vendre la maison",
            Kind.DECISION,
            "Chez l'utilisateur, on a décidé de vendre la maison.",
        ),
        ("je prépare un marathon", Kind.CONTEXT, "L'utilisateur prépare un marathon."),
        (
            "chez nous rien ne part sans relecture",
            Kind.PROCEDURE,
            "Chez l'utilisateur, rien ne part sans relecture.",
        ),
        ("tutoie-moi stp", Kind.PREFERENCE, "Consigne de l'utilisateur : tutoie-moi."),
    ],
)
def test_a_statement_is_told_of_the_user_in_french(said: str, kind: Kind, told: str) -> None:
    found = _one(said)
    assert (found.kind, found.content) == (kind, told)


@pytest.mark.parametrize(
    "said",
    [
        "jhabite a lyon depuis 2018",
        "g 2 gosses",
        "chui au chomage depuis janvier",
        "jsuis vegan",
        "jaime pas les olives",
    ],
)
def test_what_is_typed_in_haste_is_understood(said: str) -> None:
    assert _one(said).subject == USER


def test_a_missing_ne_is_put_back_so_that_no_more_cars_does_not_read_as_more_cars() -> None:
    assert _one("j'ai plus de voiture").content == "L'utilisateur n'a plus de voiture."


@pytest.mark.parametrize(
    ("said", "content", "until"),
    [
        (
            "je rends le dossier lundi",
            "L'utilisateur rend le dossier le 17 mars 2025.",
            "2025-03-17",
        ),
        (
            "le couvreur passe après-demain",
            "L'utilisateur : le couvreur passe le 14 mars 2025.",
            "2025-03-14",
        ),
        (
            "on signe dans trois semaines",
            "Chez l'utilisateur, on signe la semaine du 31 mars 2025.",
            "2025-04-06",
        ),
        (
            "je pars en Italie à Pâques",
            "L'utilisateur part en Italie à Pâques (20 avril 2025).",
            "2025-04-20",
        ),
    ],
)
def test_what_is_to_be_done_ends_with_its_day(said: str, content: str, until: str) -> None:
    found = _one(said)
    assert found.kind is Kind.COMMITMENT
    assert found.content == content
    assert found.valid_until is not None
    assert found.valid_until.date().isoformat() == until


def test_since_when_something_is_so_is_when_it_begins() -> None:
    for said, begins in (
        ("je vis à Brest depuis 2018", "2018-01-01"),
        ("je bosse chez EDF depuis 3 ans", "2022-01-01"),
    ):
        found = _one(said)
        assert found.valid_from is not None
        assert found.valid_from.date().isoformat() == begins


def test_a_former_state_has_an_end() -> None:
    found = _one("j'ai passé 8 ans à Montréal, je suis rentrée en 2021")
    assert found.valid_from is None
    assert found.valid_until is not None
    assert found.valid_until.year == 2021


def test_a_home_takes_the_place_of_another_and_is_linked() -> None:
    found = _one("j'habite à Rennes")
    assert (found.attribute, found.single) == ("home", True)
    assert [(link.subject, link.object) for link in found.links] == [(USER, "Rennes")]


def test_she_is_whoever_was_spoken_of() -> None:
    age, school = _read("Ma fille a 7 ans et elle entre en CE1 en septembre")
    assert age.subject == school.subject == "fille de l'utilisateur"


def test_a_named_speaker_is_told_by_name() -> None:
    found = extract([_turn(0, Role.USER, "pas moi jsuis vegan, depuis janvier", "Yanis")])
    assert [(one.subject, one.content) for one in found] == [
        ("Yanis", "Yanis est vegan, depuis janvier 2025.")
    ]


@pytest.mark.parametrize(
    ("question", "answer", "told"),
    [
        ("Où habitez-vous ?", "Grenoble", "L'utilisateur habite Grenoble."),
        (
            "Vous travaillez en salle ou en cuisine ?",
            "en salle",
            "L'utilisateur travaille en salle.",
        ),
        ("Quel âge avez-vous ?", "42 ans", "L'utilisateur a 42 ans."),
    ],
)
def test_a_short_answer_says_what_was_asked(question: str, answer: str, told: str) -> None:
    found = _one(question, answer)
    assert (found.content, found.quote) == (told, answer)


def test_a_correction_is_marked_as_one() -> None:
    assert _one("non, c'est Lyon, pas Dijon").corrects


@pytest.mark.parametrize(
    "said",
    [
        "tu peux me traduire ça ?",
        "comment je fais pour changer mon mot de passe",
        "un enfant de 3 ans peut regarder la télé ?",
        "si j'avais un chien, je l'appellerais Rex",
        "Admettons que je sois propriétaire d'un studio à Lyon",
        "imagine que j'ai 20 ans et que je pars faire le tour du monde",
        "je crois que je suis enrhumé",
        "j'hésite entre le bleu et le vert",
        "je plaisante, je suis le roi de France",
        "je suis un dragon cracheur de feu 😂",
        "ah bah super, j'adore quand mon train est annulé...",
        "corrige ce texte : Je m'appelle Paul et j'habite à Nice.",
        "Traduis en anglais : « je suis médecin et j'ai deux enfants »",
        "Écris une histoire à la première personne. Je suis un pirate.",
        "mon grand-père disait toujours « je suis un homme libre et je le resterai »",
        "pour ce message, réponds en anglais",
        "merci beaucoup, bonne journée !",
        "j'ai besoin d'une lettre de motivation",
        "mon code renvoie une erreur 500",
        "j'aime bien ta deuxième proposition",
        "il pleut aujourd'hui",
    ],
)
def test_what_is_no_statement_is_not_kept(said: str) -> None:
    assert _read(said) == ()


def test_quotes_are_the_words_of_the_turn() -> None:
    said = "Bonjour ! Je m’appelle Sophie et, depuis 2018, je vis à Bordeaux."
    found = _read(said)
    assert found
    assert all(said[one.start : one.end] == one.quote for one in found)
