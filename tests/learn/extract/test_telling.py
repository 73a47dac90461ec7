"""Memories about the right people: a subject is told whole, and nobody is taken for somebody else."""

import pytest

from recollect.model.turn import Role

TOGETHER = [
    (
        "My sister and I are moving to Ghent in May.",
        "User and their sister are moving to Ghent in May 2025.",
    ),
    ("My brother and I own a boat.", "User and their brother own a boat."),
    ("Tom and I went to school together.", "User and Tom went to school together."),
    ("Meine Frau und ich haben zwei Hunde.", "Nutzer und seine Frau haben zwei Hunde."),
    ("Lukas und ich sind nach Köln gezogen.", "Nutzer und Lukas sind nach Köln gezogen."),
    (
        "Nos vamos en diciembre, mi madre y yo.",
        "El usuario y los suyos se van en diciembre de 2025, su madre y él.",
    ),
    ("Ma femme et moi habitons à Lyon.", "L'utilisateur et sa femme habitent à Lyon."),
    (
        "Paul et moi on a acheté une maison.",
        "L'utilisateur et Paul, on a acheté une maison.",
    ),
]


@pytest.mark.parametrize(("said", "told"), TOGETHER, ids=lambda value: value)
def test_who_does_something_together_is_told_together(only, said, told):
    assert only(said).content == told


def test_a_subject_that_is_only_the_speaker_stays_alone(understood):
    made = understood("I love my brother and I live in Rome.")
    assert [one.content for one in made if "Rome" in one.content] == ["User lives in Rome."]


def test_a_clause_before_it_is_no_part_of_a_subject(understood):
    made = understood("my son was ill and I'll deliver the chapter on Monday")
    assert all("son was ill will" not in one.content for one in made)


def test_several_people_are_meant_by_they(understood):
    made = understood("My parents live in Hull. They're moving to Spain in May.")
    assert made[-1].content == "User's parents are moving to Spain in May 2025."


def test_several_people_are_not_meant_by_he(understood):
    made = understood("We go to Tenerife with my parents.", "He wants to go in the water in 2026.")
    assert all("parents wants" not in one.content for one in made)


ANSWERS = [
    ("yes but I drive a taxi so", "User drives a taxi."),
    ("good bc my niece is allergic to eggs", "User's niece is allergic to eggs."),
    ("ill talk to my mom tomorrow", "User will talk to their mom on 15 May 2025."),
]


@pytest.mark.parametrize(("said", "told"), ANSWERS, ids=lambda value: value)
def test_how_an_answer_begins_is_no_part_of_what_it_says(understood, said, told):
    made = understood((Role.ASSISTANT, None, "Does sitting make your back worse?"), said)
    assert told in [one.content for one in made]


def test_whoever_speaks_is_called_by_name(understood):
    made = understood((Role.USER, "Godfrey", "me and Ines open on Saturday"))
    assert [one.content for one in made] == ["Godfrey and Ines open on 17 May 2025."]


WORDED = [
    (
        "mi asesora, la Dra. Quispe, es muy exigente con las comas",
        "Dra. Quispe es la asesora del usuario.",
    ),
    ("Mon épouse rêve de Trieste.", "L'épouse de l'utilisateur rêve de Trieste."),
    (
        "Ma compagne parle italien, moi trois mots.",
        "La compagne de l'utilisateur parle italien, l'utilisateur trois mots.",
    ),
    (
        "on m'a pris en maîtrise de génie civil à Montréal",
        "L'utilisateur : on lui a pris en maîtrise de génie civil à Montréal.",
    ),
    (
        "ab oktober wechsel ich in die tagesklinik",
        "Ab Oktober 2025 wechselt Nutzer in die tagesklinik.",
    ),
]


@pytest.mark.parametrize(("said", "told"), WORDED, ids=lambda value: value)
def test_a_name_keeps_its_title_and_a_verb_its_person(understood, said, told):
    assert told in [one.content for one in understood(said)]


def test_what_was_taken_up_before_its_verb_is_told_of_the_speaker(understood):
    made = understood("la panadería era de mi abuelo y ahora la llevo yo con mi cuñada")
    assert made[-1].content.startswith("Ahora el usuario la lleva con su cuñada")


def test_a_word_at_the_start_of_a_sentence_is_not_always_somebody_in_french(understood):
    made = understood(
        "combien de poules pour 40 m² ?",
        (Role.ASSISTANT, None, "Comptez au minimum 10 m² par poule."),
        "impossible y a le renard, il nous en a déjà bouffé deux en mai",
    )
    assert all("Comptez" not in one.content for one in made)


