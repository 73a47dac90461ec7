"""What becomes of memories when proposals are believed, one after the other."""

from datetime import UTC, datetime

from recollect.learn.ledger import Ledger
from recollect.learn.verdict import VerifyRules
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
