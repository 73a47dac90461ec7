"""M4: a new statement is compared with what is known before it is believed.

`fixture/verify_pairs.jsonl` holds pairs: one statement is known, another proposed. `one` names a single-valued
attribute of both, `about` and `kind` are theirs in order or for both, `like` is the cosine of their vectors, and
`late` says that the proposed one was said before the known one. `verdict` is what must become of the proposed one.
"""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.learn.traits import traits
from recollect.learn.verdict import Duplicate, NeedsReview, New, Refused, Supersedes, VerifyRules
from recollect.learn.verify import verify
from recollect.model.entry import Entry, Kind, Origin, Priority, Source
from recollect.model.learning import USER, Proposal
from recollect.model.similarity import words_of

PAIRS = [
    json.loads(line)
    for line in (Path(__file__).parent / "fixture" / "verify_pairs.jsonl")
    .read_text("utf-8")
    .splitlines()
]
FIRST = datetime(2025, 3, 1, 10, tzinfo=UTC)
LATER = FIRST + timedelta(days=40)
CAREFUL, SEED = VerifyRules(), VerifyRules(mode="seed")


def proposal(content, **more):
    return Proposal(
        **{
            "kind": Kind.FACT,
            "content": content,
            "subject": USER,
            "turn_id": "t",
            "start": 0,
            "end": len(content),
            "quote": content,
            **more,
        }
    )


def memory(new, at=FIRST, **more):
    """The memory that a proposal becomes."""
    made = Entry(
        id=f"m-{new.content}",
        version=1,
        kind=new.kind,
        content=new.content,
        subject=new.subject,
        key=new.key,
        priority=Priority.MEDIUM,
        metadata=traits(new, at),
        valid_from=new.valid_from,
        valid_until=new.valid_until,
        origin=new.origin,
        source=Source(conversation="c", turn_id="t", start=0, end=len(new.quote), quote=new.quote),
        recorded_at=at,
        changed_at=at,
    )
    return replace(made, **more)


def both(value, default):
    return value if isinstance(value, list) else [value or default] * 2


def told(pair):
    """The two proposals of a pair."""
    one = pair.get("one")
    for content, about, kind in zip(
        (pair["known"], pair["proposed"]),
        both(pair.get("about"), USER),
        both(pair.get("kind"), "fact"),
        strict=True,
    ):
        yield proposal(
            content, subject=about, kind=Kind(kind), attribute=one, single=one is not None
        )


def judged(verdict):
    match verdict:
        case New(past=past):
            return "past" if past else "new"
        case Duplicate(fuller=fuller):
            return "fuller" if fuller else "same"
        case Supersedes():
            return "replaces"
        case NeedsReview():
            return "review"
        case Refused():
            return "refused"


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair['known']} / {pair['proposed']}")
def test_a_second_statement_is_judged_with_care(pair):
    known, new = told(pair)
    times = (LATER, FIRST) if pair.get("late") else (FIRST, LATER)
    like = pair.get("like")
    verdict = verify(
        new,
        [memory(known, times[0])],
        at=times[1],
        likeness=like and (lambda _: like),
        rules=CAREFUL,
    )
    assert judged(verdict) == pair["verdict"]


WORDS = st.text(min_size=1).filter(words_of)


@given(WORDS, WORDS, st.sampled_from((CAREFUL, SEED)))
def test_any_two_texts_of_any_script_get_a_verdict(one, other, rules):
    verdict = verify(proposal(other), [memory(proposal(one))], at=LATER, rules=rules)
    assert judged(verdict) in {"new", "same", "fuller", "replaces", "review"}


@given(WORDS, st.sampled_from((CAREFUL, SEED)))
def test_the_very_same_text_is_always_a_repetition(text, rules):
    known = memory(proposal(text))
    assert verify(proposal(text), [known], at=LATER, rules=rules) == Duplicate(known)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair['known']} / {pair['proposed']}")
def test_what_was_proposed_is_a_repetition_the_second_time(pair):
    _, new = told(pair)
    known = memory(new)
    assert verify(new, [known], at=LATER, rules=CAREFUL) == Duplicate(known)


def judge(new, *known, rules=CAREFUL, likeness=None, at=LATER):
    return verify(new, known, at=at, likeness=likeness, rules=rules)


HOME = {"attribute": "home", "single": True}


@pytest.mark.parametrize(
    ("home", "told"),
    [
        ("User lives in Leeds.", "User: A daughter, Claire, who lives in Oslo, and a grandson."),
        ("Nutzer wohnt in Ulm.", "Nutzer: Eine Tochter, Klara, die in Oslo wohnt."),
        ("El usuario vive en Lugo.", "El usuario: Una hija, Clara, que vive en Oslo."),
        ("L'utilisateur habite à Annecy.", "L'utilisateur : Une fille, Claire, qui vit à Oslo."),
    ],
)
def test_where_a_daughter_lives_ends_no_home(home, told):
    known = memory(replace(proposal(home), **HOME))
    assert judge(proposal(told), known) == New()