def test_a_thing_is_none_of_the_family(understood):
    made = understood(
        "se nos ha roto la caldera",
        (Role.ASSISTANT, None, "¿De qué marca es?"),
        "Vaillant, la pusimos en 2012",
    )
    assert all("familia" not in one.content for one in made)


def test_what_only_an_assistant_has_named_is_not_put_for_it(understood):
    made = understood(
        "a two person tent below 2 kg please",
        (Role.ASSISTANT, None, "The second on my list is 279."),
        "ordered it",
    )
    assert all("the second" not in one.content for one in made)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Oh and I have diabetes.", "User has diabetes."),
        ("Thanks! Oh and I have diabetes.", "User has diabetes."),
        ("Thanks and I live in Leeds now.", "User lives in Leeds now."),
        ("Hm and I live in Leeds.", "User lives in Leeds."),
        ("Sarah and I live in Leeds.", "User and Sarah live in Leeds."),
    ],
)
def test_a_word_of_thanks_or_surprise_is_nobody_that_shares_in_it(only, said, told):
    assert only(said).content == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "My consultant, Dr Lindqvist, wants me to keep a food diary.",
            [
                "User's consultant, Dr Lindqvist.",
                "User's consultant wants them to keep a food diary.",
            ],
        ),
        ("Dr Patel moved to Leeds.", ["Dr Patel moved to Leeds."]),
        ("Ms Lee is my neighbour.", ["Ms Lee is User's neighbour."]),
        (
            "Ma cardiologue, Mme Fabre, part en retraite.",
            [
                "Mme Fabre est la cardiologue de l'utilisateur.",
                "Mme Fabre, la cardiologue de l'utilisateur, part en retraite.",
            ],
        ),
    ],
)
def test_a_title_without_its_full_stop_belongs_to_the_name(understood, said, told):
    assert [one.content for one in understood(said)] == told


HALVES = [
    (
        "My meeting with Anna and Tom is on Monday at 9.",
        "User's meeting with Anna and Tom is on 19 May 2025 at 9.",
    ),
    (
        "My sister and my brother are coming on Sunday.",
        "User's sister and their brother are coming on 18 May 2025.",
    ),
    (
        "Mein Treffen mit Anna und Tom ist am Montag um 9.",
        "Nutzers Treffen mit Anna und Tom ist am 19. Mai 2025 um 9.",
    ),
    (
        "Meine Schwester und mein Bruder kommen am Sonntag.",
        "Nutzers Schwester und sein Bruder kommen am 18. Mai 2025.",
    ),
    (
        "Mi reunión con Ana y Tom es el lunes a las 9.",
        "La reunión del usuario con Ana y Tom es el 19 de mayo de 2025 a las 9.",
    ),
    (
        "Mi hermana y mi hermano vienen el domingo.",
        "La hermana del usuario y su hermano vienen el 18 de mayo de 2025.",
    ),
    (
        "Mon rendez-vous avec Anna et Tom est lundi à 9h.",
        "Le rendez-vous de l'utilisateur avec Anna et Tom est le 19 mai 2025 à 9h.",
    ),
    (
        "Ma sœur et mon frère arrivent dimanche.",
        "L'utilisateur : sa sœur et son frère arrivent le 18 mai 2025.",
    ),
]


@pytest.mark.parametrize(("said", "told"), HALVES, ids=lambda value: value)
def test_a_subject_of_two_is_not_cut_in_half(only, said, told):
    assert only(said).content == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("My sister lives in Leeds and Tom is a nurse.", "Tom is a nurse."),
        ("Meine Schwester lebt mit Anna und Tom ist Pfleger.", "Tom ist Pfleger."),
        ("Ma sœur habite avec Anna et Tom est infirmier.", "Tom est infirmier."),
    ],
    ids=lambda value: value,
)
def test_what_has_a_verb_of_its_own_is_no_half_of_a_subject(understood, said, told):
    assert told in [one.content for one in understood(said)]


