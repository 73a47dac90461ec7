"""Which memories a model may update or end: those it was shown, about the same subject."""

from datetime import UTC, datetime

import pytest

from recollect.domain.entry import SPEAKER, Entry, Kind, Priority
from recollect.domain.turn import Role, Turn
from recollect.extraction.forms import RefusedAnswer, Stated
from recollect.extraction.references import resolve

AT = datetime(2026, 5, 1, 12, tzinfo=UTC)


def said(content, speaker=None):
    return Turn(
        id="t",
        conversation="c",
        index=0,
        role=Role.USER,
        content=content,
        at=AT,
        recorded_at=AT,
        tokens=1,
        speaker=speaker,
    )


def memory(content, subject="user", speaker=None):
    return Entry(
        id=f"id of {content}",
        version=1,
        kind=Kind.FACT,
        content=content,
        subject=subject,
        priority=Priority.HIGH,
        metadata={SPEAKER: speaker} if speaker else {},
        recorded_at=AT,
        changed_at=AT,
    )


def noted(quote, subject="user", **more):
    return Stated(turn=0, quote=quote, kind="fact", subject=subject, **more)


HOME = memory("User lives in Porto.")
JOB = memory("User works at Acme.")


def test_short_ids_are_resolved():
    shown = {"m1": HOME, "m2": JOB}
    told = noted("I moved to Rome", content="User lives in Rome.", ends=("m1", "M2", "m1"))
    found = resolve(told, shown, said("I moved to Rome"))
    assert found.noted.ends == (HOME.id, JOB.id)
    assert found.refused == ()
    again = resolve(noted("I am in Porto", updates="m1"), shown, said("I am in Porto"))
    assert again.noted.updates == HOME.id


@pytest.mark.parametrize("short", ["m3", "m0", "1", HOME.id, "User lives in Porto."])
def test_a_memory_that_was_not_shown_cannot_be_referenced(short):
    told = noted("I moved to Rome", content="User lives in Rome.", ends=(short,), updates=short)
    found = resolve(told, {"m1": HOME}, said("I moved to Rome"))
    assert (found.noted.updates, found.noted.ends) == (None, ())
    assert found.refused == (RefusedAnswer.UNKNOWN, RefusedAnswer.UNKNOWN)
    bare = resolve(noted("I moved away", ends=(short,)), {"m1": HOME}, said("I moved away"))
    assert (bare.noted.content, bare.noted.ends) == ("", ())


@pytest.mark.parametrize(
    ("old", "quote", "subject", "speaker"),
    [
        (memory("Ben lives in Porto.", "Ben", "Ben"), "I moved to Rome", "user", "Anna"),
        (memory("Ben lives in Porto.", "Ben", "Ben"), "Ben moved to Rome", "Ben", "Anna"),
        (memory("User lives in Porto.", "user", "Ben"), "I moved to Rome", "user", "Anna"),
        (memory("Noor lives in Porto.", "Noor"), "Theo moved to Rome", "Theo", None),
        (memory("User lives in Porto."), "Theo moved to Rome", "Theo", None),
        (memory("Noor lives in Porto.", "Noor"), "I moved to Rome", "user", None),
    ],
)
def test_a_statement_about_one_person_ends_nothing_about_another(old, quote, subject, speaker):
    told = noted(quote, subject, content="Somebody lives in Rome.", ends=("m1",))
    found = resolve(told, {"m1": old}, said(quote, speaker))
    assert found.noted.ends == ()
    assert found.refused == (RefusedAnswer.FOREIGN,)


@pytest.mark.parametrize(
    ("old", "quote", "subject", "speaker"),
    [
        (memory("Anna lives in Porto.", "Anna", "Anna"), "I moved to Rome", "user", "Anna"),
        (memory("Noor lives in Porto.", "Noor", "Ben"), "Noor moved to Rome", "Noor", "Anna"),
        (memory("Ben lives in Porto.", "Ben", "Anna"), "I moved to Rome", "user", "Ben"),
        (memory("Theo is user's partner.", "Theo"), "Theo and I broke up", "user", None),
        (memory("User is married to Theo."), "Theo left me", "Theo", None),
    ],
)
def test_the_same_or_a_named_subject_may_end_it(old, quote, subject, speaker):
    found = resolve(noted(quote, subject, ends=("m1",)), {"m1": old}, said(quote, speaker))
    assert (found.noted.ends, found.refused) == ((old.id,), ())


def test_an_updated_memory_is_not_ended():
    told = noted("I moved within Porto", updates="m1", ends=("m1", "m2"))
    found = resolve(told, {"m1": HOME, "m2": JOB}, said("I moved within Porto"))
    assert (found.noted.updates, found.noted.ends) == (HOME.id, (JOB.id,))
