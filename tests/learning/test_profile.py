"""The profile: at most 25 lines, grouped, each fact once, and current where it matters (M6)."""

from datetime import UTC, datetime, timedelta

import pytest

from recollect.domain.entry import Entry, Kind, Priority, Source, Status
from recollect.domain.provenance import Origin
from recollect.extraction.forms import Portrayed
from recollect.languages.words import introduces_speaker
from recollect.learning.profile import LINES, build_profile, profile_from_model

NOW = datetime(2026, 6, 8, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def memory(content, kind=Kind.FACT, **fields):
    """A memory by its sentence; `quote` makes it a quotation."""
    metadata = {
        name: fields.pop(name)
        for name in ("attribute", "value", "speaker", "standing", "when")
        if name in fields
    }
    said = fields.pop("said", NOW - DAY)
    quoted = fields.pop("quoted", False)
    place = Source(conversation="c", turn_id="t", start=0, end=1, quote=content)
    return Entry(
        **{
            "id": content,
            "version": 1,
            "kind": kind,
            "content": content,
            "priority": Priority.MEDIUM,
            "confidence": 0.8,
            "origin": Origin.USER,
            "recorded_at": said,
            "changed_at": said,
            "source": place if quoted else None,
            "metadata": {**metadata, "said_at": said.isoformat()},
            **fields,
        }
    )


def profile_text(*entries, most=2_000):
    return build_profile(entries, NOW, most, len).text


def lines(*entries):
    return [line[2:] for line in profile_text(*entries).splitlines() if line.startswith("- ")]


def test_facts_are_grouped_with_closed_attributes_first():
    text = profile_text(
        memory("Stay formal.", Kind.PREFERENCE, standing=True),
        memory("User likes tea.", Kind.PREFERENCE),
        memory("User's job: nurse.", attribute="role", value="nurse"),
        memory("User once met the king."),
        memory("User lives in Porto.", attribute="home", value="Porto", confidence=0.5),
        memory("User's name is Maya.", attribute="name", value="Maya", confidence=0.5),
        memory("User's sibling is Ana.", Kind.RELATIONSHIP, attribute="sibling", value="Ana"),
        memory("Ana is vegetarian.", subject="Ana"),
        memory("The Kestrel is a boat.", Kind.ENTITY, subject="Kestrel"),
        memory("User will paint the boat.", Kind.COMMITMENT),
    )
    assert (
        text
        == """About the user
- User's name is Maya.
- User lives in Porto.
- User once met the king.
People and things
- User's sibling is Ana.
- Ana is vegetarian.
- The Kestrel is a boat.
Work
- User's job: nurse.
Preferences
- User likes tea.
Standing instructions
- Stay formal.
Plans and decisions
- User will paint the boat."""
    )


def test_a_profile_has_at_most_25_lines_and_every_group_its_share():
    many = [
        memory(f"{kind} number {n} of word{n}", kind, standing=kind is Kind.PROCEDURE)
        for kind in Kind
        for n in range(40)
    ]
    others = [memory(f"Ana knows song number {n} by singer{n}", subject="Ana") for n in range(40)]
    text = profile_text(*many, *others, most=100_000)
    assert len(text.splitlines()) == LINES
    titles = [line for line in text.splitlines() if not line.startswith("- ")]
    assert len(titles) == 6
    by_model = Portrayed(about=("a",) * 40, likes=("b",) * 40, people=("c",) * 40)
    assert len(profile_from_model(by_model, 100_000, len).splitlines()) == LINES
    for most in (0, 10, 60, 200):
        assert len(profile_text(*many, most=most)) <= most
        assert len(profile_from_model(by_model, most, len)) <= most


def test_only_the_newest_of_single_values_is_shown():
    home = {"attribute": "home"}
    old = memory("User lives in Porto.", value="Porto", said=NOW - 9 * DAY, confidence=1.0, **home)
    new = memory("User lives in Rome.", value="Rome", said=NOW - DAY, **home)
    doubted = memory("User lives in Oslo.", value="Oslo", said=NOW, status=Status.REVIEW, **home)
    hers = memory("Ana lives in Graz.", subject="Ana", value="Graz", **home)
    assert lines(old, new, doubted, hers) == ["User lives in Rome.", "Ana lives in Graz."]
    assert lines(doubted) == ["User lives in Oslo."]


def test_the_only_speaker_is_the_user():
    old = memory(
        "Maya lives in Porto.", subject="Maya", speaker="Maya", attribute="home", value="P"
    )
    new = memory("User lives in Rome.", attribute="home", value="Rome", said=NOW)
    assert lines(old, new) == ["User lives in Rome."]


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ("I really love long walks by the sea", "I love long walks by the sea", 1),
        ("I love long walks by the sea", "I don't love long walks by the sea", 2),
        ("Ich mag lange Spaziergänge am Meer", "Ich mag nicht lange Spaziergänge am Meer", 2),
        ("My bus to town is number 28 or so", "My bus to town is number 82 or so", 2),
        ("The key to the flat is with Ana now", "The key to the flat is with Ben now", 2),
    ],
)
def test_near_duplicates_are_shown_once(one, other, count):
    assert len(lines(memory(one), memory(other))) == count


