"""Names that mean one thing: keys of knowledge, sites, tools, tickets, paths, versions and quotations."""

import pytest

from recollect import Memory

TOPICS = ("the login page", "the search index", "the billing export", "dark mode", "the mail queue")


@pytest.fixture(scope="module")
def agent(tmp_path_factory):
    folder = tmp_path_factory.mktemp("keys")
    with Memory.open(folder / "m.sqlite", extractor="none", background=False) as memory:
        agent = memory.agent("a")
        turns = [
            text
            for number in range(30)
            for topic in (TOPICS[number % 5],)
            for text in (
                f"PROJ-{1000 + number} is the ticket about {topic}",
                f"error E{1200 + 7 * number} comes when {topic} is rebuilt",
                f"today I changed src/app/view_{number}/handler.py for {topic}",
                f"we pinned libshop-core to {number // 10}.{number % 10}.2 because of {topic}",
            )
        ]
        turns += ["take @tanstack/react-query for the list", 'it says "mind the gap, please" there']
        agent.ingest("c", [{"role": "user", "content": text} for text in turns])
        for number in range(40):
            agent.knowledge.put(
                "website_knowledge", f"site{number}.example.com", "Log in with SSO, then Reports."
            )
        agent.knowledge.put("website_knowledge", "jira.acme.io", "Export is under the three dots.")
        agent.knowledge.put("execution_pattern", "pdf_extract", "Give the pages as a list.")
        agent.knowledge.put("error_pattern", "TimeoutError", "Retry once after ten seconds.")
        memory.sync()
        yield agent


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("jira.acme.io", "jira.acme.io"),
        ("How do I export from jira.acme.io?", "jira.acme.io"),
        ("site37.example.com login", "site37.example.com"),
        ("how do i use pdf_extract", "pdf_extract"),
        ("TimeoutError again", "TimeoutError"),
    ],
)
def test_knowledge_is_found_by_its_key(agent, question, key):
    (hit, *_) = agent.search(question, limit=3)
    assert hit.entry.key == key
    assert hit.entry.content in agent.context(question, tokens=300).text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("what was PROJ-1017 about?", "PROJ-1017 "),
        ("proj-1004 status", "PROJ-1004 "),
        ("when do I get E1277?", "E1277 "),
        ("E1277", "E1277 "),
        ("0.7.2", "to 0.7.2 "),
        ("why did I touch view_12/handler.py", "view_12/handler.py"),
        ("why is libshop-core pinned to 1.7.2", "to 1.7.2 "),
        ("react-query or something else?", "@tanstack/react-query"),
        ('where did I read "mind the gap, please"', "mind the gap, please"),
    ],
)
def test_what_has_a_name_of_its_own_is_found_by_it(agent, question, text):
    assert text in agent.search(question, limit=1)[0].text
    assert text in agent.context(question, tokens=300).text
