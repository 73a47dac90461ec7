"""What is understood of German, and what is left alone."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from recollect.bench.learning import dialogues, score
from recollect.model.entry import Kind
from recollect.model.learning import Proposal
from recollect.model.turn import Role, Turn
from recollect.wiring.extracting import extract

_DEV = Path(__file__).parents[1] / "fixture" / "dialogues" / "dev_de.jsonl"
_AT = datetime(2025, 6, 18, 10, tzinfo=UTC)  # a Wednesday


def _turn(index: int, role: Role, text: str, speaker: str | None = None) -> Turn:
    return Turn(
        id=f"t{index}",
        conversation="c",
        index=index,
        role=role,
        content=text,
        at=_AT,
        recorded_at=_AT,
        tokens=0,
        speaker=speaker,
    )


def understood(text: str, speaker: str | None = None) -> tuple[Proposal, ...]:
    return extract([_turn(0, Role.USER, text, speaker)])


def answered(question: str, reply: str) -> tuple[Proposal, ...]:
    return extract([_turn(0, Role.ASSISTANT, question), _turn(1, Role.USER, reply)])


def contents(text: str) -> list[str]:
    return [one.content for one in understood(text)]


def test_the_dev_dialogues_stay_understood():
    result = score(dialogues(_DEV), extract).all
    assert result.precision is not None
    assert result.precision >= 0.92
    assert result.recall is not None
    assert result.recall >= 0.85


@pytest.mark.parametrize(
    ("said", "content", "kind"),
    [
        ("Ich wohne in Köln.", "Nutzer wohnt in Köln.", Kind.FACT),
        ("Seit 2019 wohne ich in Köln.", "Seit 2019 wohnt Nutzer in Köln.", Kind.FACT),
        ("weil ich in Köln wohne", "Nutzer wohnt in Köln.", Kind.FACT),
        ("wohne in Köln", "Nutzer wohnt in Köln.", Kind.FACT),
        ("Leider bin ich arbeitslos.", "Nutzer ist arbeitslos.", Kind.FACT),
        ("ich arbeite als Koch", "Nutzer arbeitet als Koch.", Kind.FACT),
        ("Ich komme aus Polen.", "Nutzer kommt aus Polen.", Kind.FACT),
        ("Ich mag keine Oliven.", "Nutzer mag keine Oliven.", Kind.PREFERENCE),
        ("Krimis lese ich total gern.", "Krimis liest Nutzer total gern.", Kind.PREFERENCE),
        ("Ich spreche fließend Türkisch.", "Nutzer spricht fließend Türkisch.", Kind.SKILL),
        ("ich spreche fliessend Tuerkisch", "Nutzer spricht fliessend Tuerkisch.", Kind.SKILL),
        (
            "Wir haben uns für Linux entschieden.",
            "Nutzer und andere haben sich für Linux entschieden.",
            Kind.DECISION,
        ),
        (
            "Ich wohne nicht in Bonn, sondern in Köln.",
            "Nutzer wohnt nicht in Bonn, sondern in Köln.",
            Kind.CORRECTION,
        ),
        (
            "Ich bereite mich auf die Prüfung vor.",
            "Nutzer bereitet sich auf die Prüfung vor.",
            Kind.CONTEXT,
        ),
        ("Jonas ist mein bester Freund.", "Jonas ist Nutzers bester Freund.", Kind.RELATIONSHIP),
        (
            "Wir deployen immer dienstags über Jenkins.",
            "Nutzer und andere deployen immer dienstags über Jenkins.",
            Kind.PROCEDURE,
        ),
        (
            "Antworte mir bitte immer auf Deutsch.",
            "Nutzer möchte: Antworte ihm bitte immer auf Deutsch.",
            Kind.PREFERENCE,
        ),
    ],
)
def test_a_statement_is_told_in_the_third_person_wherever_its_verb_stood(said, content, kind):
    [one] = understood(said)
    assert (one.content, one.kind) == (content, kind)


def test_a_separable_verb_is_put_together_and_taken_apart():
    assert contents("Wir ziehen am 1. September nach Innsbruck um.") == [
        "Nutzer und andere ziehen am 1. September 2025 nach Innsbruck um."
    ]


def test_statements_joined_by_und_share_their_subject():
    assert contents("Mein Bruder wohnt in Köln und arbeitet bei Ford.") == [
        "Nutzers Bruder wohnt in Köln.",
        "Mein Bruder arbeitet bei Ford.".replace("Mein", "Nutzers"),
    ]


def test_what_is_said_of_others_is_about_them():
    first, second = understood("Mein Bruder lebt in Kanada. Er arbeitet dort als Förster.")
    assert first.subject == second.subject == "Nutzers Bruder"
    assert second.content == (
        "Nutzers Bruder arbeitet dort als Förster (nach: „Mein Bruder lebt in Kanada“)."
    )


def test_a_named_speaker_is_called_by_name():
    [one] = understood("ich bring den Transporter von meinem Onkel mit", speaker="Tobi")
    assert one.subject == "Tobi"
    assert one.content == "Tobi bringt den Transporter von Tobis Onkel mit."


def test_a_name_an_age_and_a_trade_in_one_breath_are_three_facts():
    told = {
        one.attribute: one.quote for one in understood("bin Jana, 34, Physiotherapeutin in Erfurt")
    }
    assert told["age"] == "34"
    assert told["job_title"] == "Physiotherapeutin in Erfurt"
    assert "Jana" in told["name"]


@pytest.mark.parametrize(
    ("said", "begins", "ends"),
    [
        ("Seit drei Jahren arbeite ich bei Bosch.", "2022-01-01", ""),
        ("Wir sind letzten Monat nach Freiburg gezogen.", "2025-05-01", ""),
        ("seit Silvester 2022 rauche ich nicht mehr", "2022-12-31", ""),
        ("Ich muss bis Montag die Steuererklärung abgeben.", "", "2025-06-23"),
        ("Morgen fliege ich nach Lissabon.", "", "2025-06-19"),
        ("Am 3.7. ist Elternabend.", "", "2025-07-03"),
        ("Das Projekt soll bis Weihnachten fertig sein.", "", "2025-12-24"),
        ("Ich habe am 12. März Geburtstag.", "", ""),
    ],
)
def test_dates_are_reckoned_from_the_time_of_the_turn(said, begins, ends):
    [one] = understood(said)
    assert str(one.valid_from or "")[:10] == begins
    assert str(one.valid_until or "")[:10] == ends


def test_what_announces_a_list_is_said_of_every_item():
    said = "merk dir die Geburtstage:\n- Mama 3. Februar\n- Papa 17. Nov\n- Schwiegermutter (Renate) 29.8."
    assert [one.attribute for one in understood(said)] == ["birthday"] * 3


def test_a_new_home_takes_the_place_of_the_old_and_says_so():
    [one] = understood("Ich wohne jetzt in Mainz.")
    assert (one.attribute, one.single) == ("home", True)


@pytest.mark.parametrize(
    ("question", "reply", "content"),
    [
        ("Wo wohnst du?", "in Jena", "Nutzer wohnt in Jena."),
        ("Wo wohnst du?", "bei meinen Eltern", "Nutzer wohnt bei seinen Eltern."),
        ("Wo wohnt ihr?", "weiter in der Mietwohnung", "Nutzer wohnt weiter in der Mietwohnung."),
        ("Haben Sie Haustiere?", "ja, zwei Katzen", "Nutzer hat zwei Katzen."),
        ("Was machst du beruflich?", "Tischler", "Nutzer arbeitet als Tischler."),
    ],
)
def test_a_short_answer_is_understood_with_its_question(question, reply, content):
    [one] = answered(question, reply)
    assert (one.content, one.turn_id) == (content, "t1")


@pytest.mark.parametrize(
    "said",
    [
        "Was kostet ein Zugticket nach München?",
        "Wenn ich Millionär wäre, würde ich in Monaco wohnen.",
        "Vielleicht ziehe ich nächstes Jahr nach Berlin.",
        "Ich weiß noch nicht, ob ich nach Wien ziehe.",
        "Falls ich den Job bekomme, ziehe ich nach Wien.",
        "Ja klar, ich liebe es, stundenlang im Stau zu stehen.",
        "haha, ich bin 300 jahre alt",
        "Lass uns ein Rollenspiel machen: du bist der Wirt und ich bin ein Händler aus Basel.",
        "Mein Kollege sagt, er wohnt in Bremen.",
        "Übersetze: Ich wohne in Paris und arbeite als Koch.",
        "Bitte diesmal nur drei Sätze.",
        "Danke, das hat mir sehr geholfen!",
        "Ich habe eine Frage zu Excel.",
        "Ich hätte gerne eine Zusammenfassung.",
        "Könnten Sie mir bitte helfen?",
        "Könnten Sie mir bitte helfen? Ich komme nicht weiter.",
        "Goethe wurde 1749 in Frankfurt geboren.",
        "Der Film heißt Titanic.",
        "Ich muss los, bis morgen!",
    ],
)
def test_questions_dreams_jokes_quotations_and_courtesies_state_nothing(said):
    assert understood(said) == ()


def test_a_tool_that_refuses_in_german_is_remembered():
    turns = [
        _turn(0, Role.USER, "Hol bitte die Preise"),
        _turn(1, Role.TOOL, "Zugriff verweigert: Anmeldung erforderlich"),
    ]
    [one] = extract(turns)
    assert one.kind is Kind.ERROR_PATTERN