# What is known with its attribute, what is told later with its own, and what becomes of it.
CHANGES = [
    (
        "User is a developer at Acme.",
        "job_title",
        "User works at Globex now.",
        "employer",
        "review",
    ),
    (
        "Nutzer ist Entwicklerin bei einer Bank.",
        "job_title",
        "Nutzer arbeitet jetzt bei einem Start-up.",
        "employer",
        "review",
    ),
    (
        "User is a nurse at St. Mary's.",
        "job_title",
        "User works at a shop on Saturdays.",
        "employer",
        "new",
    ),
    ("User is a nurse.", "job_title", "User works at St. Mary's now.", "employer", "new"),
    ("User bought a gravel bike.", "owns", "User sold the gravel bike.", "owns", "review"),
    ("User has a gravel bike.", "owns", "User: The gravel bike was stolen.", None, "review"),
    (
        "L'utilisateur a une Clio.",
        "owns",
        "L'utilisateur a donné sa Clio à son petit-fils.",
        "owns",
        "review",
    ),
    (
        "Nutzer hat ein Rennrad.",
        "owns",
        "Das Rennrad hat Nutzer seinem Bruder geschenkt.",
        None,
        "review",
    ),
    ("Nutzer hat ein Rad.", "owns", "Nutzer hat ein Rad geschenkt bekommen.", "owns", "new"),
    ("User has a dog.", "owns", "The dog stole User's sandwich.", None, "new"),
    ("User takes propranolol 80 mg.", None, "User came off the propranolol.", "former", "replaces"),
    ("User rides a bike.", None, "User came off their bike.", None, "new"),
    ("User takes ramipril.", None, "User swapped ramipril for losartan.", None, "replaces"),
    ("User is married to Dana.", None, "User and Dana are going separate ways.", None, "replaces"),
    (
        "El usuario trabaja en una farmacia.",
        "employer",
        "Al usuario le han echado de la farmacia.",
        "status",
        "replaces",
    ),
    (
        "El usuario es profesor.",
        "job_title",
        "El usuario se ha prejubilado.",
        "status",
        "replaces",
    ),
    (
        "El usuario fuma diez cigarrillos al día.",
        None,
        "El usuario lleva tres meses sin fumar.",
        None,
        "review",
    ),
    (
        "L'utilisateur boit du café.",
        None,
        "L'utilisateur : Plus de café pour lui.",
        None,
        "replaces",
    ),
    (
        "Nutzers Hund heißt Rex.",
        "name_of:hund",
        "Rex mussten Nutzer und andere einschläfern.",
        None,
        "replaces",
    ),
]


@pytest.mark.parametrize(("old", "of", "new", "named", "verdict"), CHANGES)
def test_a_change_that_is_told_plainly_is_seen(old, of, new, named, verdict):
    known = memory(proposal(old, attribute=of))
    assert judged(judge(proposal(new, attribute=named), known)) == verdict


def test_what_one_and_ones_own_do_is_no_other_one():
    known = memory(proposal("Nutzer wohnt in Bonn.", **HOME))
    told = proposal("Nutzer und andere wohnen in Mainz.", **HOME)
    assert judge(told, known) == Supersedes((known,))


def test_who_is_called_an_ex_may_be_a_wife_no_more():
    known = memory(proposal("User is married to Dana.", attribute="marital_status"))
    ex = proposal("User's ex Dana.", kind=Kind.RELATIONSHIP, subject="Dana", attribute="relative")
    assert judge(ex, known) == NeedsReview((known,))
    other = proposal(
        "User's ex Lola.", kind=Kind.RELATIONSHIP, subject="Lola", attribute="relative"
    )
    assert judge(other, known) == New()


def test_without_verification_everything_is_new():
    known = memory(proposal("I live in Graz."))
    rules = VerifyRules(enabled=False)
    assert judge(proposal("I live in Graz."), known, rules=rules) == New()


@pytest.mark.parametrize(
    "broken",
    [
        {"content": " … "},
        {"quote": "  ", "end": 2},
        {"end": 3},
        {"valid_from": LATER, "valid_until": FIRST},
    ],
)
def test_what_cannot_be_so_is_refused_with_a_reason(broken):
    verdict = judge(replace(proposal("I live in Graz."), **broken))
    assert isinstance(verdict, Refused)
    assert verdict.reason


def test_the_seed_merges_what_shares_words_and_replaces_what_shares_fewer():
    thai = memory(proposal("likes Thai food a lot"))
    assert judge(proposal("likes Chinese food a lot"), thai, rules=SEED) == Duplicate(thai)
    python = memory(proposal("the service runs Python 3.11"))
    newer = proposal("our big service runs Python on 3.12")
    assert judge(newer, python, rules=SEED) == Supersedes((python,))
    assert judge(replace(newer, kind=Kind.SKILL), python, rules=SEED) == New()


