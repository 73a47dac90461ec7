"""What English speakers say of themselves and of others, and how it is written down."""

from dataclasses import replace
from datetime import timedelta

import pytest

from recollect.learn.extract.attributes import is_known, is_single
from recollect.learn.extract.clauses import clauses
from recollect.learn.extract.languages import language
from recollect.model.entry import Kind, Origin
from recollect.providers.noticer import bundled_noticer

SAID = [
    ("I live in Porto.", Kind.FACT, "home", "User lives in Porto."),
    ("My name is Olu.", Kind.FACT, "name", "User's name is Olu."),
    ("I work at Siemens.", Kind.FACT, "employer", "User works at Siemens."),
    ("I'm vegetarian", Kind.PREFERENCE, "diet", "User is vegetarian."),
    ("I'm allergic to penicillin.", Kind.FACT, "allergy", "User is allergic to penicillin."),
    ("i drive an old Saab", Kind.FACT, "car", "User drives an old Saab."),
    ("I love Thai food", Kind.PREFERENCE, "likes", "User loves Thai food."),
    ("I can't stand the smell of lavender", Kind.PREFERENCE, "likes", None),
    ("my favourite author is Ursula Le Guin", Kind.PREFERENCE, "favourite:author", None),
    ("I speak Polish", Kind.SKILL, "language", "User speaks Polish."),
    ("we're going with the blue tiles", Kind.DECISION, "plan", None),
    ("I promised my niece to build her a dollhouse", Kind.COMMITMENT, "plan", None),
    ("I'm writing a book about lighthouse keepers", Kind.CONTEXT, "busy", None),
    ("we deploy by tagging a release", Kind.PROCEDURE, "procedure", None),
    ("from now on answer in British English", Kind.PREFERENCE, "instruction", None),
    (
        "Some ground rules: be blunt, skip the intro, cite your sources",
        Kind.PREFERENCE,
        "instruction",
        None,
    ),
    ("Please remember: short answers, no bullet points", Kind.PREFERENCE, "instruction", None),
    ("I hate it when you apologise", Kind.PREFERENCE, "likes", None),
    ("our service runs on Python 3.12", Kind.FACT, "version:python", None),
    ("My boyfriend is called Dario.", Kind.RELATIONSHIP, "kin:boyfriend", None),
]


@pytest.mark.parametrize(("said", "kind", "attribute", "content"), SAID, ids=lambda value: value)
def test_a_plain_statement_is_kept_with_its_kind_and_what_it_tells(
    only, said, kind, attribute, content
):
    made = only(said)
    assert (made.kind, made.attribute) == (kind, attribute)
    assert content is None or made.content == content
    assert made.origin is Origin.USER
    assert 0.5 <= made.confidence <= 0.9


def test_every_attribute_that_is_filled_in_is_in_the_table(understood):
    for said, *_ in SAID:
        assert all(is_known(made.attribute) for made in understood(said) if made.attribute)


def test_what_there_can_be_only_one_of_is_marked_as_single(only):
    assert only("I live in Porto.").single
    assert not only("I love Thai food.").single


def test_a_second_job_replaces_no_job(only):
    assert not only("On weekends I also work at a bakery.").single


def test_of_sisters_there_may_be_several_and_of_husbands_one():
    assert is_single("kin:husband")
    assert not is_single("kin:sister")


def test_the_quote_is_exactly_what_stands_at_its_place(understood):
    said = "ok so   I moved to Graz last month, and my sister Anna works at a brewery 🙂"
    made = understood(said)
    assert len(made) == 3
    assert all(one.quote == said[one.start : one.end] != "" for one in made)


def test_a_speaker_with_a_name_is_called_by_it(only):
    made = only(("user", "Callum", "I live in Leith."))
    assert (made.subject, made.content) == ("Callum", "Callum lives in Leith.")


def test_somebody_with_a_name_is_the_subject(understood):
    made = understood("my sister Anna works at a brewery")
    assert {one.subject for one in made} == {"Anna"}
    assert [link.object for one in made for link in one.links if link.relation == "works at"] == [
        "a brewery"
    ]


def test_somebody_without_a_name_is_called_by_what_they_are_to_the_user(only):
    made = only("my brother lives in Turku")
    assert (made.subject, made.content) == ("user's brother", "User's brother lives in Turku.")