def test_two_allergies_are_two():
    nuts = memory("I am badly allergic to nuts", attribute="allergy", value="nuts")
    more = memory("I am badly allergic to peanuts", attribute="allergy", value="peanuts")
    again = memory("User is allergic to nuts.", attribute="allergy", value="Nuts")
    assert len(lines(nuts, more, again)) == 2


def test_past_plans_are_hidden_and_future_ones_sorted_by_day():
    over = memory("Fly to Rome", Kind.COMMITMENT, valid_until=NOW - DAY)
    far = memory("Marry in Oslo", Kind.COMMITMENT, valid_from=NOW + 90 * DAY)
    near = memory("Send the form", Kind.COMMITMENT, valid_until=NOW + 2 * DAY)
    some_day = memory("Learn Greek", Kind.COMMITMENT)
    visit = memory("Noor comes to stay", valid_from=NOW + 5 * DAY, valid_until=NOW + 6 * DAY)
    made = build_profile([over, some_day, far, near, visit], NOW, 2_000, len)
    assert made.text.splitlines() == [
        "Plans and decisions",
        "- Send the form",
        "- Noor comes to stay",
        "- Marry in Oslo",
        "- Learn Greek",
    ]
    assert made.until == NOW + 2 * DAY


def test_the_newest_instructions_and_pinned_memories_are_always_included():
    facts = [memory(f"Fact number {n} of word{n}", confidence=1.0) for n in range(50)]
    rules = [
        memory(f"Rule {n} for case{n}", standing=True, said=NOW - n * DAY, confidence=0.5 + n / 100)
        for n in range(30)
    ]
    pinned = memory("User is deaf in one ear.", confidence=0.1, pinned=True)
    found = lines(*facts, *rules, pinned)
    assert "Rule 0 for case0" in found
    assert found[0] == "User is deaf in one ear."


def test_a_quotation_has_its_day_and_with_several_speakers_its_speaker():
    hers = memory("she can't have cashews", subject="Noor", speaker="Maya", quoted=True)
    own = memory("I fly next week", speaker="Maya", quoted=True, when="the week of 15 June 2026")
    assert lines(hers, own) == [
        '"I fly next week" [the week of 15 June 2026] (7 Jun 2026)',
        'About Noor: "she can\'t have cashews" (7 Jun 2026)',
    ]
    his = memory("I sail", subject="Ben", speaker="Ben", quoted=True)
    assert lines(hers, his) == [
        'Ben: "I sail" (7 Jun 2026)',
        'Maya about Noor: "she can\'t have cashews" (7 Jun 2026)',
    ]


def test_tool_results_are_left_out():
    shown = memory("The site needs a login.", Kind.WEBSITE_KNOWLEDGE)
    by_tool = memory("The build takes an hour.", origin=Origin.TOOL)
    assert profile_text(shown, by_tool) == ""


def test_without_attributes_the_name_health_and_what_is_used_come_before_a_fault_of_a_car():
    found = lines(
        memory("The van failed its test again.", attribute="vehicle", value="van", confidence=0.95),
        memory("Did 18k on Saturday.", when="7 November 2026", access_count=9),
        memory("The spare key is in the shed."),
        memory("We live at 22 Highgate Rise.", access_count=7),
        memory("I can't take ibuprofen.", confidence=0.5),
        memory("I'm Callum", Kind.RELATIONSHIP, priority=Priority.LOW),
    )
    assert found == [
        "I'm Callum",
        "I can't take ibuprofen.",
        "We live at 22 Highgate Rise.",
        "The van failed its test again.",
        "The spare key is in the shed.",
        "Did 18k on Saturday.",
    ]


@pytest.mark.parametrize("attribute", [None, "diet"])
def test_what_the_user_must_not_eat_is_health_whatever_else_it_was_taken_for(attribute):
    stated = {"attribute": attribute, "value": "gluten-free"} if attribute else {}
    coeliac = memory("I'm coeliac, so no wheat", Kind.PREFERENCE, **stated)
    age = memory("I'm 34", attribute="age", value="34")
    assert lines(memory("I'm a goalkeeper"), age, coeliac)[0] == coeliac.content


def test_the_family_and_its_health_come_before_colleagues():
    found = lines(
        memory(
            "User's manager is Leilani.", Kind.RELATIONSHIP, attribute="manager", value="Leilani"
        ),
        memory("Freya is coeliac.", subject="Freya", attribute="condition", value="coeliac"),
        memory("My wife Ines teaches geography.", subject="Ines"),
    )
    assert found == [
        "My wife Ines teaches geography.",
        "Freya is coeliac.",
        "User's manager is Leilani.",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm Callum, a paramedic", True),
        ("I am Tom Brennan and I live in Leeds", True),
        ("Ich bin Amélie", True),
        ("Soy Ana", True),
        ("Eu sou a Marta", True),
        ("I'm on nights in November", False),
        ("I love Paris", False),
        ("I'm", False),
        ("", False),
    ],
)
def test_a_self_introduction_is_recognized(text, expected):
    assert introduces_speaker(text) is expected
