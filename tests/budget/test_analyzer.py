"""S11: relevance, key facts, and what is suggested for a turn."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.budget.analyzer import Rules, analyze, apply_suggestions, relevance
from recollect.budget.counters import by_characters
from recollect.budget.patterns import has_key_facts
from recollect.domain.similarity import words_of
from recollect.domain.turn import Role, Tier, Turn, View

NOW = datetime(2025, 1, 15, 10, 36, tzinfo=UTC)
PLAIN = "we talked about many things"


def turn(content=PLAIN, age=timedelta(0), role=Role.USER, **fields):
    return Turn(
        id="t",
        conversation="c",
        index=0,
        role=role,
        content=content,
        at=NOW - age,
        recorded_at=NOW,
        tokens=by_characters(content),
        **fields,
    )


def suggested(*turns, tight=False, rules=None):
    made = analyze(turns, NOW, tight=tight, rules=rules)
    return [(one.place, one.action.value) for one in made]


def score_of(one):
    return relevance(one, NOW, words_of(one.content))


# --- relevance


@pytest.mark.parametrize(
    ("age", "score"),
    [
        (timedelta(0), 0.7),
        (timedelta(hours=-1), 0.7),
        (timedelta(hours=1), 0.7),
        (timedelta(hours=1, seconds=1), 0.6),
        (timedelta(days=1), 0.6),
        (timedelta(days=1, seconds=1), 0.4),
        (timedelta(days=400), 0.4),
    ],
)
def test_s11_what_is_recent_matters_more(age, score):
    assert score_of(turn(age=age)) == score


@pytest.mark.parametrize(
    ("content", "score"),
    [
        (PLAIN, 0.4),
        ("there was an ERROR in the evening", 0.55),
        ("it failed with an error, it failed", 0.55),
        ("they told us of terror and of mirrored walls", 0.4),
        ("look at https://example.com for it", 0.5),
        ("look at HTTP://example.com for it", 0.5),
        ("the http protocol is what we use", 0.4),
        ("the selector is in the other file", 0.5),
        ("use XPath or a selector for that", 0.5),
        ("he wrote the Password on a wall", 0.6),
        ("credentials are kept in the vault", 0.6),
        ("this is important and critical to us", 0.55),
        ("an error at https://example.com: critical selector for the password", 1.0),
        ("nineteen characters", 0.2),
        ("it is twenty letters", 0.4),
        ("brief" + " " * 40, 0.2),
    ],
)
def test_s11_content_signals(content, score):
    assert score_of(turn(content, timedelta(days=2))) == score


@pytest.mark.parametrize(
    "opening", ["ok", "Yes", "NO", "sure", "thanks", "hi", "Hello", "  ok", "no."]
)
def test_s11_small_talk_matters_less(opening):
    assert score_of(turn(f"{opening}, we talked about many things")) == 0.4


@pytest.mark.parametrize(
    "opening",
    ["Notice", "Nobody", "okra", "history", "Yesterday", "surely", "no-one", "hi-fi", "Noël"],
)
def test_s11_a_longer_word_is_not_small_talk(opening):
    assert score_of(turn(f"{opening} and we talked about things")) == 0.7


@pytest.mark.parametrize(
    ("role", "score"),
    [(Role.USER, 0.7), (Role.ASSISTANT, 0.7), (Role.SYSTEM, 0.8), (Role.TOOL, 0.85)],
)
def test_s11_system_and_tool_matter_more(role, score):
    assert score_of(turn(role=role)) == score


def test_s11_relevance_ends_at_0_and_1():
    everything = "critical error: password and selector at https://example.com"
    assert score_of(turn(everything, role=Role.TOOL)) == 1.0
    assert score_of(turn("ok", timedelta(days=2))) == 0.0


@given(st.text(), st.integers(-100_000, 100_000), st.sampled_from(Role))
def test_s11_relevance_lies_between_0_and_1(content, hours, role):
    assert 0.0 <= score_of(turn(content, timedelta(hours=hours), role)) <= 1.0


def test_s11_a_promoted_turn_keeps_its_relevance():
    assert score_of(turn("ok", timedelta(days=9), tier=Tier.LONG_TERM, relevance=1.0)) == 1.0


# --- key facts


@pytest.mark.parametrize(
    "content",
    [
        "see https://example.com/a",
        "an Error came up",
        "the build failed",
        "an exception was raised",
        "use the css file",
        "the XPath is wrong",
        "click #submit now",
        "//div[@id='a']",
        "the API answers",
        "POST /v1/chat",
        "my password is a secret",
        "my key is [redacted:api-key]",
        "step 1 is done",
        "now Phase 2",
    ],
)
def test_s11_key_facts(content):
    assert has_key_facts(content)


@pytest.mark.parametrize(
    "content", ["", PLAIN, "a rapid terror", "step by step", "get / go", "# Title", "footsteps 3"]
)
def test_s11_no_key_facts(content):
    assert not has_key_facts(content)


# --- suggestions


def test_s11_an_irrelevant_turn_is_compressed_and_then_dropped():
    assert suggested(turn("ok")) == [(0, "compress")]
    assert suggested(turn("ok", view=View.COMPRESSED)) == [(0, "drop")]
    assert suggested(turn("ok", view=View.DROPPED)) == []


def test_s11_the_least_relevance_is_a_parameter_and_reaching_it_is_enough():
    assert suggested(turn(), rules=Rules(min_relevance=0.7)) == []
    raised = Rules(min_relevance=0.71)
    assert suggested(turn(), rules=raised) == [(0, "compress")]


def test_s11_a_valuable_turn_with_key_facts_is_promoted():
    assert suggested(turn(f"{PLAIN} https://example.com")) == [(0, "promote")]
    assert suggested(turn(f"{PLAIN} step 1")) == []  # key facts, but only 0.7
    assert suggested(turn(role=Role.TOOL)) == []  # 0.85, but no key facts
    assert suggested(turn(f"{PLAIN} https://example.com", tier=Tier.LONG_TERM, relevance=1.0)) == []


def test_s11_the_older_of_two_alike_is_compressed_and_not_promoted():
    again = f"{PLAIN} https://example.com"
    assert suggested(turn(again), turn(again)) == [
        (0, "compress"),
        (1, "promote"),
    ]
    assert suggested(turn(again, view=View.COMPRESSED), turn(again))[0][0] == 1


def test_s11_a_dropped_turn_makes_no_other_redundant():
    assert suggested(turn(), turn(view=View.DROPPED)) == []


def test_s11_a_long_term_turn_is_compressed_only_when_the_budget_is_tight():
    old = turn("ok", tier=Tier.LONG_TERM, relevance=0.2)
    assert suggested(old) == []
    assert suggested(old, tight=True) == [(0, "compress")]


def test_s11_a_redundant_long_term_turn_too():
    twice = [turn(tier=Tier.LONG_TERM, relevance=1.0)] * 2
    assert suggested(*twice) == []
    assert suggested(*twice, tight=True) == [(0, "compress")]


def test_s11_following_the_suggestions_changes_views_and_tiers_but_no_text():
    turns = [
        turn("ok"),
        turn("hi", view=View.COMPRESSED),
        turn(f"{PLAIN} https://example.com"),
        turn(),
    ]
    after = apply_suggestions(turns, analyze(turns, NOW))
    assert [(one.view, one.tier, one.relevance) for one in after] == [
        (View.COMPRESSED, Tier.SHORT_TERM, 0.5),
        (View.DROPPED, Tier.SHORT_TERM, 0.5),
        (View.FULL, Tier.LONG_TERM, 1.0),
        (View.FULL, Tier.SHORT_TERM, 0.5),
    ]
    assert [one.content for one in after] == [one.content for one in turns]
