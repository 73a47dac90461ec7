"""What somebody asked to be forgotten is told by no message, reply or recap, however it was put."""

import pytest

NUMBER = "0176 5550199"
QUESTIONS = ("What is my phone number?", "How can I be reached?", "Recap", "What about tea?", None)


@pytest.fixture
def told(opened):
    """Tells an agent some messages, and then a request; replies begin with "> "."""
    memory = opened(extractor="built_in", embedding_backend="none")
    agent = memory.agent("ann")

    def tell(*texts, asked):
        for text in texts:
            role = "assistant" if text.startswith("> ") else "user"
            agent.remember(text.removeprefix("> "), role=role, conversation="c")
        memory.sync()
        agent.remember(asked, conversation="later")
        memory.sync()
        return agent

    return tell


def shown(agent, *questions):
    return "\n".join(agent.context(question).text for question in (*QUESTIONS, *questions))


def before_and_after(agent, *questions):
    """What contexts show while the requests wait, and once they are granted."""
    waiting = shown(agent, *questions)
    for request in agent.review.deletion_requests():
        agent.review.resolve(request.id, keep="none")
    return waiting + shown(agent, *questions)


@pytest.mark.parametrize(
    "said",
    [
        f"My phone number: {NUMBER}.",
        f"I like tea. My phone number: {NUMBER}",
        f"Phone number\n{NUMBER}",
        f"Here it is.\nPhone number:\n\n{NUMBER}\n\nI like tea.",
    ],
)
def test_a_colon_or_a_line_break_between_a_name_and_its_value_hides_neither(told, said):
    agent = told(said, "> Noted.", "I like tea a lot.", asked="Please forget my phone number.")
    text = before_and_after(agent)
    assert NUMBER not in text
    assert "I like tea a lot" in text


def test_only_the_line_after_a_bare_name_goes_with_it(told):
    said = "My passport number:\nC01X00T47\nI like tea."
    text = before_and_after(told(said, asked="Forget my passport number."))
    assert ("C01X00T47" in text, "I like tea" in text) == (False, True)


@pytest.mark.parametrize(
    ("said", "reply", "asked", "value"),
    [
        ("I am 43 years old.", "43 years old, noted.", "Forget my age.", "43"),
        ("I am allergic to walnuts.", "Walnuts are out, then.", "Forget my allergies.", "walnut"),
        ("I live in St. Gallen.", "St. Gallen is lovely.", "Forget my address.", "Gallen"),
    ],
)
def test_a_reply_that_repeats_it_is_hidden_too(told, said, reply, asked, value):
    agent = told(said, f"> {reply}", asked=asked)
    text = before_and_after(agent, "How old am I?", "What am I allergic to?", "Where do I live?")
    assert value not in text


def test_the_rest_of_a_reply_is_still_shown(told):
    reply = "> 43 years old, noted. Tea is good for you."
    text = before_and_after(told("I am 43 years old.", reply, asked="Forget my age."))
    assert ("43" in text, "Tea is good for you" in text) == (False, True)


def test_a_reply_that_repeats_a_deleted_memory_is_hidden_until_it_is_restored(told):
    thanks = "Thanks, I noted that you are allergic to walnuts."
    agent = told("I am allergic to walnuts.", f"> {thanks}", asked="What can I eat?")
    (entry,) = agent.memories.list()
    for change, is_shown in ((agent.memories.delete, False), (agent.memories.restore, True)):
        change(entry.id)
        assert (thanks in shown(agent, "What am I allergic to?")) == is_shown


def test_a_reply_comes_back_when_the_request_is_refused(told):
    agent = told("I am 43 years old.", "> 43 years old, noted.", asked="Forget my age.")
    (request,) = agent.review.deletion_requests()
    agent.review.resolve(request.id, keep="all")
    assert "43 years old, noted" in shown(agent, "How old am I?")


@pytest.mark.parametrize(
    ("said", "asked", "value"),
    [
        (f"Call me on {NUMBER}.", "Forget my phone number.", "5550199"),
        ("You can text me: +49 (176) 555-0199", "Delete my mobile number.", "555-0199"),
        ("Ruf mich unter 0176/5550199 an.", "Vergiss meine Handynummer.", "5550199"),
        ("My email is jo.doe@example.org", "Forget my e-mail address.", "jo.doe"),
        ("Write to jo.doe@example.org!", "Please delete my email.", "jo.doe"),
    ],
)
def test_a_phone_number_or_an_address_is_known_by_its_form(told, said, asked, value):
    reply = f"> Sure, it's {said.split(maxsplit=3)[-1]}"
    other = "Order 4711-22 came on 2026-05-04 with the tea."
    text = before_and_after(told(said, reply, other, asked=asked))
    assert (value in text, other in text) == (False, True)


def test_a_sentence_does_not_end_after_an_abbreviation(told):
    agent = told("The tea is cold. I live in St. Gallen near Dr. Haas.", asked="Forget my address.")
    text = before_and_after(agent, "Where do I live?")
    assert ("St." in text, "Haas" in text, "The tea is cold" in text) == (False, False, True)