def test_the_seed_merges_by_meaning_even_what_shares_no_word():
    known = memory(proposal("resident of Graz"))
    assert judge(proposal("lives there"), known, rules=SEED, likeness=lambda _: 0.86) == Duplicate(
        known
    )
    assert judge(proposal("lives there"), known, rules=SEED, likeness=lambda _: 0.85) == New()


def test_thresholds_come_from_the_settings():
    known = memory(proposal("My sister Ana teaches in Porto."))
    fuller = proposal("My sister Ana teaches in Porto with two cats and a dog.")
    assert judge(fuller, known, rules=VerifyRules(duplicate_words=0.9)) == New()
    assert judge(fuller, known, rules=VerifyRules(duplicate_words=0.3)) == Duplicate(
        known, fuller.content
    )


def test_a_fuller_statement_keeps_every_word_of_the_shorter_one():
    known = memory(proposal("I live in Portugal.", **HOME))
    fuller = proposal("I live in Braga, in the north of Portugal.", **HOME)
    assert judge(fuller, known) == Duplicate(known, fuller.content)


@pytest.mark.parametrize("own", [{"edited": True}, {"pinned": True}, {"origin": Origin.MANUAL}])
def test_what_a_person_wrote_is_not_rewritten(own):
    known = memory(proposal("I live in Portugal.", **HOME), **own)
    assert judge(proposal("I live in Braga, in the north of Portugal.", **HOME), known) == New()


def test_a_pinned_memory_is_not_replaced_but_asked_about():
    known = memory(proposal("I live in Graz.", **HOME), pinned=True)
    assert judge(proposal("I live in Linz.", **HOME), known) == NeedsReview((known,))


def test_a_tool_does_not_replace_what_the_user_said():
    known = memory(proposal("I live in Graz.", **HOME))
    claimed = proposal("User lives in Linz.", origin=Origin.TOOL, **HOME)
    assert judge(claimed, known) == NeedsReview((known,))


def test_an_old_conversation_read_later_replaces_nothing():
    known = memory(proposal("I live in Graz.", **HOME), LATER)
    assert judge(proposal("I live in Linz.", **HOME), known, at=FIRST) == New(known)


def test_what_was_written_by_hand_counts_as_said_when_it_was_written():
    known = memory(proposal("I live in Graz.", **HOME), LATER, source=None)
    known = replace(known, metadata=HOME)
    assert judge(proposal("I live in Linz.", **HOME), known, at=FIRST) == New(known)


def test_a_repetition_can_end_something_else():
    graz, linz = (
        memory(proposal("I live in Graz.", **HOME)),
        memory(proposal("I live in Linz.", **HOME)),
    )
    assert judge(proposal("I live in Linz now.", **HOME), graz, linz) == Duplicate(
        linz, ends=(graz,)
    )


def test_a_correction_takes_back_what_was_said_last_and_no_more():
    first = memory(proposal("I love Thai food."))
    last = memory(proposal("I love Greek food."), FIRST + timedelta(days=1))
    meant = proposal("I love Chinese food.", corrects=True)
    assert judge(meant, last, first) == Supersedes((last,))


def test_of_two_plans_that_may_have_been_called_off_none_is_ended():
    judith = memory(proposal("I have lunch with Judith.", kind=Kind.COMMITMENT))
    felix = memory(proposal("I have lunch with Felix.", kind=Kind.COMMITMENT))
    assert judge(proposal("Lunch is cancelled."), felix, judith) == NeedsReview((felix, judith))


def test_a_plan_come_true_ends_the_plan_and_the_state_before_it():
    aarhus = memory(proposal("I live in Aarhus.", **HOME))
    plan = memory(proposal("In May I will move to Odense.", kind=Kind.COMMITMENT))
    verdict = judge(proposal("I moved in today, I live in Odense now.", **HOME), aarhus, plan)
    assert isinstance(verdict, Supersedes)
    assert {one.id for one in verdict.of} == {aarhus.id, plan.id}


def test_what_begins_later_or_has_ended_contradicts_nothing():
    zurich = memory(
        proposal(
            "Until June I work at the Zurich office.",
            valid_until=LATER,
            attribute="employer",
            single=True,
        )
    )
    geneva = proposal(
        "I work at the Geneva office.",
        valid_from=LATER + timedelta(days=90),
        attribute="employer",
        single=True,
    )
    assert judge(geneva, zurich, at=FIRST) == New()
    assert judge(geneva, zurich) == New()


def test_knowledge_under_a_key_is_brought_up_to_date():
    put = proposal("The cart is at /cart", kind=Kind.WEBSITE_KNOWLEDGE, key="shop:cart")
    known = memory(put)
    moved = replace(put, content="The cart is at /basket", quote="The cart is at /basket", end=22)
    assert judge(put, known) == Duplicate(known)
    assert judge(moved, known) == Duplicate(known, moved.content)
    assert judge(replace(moved, key="shop:basket"), known) == New()