def test_she_is_the_woman_who_was_spoken_of(understood):
    made = understood("my wife Teresa is a midwife", "she hates mushrooms")
    assert made[-1].content == "Teresa hates mushrooms."


def test_a_day_of_the_week_is_nobody(understood):
    comes = "My neighbour Mrs Okafor comes on Tuesdays for cards."
    told = understood(comes, ("assistant", None, "Who wins?"), "She always does, she cheats.")
    assert not any(one.content.startswith("Tuesdays") for one in told)


@pytest.mark.parametrize(
    ("said", "contents"),
    [
        ("Me: I'm free on Saturday. Tom: I'm vegetarian now.", ["User is free on 17 May 2025."]),
        ("Tom: I live in Leeds.\nAnna: I live in York.\nTom: I work at Acme.", []),
        ("Me: Coming?\nTom: I live in Leeds.\n\nI live in York.", ["User lives in York."]),
        (
            "Update: I live in Leeds. PS: I work at Acme.",
            ["User lives in Leeds.", "User works at Acme."],
        ),
    ],
)
def test_what_others_say_in_a_message_is_not_its_writers(understood, said, contents):
    assert [one.content for one in understood(said)] == contents


def test_what_stands_behind_since_is_told_as_it_is(understood):
    told = understood("Seit mein Mann Horst gestorben ist, wohne ich allein.")
    assert "Nutzers Mann Horst ist gestorben." in [one.content for one in told]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Since I left the bank I sleep so much better.", "User left the bank."),
        ("But ever since I quit the bar my weekends are free.", "User quit the bar."),
        ("Now that I'm in Bergen I need a good raincoat.", "User is in Bergen."),
        ("I need a raincoat now that I live in Bergen.", "User lives in Bergen."),
        ("Now that we have two kids I need a bigger car.", "User and others have two kids."),
        ("Since I'm on Linux everything is faster.", "User is on Linux."),
        ("Seit wir in Mainz wohnen, ist der Weg kürzer.", "Nutzer und andere wohnen in Mainz."),
        (
            "Jetzt, wo wir zwei Kinder haben, brauche ich Platz.",
            "Nutzer und andere haben zwei Kinder.",
        ),
        ("Seit ich nicht mehr rauche, schlafe ich besser.", "Nutzer raucht nicht mehr."),
        ("Desde que vivimos en Gijón voy a la playa.", "El usuario y los suyos viven en Gijón."),
        ("Desde que dejé el bar tengo los fines de semana libres.", "El usuario dejó el bar."),
        ("Ahora que vivo en Lugo necesito un paraguas.", "El usuario vive en Lugo."),
        ("Depuis que j'ai quitté la banque je dors mieux.", "L'utilisateur a quitté la banque."),
        ("Maintenant que j'habite à Brest, il me faut une veste.", "L'utilisateur habite à Brest."),
    ],
)
def test_what_a_sentence_opens_with_is_a_statement_too(understood, said, told):
    assert told in [one.content for one in understood(said)]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Since I was a kid I've loved trains.", "User was a kid"),
        ("Seit ich denken kann, liebe ich Züge.", "Nutzer kann denken."),
        ("Desde que soy pequeño me gustan los trenes.", "El usuario es pequeño."),
        ("Depuis que je suis petite, j'adore les trains.", "L'utilisateur est petite."),
    ],
)
def test_what_only_tells_how_long_is_no_statement(understood, said, told):
    assert not any(one.content.startswith(told) for one in understood(said))


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "I came off the propranolol, it made me dizzy.",
            "User came off the propranolol, it made them dizzy.",
        ),
        ("The gravel bike was stolen.", "User: The gravel bike was stolen."),
        ("Somebody nicked my bike.", "Somebody nicked User's bike."),
        ("On m'a volé mon vélo.", "L'utilisateur : On lui a volé son vélo."),
        ("On a dû faire piquer Rex.", "Chez l'utilisateur, on a dû faire piquer Rex."),
        ("Ich esse jetzt wieder Fleisch.", "Nutzer isst jetzt wieder Fleisch."),
        ("Me han echado de la farmacia.", "Al usuario le han echado de la farmacia."),
        ("Me he prejubilado.", "El usuario se ha prejubilado."),
        (
            "You can be more detailed from now on.",
            "User wants this kept to: You can be more detailed from now on.",
        ),
    ],
)
def test_what_is_otherwise_now_is_kept(only, said, told):
    assert only(said).content == told


