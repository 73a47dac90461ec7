"""M3, 6: odd spaces, line ends, unseen characters and pictures; every quote is still what the turn has."""

import unicodedata

import pytest

READ = [
    ("I\u00a0live\u00a0in\u00a0Faro.", ["User lives in Faro."]),
    ("I live\u2009in\u3000Faro.", ["User lives in Faro."]),
    ("I live in Faro\u2028I work at Acme.", ["User lives in Faro.", "User works at Acme."]),
    ("I live in Faro\u2029I work at Acme.", ["User lives in Faro.", "User works at Acme."]),
    ("I live in Faro\u0085I work at Acme.", ["User lives in Faro.", "User works at Acme."]),
    ("\ufeffI live in Po\u200brto.", ["User lives in Porto."]),
    (
        "I live in \u202ePorto\u202c and I work at Ac\u00adme.",
        ["User lives in Porto.", "User works at Acme."],
    ),
    ("I live in Porto\U000e0041\U000e0042.", ["User lives in Porto."]),
]


@pytest.mark.parametrize(("said", "told"), READ, ids=[ascii(said) for said, _ in READ])
def test_odd_characters_are_read_as_what_they_are_meant_for(understood, said, told):
    made = understood(said)
    assert [one.content for one in made] == told
    assert [said[one.start : one.end] for one in made] == [one.quote for one in made]


MARKED = [
    (
        "Mi hermana Begon\u0303a vive en Leo\u0301n.",
        ["Begoña es la hermana del usuario.", "Begoña, la hermana del usuario, vive en León."],
    ),
    ("My daughter Zoe\u0308 is 7.", ["User's daughter Zoë.", "User's daughter Zoë is 7."]),
    ("My brother is called Jose\u0301.", ["User's brother is called José."]),
    ("Ich wohne in Ko\u0308ln.", ["Nutzer wohnt in Köln."]),
    ("J'habite a\u0300 Orle\u0301ans.", ["L'utilisateur habite à Orléans."]),
    ("My name is Da\u0328browski.", ["User's name is Dąbrowski."]),
    ("I live in P\u0336o\u0336r\u0336t\u0336o\u0336.", ["User lives in Porto."]),
]


@pytest.mark.parametrize(("said", "told"), MARKED, ids=[told[0] for _, told in MARKED])
def test_a_letter_and_the_mark_behind_it_are_never_parted(understood, said, told):
    made = understood(said)
    assert [one.content for one in made] == told
    for one in made:
        assert said[one.start : one.end] == one.quote
        assert not unicodedata.combining(said[one.end : one.end + 1] or " ")


def test_a_quote_has_the_characters_that_the_memory_is_without(only):
    made = only("\u200bHi! I\u00a0live in Po\u200brto.")
    assert (made.content, made.quote) == ("User lives in Porto.", "I\u00a0live in Po\u200brto")


def test_a_tools_answer_is_quoted_as_it_stands(understood):
    said = "ok\u200b\u2028example.org\u00a0answered: 429 too many requests"
    (made,) = understood("book it", ("tool", None, said))
    assert (
        said[made.start : made.end]
        == made.quote
        == "example.org\u00a0answered: 429 too many requests"
    )
    assert "\u00a0" not in made.content


PICTURED = [
    ("I am allergic to 🥜.", "User is allergic to 🥜."),
    ("I am allergic to 🥜 and 🥛.", "User is allergic to 🥜 and 🥛."),
    ("My favourite food is 🍕.", "User's favourite food is 🍕."),
    ("I drink ☕ every morning.", "User drinks ☕ every morning."),
    ("Ich bin gegen 🥜 allergisch.", "Nutzer ist gegen 🥜 allergisch."),
    ("Me encanta la 🍕.", "Al usuario le encanta la 🍕."),
    ("J'adore les 🍕.", "L'utilisateur adore les 🍕."),
    ("I'm allergic to peanuts 🥜 😭", "User is allergic to peanuts."),
    ("I live in Faro 🌊 it is lovely", "User lives in Faro."),
]


@pytest.mark.parametrize(("said", "told"), PICTURED)
def test_a_picture_that_stands_for_a_word_is_kept_as_one(only, said, told):
    assert only(said).content == told


@pytest.mark.parametrize(
    "said",
    [
        "I live in " + "x" * 500,
        "I am allergic to https://example.org/peanuts",
        "Ich wohne in " + "x" * 500,
        "Vivo en " + "x" * 500,
        "J'habite à " + "x" * 500,
    ],
)
def test_a_sentence_without_what_it_needs_is_not_kept(understood, said):
    assert understood(said) == ()
