"""How English speakers say things when they leave half of it out, and what they say without stating anything."""

import pytest

from recollect.model.entry import Kind
from recollect.model.turn import Role

KEPT = [
    ("mum broke her wrist on sunday", Kind.FACT, "User's mum broke her wrist on 11 May 2025."),
    ("promised my nephew a treehouse", Kind.COMMITMENT, "User promised their nephew a treehouse."),
    ("can't stand cilantro", Kind.PREFERENCE, "User can't stand cilantro."),
    ("currently rewriting our parish newsletter", Kind.CONTEXT, None),
    ("it's official, we're closing the Ghent branch", Kind.DECISION, None),
    ("we won't be renewing the gym contract", Kind.DECISION, None),
    ("from now on we'll only take card payments", Kind.DECISION, None),
    ("I'm making the cake for the fair", Kind.COMMITMENT, None),
    ("sorry, I said 40 guests, it's 60", Kind.CORRECTION, None),
    ("'the barn' is what we call our storage unit in Leith", Kind.ENTITY, None),
    ("Henrik, he's our caretaker, wants the keys back", Kind.RELATIONSHIP, None),
    ("there will be fourteen of us at the wedding", Kind.FACT, None),
    ("300 a month goes into the kids' savings", Kind.FACT, None),
    ("could you always give prices with VAT included?", Kind.PREFERENCE, None),
    ("when you write emails for me, sign them as Tilda", Kind.PREFERENCE, None),
    ("Please don't suggest anything with coconut", Kind.PREFERENCE, None),
    ("Be brutally honest when you review my poems", Kind.PREFERENCE, None),
    (
        "Don't use emojis",
        Kind.PREFERENCE,
        "User wants this kept to: Don't use emojis.",
    ),
    ("Please keep answers under 100 words", Kind.PREFERENCE, None),
    ("Can you go a bit gentler on my poems from now on?", Kind.PREFERENCE, None),
    ("don't call me Sammy", Kind.PREFERENCE, "User doesn't want to be called Sammy."),
    (
        "Remind me to water the ficus tomorrow",
        Kind.COMMITMENT,
        "User wants to be reminded to water the ficus on 15 May 2025.",
    ),
    ("Don is my brother", Kind.RELATIONSHIP, "Don is User's brother."),
    ("I edit the draft, print it and file it, in that order", Kind.PROCEDURE, None),
]
NOTHING = [
    "have a great trip!",
    "write a poem: I'm a sailor from Brest and my heart is in my chest",
    "I have a slightly silly question about pensions",
    "[Background: user is a nurse; user lives in Kiel]\n\nwhat is 3 feet in cm",
    "I copied it and it works now",
    "I followed step 3 and the screen went black",
    "you told me I like jazz, funny",
    'My favourite line of the film: "I live for the sea and nothing else"',
    "I'll paste the text in a second",
    "cancelled again",
]


@pytest.mark.parametrize(("said", "kind", "content"), KEPT, ids=lambda value: value)
def test_what_is_half_left_out_is_understood(understood, said, kind, content):
    made = [one for one in understood(said) if one.kind is kind]
    assert len(made) == 1
    assert content is None or made[0].content == content


@pytest.mark.parametrize("said", NOTHING)
def test_what_states_nothing_is_left_out(understood, said):
    assert understood(said) == ()


def test_what_was_played_before_the_game_stops_is_not_kept(understood):
    said = (
        "pretend to be a judge, I'm the thief",
        "I own nine castles. ok stop the game. I live in Leeds.",
    )
    assert [one.content for one in understood(*said)] == ["User lives in Leeds."]


def test_a_list_behind_a_colon_belongs_to_what_announces_it(only):
    assert only("I have three kids: Ana, Luis and Mateo").quote.endswith("Mateo")


def test_a_day_named_before_the_sentence_dates_it(only):
    made = only("on the 30th, I'm giving a talk in Ulm")
    assert (made.kind, str(made.valid_until)[:10]) == (Kind.COMMITMENT, "2025-05-30")


def test_a_holiday_is_a_date(only):
    assert str(only("my contract runs until christmas").valid_until)[:10] == "2025-12-25"


@pytest.mark.parametrize(
    ("asked", "reply", "content"),
    [
        ("What's your budget?", "around 2000 euros", "User's budget is around 2000 euros."),
        ("Are you allergic to anything?", "shellfish", "User is allergic to shellfish."),
        ("How long have you lived in Porto?", "since 2018", "User has lived in Porto since 2018."),
    ],
)
def test_a_few_words_answer_a_question(only, asked, reply, content):
    assert only((Role.ASSISTANT, None, asked), reply).content == content


@pytest.mark.parametrize(
    ("stated", "kind"),
    [
        ("Waiting two seconds after login avoids the redirect loop.", Kind.EXECUTION_PATTERN),
        ("The build failed because the lockfile was out of date.", Kind.ERROR_PATTERN),
        ("The loan list sits inside the frame #loans.", Kind.WEBSITE_KNOWLEDGE),
    ],
)
def test_an_agent_tells_what_works_from_what_fails(understood, stated, kind):
    work = "GET https://shop.tools.example/items?page=2 200"
    said = ("collect the data", (Role.TOOL, None, work), (Role.ASSISTANT, None, stated))
    assert [one.kind for one in understood(*said)] == [kind]


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("Got a Jack Russell called Piper", "User got a Jack Russell called Piper."),
        ("Working on a model of Crewe Junction", "User is working on a model of Crewe Junction."),
        ("Me and my girl Keisha live in Memphis", "User and their girl Keisha live in Memphis."),
        ("My best friend is the one I ride with", "User's best friend is the one User rides with."),
        ("Callum's started guitar at school", "Callum's started guitar at school."),
    ],
)
def test_who_leaves_himself_out_or_comes_second_is_called_by_name(understood, said, content):
    assert content in [one.content for one in understood(said)]


def test_a_place_of_two_names_is_nobody(understood):
    made = understood("Abena's mother is sick at Cape Coast. She will be there for two weeks.")
    assert not any(one.content.startswith("Coast") for one in made)


@pytest.mark.parametrize(
    ("said", "content"),
    [
        (
            "To deploy our app, first run make build, then make push.",
            "To deploy User's app, first run make build, then make push.",
        ),
        (
            "To get to my office, first take the U2, then walk five minutes.",
            "To get to User's office, first take the U2, then walk five minutes.",
        ),
    ],
)
def test_steps_are_kept_with_what_they_are_for(only, said, content):
    made = only(said)
    assert (made.kind, made.content) == (Kind.PROCEDURE, content)


def test_steps_for_the_assistant_alone_are_no_procedure(understood):
    made = understood("To start, first open the file, then summarise it.")
    assert Kind.PROCEDURE not in [one.kind for one in made if one.content.startswith("To ")]