@pytest.mark.parametrize(
    "said",
    [
        "You can be more detailed in the second paragraph.",
        "Heute esse ich wieder Fleisch.",
        "Me han echado de menos.",
    ],
)
def test_what_only_sounds_like_a_change_is_not_kept(understood, said):
    assert understood(said) == ()


def test_a_month_is_no_thing(only):
    assert [one.name for one in only("I'm getting married on 9 May").entities] == []


def test_the_no_of_a_second_sentence_answers_nothing(understood):
    asked = ("assistant", None, "¿Tienes alguna competición cerca?")
    told = understood(asked, "La media de Granollers... no, perdona, la de Barcelona.")
    assert not any("no tiene" in one.content for one in told)


@pytest.mark.parametrize(
    "said",
    [
        "Please keep your answers short, two or three sentences.",
        "Answer in German please.",
        "Bitte antworte kurz.",
        "Responde en español por favor.",
        "Réponds en français s'il te plaît.",
    ],
)
def test_how_to_be_answered_is_a_wish_that_stays(only, said):
    made = only(said)
    assert (made.kind, made.attribute) == (Kind.PREFERENCE, "instruction")


def test_it_is_what_was_asked_about(only):
    made = only(
        ("user", "Nia", "are you bringing the drone?"), ("user", "Callum", "sold it in april")
    )
    assert made.content == "Callum sold the drone in April 2025."


def test_a_verb_without_a_subject_has_that_of_the_clause_before(understood):
    made = understood("my brother moved to Oslo and works at the harbour")
    assert [one.content for one in made] == [
        "User's brother moved to Oslo.",
        "User's brother works at the harbour.",
    ]
    assert made[1].quote == "works at the harbour"


def test_yes_states_what_was_asked(only):
    made = only(("assistant", None, "Are you in Lisbon?"), "yes, since 2020")
    assert "Lisbon" in made.content
    assert made.valid_from.year == 2020
    assert made.quote == "since 2020"


def test_a_correction_is_marked(understood):
    assert understood("I live in Leiden.", "no, I live in Delft")[-1].corrects


def test_an_end_is_kept_as_an_end(only):
    made = only("I used to teach chemistry, got out in 2021")
    assert made.valid_until.year == 2021
    assert made.valid_from is None


def test_only_turns_from_the_index_on_are_read_but_earlier_ones_can_be_meant(understood):
    made = understood("my wife Teresa is a midwife", "she hates mushrooms", since=1)
    assert [one.content for one in made] == ["Teresa hates mushrooms."]


def test_the_same_conversation_is_understood_the_same_way_every_time(understood):
    said = "I moved to Graz last month, and my sister Anna works at a brewery"
    assert understood(said) == understood(said)


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("Please remember that I have a penicillin allergy.", "User has a penicillin allergy."),
        ("Don't forget that my sister lives in Oslo", "User's sister lives in Oslo."),
        ("bear in mind that I don't eat pork", "User doesn't eat pork."),
        ("I'm afraid of flying", "User is afraid of flying."),
        ("Tuesday nights I sing in a choir.", "Tuesday nights User sings in a choir."),
        ("I gotta see the dentist", "User has to see the dentist."),
    ],
)
def test_what_is_asked_to_be_kept_feared_or_done_every_week_is_told_in_its_own_words(
    only, said, content
):
    made = only(said)
    assert made.content == content
    assert made.valid_from is None


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("I earn 80k a year, what do I pay in tax?", "User earns 80k a year."),
        ("I'm 45, is that too old to learn piano?", "User is 45."),
        ("gano 80 mil al año, cuánto me toca?", "El usuario gana 80 mil al año."),
        (
            "je suis propriétaire d'un T2 à Angers, micro-foncier ou réel ?",
            "L'utilisateur est propriétaire d'un T2 à Angers.",
        ),
    ],
)
def test_what_is_told_before_a_question_is_no_part_of_it(only, said, content):
    assert only(said).content == content


@pytest.mark.parametrize(
    "said",
    ["If I moved to Rome, would you come?", "Should I move to Rome, or stay in Paris?"],
)
def test_what_is_asked_in_two_parts_is_asked(understood, said):
    assert understood(said) == ()


def test_what_somebody_unknown_does_to_the_speaker_is_told(only, understood):
    assert only("They do my right eye next Tuesday.").content.startswith("They do User's right eye")
    assert understood("They do it next Tuesday.") == ()


