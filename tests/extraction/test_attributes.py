"""Plain sentences only if nothing is lost, and relations only between names."""

import pytest

from recollect.domain.entry import USER, Kind
from recollect.domain.graph import EntityType
from recollect.extraction.attributes import (
    drop_implausible_attribute,
    is_plausible,
    links_of,
    mentions_of,
    sentence_for,
    with_named_relation,
    with_new_home,
    with_whole_name,
    without_childhood_home,
)
from recollect.extraction.spans import Highlight
from recollect.languages.pack import packs
from recollect.providers.message_reader import bundled_reader


def stated(attribute="home", value="Porto"):
    return Highlight(
        start=0,
        end=1,
        score=0.9,
        kind=Kind.FACT,
        is_standing=False,
        about_other=False,
        attribute=attribute,
        value=value,
    )


def sentence(quote, subject=USER, speaker="", language="en", **more):
    one = drop_implausible_attribute(stated(**more), quote, language)
    return sentence_for(one, quote, subject, speaker, language)


def test_a_quote_with_only_a_value_becomes_a_plain_sentence():
    assert sentence("I live in Porto") == "User lives in Porto."
    assert sentence("I live in Porto", "Maya", "Maya") == "Maya lives in Porto."
    assert sentence("she lives in Porto", "Noor", "Maya") == "Noor lives in Porto."


def test_a_quote_that_says_more_keeps_its_words():
    assert sentence("I live in Porto with my two brothers and a dog") is None


@pytest.mark.parametrize(
    ("language", "quote", "value", "told"),
    [
        ("en", "I'm not allergic to nuts", "nuts", None),
        ("de", "Ich bin nicht gegen Nüsse allergisch", "Nüsse", None),
        ("pt", "Não sou alérgico a nozes", "nozes", None),
        ("en", "I'm allergic to nuts", "nuts", "User is allergic to nuts."),
    ],
)
def test_a_denial_is_never_stated_as_a_fact(language, quote, value, told):
    found = sentence(quote, language=language, attribute="allergy", value=value)
    assert found == told


@pytest.mark.parametrize("quote", ["I'm learning Czech", "I speak Czech", "I teach Czech"])
def test_how_well_somebody_knows_a_language_is_said_in_their_words(quote):
    assert sentence(quote, attribute="language", value="Czech") is None


@pytest.mark.parametrize(
    ("quote", "marked", "name"),
    [
        ("I'm Ines Duarte", "Duarte", "Ines Duarte"),
        ("Ines Duarte here", "Duarte", "Ines Duarte"),
        ("Hey Duarte here", "Duarte", "Duarte"),
        ("I'm Will Young", "Young", "Will Young"),
        ("I'm Ines M. Duarte", "Ines", "Ines M. Duarte"),
        ("Je m'appelle Claire Fontaine", "Fontaine", "Claire Fontaine"),
        ("Ich bin Jonas, Weber kennst du", "Jonas", "Jonas"),
        ("MY NAME IS INES", "INES", "INES"),
        ("Meet Ines Duarte Alves Pinto Reis", "Reis", "Reis"),
    ],
)
def test_a_name_is_not_cut(quote, marked, name):
    assert with_whole_name(stated("name", marked), quote).value == name


def test_only_a_name_is_completed():
    assert with_whole_name(stated("pet", "Bello"), "Mein Hund Bello").value == "Bello"


def test_a_denied_attribute_has_no_value():
    told = drop_implausible_attribute(stated("diet", "fish"), "I never eat fish", "en")
    assert (told.attribute, told.value) == (None, None)


def test_a_place_mentioned_in_passing_is_not_a_home():
    told = drop_implausible_attribute(
        stated(value="Lincoln"), "There's one in Lincoln and one in Cardiff too", "en"
    )
    assert told.value is None
    own = drop_implausible_attribute(
        stated(), "I live in Porto with my brothers and two dogs", "en"
    )
    assert own.value == "Porto"


def test_an_age_has_a_number():
    assert is_plausible(stated("age", "41"))
    assert not is_plausible(stated("birthday", "de junho"))


def test_a_quote_without_a_name_keeps_its_words():
    assert sentence("she lives in Porto", "my sister", "Maya") is None
    assert sentence("they live in Porto", "they") is None


def test_without_a_value_or_an_attribute_there_is_no_sentence():
    assert sentence("I live in Porto", value=None) is None
    assert sentence("I live in Porto", attribute=None) is None
    assert sentence("I play chess", attribute="hobby", value="chess") is None


def test_a_name_must_be_capitalized():
    assert sentence("I live in a tent", value="a tent") is None
    assert sentence("I'm allergic to nuts", attribute="allergy", value="nuts") == (
        "User is allergic to nuts."
    )
    assert is_plausible(stated(value="東京"))
    assert not is_plausible(stated("partner", "a nurse"))
    assert not is_plausible(stated("pet", "Anything with aubergine"))
    assert not is_plausible(stated("partner", None))