WORDS_KEPT = [
    ("my cat has been sneezing for 3 days should i be worried", "sneezing for 3 days."),
    ("Il faut que je parte à Rome lundi.", "Il faut que l'utilisateur parte à Rome le 19 mai"),
    (
        "Yann a quitté le projet, c'est moi qui m'occupe du serveur maintenant",
        "L'utilisateur s'occupe du serveur maintenant.",
    ),
    (
        "Mon rôle dans l'entreprise est de vendre.",
        "Le rôle de l'utilisateur dans l'entreprise est de vendre.",
    ),
    (
        "mon chat éternue depuis 3 jours est-ce que je dois m'inquiéter",
        "L'utilisateur : son chat éternue depuis 3 jours.",
    ),
    (
        "Meine Frau Gisela und ich feiern im Juni goldene Hochzeit.",
        "Nutzer und seine Frau Gisela feiern im Juni 2025 goldene Hochzeit.",
    ),
    ("Ich würde gern in Ulm wohnen.", "Nutzer würde gern in Ulm wohnen."),
    ("Ich wäre lieber in Ulm.", "Nutzer wäre lieber in Ulm."),
    ("ich, mein Mann und drei Mädels", "Nutzer, sein Mann und drei Mädels."),
    ("Ich bastle gern Modellflugzeuge", "Nutzer bastelt gern Modellflugzeuge."),
    (
        "obwohl meine Schwägerin mir ständig damit in den Ohren liegt",
        "Nutzers Schwägerin liegt ihm ständig damit in den Ohren.",
    ),
    (
        "Der Umzug wird schwer, weil unsere Mutter sich den Arm gebrochen hat",
        "Nutzers Mutter hat sich den Arm gebrochen.",
    ),
    ("My mom can, she's already doing wednesdays.", "is already doing wednesdays."),
    ("My sister is great. She's already left for Rome.", "has already left for Rome."),
    ("I about threw the phone at the wall", "User about threw the phone at the wall."),
    ("I sat on the board for ten years", "User sat on the board for ten years."),
    ("pls stop starting every message with I'm sorry", "every message with I'm sorry."),
    ("Pas de mots anglais je vous prie", "L'utilisateur : Pas de mots anglais."),
    ("en la empresa no hay quien lo aguante, a mi jefe", "no hay quien lo aguante"),
    (
        "cuando toque settings.py recuérdame siempre correr los tests",
        "cuando toque settings.py",
    ),
    ("tenemos unos vecinos ruidosísimos", "tienen unos vecinos ruidosísimos."),
    (
        "Mi rol en la empresa es coordinar al equipo de ventas.",
        "El rol del usuario en la empresa es coordinar",
    ),
]


@pytest.mark.parametrize(("said", "told"), WORDS_KEPT, ids=lambda value: value)
def test_a_word_that_is_no_verb_of_the_speaker_is_not_bent(understood, said, told):
    made = [one.content for one in understood(said)]
    assert any(told in content for content in made), made


@pytest.mark.parametrize("said", ["kaltmiete 560", "rente 1200 im Monat"])
def test_in_german_a_small_noun_before_a_number_is_no_verb(understood, said):
    made = understood((Role.ASSISTANT, None, "Wie hoch ist deine Miete?"), said)
    assert all(said in one.content for one in made)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "el médico me dijo que tengo el colesterol en 260",
            "El usuario tiene el colesterol en 260.",
        ),
        ("my doctor told me I have high blood pressure", "User has high blood pressure."),
        ("mein Arzt hat gesagt, dass ich Bluthochdruck habe", "Nutzer hat Bluthochdruck."),
        ("le médecin m'a dit que j'ai du cholestérol", "L'utilisateur a du cholestérol."),
        # And what is over is told too.
        ("der Diabetes ist weg, zum Glück", "Der Diabetes ist weg, zum Glück."),
        ("my asthma is gone", "User's asthma is gone."),
        ("la diabetes ya se me ha ido", "La diabetes al usuario ya se le ha ido."),
        ("mon diabète a disparu", "Le diabète de l'utilisateur a disparu."),
    ],
)
def test_what_a_doctor_has_found_is_so(only, said, told):
    assert only(said).content == told


def test_in_german_a_verb_at_the_end_is_the_one_that_is_bent(understood):
    made = understood(
        "Beim Augentest kam raus, dass ich Rot-Grün-Schwäche hab.",
        (Role.ASSISTANT, None, "Habt ihr schon Kinder?"),
        "ja. Jonte geht in die gleiche Kita wo ich arbeite",
    )
    told = " ".join(one.content for one in made)
    assert "schwächt" not in told
    assert "wo Nutzer arbeitet" in told


def test_a_gerund_that_is_a_noun_is_nothing_that_the_user_does(understood):
    asked = (Role.ASSISTANT, None, "Would you like to request a hearing in person?")
    made = understood(asked, "No. Hearing's bad, I mean my ears. Written only.")
    assert not any("is hearing" in one.content for one in made)


@pytest.mark.parametrize(
    ("asked", "said", "told"),
    [
        ("Wie wollt ihr aufteilen?", "mein Mann 2", "(gefragt: „Wie wollt ihr aufteilen?“)"),
        (
            "¿Tienes ayuda con ella?",
            "mi hermano nada",
            "(a la pregunta: «¿Tienes ayuda con ella?»)",
        ),
    ],
)
def test_an_answer_without_a_verb_is_told_with_its_question(only, asked, said, told):
    assert told in only((Role.ASSISTANT, None, asked), said).content
