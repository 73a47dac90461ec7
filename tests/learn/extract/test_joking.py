"""What is taken back as it is said is not kept, and what is said instead is."""

import pytest

from recollect.model.turn import Role

TAKEN_BACK = [
    ("I live in a castle. Just kidding, I live in a small flat in Hull.", "castle", "Hull"),
    ("I'm a brain surgeon. Haha no, I'm a plumber.", "surgeon", "plumber"),
    ("Ich bin Millionär. Quatsch, ich bin Lehrer.", "Millionär", "Lehrer"),
    ("Soy astronauta. Es broma, soy fontanero.", "astronauta", "fontanero"),
    ("Je suis ministre. Je plaisante, je suis plombier.", "ministre", "plombier"),
]


@pytest.mark.parametrize(("said", "joke", "meant"), TAKEN_BACK, ids=[one[1] for one in TAKEN_BACK])
def test_the_joke_goes_and_what_is_meant_stays(only, said, joke, meant):
    made = only(said)
    assert meant in made.content
    assert joke not in made.content


@pytest.mark.parametrize(
    "said",
    [
        "Just kidding, I hate my dog.",
        "jk I hate my dog",
        "Kleiner Scherz, ich hasse meinen Hund.",
        "Es broma, odio a mi perro.",
        "Je plaisante, je déteste mon chien.",
    ],
)
def test_a_joke_that_is_called_one_before_it_is_told_is_not_kept(understood, said):
    assert understood(said) == ()
    assert len(understood(f"{said.rstrip('.')}. I live in Hull.")) == 1


def test_what_is_taken_back_a_turn_later_goes_too(understood):
    said = "I've quit my job to become an alpaca whisperer."
    assert understood(said)
    assert understood(said, (Role.ASSISTANT, None, "Wow, really?"), "april fools lol") == ()


def test_only_who_said_it_takes_it_back(understood):
    made = understood(
        (Role.USER, "Ana", "I live in Hull."), (Role.USER, "Ben", "jk, so you can't stand the sea")
    )
    assert [one.content for one in made if one.turn_id == "t0"] == ["Ana lives in Hull."]


@pytest.mark.parametrize(
    "said",
    [
        "You're kidding! I live in Hull.",
        "I live in Hull. Nice, no?",
        "So ein Quatsch, ich wohne in Kiel.",
        "I live in Hull, I'm not joking.",
    ],
)
def test_other_words_of_the_kind_take_nothing_back(understood, said):
    assert len(understood(said)) == 1


@pytest.mark.parametrize(
    ("begins", "answer"),
    [
        ("You play the doctor, I play the patient.", "I have had back pain for three weeks."),
        ("Lass uns Vorstellungsgespräch üben, du bist der Chef.", "Ich war fünf Jahre bei Bosch."),
    ],
)
def test_nothing_is_kept_of_a_play(understood, begins, answer):
    assert understood(begins, (Role.ASSISTANT, None, "Ok."), answer) == ()
