"""An identifier in a question: what contains it word for word comes first."""

import pytest

from recollect import Memory

TICKETS = (
    "E_CONN_4013 is a TLS timeout at the load balancer, ignore it.",
    "Uploads fail with E_CONN_4031 when the pool is full, which happens on Mondays.",
    "src/app/settings_test.py only has fixtures.",
    "The fix goes in src/app/settings.py, next to the retry limit and the list of hosts.",
    "PROJ-1243 is about the billing export.",
    "PROJ-12 is closed.",
    "The flaky login test is PROJ-1234, which Dana looks into this week.",
)


@pytest.mark.parametrize("backend", ["minilm", "none"])
@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("E_CONN_4031", TICKETS[1]),
        ("What does e_conn_4031 mean?", TICKETS[1]),
        ("src/app/settings.py", TICKETS[3]),
        ("status of PROJ-1234?", TICKETS[6]),
        ("PROJ-12", TICKETS[5]),
    ],
)
def test_what_contains_an_identifier_word_for_word_is_first(backend, question, text):
    with Memory.open(":memory:", background=False, embedding_backend=backend) as memory:
        agent = memory.agent("a")
        for place, ticket in enumerate(TICKETS):
            agent.remember(ticket, conversation=f"c{place}")
        assert memory.sync().ok
        assert agent.search(question)[0].text == text
        assert text in agent.context(question, tokens=250).text
