"""The day that an hour belongs to (it is Wednesday, 14 May 2025)."""

import pytest

from recollect.model.turn import Role

SAID = [
    (
        ("We're meeting on Saturday at the station.", "At what time?", "at 9.30, by the bakery"),
        "at 9.30 on 17 May 2025",
        "2025-05-17",
    ),
    (
        ("Can I pop by?", "Sure.", "I'll bring you the key by 6"),
        "by 6 on 14 May 2025",
        "2025-05-14",
    ),
    (
        ("Konzert ist am 12. Juni.", "Kommst du mit?", "da hat mein Papa Geburtstag"),
        "am 12. Juni 2025",
        "2025-06-12",
    ),
    (
        ("La cena es el viernes.", "¿A qué hora?", "quedamos a las 9 en el bar"),
        "a las 9 el 16 de mayo de 2025",
        "2025-05-16",
    ),
    (
        ("On part vendredi.", "À quelle heure ?", "8h devant chez Joss"),
        "8h le 16 mai 2025",
        "2025-05-16",
    ),
]


@pytest.mark.parametrize(("said", "told", "day"), SAID, ids=lambda value: value[-1])
def test_an_hour_is_of_the_day_that_was_spoken_of(understood, said, told, day):
    first, asked, last = said
    made = understood(first, (Role.ASSISTANT, None, asked), last)[-1]
    assert told in made.content
    moments = [
        moment.date().isoformat() for moment in (made.valid_from, made.valid_until) if moment
    ]
    assert day in moments


@pytest.mark.parametrize(
    "said", ["I get up at 6", "I always leave at 7 on workdays", "I left home at 18"]
)
def test_an_hour_of_many_days_has_none(understood, said):
    made = understood("The party is on Saturday.", (Role.ASSISTANT, None, "Fun!"), said)
    assert all("17 May" not in one.content for one in made if one.turn_id == "t2")


def test_the_day_is_not_meant_any_more_after_a_while(understood):
    idle = [(Role.ASSISTANT, None, "Fine."), "ok", (Role.ASSISTANT, None, "Sure."), "ok thanks"]
    made = understood("The party is on Saturday.", *idle, *idle, "dinner is at 8 at our place")
    assert all("17 May" not in one.content for one in made if one.turn_id != "t0")


def test_a_day_on_which_people_come_is_near_the_one_that_was_named(understood):
    asked = (Role.ASSISTANT, None, "Any bridesmaids?")
    told = "Tasha lives in Toronto so she flies in on the 9th."
    made = understood("We're getting married on 12 September.", asked, told)[-1]
    assert "9 September 2025" in made.content


def test_another_day_is_the_next_of_its_number(understood):
    made = understood("The wedding is on 12 September. My dentist appointment is on the 15th.")[-1]
    assert "15 May 2025" in made.content


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("We fly out on 3 July and we're back on the 24th.", "24 July 2025"),
        ("We fly out on 28 May and we're back on the 5th.", "5 June 2025"),
    ],
)
def test_one_comes_back_behind_the_day_on_which_one_leaves(understood, said, told):
    assert told in understood(said)[-1].content
