"""The memories that matter to a new one are found without looking at all of them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.bench.verifying import proposals, remembered
from recollect.learn.known import Known
from recollect.learn.traits import traits
from recollect.learn.verdict import VerifyRules
from recollect.learn.verify import verify
from recollect.model.entry import Entry, Kind, Priority, Status
from recollect.model.learning import USER, Proposal

AT = datetime(2025, 3, 1, tzinfo=UTC)
RULES = {mode: VerifyRules(mode=mode) for mode in ("careful", "seed")}
FORMS = (
    "I live in {name}.",
    "I moved to {name}.",
    "I love {thing}.",
    "I don't like {thing} any more.",
    "I gave up {thing}.",
    "My {thing} is called {name}.",
    "My {thing} costs {number} pounds now.",
    "My {thing} costs {number} pounds.",
    "I will send {name} the {thing}.",
    "I sent {name} the {thing}.",
    "{name} and I split up.",
    "I switched from {name} to Emacs.",
)
STATEMENTS = st.builds(
    str.format,
    st.sampled_from(FORMS),
    name=st.sampled_from(("Graz", "Vim", "Anna")),
    thing=st.sampled_from(("tea", "green tea", "boyfriend")),
    number=st.sampled_from((7, 8)),
)
PROPOSALS = st.builds(
    lambda content, subject, attribute, kind: Proposal(
        kind=kind,
        content=content,
        subject=subject,
        turn_id="t",
        start=0,
        end=len(content),
        quote=content,
        attribute=attribute,
        single=attribute is not None,
    ),
    STATEMENTS,
    st.sampled_from((USER, "Theo", "son Theo")),
    st.sampled_from((None, "home", "partner")),
    st.sampled_from((Kind.FACT, Kind.COMMITMENT)),
)


def memory(number, new):
    at = AT + timedelta(hours=number)
    return Entry(
        id=str(number),
        version=1,
        kind=new.kind,
        content=new.content,
        subject=new.subject,
        priority=Priority.MEDIUM,
        metadata=traits(new, at),
        recorded_at=at,
        changed_at=at,
    )


@pytest.mark.parametrize("mode", RULES)
@given(held=st.lists(PROPOSALS, max_size=25), new=PROPOSALS)
def test_the_verdict_is_the_same_as_against_all(mode, held, new):
    entries = [memory(number, one) for number, one in enumerate(held)]
    near = Known(entries, RULES[mode]).near(new)
    at = AT + timedelta(days=10)
    assert verify(new, near, at=at, rules=RULES[mode]) == verify(
        new, entries, at=at, rules=RULES[mode]
    )


def test_few_of_many_are_near():
    entries = [remembered(new, number) for number, new in enumerate(proposals(2000, 1))]
    known = Known(entries, RULES["careful"])
    for entry, new in zip(entries[:50], proposals(50, 1), strict=True):
        near = known.near(new, 8)
        assert entry in near
        assert len(near) <= 8


def test_a_memory_that_changed_is_found_by_its_new_words_and_no_others():
    [tea, jam] = [memory(n, new) for n, new in enumerate(map(told, ("I love tea.", "I love jam.")))]
    known = Known([tea, jam], RULES["careful"])
    rum = replace(tea, content="I drive a tram.")
    known.replace(rum)
    assert known.near(told("I like tea.")) == (jam,)
    assert known.near(told("The tram is late.")) == (rum,)
    assert len(known) == 2


def test_a_memory_that_is_shown_no_more_is_not_near():
    tea = memory(0, told("I love tea."))
    known = Known([tea], RULES["careful"])
    known.replace(replace(tea, status=Status.SUPERSEDED))
    assert known.near(told("I love tea.")) == ()
    assert len(known) == 0


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("I work as an accountant.", "I was laid off."),
        ("I'm single.", "I have a girlfriend now."),
        ("I'm vegetarian.", "I eat chicken these days."),
        ("I live in Graz.", "I have moved to the coast."),
    ],
)
def test_what_speaks_of_the_same_thing_in_other_words_is_near(known, new):
    one = replace(told(known), attribute="job_title") if "accountant" in known else told(known)
    others = [memory(n, told(f"I play the {n}th game.")) for n in range(1, 20)]
    first = memory(0, one)
    near = Known([first, *others], RULES["careful"]).near(told(new))
    assert first in near


def test_who_is_told_of_is_found_by_name():
    rex = memory(0, replace(told("Rex is fifteen."), subject="Rex"))
    tea = memory(1, told("I love tea."))
    assert Known([rex, tea], RULES["careful"]).near(told("Rex died in his sleep.")) == (rex,)


def test_a_memory_without_a_word_of_its_own_is_found_by_name():
    does = memory(0, replace(told("Priya does."), subject="Priya"))
    new = replace(told("Priya is a nurse."), subject="Priya")
    assert Known([does], RULES["careful"]).near(new) == (does,)


def test_where_no_word_tells_what_it_has_to_do_with_the_last_ones_are_near():
    [tea, jam] = [memory(n, new) for n, new in enumerate(map(told, ("I love tea.", "I love jam.")))]
    new = told("The ferry was late.")
    assert Known([tea, jam], RULES["careful"]).near(new) == (jam, tea)
    assert Known([tea, jam], RULES["seed"]).near(new) == ()


def told(content):
    return Proposal(
        kind=Kind.FACT,
        content=content,
        subject=USER,
        turn_id="t",
        start=0,
        end=len(content),
        quote=content,
    )
