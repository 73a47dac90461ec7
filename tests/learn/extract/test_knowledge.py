"""What an agent learns of the sites and services it works with."""

import pytest

from recollect.model.entry import KEYED_KINDS, Kind, Origin

TOOL = ("tool", None, "goto https://shop.example/cart ok")


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("The login form uses #email and #password.", Kind.WEBSITE_KNOWLEDGE),
        ("A captcha appears after three requests to /search.", Kind.ERROR_PATTERN),
        (
            "The cookie banner has to be closed before the menu can be clicked.",
            Kind.EXECUTION_PATTERN,
        ),
        ("The site is a single-page app built with React.", Kind.DOMAIN),
    ],
)
def test_what_an_agent_states_of_a_site_is_knowledge(only, said, kind):
    made = only("order the paper", TOOL, ("assistant", None, said))
    assert (made.kind, made.subject, made.origin) == (kind, "shop.example", Origin.TOOL)
    assert made.key


def test_the_same_knowledge_has_the_same_key(only):
    first = only(TOOL, ("assistant", None, "The cart is at /cart."))
    second = only("hi", TOOL, ("assistant", None, "The  cart is at /cart."))
    assert first.key == second.key


def test_a_lasting_error_of_a_tool_is_knowledge(only):
    made = only(("tool", None, "GET https://shop.example/api 429 too many requests"))
    assert (made.kind, made.origin) == (Kind.ERROR_PATTERN, Origin.TOOL)


@pytest.mark.parametrize(
    "said",
    [
        "I added a second pack.",
        "Your order is confirmed.",
        "Hannah Brix has run the festival since 2009. She lives in Esbjerg.",
        "Should I use the /cart page?",
    ],
)
def test_what_an_agent_did_or_found_is_no_knowledge(understood, said):
    assert understood("go", TOOL, ("assistant", None, said)) == ()


def test_an_assistant_without_tools_states_no_knowledge(understood):
    assert understood(("assistant", None, "The login form uses #email and #password.")) == ()


def test_only_knowledge_has_a_key_and_all_of_it_does(understood):
    made = understood("never save card details on any shop", "I live in Rome", TOOL)
    assert {bool(one.key) for one in made if one.kind in KEYED_KINDS} == {True}
    assert {bool(one.key) for one in made if one.kind not in KEYED_KINDS} == {False}


def test_an_instruction_to_an_agent_that_acts_is_a_preference_of_its_user(understood):
    made = understood("never save card details on any shop", TOOL)
    assert [one.kind for one in made] == [Kind.USER_PREFERENCE]
