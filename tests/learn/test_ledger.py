"""What becomes of memories when proposals are believed, one after the other."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from recollect.learn.ledger import Ledger
from recollect.learn.verdict import VerifyRules
from recollect.model.compared import Compared
from recollect.model.turn import Role, Turn
from recollect.wiring.extracting import extract

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def turn(number, content):
    return Turn(
        id=str(number),
        conversation="c",
        index=number,
        role=Role.USER,
        content=content,
        at=NOW,
        recorded_at=NOW,
        tokens=1,
    )


def believed(ledger, *contents):
    """The writes that follow when these are said, one turn each."""
    turns = [turn(number, content) for number, content in enumerate(contents)]
    named = {each.id: each for each in turns}
    return [
        put
        for proposal in extract(turns)
        for put in ledger.believe(proposal, named[proposal.turn_id], lambda _: None)
    ]


def test_a_hundred_statements_that_cannot_all_be_true_are_no_heap_of_pairs():
    ledger = Ledger((), VerifyRules())
    said = [f"I like place number {number}." for number in range(60)]
    puts = believed(ledger, *said)
    entries = [ledger.get(name) for name in {put.entry.id for put in puts}]
    assert len(entries) == 60
    assert {entry.status for entry in entries} == {"review"}
    assert max(len(entry.rivals) for entry in entries) <= 8
    assert all(entry.rivals for entry in entries)
    assert len(puts) <= 6 * len(said)


def test_the_same_sentence_of_the_same_turn_is_believed_once():
    ledger = Ledger((), VerifyRules())
    assert len(believed(ledger, "I live in Lisbon.")) == 1
    assert believed(ledger, "I live in Lisbon.") == []


class Wonders:
    """A reader that holds a message for the end of what is known, and a statement of it rather for that than not."""

    def __init__(self, *, by_message, by_statement):
        self.by_message, self.by_statement = by_message, by_statement
        self.asked = []

    def compare(self, _old, _new):
        return Compared(0.0, 0.0, 0.0, self.by_statement, 1 - self.by_statement, 0.0)

    def overtaken(self, known, said):
        self.asked.append((known, said))
        return self.by_message


def told_later(comparer, message):
    """What becomes of Hartwell when this is said a month later."""
    ledger = Ledger((), VerifyRules())
    (known,) = believed(ledger, "I'm a nurse on the children's ward at Hartwell.")
    later = NOW + timedelta(days=30)
    said = replace(turn(7, message), at=later, recorded_at=later)
    for proposal in extract([said]):
        ledger.believe(proposal, said, lambda _: None, comparer)
    return ledger.get(known.entry.id).status


MESSAGE = (
    "Such kind people here, so much nicer than Hartwell. I have every Friday off at Brightside."
)


def test_what_a_whole_message_speaks_against_is_asked_about():
    comparer = Wonders(by_message=0.95, by_statement=0.6)
    assert told_later(comparer, MESSAGE) == "review"
    assert comparer.asked[0][1] == MESSAGE


def test_neither_the_message_nor_the_statement_alone_casts_doubt():
    assert told_later(Wonders(by_message=0.95, by_statement=0.4), MESSAGE) == "active"
    assert told_later(Wonders(by_message=0.8, by_statement=0.9), MESSAGE) == "active"


@pytest.mark.parametrize(
    ("said", "ended"),
    [
        ("I stopped smoking in January", datetime(2026, 5, 1, 12, tzinfo=UTC)),
        ("I stopped smoking in April", datetime(2026, 4, 1, tzinfo=UTC)),
    ],
)
def test_what_ends_in_some_month_does_not_end_before_it_was_told(said, ended):
    ledger = Ledger((), VerifyRules())
    told = replace(turn(0, "I smoke."), at=datetime(2026, 3, 1, tzinfo=UTC))
    turns = [told, turn(1, said)]
    for one, since in zip(turns, (0, 1), strict=True):
        for proposal in extract(turns[: since + 1], since=since):
            puts = list(ledger.believe(proposal, one, lambda _: None))
    (old,) = (put.entry for put in puts if put.entry.status == "superseded")
    assert old.valid_until == ended
