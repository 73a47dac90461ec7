"""What an agent learns of the sites and services it works with."""

import pytest

from recollect.learn.forms import Stated
from recollect.learn.judge import judge
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


SITE = "Navigate to example.com and extract the title."


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("example.com uses #page-title for its title", Kind.WEBSITE_KNOWLEDGE),
        ("Login form uses #email and #password", Kind.WEBSITE_KNOWLEDGE),
        ("Cart is at /cart", Kind.WEBSITE_KNOWLEDGE),
        ("Der Warenkorb ist unter /cart", Kind.WEBSITE_KNOWLEDGE),
        ("El carrito está en /carrito", Kind.WEBSITE_KNOWLEDGE),
        ("Le panier est sous /panier", Kind.WEBSITE_KNOWLEDGE),
        ("Click cookie banner before navigation", Kind.EXECUTION_PATTERN),
        ("Wait 2s for AJAX", Kind.EXECUTION_PATTERN),
        ("e-commerce site", Kind.DOMAIN),
        ("SPA with React", Kind.DOMAIN),
        ("requires login", Kind.DOMAIN),
        ("CAPTCHA appears after 3 requests", Kind.ERROR_PATTERN),
        ("Rate limit at 10 req/min", Kind.ERROR_PATTERN),
    ],
)
def test_what_a_tool_notes_of_a_site_is_knowledge(only, said, kind):
    made = only(SITE, ("tool", None, said))
    assert (made.kind, made.quote, made.subject) == (kind, said, "example.com")
    assert made.key.startswith("example.com:")


def test_a_site_that_is_named_in_a_note_is_its_site(only):
    made = only(SITE, ("tool", None, "On shop.com the cart is at /cart."))
    assert (made.subject, made.quote) == ("shop.com", "On shop.com the cart is at /cart")


@pytest.mark.parametrize(
    "said",
    [
        "Your cart is empty",
        "Click here before midnight to save 20%",
        "click #submit -> ok",
        "clicked #submit",
        '{"title": "cart is at /cart"}',
        "Title: Example Domain",
        "Cart is at /cart\n" + "Lorem ipsum dolor sit amet.\n" * 20,
    ],
)
def test_what_a_page_says_or_a_tool_did_is_no_knowledge(understood, said):
    assert understood(SITE, ("tool", None, said)) == ()


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("example.com uses #page-title for its title", "example.com uses #heading for its title"),
        ("Login form uses #email and #password", "The login form uses #user and #pass."),
        ("Cart is at /cart", "On example.com the cart is at /basket"),
        ("Wait 2s for AJAX", "Wait 5 seconds for AJAX"),
        ("CAPTCHA appears after 3 requests", "CAPTCHA appears after 5 requests"),
        ("Rate limit at 10 req/min", "Rate limit at 20 req/min"),
        ("El carrito está en /carrito", "El carrito está en /cesta"),
    ],
)
def test_a_fact_of_a_site_that_has_changed_has_the_key_of_the_old_one(only, before, now):
    keys = {only(SITE, ("tool", None, said)).key for said in (before, now)}
    assert len(keys) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("GET /orders answers 403 forbidden", "GET /carts answers 403 forbidden"),
        ("Cart is at /cart", "Checkout is at /checkout"),
        ("Click cookie banner before navigation", "Click the menu before navigation"),
    ],
)
def test_different_matters_of_a_site_have_different_keys(only, one, other):
    keys = {only(SITE, ("tool", None, said)).key for said in (one, other)}
    assert len(keys) == 2


def test_what_an_agent_with_tools_is_to_prefer_is_the_users_preference(only):
    made = only("Prefer dark mode screenshots", ("tool", None, "goto https://shop.example ok"))
    assert (made.kind, made.quote) == (Kind.USER_PREFERENCE, "Prefer dark mode screenshots")


@pytest.mark.parametrize(
    ("said", "quote"),
    [
        ("example.com uses #page-title for its title", "uses #page-title for its title"),
        ("Wait 2s for AJAX", "Wait 2s for AJAX"),
        ("On shop.com the cart is at /cart.", "the cart is at /cart."),
    ],
)
def test_a_model_and_the_rules_keep_knowledge_under_one_key(only, turns_of, said, quote):
    by_rules = only(SITE, ("tool", None, said))
    stated = Stated(turn=1, quote=quote, kind=by_rules.kind, content=by_rules.content)
    by_model = judge(stated, turns_of(SITE, ("tool", None, said)), 0)
    assert by_model.key == by_rules.key
