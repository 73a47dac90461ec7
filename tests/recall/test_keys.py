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


@pytest.mark.parametrize(
    "question",
    [
        '"mind the gap, please"',
        '"gap"',
        'Explain "mind the gap, please"',
        'My build is broken since the update of the library, what now? It says "mind the gap, please"',
    ],
)
def test_words_in_quotation_marks_that_memory_has_are_shown(agent, question):
    context = agent.context(question, tokens=300)
    assert "mind the gap, please" in context.text
    assert context.receipt.relevance.relevant


@pytest.mark.parametrize(
    "question",
    [
        'where does the word "gap" come from?',
        '"mind the cap, please"',
        'Is it "their" or "there"?',
        '"thanks!"',
    ],
)
def test_words_in_quotation_marks_that_memory_lacks_or_everybody_uses_show_nothing(agent, question):
    assert not agent.context(question).receipt.relevance.relevant


@pytest.mark.parametrize("backend", ["minilm", "none"])
def test_a_bare_number_that_memory_has_is_shown_and_another_is_not(backend):
    with Memory.open(
        ":memory:", extractor="none", background=False, embedding_backend=backend
    ) as memory:
        agent = memory.agent("a")
        agent.ingest(
            "c",
            [
                {"role": "user", "content": text}
                for text in (
                    "Ticket 8841 is about the flaky upload test.",
                    "I had lunch with Sam.",
                    "PR 512 adds the cache.",
                )
            ],
        )
        memory.sync()
        for asked in ("8841", "#8841", "8841?"):
            assert "Ticket 8841" in agent.context(asked).text, asked
        assert not agent.context("8842").receipt.relevance.relevant


def test_the_address_of_a_machine_that_memory_has_is_shown_and_of_another_is_not():
    with Memory.open(":memory:", extractor="none", background=False) as memory:
        agent = memory.agent("a")
        for said in ("otter is 10.0.0.12", "The budget was approved.", "Lunch was great."):
            agent.remember(said)
        memory.sync()
        assert "otter is 10.0.0.12" in agent.context("What is otter's IP address?").text
        assert not agent.context("What is badger's IP address?").receipt.relevance.relevant


def test_a_commit_that_memory_has_is_shown_and_another_is_not():
    with Memory.open(":memory:", extractor="none", background=False) as memory:
        agent = memory.agent("a")
        agent.remember("The regression came in with 3f2a9c1, we reverted it.")
        agent.remember("Lunch was great.")
        memory.sync()
        for asked in ("3f2a9c1", "What is 3f2a9c1?"):
            context = agent.context(asked)
            assert "3f2a9c1, we reverted" in context.text, asked
            assert context.receipt.relevance.known
        assert not agent.context("What is 9c1d2e3?").receipt.relevance.relevant


LONG = "9f3c2ab71d0011223344556677889900aabbccdd"


@pytest.mark.parametrize("stored", ["9f3c2ab", "9f3c2ab71d", LONG])
def test_a_commit_is_found_by_its_beginning_and_by_what_it_begins(stored):
    with Memory.open(":memory:", extractor="none", background=False) as memory:
        agent = memory.agent("a")
        agent.remember(f"The crash of the importer was fixed in commit {stored}.")
        for number in range(30):
            agent.remember(f"Lunch number {number} was great.")
        memory.sync()
        for asked in ("9f3c2ab", "What did commit 9f3c2ab71d fix?", f"What is {LONG}?"):
            context = agent.context(asked)
            assert stored in context.text, asked
            assert context.receipt.relevance.known
        others = ["What is 9f3c2ac?", "What is 9f3c2a?"]
        others += ["What is 9f3c2ab71e?"] * (stored != "9f3c2ab")
        for asked in others:
            assert not agent.context(asked).receipt.relevance.known, asked


@pytest.mark.parametrize(
    "question",
    [
        "https://grafana.example.org/d/abc",
        "Open http://www.grafana.example.org/d and read the latency",
        "grafana.example.org:8443/dashboards?from=now#top",
        "Write a haiku about https://grafana.example.org/c/1.",
    ],
)
@pytest.mark.parametrize(
    "key", ["grafana.example.org", "www.grafana.example.org", "https://grafana.example.org/"]
)
def test_knowledge_about_a_site_is_found_by_any_address_there(question, key):
    with Memory.open(":memory:", extractor="none", background=False) as memory:
        agent = memory.agent("a")
        agent.knowledge.put("website_knowledge", key, "The login button is inside an iframe.")
        for number in range(12):
            agent.knowledge.put("domain", f"svc-{number}", f"It listens on port {9000 + number}.")
        memory.sync()
        assert "inside an iframe" in agent.context(question, tokens=300).text
        assert not agent.context("https://grafana.example.com/d/abc").receipt.relevance.relevant


def test_of_knowledge_about_a_site_that_of_the_longest_beginning_is_first(agent):
    for path, text in (("", "Sign in first."), ("/cart", "Scroll down."), ("/c", "Wait.")):
        agent.knowledge.put("website_knowledge", f"shop.example.net{path}", text)
    hits = agent.search("https://shop.example.net/cart/7", limit=3)
    assert hits[0].text == "Scroll down."
    assert agent.search("shop.example.net/a", limit=3)[0].entry.key.startswith("shop.example.net")


@pytest.mark.parametrize("kind", ["execution_pattern", "procedure", "fact"])
def test_a_memory_whose_key_is_asked_for_is_shown_with_its_key(kind):
    with Memory.open(":memory:", extractor="none", background=False) as memory:
        agent = memory.agent("a")
        knowledge = {
            "deploy": "Run scripts/deploy.sh with AWS_PROFILE=stage.",
            "test": "Use make check with the variable CI set.",
            "work": "Never on Sundays in the old office.",
        }
        for key, text in knowledge.items():
            agent.memories.add(text, kind=kind, key=key)
        for number in range(12):
            agent.knowledge.put("domain", f"svc-{number}", f"It listens on port {9000 + number}.")
        memory.sync()
        for question, key in (
            ("How do I deploy?", "deploy"),
            ("deploy the app to the new host please", "deploy"),
            ("How do I run the tests?", "test"),
        ):
            context = agent.context(question, tokens=300)
            assert f"### Relevant Memories\n- {key}: {knowledge[key]}" in context.text, question
        for question in ("How does photosynthesis work?", "How do I bake bread?"):
            assert not agent.context(question).receipt.relevance.relevant, question