@pytest.mark.parametrize(
    ("said", "asked", "reply", "value"),
    [
        (
            "I'm allergic to shellfish.",
            "Forget my shellfish allergy.",
            "Done. I will no longer remember that you are allergic to shellfish.",
            "shellfish",
        ),
        (
            "My salary is 62,000 euros.",
            "Please forget my salary",
            "Sure, the 62,000 is gone from my notes.",
            "62",
        ),
    ],
)
def test_the_reply_to_a_request_does_not_tell_it_in_another_conversation(
    told, clock, said, asked, reply, value
):
    agent = told(said, asked=asked)
    clock.advance(1)
    agent.remember(f"{reply} The weather is lovely.", role="assistant", conversation="later")
    text = before_and_after(agent, "What am I allergic to?", "What is my salary?")
    assert (value in text, "The weather is lovely" in text) == (False, True)


def test_a_reply_with_a_number_of_it_is_hidden(told):
    reply = "> Congratulations, 62,000 euros is great! The 62 bus is late."
    text = before_and_after(
        told("My salary is 62,000 euros.", reply, asked="Please forget my salary")
    )
    assert ("62,000" in text, "The 62 bus is late" in text) == (False, True)


@pytest.mark.parametrize(
    ("said", "asked", "question", "value"),
    [
        (
            "Ma sœur Anna habite au 5 avenue Foch à Nancy.",
            "Oublie l'adresse d'Anna.",
            "Où habite Anna ?",
            "Foch",
        ),
        (
            "Anna wohnt in der Lindenstraße 5 in Köln.",
            "Vergiss Annas Adresse.",
            "Wo wohnt Anna?",
            "Linden",
        ),
        (
            "Mein Vermieter wohnt am Markt 5 in Köln.",
            "Bitte vergiss die Adresse meines Vermieters.",
            "Wo wohnt mein Vermieter?",
            "Markt",
        ),
        (
            "Mon propriétaire habite au 5 rue Foch à Nancy.",
            "Oublie l'adresse de mon propriétaire.",
            "Où habite mon propriétaire ?",
            "Foch",
        ),
        (
            "My landlord lives at 5 Elm Street in Leeds.",
            "Forget my landlord's address.",
            "Where does my landlord live?",
            "Elm",
        ),
        (
            "Mi hermana Ana vive en la calle Mayor 5.",
            "Olvida la dirección de Ana.",
            "¿Dónde vive Ana?",
            "Mayor",
        ),
    ],
)
def test_where_somebody_lives_is_found_without_the_word_address(told, said, asked, question, value):
    own = "I live in York with Anna and my landlord."
    agent = told(own, said, f"> Noted: {said}", asked=asked)
    (request,) = agent.review.deletion_requests()
    assert [value in entry.content for entry in request.memories] == [True]
    text = before_and_after(agent, question, "Where do I live?")
    assert (value in text, "York" in text) == (False, True)


@pytest.mark.parametrize(
    ("said", "reply", "new", "old", "asked"),
    [
        (
            "J'habite au 27 rue des Tanneurs à Lille.",
            "C'est noté : 27 rue des Tanneurs à Lille.",
            "J'habite au 3 place Rihour à Lille",
            "Tanneurs",
            "Oublie mon adresse.",
        ),
        (
            "Ich wohne in der Lindenstraße 5 in Köln.",
            "Notiert: Lindenstraße 5 in Köln.",
            "Ich wohne am Markt 3 in Köln",
            "Linden",
            "Vergiss meine Adresse.",
        ),
        ("I live in Leeds.", "Leeds, noted.", "I live in York", "Leeds", "Forget my address."),
    ],
)
def test_a_reply_with_the_words_before_an_edit_is_hidden(told, clock, said, reply, new, old, asked):
    agent = told(said, f"> {reply} The sun shines.", asked="I like tea.")
    (entry,) = (entry for entry in agent.memories.list() if old in entry.content)
    agent.memories.update(entry.id, content=new)
    assert (old in (text := shown(agent, new)), "The sun shines" in text) == (False, True)
    clock.advance(1)
    told(asked=asked)
    agent.remember(f"I will no longer use {reply}", role="assistant", conversation="later")
    assert old not in before_and_after(agent, new)


def test_a_memory_that_is_edited_to_keep_a_part_does_not_show_the_rest_in_a_reply(told, clock):
    said = f"Remember that my phone number is {NUMBER} and my email is x@y.zz."
    agent = told(said, asked="Please forget my phone number.")
    (request,) = agent.review.deletion_requests()
    clock.advance(1)
    reply = f"I will no longer use {NUMBER}."
    agent.remember(reply, role="assistant", conversation="later")
    agent.memories.update(request.memories[0].id, content="My email is x@y.zz")
    text = before_and_after(agent, "What is my email?")
    assert (NUMBER in text, "x@y.zz" in text) == (False, True)
