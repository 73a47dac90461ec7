"""Everything stored for a person as one page that they can read; hostile words stay words."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from recollect import InvalidInput, Memory, NotFound

EVIL = "</div><script>alert(1)</script><img src=//x onerror=y>&\"'"
QUIET = {"embedding_backend": "none", "optimizer_enabled": False}
TAGS = set("html head meta title style body main h1 h2 h3 p bdi time nav ul li a section".split())


class Read(HTMLParser):
    """The text of a page, its tags, and the places that it has and links to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            assert not name.startswith("on")
            if name == "id":
                self.ids.add(value or "")
            if name in {"href", "src"}:
                self.links.add(value or "")

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    @property
    def text(self) -> str:
        return "".join(self.texts)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Memory.open(tmp_path / "m.sqlite", background=False, **QUIET) as opened:
        yield opened


def test_the_page_has_everything_with_its_dates_and_sources(memory: Memory) -> None:
    alice = memory.agent("alice")
    said = {"speaker": "Alice", "at": "2026-05-03T10:02:00+02:00", "id": "1"}
    alice.ingest(
        "trip",
        [{"content": "I live in Lisbon.", **said}, {"role": "assistant", "content": "Nice."}],
    )
    memory.sync()
    tea = alice.memories.add("Likes tea")
    alice.memories.update(tea.id, content="Likes green tea")
    alice.memories.delete(alice.memories.add("Has a cat").id)
    alice.overrides.add("Answer briefly.")
    alice.items.put(("prefs",), "theme", {"dark": True})
    memory.agent("team").remember("Hello")
    alice.spaces.add("team")
    read = Read(alice.export_html())
    for expected in (
        "What is stored for alice",
        "Answer briefly.",
        "Alice lives in Lisbon.",
        "said by Alice on 3 May 2026",
        "“I live in Lisbon”, 3 May 2026, 10:02 in “trip”",
        "Likes green tea",
        "“Likes tea”",
        "corrected by hand",
        "Has a cat",
        "deleted",
        "Alice · 3 May 2026, 10:02",
        "Assistant",
        "Nice.",
        "prefs/theme",
        "team",
    ):
        assert expected in read.text, expected
    assert read.text.index("Memories that are no longer used (1)") < read.text.rindex("Has a cat")
    assert {link.removeprefix("#") for link in read.links} <= read.ids
    assert "#t0" in read.links


def test_what_people_wrote_stays_text_wherever_it_stands(memory: Memory) -> None:
    agent = memory.agent(f"a {EVIL}")
    message = {"content": EVIL, "speaker": EVIL, "id": EVIL, "metadata": {EVIL: [EVIL]}}
    agent.ingest(EVIL, [message])
    agent.memories.add(EVIL, tags=[EVIL], metadata={EVIL: EVIL}, subject=EVIL)
    agent.overrides.add(EVIL)
    agent.items.put((EVIL,), EVIL, {"x": EVIL})
    read = Read(agent.export_html())
    assert read.tags <= TAGS | {"article", "div", "b", "footer"}
    assert all(link.startswith("#") for link in read.links)
    assert read.text.count("alert(1)") > 8


def test_a_file_is_written_whole_and_only_for_one_agent(memory: Memory, tmp_path: Path) -> None:
    memory.agent("alice").remember("Hello")
    done = memory.export(tmp_path / "alice.html", agent="alice", format="html")
    assert (done.agents, done.turns) == (1, 1)
    assert "Hello" in Read((tmp_path / "alice.html").read_text()).text
    with pytest.raises(InvalidInput, match="one agent"):
        memory.export(tmp_path / "all.html", format="html")
    with pytest.raises(NotFound):
        memory.export(tmp_path / "bob.html", agent="bob", format="html")
    with pytest.raises(InvalidInput, match="the database itself"):
        memory.export(memory.database, agent="alice", format="html")
    with pytest.raises(InvalidInput, match="format"):
        memory.export(tmp_path / "x", format="pdf")
    assert sorted(path.name for path in tmp_path.glob("*.html")) == ["alice.html"]


def test_what_an_undo_set_aside_is_on_the_page(memory: Memory) -> None:
    alice = memory.agent("alice")
    alice.remember("I play the cello.", conversation="c")
    memory.sync()
    alice.undo(conversation="c")
    read = Read(alice.export_html())
    assert "Memories set aside by an undo (1)" in read.text


def test_a_request_to_forget_says_what_became_of_it(memory: Memory) -> None:
    for agent, keep in (("waiting", None), ("dismissed", "all"), ("granted", "none")):
        alice = memory.agent(agent)
        alice.remember("I like fish.", conversation="c")
        memory.sync()
        alice.remember("Please forget that I like fish.", conversation="d")
        memory.sync()
        (request,) = alice.review.deletion_requests()
        if keep:
            alice.review.resolve(request.id, keep=keep)
        text = " ".join(Read(alice.export_html()).text.split())
        assert agent.replace("waiting", "waits for a decision") in text
        assert "archived" not in text, "that is about memories that nobody uses"
