"""The truth suite evaluates verification: statements end up true, past, disputed or merged."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.bundled_models import bundled_comparison_models
from benchmarks.truth import judge, learn, main
from recollect.domain.entry import USER, Kind, Status
from recollect.domain.learning import Proposal
from recollect.learning.decide import VerifyRules
from recollect.wiring.learning import extract

FOLDER = Path(__file__).parent / "fixture" / "truth"
CAREFUL, SEED = VerifyRules(), VerifyRules(mode="seed")


def cases(name):
    text = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def plain(turns, *, since=0):
    """Every sentence that is not a question, unchanged: no attribute, no date."""
    return [
        Proposal(
            kind=Kind.FACT,
            content=turn.content,
            subject=turn.speaker or USER,
            turn_id=turn.id,
            start=0,
            end=len(turn.content),
            quote=turn.content,
            speaker=turn.speaker or "",
        )
        for turn in turns[since:]
        if not turn.content.endswith("?")
    ]


# Minimum number of cases that the shipped models pass: six fewer than measured with reader-2, so
# that other weights may be slightly worse on one file and better on another.
FLOORS = {
    "dev": 40,
    "dev_more": 48,
    "dev_third": 42,
    "dev_fourth": 66,
    "dev_fifth": 90,
    "dev_sixth": 81,
    "dev_seventh": 83,
}

# Files with more cases are run by make test-all.
LONG = 45


@pytest.mark.parametrize(
    ("name", "floor"),
    [
        pytest.param(name, floor, marks=pytest.mark.slow if floor > LONG else ())
        for name, floor in FLOORS.items()
    ],
)
def test_no_fewer_cases_pass_than_before(name, floor):
    right = [
        one for one in cases(name) if not judge(one, extract, CAREFUL, bundled_comparison_models())
    ]
    assert len(right) >= floor


def learned_from_two(first, second, subject=USER):
    """The memories after two sentences said two months apart, the second about `subject`."""

    def extracted(turns, *, since=0):
        about = subject if turns[-1].content == second else USER
        return [replace(one, subject=about) for one in plain(turns, since=since)]

    says = [
        {"at": f"2025-0{month}-03T10:00:00+00:00", "content": said}
        for month, said in ((3, first), (5, second))
    ]
    return learn({"says": says, "after": []}, extracted, CAREFUL, bundled_comparison_models())


NEVER_ENDED = [
    ("I like Thai food.", "I like Chinese food."),
    ("I have a cat called Biscuit.", "I have a dog called Waffles."),
    ("My brother lives in Perth.", "My younger brother lives in Cairns."),
    ("I lived in Rome for two years.", "I lived in Milan for five years."),
    ("The website runs on PHP 8.1.", "The shop runs on PHP 8.3."),
    ("I run 5 km on Tuesdays.", "I run 10 km on Saturdays."),
    ("Ich wohne in Kassel.", "Ich wohne im dritten Stock."),
    ("Trabajo en Indra.", "Trabajo de lunes a jueves."),
    ("J'habite à Lyon.", "J'habite au troisième étage."),
    ("I am allergic to nuts.", "My daughter is allergic to milk."),
]


@pytest.mark.parametrize(("first", "second"), NEVER_ENDED, ids=lambda said: said)
def test_compatible_statements_are_neither_ended_nor_merged(first, second):
    held = learned_from_two(first, second)
    assert [one.content for one in held] == [first, second]
    assert Status.SUPERSEDED not in {one.status for one in held}


def statuses(*messages):
    says = [
        {"at": f"2025-0{number}-03T10:00:00+00:00", "content": said, "conversation": str(number)}
        for number, said in enumerate(messages, 3)
    ]
    learned = learn({"says": says}, extract, CAREFUL, bundled_comparison_models())
    return {one.content: one.status for one in learned}


@pytest.mark.parametrize(
    ("rule", "other", "ended"),
    [
        (
            "Always run the tests before you push.",
            "Stop running the linter before you commit.",
            False,
        ),
        ("Always reply in French.", "Stop running the linter before you commit.", False),
        (
            "Always run the tests before you push.",
            "You don't have to run the tests any more.",
            True,
        ),
        ("Always reply in French.", "Reply in English again from now on.", True),
        ("Please keep your answers short.", "From now on use British spelling.", False),
    ],
)
def test_an_instruction_ends_only_with_one_about_the_same(rule, other, ended):
    status = statuses(rule, other)[rule.rstrip(".")]
    assert status is (Status.SUPERSEDED if ended else Status.ACTIVE)


@pytest.mark.parametrize(
    ("rule", "other"),
    [
        ("Always answer with code.", "Stop using emojis in your answers."),
        ("Always write answers in German.", "Stop writing long answers."),
        (
            "Always put a ticket number in commit messages.",
            "Stop putting emojis in commit messages.",
        ),
    ],
)
def test_what_forbids_something_else_ends_no_rule(rule, other):
    assert statuses(rule, other)[rule.rstrip(".")] is not Status.SUPERSEDED


def test_a_correction_without_a_topic_ends_nothing_of_another_conversation():
    passport = "My passport runs out on 12 March 2027."
    plumber = "The plumber comes on the 1st of December."
    held = statuses(passport, plumber, "No wait, the 7th of December.")
    assert Status.SUPERSEDED not in held.values()


def test_of_two_rules_in_one_message_only_the_one_that_is_named_ends():
    held = statuses(
        "Please always run `make lint` before committing. Never touch vendor/.",
        "You may touch vendor/ now.",
    )
    assert held["Please always run `make lint` before committing"] is Status.ACTIVE
    assert held["Never touch vendor/"] is Status.SUPERSEDED


def test_a_job_that_was_left_is_over_also_if_the_message_goes_on():
    job = "I work as a lift engineer for Kone in Leeds"
    new = "I start at Schindler in Bradford on the 1st of December."
    assert statuses(job, f"I left Kone on Friday. {new}")[job] is Status.SUPERSEDED
    assert statuses(job, f"I left my phone at Kone on Friday. {new}")[job] is Status.ACTIVE


@pytest.mark.parametrize(
    ("first", "second", "subject"),
    [
        ("I play tennis.", "Greta gave up tennis.", "Greta"),
        ("I work at Bosch.", "Jonas quit Bosch.", "Jonas"),
        ("I have a dog.", "Anna's dog died.", "Anna's dog"),
    ],
)
def test_statements_about_others_never_end_ones_own(first, second, subject):
    held = learned_from_two(first, second, subject)
    assert [one.status for one in held] == [Status.ACTIVE] * 2


def test_a_denial_is_never_merged_with_its_opposite():
    for first, second in (
        ("I eat meat.", "I don't eat meat."),
        ("I am allergic to nuts.", "I am not allergic to nuts."),
        ("Ich esse Fleisch.", "Ich esse kein Fleisch."),
    ):
        assert len(learned_from_two(first, second)) == 2


def test_no_statement_is_ever_lost():
    for one in cases("dev"):
        kept = " ".join(entry.content for entry in learn(one, plain, CAREFUL))
        said = [each["content"] for each in one["says"] if not each["content"].endswith("?")]
        names = {word for each in said for word in each.split()[1:] if word[:1].isupper()}
        assert all(name.strip(".,!") in kept for name in names), one["id"]


def test_seed_mode_destroys_facts():
    right = [one["id"] for one in cases("dev") if not judge(one, plain, SEED)]
    assert len(right) < len(cases("dev")) / 2


def case(**more):
    says = [
        {"at": f"2025-03-0{day}T10:00:00+00:00", "content": content}
        for day, content in enumerate(("I live in Graz.", "I moved to Linz."), 1)
    ]
    after = [
        {"of": 0, "has": ["Graz"], "status": ["active"]},
        {"of": 1, "has": ["Linz"], "status": ["active"]},
    ]
    return {"id": "x", "says": says, "after": after, **more}


def test_a_passing_case_has_no_failures():
    assert judge(case(), plain, CAREFUL) == []


def test_a_missing_memory_is_reported():
    assert judge(case(), lambda *_, **__: [], CAREFUL) == [
        "statement 0 ['Graz']: nothing was learned",
        "statement 1 ['Linz']: nothing was learned",
    ]


def test_a_wrong_status_date_or_count_is_reported():
    wrong = case(
        after=[
            {"of": 0, "has": ["Graz"], "status": ["superseded"]},
            {"of": 1, "has": ["Linz"], "status": ["active"], "valid_from": ["2025-03"]},
        ],
        count={"has": ["Graz"], "active": 2},
    )
    assert judge(wrong, plain, CAREFUL) == [
        "statement 0 ['Graz']: ['active'], not ['superseded']",
        "statement 1 ['Linz']: valid_from ['None'], not ['2025-03']",
        "1 active with ['Graz'], not 2",
    ]


def test_a_memory_past_its_time_is_not_active():
    def dated(turns, *, since=0):
        return [replace(one, valid_until=turns[0].at) for one in plain(turns, since=since)]

    failed = judge(case(after=[{"of": 1, "has": ["Linz"], "status": ["active"]}]), dated, CAREFUL)
    assert failed == ["statement 1 ['Linz']: ['superseded'], not ['active']"]


def test_the_command_prints_failures_or_only_counts(capsys, tmp_path):
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(case(count={"has": ["Linz"], "active": 2})), encoding="utf-8")
    reader = tmp_path / "reader_of_nothing.py"
    reader.write_text("def extract(turns, *, since=0):\n    return ()\n", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(tmp_path)
        options = [str(file), "--extractor", "reader_of_nothing"]
        assert main(options) == 0
        assert "x 0 active with ['Linz'], not 2" in capsys.readouterr().out
        assert main([*options, "--numbers"]) == 0
    out = capsys.readouterr().out
    assert "0 of 1 cases right" in out
    assert "Linz" not in out
