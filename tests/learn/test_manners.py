"""How somebody wants to be answered: a wish that is turned round ends the old one, others stand side by side."""

from datetime import UTC, datetime, timedelta

import pytest

from recollect.bench.truth import learn, status
from recollect.learn.verdict import VerifyRules
from recollect.providers.noticer import bundled_noticer
from recollect.wiring.extracting import extract

FIRST = datetime(2025, 3, 3, 10, tzinfo=UTC)


def statuses(*said):
    """What has become of each wish in the end, one wish a message, a month apart."""
    times = [FIRST + timedelta(days=30 * place) for place in range(len(said))]
    says = [
        {"at": at.isoformat(), "content": content} for at, content in zip(times, said, strict=True)
    ]
    known = learn({"says": says, "after": []}, extract, VerifyRules(), bundled_noticer())
    return [status(one, times[-1]) for one in known]


TURNED = [
    ("please dont use emojis", "u know what use emojis i changed my mind"),
    ("no emojis please", "you can use emojis again"),
    ("never use emojis", "always use emojis"),
    ("keep your answers short", "you can be more detailed now"),
    ("use imperial units please", "back to metric please"),
    ("always answer in bullet points", "from now on answer in paragraphs"),
    ("always cite your sources", "you don't need to cite sources anymore"),
    ("just give me the code, no explanation", "please always explain the code from now on"),
    ("call me Samantha", "call me Sam"),
    ("call me Sam", "could you call me Samantha from now on?"),
    ("Bitte antworte mir kurz", "Du kannst jetzt ruhig ausführlicher schreiben"),
    ("Ich möchte gesiezt werden", "Sagen wir doch du"),
    ("Ich möchte gesiezt werden", "Du kannst mich ruhig duzen"),
    ("Ich möchte gesiezt werden", "Hör auf mich zu siezen"),
    ("trátame de usted por favor", "no me hables de usted"),
    ("bitte keine emojis", "du kannst ruhig wieder emojis benutzen"),
    ("trátame de usted por favor", "puedes tutearme"),
    ("llámame Nacho por favor", "llámame Ignacio por favor"),
    ("responde siempre en español", "a partir de ahora responde en inglés"),
    ("pas d'emojis stp", "tu peux remettre des emojis"),
    ("vouvoyez-moi s'il vous plaît", "tu peux me tutoyer"),
    ("appelle-moi Manu", "appelle-moi Emmanuel"),
    ("toujours avec des sources", "plus besoin de sources"),
]


@pytest.mark.parametrize(("first", "then"), TURNED, ids=str)
def test_a_wish_that_is_turned_round_ends_the_old_one(first, then):
    assert statuses(first, then) == ["superseded", "active"]


SIDE_BY_SIDE = [
    ("keep your answers short", "no emojis please", "always answer in German"),
    (
        "always answer in German",
        "call me Sam",
        "use metric units please",
        "always cite your sources",
    ),
    ("no emojis please", "no bullet points please"),
    ("no jargon please", "avoid emojis"),
    ("call me Sam", "dont call me Sammy"),
    ("call me Sam", "don't call me after 9pm"),
    ("never use emojis in emails", "you can use emojis with me"),
    ("no bullet points please", "always answer in paragraphs"),
    ("Ich möchte geduzt werden", "Hör auf mich zu siezen"),
    ("bitte keine emojis", "bitte keine aufzählungen", "antworte bitte immer auf deutsch"),
    ("toujours avec des sources", "pas d'emojis stp", "réponds en français"),
    ("nada de emojis", "responde siempre en español"),
]


@pytest.mark.parametrize("said", SIDE_BY_SIDE, ids=str)
def test_wishes_of_different_matters_stand_side_by_side(said):
    assert statuses(*said) == ["active"] * len(said)


IN_DOUBT = [
    # It ends only a part of what was wished.
    ("keep your answers short and without emojis", "from now on please use emojis"),
    # Or it may be for some of it only.
    ("always use metric units", "give me oven temperatures in fahrenheit please"),
    ("Bitte duze mich immer", "du kannst mich auch siezen"),
]


@pytest.mark.parametrize(("first", "then"), IN_DOUBT, ids=str)
def test_what_may_turn_a_wish_round_is_asked_about(first, then):
    assert statuses(first, then) == ["review", "review"]