@pytest.mark.parametrize(
    ("said", "employer"),
    [
        ("First day at Brightside Foods today!", "First day at Brightside Foods on 14 May 2025."),
        (
            "Heute war mein erster Tag bei der Volksbank.",
            "Am 14. Mai 2025 war Nutzers erster Tag bei der Volksbank.",
        ),
        (
            "Hoy fue mi primer día en Telefónica.",
            "El 14 de mayo de 2025 fue el primer día del usuario en Telefónica.",
        ),
        (
            "C'était mon premier jour chez Airbus hier.",
            "C'était son premier jour chez Airbus le 13 mai 2025.",
        ),
    ],
)
def test_a_first_day_tells_for_whom_one_works(only, said, employer):
    made = only(said)
    assert made.content.endswith(employer)
    assert (made.attribute, made.single) == ("employer", True)


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("I don't eat anything but fish.", "User doesn't eat anything but fish."),
        (
            "I'm not allergic to anything but penicillin.",
            "User is not allergic to anything but penicillin.",
        ),
        ("Im See schwimme ich jeden Morgen.", "Im See schwimmt Nutzer jeden Morgen."),
        ("Ich hab's seit Jahren am Rücken.", "Nutzer hat es seit Jahren am Rücken."),
        (
            "Mi jefa quiere que Ana entregue el informe el lunes.",
            "La jefa del usuario quiere que Ana entregue el informe el 19 de mayo de 2025.",
        ),
        (
            "The shop on our street opens at 8:30 but on Sundays at 10:00.",
            "The shop on User's street opens at 8:30 but on Sundays at 10:00.",
        ),
        (
            "My sister studies law too, but in Trier.",
            "User's sister studies law too, but in Trier.",
        ),
        (
            "Meine Schwester studiert auch Jura, aber in Trier.",
            "Nutzers Schwester studiert auch Jura, aber in Trier.",
        ),
        (
            "Mi hermana estudia derecho, pero en Vigo.",
            "La hermana del usuario estudia derecho, pero en Vigo.",
        ),
        (
            "Ma sœur étudie le droit, mais à Lille.",
            "La sœur de l'utilisateur étudie le droit, mais à Lille.",
        ),
        (
            "I had to let Piper go last week.",
            "User had to let Piper go in the week of 5 May 2025.",
        ),
        ("my husband's Tom", "User's husband is Tom."),
        (
            "The Christmas cantata of my choir is on the 20th.",
            "The Christmas cantata of User's choir is on 20 May 2025.",
        ),
        ("mein Ziel: 5 km am Stück laufen", "Ziel von Nutzer: 5 km am Stück laufen."),
    ],
)
def test_what_is_said_is_not_turned_into_something_else(only, said, content):
    assert only(said).content == content


@pytest.mark.parametrize(
    "said",
    [
        "Habe ich Diabetes, wenn mein Wert bei 130 liegt?",
        "Bin ich krankenversichert, wenn ich in Wien studiere?",
    ],
)
def test_a_question_with_a_condition_states_nothing(understood, said):
    assert understood(said) == ()


@pytest.mark.parametrize(
    ("code", "said", "asked"),
    [
        ("en", "The man next door is my uncle, what do I call him?", [False, True]),
        ("es", "Este es mi segundo hijo, qué le compro?", [False, True]),
        ("de", "Habe ich Diabetes, wenn mein Wert bei 130 liegt?", [True, True]),
    ],
)
def test_only_german_asks_by_the_order_of_its_words(code, said, asked):
    assert [one.asked for one in clauses(said, language(code))] == asked


def test_a_move_within_an_office_is_no_new_home(only):
    assert only("I moved to the front row.").attribute != "home"


def test_a_name_is_no_verb(only):
    made = only("Mi segundo hijo se llama Leo.")
    assert made.content == "El segundo hijo del usuario se llama Leo."


def test_what_was_said_long_ago_may_be_forgotten(understood):
    class Distracted:
        """A reader to whom nothing is worth noting that comes after other words."""

        def notice(self, before, text):
            worth = -9.0 if before else 9.0
            return [replace(one, worth=worth) for one in bundled_noticer().notice("", text)]

    said = ("I've been vegan since 2019.", "Back on eggs and cheese, all of us.")
    at_once, later = (
        understood(*said, since=1, apart=timedelta(days=days), noticer=Distracted())
        for days in (0, 30)
    )
    assert at_once == ()
    assert len(later) == 1