@pytest.mark.parametrize(
    ("quote", "attribute"),
    [
        ("My mother's name is Ann", "parent"),
        ("My daughter's name is Ann", "child"),
        ("My wife's name is Ann", "partner"),
        ("My other half is called Ann", "partner"),
        ("My neighbour's name is Ann", None),
        ("My ex-husband's name is Ann", None),
        ("Meine Mutter heißt Ann", "parent"),
        ("Mi vecina se llama Ann", None),
        ("Ann and I are engaged", "partner"),
    ],
)
def test_a_relation_is_the_one_that_is_named(quote, attribute):
    found = with_named_relation(stated("partner", "Ann"), quote)
    assert (found.attribute, found.value) == (attribute, "Ann" if attribute else None)


@pytest.mark.parametrize(
    ("language", "quote", "home"),
    [
        ("de", "Ich bin nach Dresden umgezogen", "Dresden"),
        ("fr", "J'ai déménagé à Rennes", "Rennes"),
        ("es", "Nos mudamos a Gijón", "Gijón"),
        ("it", "Mi sono trasferita a Bari", "Bari"),
        ("en", "I relocated to Leeds", "Leeds"),
        ("en", "I moved to Marketing", None),
        ("de", "Ich fahre nach Dresden", None),
        ("fr", "J'ai déménagé de Rennes à Nantes, puis à Brest", None),
    ],
)
def test_where_somebody_moved_is_the_home(language, quote, home):
    found = with_new_home(stated(None, None), quote, language)
    assert (found.attribute, found.value) == ("home" if home else None, home)


@pytest.mark.parametrize(
    ("language", "quote", "home"),
    [
        ("en", "I grew up in Kiel", None),
        ("en", "I was born and raised in Kiel", None),
        ("en", "We grew up in Kiel, and my brother still lives there", None),
        ("en", "I live in Bath but I grew up in Kiel", "Bath"),
        ("en", "I grew up in Kiel but I live in Bath", "Bath"),
        ("de", "Ich bin in Kiel aufgewachsen", None),
        ("de", "Ich wohne in Ulm, bin aber in Kiel aufgewachsen", "Ulm"),
        ("fr", "J'ai grandi à Kiel et ", None),
        ("en", "I live in Kiel", "Kiel"),
    ],
)
def test_where_somebody_was_a_child_is_no_home(language, quote, home):
    found = without_childhood_home(stated("home", "Kiel"), quote, language, bundled_reader())
    assert (found.attribute, found.value) == ("home" if home else None, home)


@pytest.mark.parametrize(
    ("quote", "home"),
    [
        ("Our boat is in Whitby", None),
        ("Our mooring is in Whitby, berth 14", None),
        ("My home is in Whitby", "Whitby"),
        ("My family lives in Whitby", "Whitby"),
        ("My husband and I live in Whitby", "Whitby"),
        ("We live in Whitby", "Whitby"),
    ],
)
def test_where_a_thing_is_nobody_lives(quote, home):
    found = drop_implausible_attribute(stated("home", "Whitby"), quote, "en")
    assert found.value == home


@pytest.mark.parametrize(
    ("language", "quote", "home"),
    [("de", "Unser Boot liegt in Whitby", None), ("it", "Mi sono trasferito a Whitby", "Whitby")],
)
def test_whose_it_is_is_read_in_the_language_of_the_message(language, quote, home):
    found = drop_implausible_attribute(stated("home", "Whitby"), quote, language)
    assert found.value == home


@pytest.mark.parametrize("language", list(packs()))
def test_every_language_has_its_own_sentence(language):
    told = sentence("x Porto", language=language)
    user = str(packs()[language].table("templates")["user"])
    assert user in told
    assert "Porto" in told
    assert "{" not in told


@pytest.mark.parametrize("language", list(packs()))
def test_every_language_has_the_same_sentences(language):
    english = set(packs()["en"].table("templates"))
    assert set(packs()[language].table("templates")) == english


def test_two_names_are_linked():
    (link,) = links_of(stated(), USER, "")
    assert (link.subject, link.relation, link.object) == (USER, "lives in", "Porto")
    (link,) = links_of(stated("manager", "Teresa"), "Maya", "Maya")
    assert (link.subject, link.relation, link.object) == ("Teresa", "manages", "Maya")


@pytest.mark.parametrize(
    ("attribute", "value", "subject"),
    [
        ("home", "a flat with a view of the river", USER),
        ("home", "Porto", "my sister"),
        ("home", "Porto", "she"),
        ("partner", "he", USER),
        ("diet", "Vegan", USER),
        ("home", None, USER),
    ],
)
def test_nothing_else_is_linked(attribute, value, subject):
    assert links_of(stated(attribute, value), subject, "") == ()


def test_mentions():
    names = mentions_of(stated("employer", "Acme"), "Noor", "Maya")
    assert [(one.name, one.type) for one in names] == [
        ("Noor", EntityType.PERSON),
        ("Acme", EntityType.COMPANY),
    ]
    (pet,) = mentions_of(stated("pet", "Pixel"), USER, "")
    assert (pet.name, pet.type) == ("Pixel", EntityType.ANIMAL)
    assert mentions_of(stated("diet", "vegan"), "Maya", "Maya") == ()
    assert mentions_of(stated("home", None), "my sister", "Maya") == ()
