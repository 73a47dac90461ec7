"""A later message ends or replaces a standing instruction, or leaves it alone."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from benchmarks.bundled_models import bundled_comparison_models
from recollect.domain.entry import USER, Kind, Status
from recollect.domain.learning import Proposal
from recollect.domain.turn import Role, Turn
from recollect.learning.decide import VerifyRules
from recollect.learning.instructions import contrast
from recollect.learning.working_set import WorkingSet
from recollect.wiring.learning import extract

PAIRS = Path(__file__).parent / "fixture" / "rules.txt"
# Missed, or asked about where that is not needed; nothing may be ended wrongly.
KNOWN = {
    ("Always answer in German.", "You can go back to answering in English."),
    ("Deploy on Fridays only.", "Never deploy on Fridays."),
    ("Führe vor jedem Commit immer die Tests aus.", "Du musst die Tests nicht mehr ausführen."),
    ("Pushe niemals auf main.", "Du darfst jetzt auf main pushen."),
    ("Never delete branches.", "You may delete branches after they are merged."),
    ("Use unittest for new tests.", "From now on use pytest for new tests."),
    ("Never push to main.", "I pushed to main yesterday and everything was fine."),
    ("Always add type hints in Python.", "From now on always add docstrings in Python."),
}


def pairs():
    for line in PAIRS.read_text(encoding="utf-8").splitlines():
        if line[1:4] == " | ":
            yield line.split(" | ")


def turn(content, month, role=Role.USER, index=0):
    at = datetime(2026, month, 3, 10, index, tzinfo=UTC)
    return Turn(
        id=f"{month}-{index}",
        conversation=str(month),
        index=index,
        role=role,
        content=content,
        at=at,
        recorded_at=at,
        tokens=0,
    )


def told(rule, message, *, with_tools=False):
    """The memories of a rule and of a message two months later, as (of the rule, of the message)."""
    learned, models = WorkingSet((), VerifyRules()), bundled_comparison_models()
    quote = rule.rstrip(".")
    given = Proposal(
        kind=Kind.USER_PREFERENCE if with_tools else Kind.PREFERENCE,
        content=quote,
        subject=USER,
        turn_id="3-0",
        start=0,
        end=len(quote),
        quote=quote,
        standing=True,
        # Those of before had a key, and were compared with nothing.
        key="a-key" if with_tools else None,
    )
    names = [put.entry.id for put in learned.apply(given, turn(rule, 3), models)]
    said = [turn("ok: 3 files changed", 5, Role.TOOL)] if with_tools else []
    said.append(turn(message, 5, index=len(said)))
    for proposal in extract(said, since=said[-1].index):
        names += [put.entry.id for put in learned.apply(proposal, said[-1], models)]
    entries = [learned.get(name) for name in dict.fromkeys(names)]
    return entries[0], [entry for entry in entries[1:] if entry]


def verdict(mark, rule, later):
    """Whether what became of a pair is right, or how it is wrong."""
    if mark == "B":
        wrong = {Status.SUPERSEDED: "ended", Status.REVIEW: "asked"}
        return wrong.get(rule.status, "right")
    if rule.status is Status.REVIEW and mark != "A":
        return "asked"
    if rule.status is Status.ACTIVE:
        return "missed"
    is_rule = any(one.is_standing for one in later)
    return "right" if mark != "R" or is_rule else "not a rule"


@pytest.mark.parametrize("with_tools", [False, True], ids=["chat", "tools"])
@pytest.mark.parametrize(("mark", "rule", "message"), list(pairs()), ids=lambda said: said)
def test_what_becomes_of_an_instruction(mark, rule, message, with_tools):
    found = verdict(mark, *told(rule, message, with_tools=with_tools))
    known = (rule, message) in KNOWN
    assert found == "right" or (known and found != "ended"), found


def test_what_is_known_to_fail_is_still_in_the_pairs():
    assert {(rule, message) for _, rule, message in pairs()} >= KNOWN


@pytest.mark.parametrize(
    ("statement", "rule", "expected"),
    [
        ("Use spaces instead of tabs for indentation", "Use tabs for indentation", "value"),
        ("Use two spaces", "Use tabs", "value"),
        ("Keep lines under 100 characters", "Keep lines under 80 characters", "value"),
        ("Use ruff, not flake8, for linting", "Use flake8 for linting", "value"),
        ("Never write more than 5 lines", "Never write more than 9 lines", "value"),
        ("Reply in Italian", "Always answer in German", "value"),
        ("Use double quotes in SQL", "Use single quotes in Python", "topic"),
        ("Never answer in English", "Never answer in German", "topic"),
        ("Answer in English when Oma is here", "Always answer in German", "unsure"),
        ("Always read the setup docs", "Always read the API docs", "unsure"),
        ("Never answer in German", "Always answer in German", ""),
        ("Answer in English, except in emails", "Answer in German", ""),
        ("Answer in English", "Answer in German, and use bullet points", ""),
        ("Always answer in German", "Always answer in German", ""),
        ("Write code comments in English", "Always answer in German", ""),
        ("Antwoord altijd in het Engels", "Antwoord altijd in het Duits", ""),
    ],
)
def test_how_two_instructions_differ(statement, rule, expected):
    assert contrast(statement, rule) == expected


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("Always run the tests with make test.", "Run the tests with pytest, not make test."),
        (
            "Always run the tests with make test.",
            "Run the tests with uv run pytest, not make test.",
        ),
        ("Always run the tests with make test.", "Run the tests with tox -e py311, not make test."),
        (
            "Always run the tests with make test.",
            "Run the tests with npm run test:ci, not make test.",
        ),
        (
            "Always run the tests with npm run test:ci.",
            "Run the tests with vitest, not npm run test:ci.",
        ),
        ("Always deploy with make deploy.", "Deploy with fly deploy, not make deploy."),
        (
            "Führe die Tests immer mit make test aus.",
            "Führe die Tests ab jetzt mit pytest aus, nicht mit make test.",
        ),
    ],
)
@pytest.mark.parametrize("with_tools", [False, True], ids=["chat", "tools"])
def test_a_rule_ends_whose_command_is_denied_in_a_rule_about_the_same_thing(
    rule, message, with_tools
):
    old, later = told(rule, message, with_tools=with_tools)
    assert old.status is Status.SUPERSEDED
    assert [one.is_standing for one in later] == [True]


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("Always use Jest for tests.", "Use Vitest, not Jest."),
        ("Always install packages with yarn.", "Use pnpm instead of yarn."),
        ("Always use 4 spaces for indentation in Python.", "Actually, use 2 spaces."),
    ],
)
@pytest.mark.parametrize("with_tools", [False, True], ids=["chat", "tools"])
def test_what_takes_the_place_of_a_part_of_a_rule_is_a_rule(rule, message, with_tools):
    old, (new,) = told(rule, message, with_tools=with_tools)
    assert (old.status, new.is_standing) == (Status.ACTIVE, True)
    assert list(new.metadata["corrects"]) == [old.id]


@pytest.mark.parametrize(
    "rule",
    [
        "Run make test before each commit.",
        "Never run the tests with make test.",
        "Run the tests with make test-all.",
        "Install packages with make test.",
    ],
)
def test_a_rule_stays_of_which_a_denied_command_is_only_a_part(rule):
    old, _ = told(rule, "From now on run the tests with pytest, not make test.")
    assert old.status is not Status.SUPERSEDED


@pytest.mark.parametrize(
    "message", ["Always run the tests with make check.", "Stop running make test."]
)
@pytest.mark.parametrize("with_tools", [False, True], ids=["chat", "tools"])
def test_another_command_and_its_end_are_asked_about(message, with_tools):
    old, (new,) = told("Always run the tests with make test.", message, with_tools=with_tools)
    assert (old.status, new.status) == (Status.REVIEW, Status.REVIEW)


@pytest.mark.parametrize(
    "message", ["Stop running make lint.", "Always run the tests with make test, please."]
)
def test_what_changes_no_command_is_not_asked_about(message):
    old, _ = told("Always run the tests with make test.", message)
    assert old.status is Status.ACTIVE


@pytest.mark.parametrize(
    ("message", "is_rule"),
    [
        ("Actually the tests are run with make check from now on, no longer make test.", True),
        ("You don't need to run make test any more.", False),
    ],
)
def test_what_replaces_a_rule_from_now_on_is_one(message, is_rule):
    old, (new,) = told("Always run the tests with make test.", message)
    assert (old.status, new.is_standing) == (Status.SUPERSEDED, is_rule)


def test_of_several_sentences_one_may_change_an_instruction():
    message = "From now on use double quotes in Python. Always add type hints."
    rule, later = told("Use single quotes in Python.", message)
    assert rule.status is Status.SUPERSEDED
    assert all(one.is_standing for one in later)


def test_what_may_change_an_instruction_is_nothing_without_one():
    _, later = told("Always answer in German.", "Stop running ruff.")
    assert later == []


@pytest.mark.parametrize("with_tools", [False, True], ids=["chat", "tools"])
@pytest.mark.parametrize(
    ("said", "is_rule"),
    [
        ("Don't run the tests this time, I'm in a hurry.", False),
        ("Never mind the linter warnings in this file.", False),
        ("You don't need to write type hints in this throwaway script.", False),
        ("Don't commit yet.", False),
        ("Don't touch that file for now.", False),
        ("Don't push this branch.", False),
        ("No need to update the changelog for this PR.", False),
        ("Skip the tests today.", False),
        ("Always run the tests in this repo.", True),
        ("From now on don't write docstrings in this file.", True),
        ("Never commit to this repo without running ruff.", True),
    ],
)
def test_a_request_for_now_or_for_one_thing_is_no_rule(said, is_rule, with_tools):
    turns = [turn("ok: 3 files changed", 5, Role.TOOL)] if with_tools else []
    turns.append(turn(said, 5, index=len(turns)))
    found = [one for one in extract(turns) if one.standing and not one.only_instructions]
    assert bool(found) == is_rule


@pytest.mark.parametrize("with_tools", [False, True], ids=["chat", "tools"])
@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("Always use 4 spaces for indentation.", "Actually, use 2 spaces."),
        ("Always use 4 spaces for indentation.", "Actually, use 2 spaces for indentation."),
        ("Always use 4 spaces for indentation.", "Use 2 spaces for indentation, not 4."),
        ("Always answer in German.", "Actually, answer in English."),
        (
            "Verwende immer 4 Leerzeichen zum Einrücken.",
            "Nein, verwende 2 Leerzeichen zum Einrücken.",
        ),
    ],
)
def test_a_correction_takes_the_place_of_the_instruction(rule, message, with_tools):
    old, (new,) = told(rule, message, with_tools=with_tools)
    assert (old.status, new.status, new.is_standing) == (Status.SUPERSEDED, Status.ACTIVE, True)


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("Always use 4 spaces for indentation.", "Use 2 spaces."),
        ("Always answer in German.", "Answer in English."),
        ("Use 4 spaces for indentation in Python.", "Actually, use 2 spaces in YAML."),
        ("Use 4 spaces for indentation.", "Actually, use at most 2 examples."),
    ],
)
def test_what_corrects_no_instruction_ends_none(rule, message):
    old, _ = told(rule, message)
    assert old.status is not Status.SUPERSEDED


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("Always run make test before you push.", "Use pytest instead of make test."),
        ("Always use npm to install packages.", "Use pnpm instead of npm."),
        ("Nutze immer npm, um Pakete zu installieren.", "Nutze pnpm statt npm."),
    ],
)
def test_a_command_that_takes_the_place_of_another_corrects_what_else_the_rule_says(rule, message):
    old, (later,) = told(rule, message)
    assert (old.status, later.corrects) == (Status.ACTIVE, (old.id,))
