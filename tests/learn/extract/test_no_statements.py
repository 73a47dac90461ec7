"""What must not be taken for a statement of the user."""

import pytest

NOTHING = {
    "a question": "Should I get a cat or a dog? Do I need a licence for a drone in Spain?",
    "a hypothetical": "If I lived in Tokyo and earned 6 million yen, how much would go into rent?",
    "sarcasm": "oh yes I absolutely adore getting up at 5 to scrape ice off a windscreen",
    "a joke": "lol I'm basically a potato today",
    "doubt": "i might switch to the evening course, or maybe not, dunno yet",
    "politeness": "thanks a lot, you saved my day",
    "a quotation": 'Translate: "I live in Rome and I have two sisters"',
    "pasted text": "Summarise this email:\n\nHi all, I am moving to Berlin in June. My new number is 555.",
    "quoted lines": "is this a scam?\n> I am a widow, I live in Abidjan\n> I have 4 million dollars",
    "a fenced text": "scam or not?\n---\nI am Mrs. Okonjo, I live in Abidjan\n---",
    "code": '```python\nprint("I live in Bergen")\n```',
    "an instruction for now": "keep it under 50 words today",
    "an order": "Move my 1:1 with Desmond to any slot this week he's free",
    "a question without its mark": "@bot when is 2 weeks from this friday",
    "the same in French": "on part à quelle heure vendredi prochain",
    "an order in Spanish": "Ayúdame con los propósitos de año nuevo",
    "a request": "I need a recipe for pancakes",
    "a story": "In the movie he lives in a lighthouse and has two dogs",
    "a memory block": "<memory>User lives in Rome. I like opera.</memory> what's up",
    "a memory heading": "## Relevant Memories\n- I live in Rome\n- I have a dog\n\nwhat should I cook?",
    "trouble with code": "my code throws a KeyError on line 12, any ideas?",
}


@pytest.mark.parametrize("said", NOTHING.values(), ids=NOTHING)
def test_nothing_is_kept_of(understood, said):
    assert [one.content for one in understood(said)] == []


def test_what_the_assistant_says_of_the_user_is_not_kept(understood):
    assert (
        understood(("assistant", None, "As a nurse you live in Rome and work nights."), "ok") == ()
    )


def test_what_the_system_prompt_says_is_not_kept(understood):
    assert understood(("system", None, "The user lives in Rome. I love opera."), "hello") == ()


def test_what_is_said_in_a_play_is_not_kept_until_it_ends(understood):
    said = (
        "let's play. You're a tavern keeper and I'm Sir Aldric",
        "My wife Isolde lives in Greymoor",
    )
    assert understood(*said) == ()
    made = understood(*said, "ok stop the game. I live in Leeds.")
    assert [one.content for one in made] == ["User lives in Leeds."]


def test_a_text_in_a_language_that_is_not_known_yields_nothing(understood):
    assert (
        understood("Я живу в Москве и работаю на заводе уже десять лет, а брат мой живёт в Туле")
        == ()
    )


@pytest.mark.parametrize(
    "said",
    [
        "",
        " ",
        "\n",
        "?",
        "🙂",
        "\x00",
        "a" * 20_000,
        "(" * 500,
        "I " * 3000,
        " " * 20_000,
        "\n" * 20_000,
    ],
)
def test_odd_texts_are_read_without_fault(understood, said):
    understood(said)


@pytest.mark.parametrize(
    "said",
    [
        "I live in Cologne",
        "j'habite à Lyon et je travaille comme cuisinier",
        "vivo en Sevilla y trabajo como cocinero",
        "ich wohne in Köln und arbeite als Koch",
    ],
)
@pytest.mark.parametrize("gap", [" ", "\t", "\n", ",", ".", ". ", "a", "("])
def test_a_statement_is_understood_beside_a_gap_of_any_length(understood, said, gap):
    assert understood(f"{said}. {gap * 5000} x")
