"""What a person reads before deciding about a request to forget: what goes with it, and what is left."""

import pytest

from recollect import Conflict


@pytest.fixture
def told(opened):
    """Tells an agent a message and then a request; returns the agent and the open request."""
    memory = opened(extractor="built_in", embedding_backend="none")
    alice = memory.agent("alice")

    def tell(said, asked):
        for text in (said, asked):
            alice.remember(text, conversation="c")
            memory.sync()
        (request,) = alice.review.deletion_requests()
        return alice, request

    return tell


@pytest.mark.parametrize(
    ("said", "asked", "says_more"),
    [
        ("I'm allergic to sesame and penicillin.", "Forget my sesame allergy.", True),
        ("I'm allergic to sesame and penicillin.", "Forget that I'm allergic to sesame.", True),
        ("I like hiking and sailing.", "Forget that I like sailing.", True),
        ("I take metformin, aspirin and statins.", "Please forget that I take aspirin.", True),
        ("Ich bin allergisch gegen Sesam und Latex.", "Vergiss meine Allergie gegen Sesam.", True),
        ("I'm allergic to sesame and penicillin.", "Forget my allergies.", False),
        ("I like hiking and sailing.", "Forget that I like hiking and sailing.", False),
        ("I like sailing.", "Forget that I like sailing.", False),
        ("My cat Lena is old and sleeps.", "Forget everything about my cat.", False),
        ("I like hiking and sailing.", "Forget that.", False),
    ],
)
def test_a_memory_that_says_more_than_was_asked_is_named_so(told, said, asked, says_more):
    _, request = told(said, asked)
    assert request.memories
    assert request.says_more == (request.memories if says_more else ())


@pytest.mark.parametrize("asked", ["Forget my address.", "Forget that."])
@pytest.mark.parametrize("how", ["deleted", "purged", "edited"])
def test_a_request_says_when_what_it_named_is_gone_already(told, how, asked):
    alice, request = told("I live in Leeds.", asked)
    assert not request.is_overtaken
    (home,) = request.memories
    if how == "edited":
        alice.memories.update(home.id, content="I live in England")
    else:
        alice.memories.delete(home.id, purge=how == "purged")
    (request,) = alice.review.deletion_requests()
    assert (request.memories, request.is_overtaken) == ((), True)
    alice.review.resolve(request.id, keep="none")
    assert alice.review.deletion_requests() == []
    with pytest.raises(Conflict):
        alice.review.resolve(request.id, keep="none")


def test_a_request_that_no_memory_matched_is_not_overtaken(told):
    _, request = told("I like tea.", "Forget my passport number.")
    assert (request.memories, request.is_overtaken, request.says_more) == ((), False, ())


@pytest.mark.parametrize(
    ("said", "asked", "named"),
    [
        (
            ["My email address is jo@ex.de.", "My address is 5 Elm Street, Leeds."],
            "Delete my address.",
            {"elm"},
        ),
        (["Meine E-Mail-Adresse ist jo@ex.de."], "Lösche meine Adresse.", set()),
        (
            ["Meine E-Mail-Adresse ist jo@ex.de.", "Ich wohne in der Lindenstraße 5 in Köln."],
            "Lösche meine Adresse.",
            {"linden"},
        ),
        (["Meine E-Mail-Adresse ist jo@ex.de."], "Lösche meine E-Mail-Adresse.", {"jo"}),
        (
            ["I'm allergic to nuts.", "I take sertraline for my depression.", "I like tea."],
            "I'd like my health data erased.",
            {"nuts", "sertraline"},
        ),
        (["Ich bin allergisch gegen Nüsse."], "Lösche meine Gesundheitsdaten.", {"nüsse"}),
    ],
)
def test_a_request_names_an_address_but_no_e_mail_and_all_about_health(opened, said, asked, named):
    memory = opened()
    alice = memory.agent("alice")
    for text in said:
        alice.remember(text, conversation="c")
    memory.sync()
    alice.remember(asked, conversation="d")
    memory.sync()
    (request,) = alice.review.deletion_requests()
    found = " ".join(entry.content for entry in request.memories).lower()
    assert all(word in found for word in named)
    assert len(request.memories) == len(named)
    shown = alice.context("What is my e-mail address?").text
    assert ("jo@ex.de" in shown) == ("jo@ex.de" in " ".join(said) and "jo" not in named)


def test_what_was_granted_stays_withheld_when_the_request_itself_is_erased(opened):
    memory = opened()
    alice = memory.agent("alice")
    alice.remember("My phone number is +420 604 111 222.", conversation="c")
    alice.remember("Got it: +420 604 111 222.", role="assistant", conversation="c")
    memory.sync()
    turn = alice.remember("Delete my phone number.", conversation="d")
    memory.sync()
    (request,) = alice.review.deletion_requests()
    alice.review.resolve(request.id, keep="none")
    alice.conversations.delete_turn("d", turn.id)
    memory.sync()
    memory.rebuild("alice")
    memory.sync()
    assert "604" not in alice.context("What is my phone number?").text
    alice.conversations.delete_turn("c", alice.conversations.turns("c")[0].id)
    memory.sync()
    assert "604" not in alice.context("What is my phone number?").text


@pytest.mark.parametrize(
    "asked", ["Forget my mum's address.", "Forget my mum's phone number.", "Lösche meine PIN."]
)
def test_a_request_waits_also_where_it_is_too_short_to_tell_its_language(opened, asked):
    memory = opened(extractor="built_in", embedding_backend="none")
    alice = memory.agent("alice")
    alice.remember("My mum's address is 5 Gillygate, York.", conversation="a")
    alice.remember(asked, conversation="b")
    memory.sync()
    (request,) = alice.review.deletion_requests()
    assert request.entry.content == asked.rstrip(".")


def test_a_request_between_people_is_none(opened):
    memory = opened(extractor="built_in", embedding_backend="none")
    alice = memory.agent("alice")
    alice.remember("Forget my mum's address.", conversation="a", speaker="Ben")
    memory.sync()
    assert alice.review.deletion_requests() == []


HUSSAIN = "Mr Hussain is my landlord, his number is 0113 496 0021"
TERENCE = "My landlord is Terence Blackwood, his number is 0117 496 0822"


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("Forget my phone number.", {"My phone number is 0170 1234567"}),
        ("Delete the landlord's phone number.", {HUSSAIN, TERENCE}),
        ("Forget my sister's phone number.", set()),
        ("Forget my sister's address.", {"My sister lives at 5 Elm Road in York"}),
        ("Delete Anna's birthday", {"Anna's birthday is 4 May"}),
    ],
)
def test_a_request_names_the_value_of_whom_it_says_and_is_no_evidence(opened, asked, named):
    memory = opened(extractor="built_in", embedding_backend="none")
    alice = memory.agent("alice")
    said = (HUSSAIN, TERENCE, "My sister lives at 5 Elm Road in York", "Anna's birthday is 4 May")
    for text in (*said, "My phone number is 0170 1234567"):
        alice.remember(text, conversation=text)
    memory.sync()
    alice.remember(asked, conversation="b")
    assert asked not in alice.context(asked).text
    memory.sync()
    (request,) = alice.review.deletion_requests()
    assert {entry.content for entry in request.memories} == named
    alice.review.resolve(request.id, keep="all")
    assert asked not in alice.context(asked).text
