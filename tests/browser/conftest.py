"""A real browser, a real server and real SQLite; any error in a page fails its test."""

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)

from recollect import Agent, Memory
from recollect.demo import AGENT, CONVERSATIONS
from recollect.domain.chat import ChatMessage
from recollect.extraction.prompts import EXTRACT
from recollect.server.run import _config, _listening, _Server, _url
from recollect.settings import load
from recollect.testing import FixedClock
from recollect.wiring import build
from scripted_model import ScriptedModel

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE: Final = 60.0
DAY: Final = 86_400
DESKTOP: Final = {"width": 1280, "height": 900}
expect.set_options(timeout=1000 * PATIENCE / 2)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip without a browser, with a reason."""
    if CHROMIUM is None:
        here = Path(__file__).parent
        skipped = pytest.mark.skip(reason="there is no chromium here: apt install chromium")
        for item in items:
            if here in item.path.parents:
                item.add_marker(skipped)


# --- data


# Small windows, so that the optimizer runs once and then not again that day.
WINDOWS: Final = {
    "max_context_tokens": 9_000,
    "system_prompt_tokens": 0,
    "response_reserve_tokens": 0,
    "optimizer_interval_ms": 86_400_000,
}


def _opened(
    path: Path, clock: FixedClock, model: ScriptedModel | None = None, *, extractor: str = "rules"
) -> Memory:
    home = path.parent / "home"
    chosen = load(home=home, embedding_backend="none", extractor=extractor, **WINDOWS)
    return Memory(build(chosen, path, clock=clock, chat_model=model), background=False)


def _decide(maya: Agent) -> None:
    """Decide what the demo leaves open in Review: what the tests find there is of other agents."""
    for dispute in maya.review.list():
        maya.review.resolve(dispute.id, keep="both")
    for request in maya.review.deletion_requests():
        maya.review.resolve(request.id, keep="all")


def _life(memory: Memory, clock: FixedClock) -> None:
    """Maya's conversations, with overrides, manual memories and deletions in between."""
    maya = memory.agent(AGENT)
    # Another agent with few but certain memories.
    told = {"moving": "I live in Lisbon.", "dinner": "I work at Brightwell."}
    for talk in CONVERSATIONS:
        day = datetime.fromisoformat(f"{talk.day}T20:00:00+00:00")
        clock.advance((day - clock.now()).total_seconds())
        maya.ingest(talk.name, talk.turns())
        if talk.name in told:
            said = told[talk.name]
            memory.agent("ines").remember(said, conversation=talk.name, speaker="Ines", at=day)
        memory.sync()
    clock.advance(30 * DAY)
    maya.overrides.add("Answer in short sentences.")
    maya.overrides.add("Prices are in euros.")
    maya.memories.add("Maya's flat has no lift", priority="high", tags=["home"], pinned=True)
    gone = maya.memories.add("Maya collects stamps", kind="preference")
    maya.memories.delete(gone.id)
    _decide(maya)


def _doubts(memory: Memory, clock: FixedClock) -> None:
    """An agent with two contradictions."""
    for number, said in enumerate(("like fish", "don't like fish", "eat meat", "don't eat meat")):
        memory.agent("jonas").ingest(f"talk-{number}", [{"user": f"I {said}."}])
        memory.sync()
        clock.advance(DAY)


def _logbook(memory: Memory, clock: FixedClock) -> None:
    """A long conversation in a small window: the optimizer runs, shortens and drops."""
    talk = memory.conversation("logbook", agent="captain")
    for number in range(56):
        more = "The wind came from the west and the sea was calm. " * (number % 7 * 6)
        talk.add("user", f"Watch {number}: ok. {more}", id=f"watch-{number}")
        if number % 4 == 3:
            memory.optimizer.run("captain")
            memory.sync()
            clock.advance(1_800)


def _failure(path: Path, clock: FixedClock) -> None:
    """Failed jobs, because the model answered nonsense twice."""

    def answer(messages: Sequence[ChatMessage]) -> str:
        return "I would rather not." if messages[0].content == EXTRACT.task else "{}"

    with _opened(path, clock, ScriptedModel(answer), extractor="model") as memory:
        memory.agent("teresa").remember("I like epoxy glue.", conversation="glue")
        memory.sync()


@pytest.fixture(scope="session")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with all of this data, to be copied; processes that test in parallel share it."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "learned"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not (folder / "memory.sqlite").exists():
            made = _learned(tmp_path_factory.mktemp("learning") / "memory.sqlite")
            shutil.copy(made, folder / "copy.sqlite")
            (folder / "copy.sqlite").rename(folder / "memory.sqlite")
    return folder / "memory.sqlite"


def _learned(path: Path) -> Path:
    clock = FixedClock(datetime(2026, 3, 1, tzinfo=UTC))
    with pytest.MonkeyPatch.context() as patch:
        _alone(patch, path.parent)
        with _opened(path, clock) as memory:
            _life(memory, clock)
            _doubts(memory, clock)
        _failure(path, clock)
        today = FixedClock(datetime.now(UTC) - timedelta(hours=8))
        with _opened(path, today, extractor="none") as memory:
            _logbook(memory, today)
    return path


@pytest.fixture(scope="session")
def recent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Maya's conversations, learned over the last days, with contradictions."""
    path = tmp_path_factory.mktemp("recent") / "memory.sqlite"
    clock = FixedClock(datetime.now(UTC) - timedelta(days=6))
    with pytest.MonkeyPatch.context() as patch:
        _alone(patch, path.parent)
        with _opened(path, clock) as memory:
            maya = memory.agent(AGENT)
            for talk in CONVERSATIONS:
                maya.ingest(talk.name, talk.turns())
                memory.sync()
                clock.advance(1.5 * DAY)
            for name, said in (("market", "I like fish."), ("recipes", "I don't like fish.")):
                maya.remember(said, speaker="Maya", conversation=name)
                memory.sync()
                clock.advance(DAY / 2)
    return path


def _alone(patch: pytest.MonkeyPatch, home: Path) -> None:
    """Isolate tests from the user's settings."""
    for name in [name for name in os.environ if name.upper().startswith("RECOLLECT_")]:
        patch.delenv(name)
    patch.setenv("RECOLLECT_HOME", str(home))
    patch.setenv("RECOLLECT_EXTRACTOR", "rules")


# --- servers


@dataclass(frozen=True)
class Components:
    """A memory and the URL of its server."""

    memory: Memory
    url: str
    home: Path


@contextmanager
def _serving(memory: Memory) -> Iterator[str]:
    with _listening("127.0.0.1", 0) as listener:
        server = _Server(_config(memory))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            deadline = time.monotonic() + PATIENCE
            while not server.started:
                assert time.monotonic() < deadline, "the server never started"
                time.sleep(0.01)
            yield _url(listener)
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture(scope="module")
def open_instance(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Components]]:
    """Opens instances: empty ones, or copies of a database."""
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:

        def open_instance(copied: Path | None = None, **settings: Any) -> Components:
            folder = tmp_path_factory.mktemp("instance")
            _alone(patch, folder / "home")
            if copied:
                shutil.copy(copied, folder / "memory.sqlite")
            chosen = {"home": folder / "home", "embedding_backend": "none"} | settings
            memory = stack.enter_context(Memory.open(folder / "memory.sqlite", **chosen))
            # Finish pending work before a test looks at the page.
            memory.sync()
            return Components(memory, stack.enter_context(_serving(memory)), folder / "home")

        yield open_instance


@pytest.fixture(scope="session")
def decide() -> Callable[[Agent], None]:
    """Decides what the demo leaves open in Review."""
    return _decide


@pytest.fixture(scope="session")
def windows() -> dict[str, int]:
    """The settings of the optimizer in the test data."""
    return WINDOWS


@pytest.fixture(scope="module")
def instance(open_instance: Callable[..., Components], learned: Path) -> Components:
    """The instance of a module, with all of the test data."""
    return open_instance(learned, **WINDOWS)


# --- pages


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # Per module: while Playwright runs, no other code can run coroutines in this thread.
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield launched
        launched.close()


@dataclass
class Look:
    """A page of an instance, and all errors in it."""

    page: Page
    url: str
    # How many tests had failed when the page was opened.
    failed: int = 0
    # A status that the test provokes on purpose, any number of times.
    expected: int | None = None
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Record every error of the page."""
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.faults.append(f"page error: {error}"))
        self.page.on("requestfailed", self._failed)
        self.page.on("request", self._asked)
        self.page.on("response", lambda got: self._answered(got.status, got.request))

    def at(self, view: str = "", **params: str) -> Page:
        """Open a view."""
        query = f"?{urlencode(params)}" if params else ""
        self.page.goto(f"{self.url}/#/{view}{query}")
        return self.page

    def leave(self) -> None:
        """Leave the view and what is open in it, so that the next one begins anew without a load."""
        self.expected = None
        self.page.evaluate(
            """() => {
                for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
                for (const button of document.querySelectorAll('.toast [aria-label=Dismiss]')) button.click();
                location.hash = '#/instructions';
            }"""
        )
        expect(self.page.get_by_text("Choose an agent.")).to_be_visible()
        expect(self.page.locator(".toast, dialog")).to_have_count(0)

    def _console(self, message: ConsoleMessage) -> None:
        if (
            message.type in {"error", "warning"}
            and f"status of {self.expected}" not in message.text
        ):
            self.faults.append(f"console: {message.text}")

    def _failed(self, request: Request) -> None:
        # Typing on cancels the previous request.
        if request.failure != "net::ERR_ABORTED":
            self.faults.append(f"failed: {request.method} {request.url} {request.failure}")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((f"{self.url}/", f"blob:{self.url}/", "data:")):
            self.faults.append(f"asked elsewhere: {request.url}")

    def _answered(self, status: int, request: Request) -> None:
        if status >= 400 and status != self.expected:
            self.faults.append(f"{status}: {request.method} {request.url}")

    def forgive(self, *words: str) -> None:
        """Remove expected errors, once each; they must have happened."""
        for word in words:
            found = [fault for fault in self.faults if word in fault]
            assert found, word
            self.faults.remove(found[0])


def _context(browser: Browser, **chosen: Any) -> BrowserContext:
    usual = {"viewport": DESKTOP, "locale": "en-GB", "timezone_id": "UTC"}
    return browser.new_context(**usual | chosen)


@pytest.fixture
def look(browser: Browser) -> Iterator[Callable[..., Look]]:
    """Opens pages in separate contexts, and fails on any error in them."""
    looks: list[Look] = []

    def look(instance: Components, **context: Any) -> Look:
        looks.append(Look(_context(browser, **context).new_page(), instance.url))
        return looks[-1]

    yield look
    for each in looks:
        each.page.context.close()
    assert [fault for each in looks for fault in each.faults] == []


@pytest.fixture(scope="module")
def opened() -> list[Look]:
    """The page that the tests of a module share, if it is open."""
    return []


@pytest.fixture
def maya(
    browser: Browser, instance: Components, opened: list[Look], request: pytest.FixtureRequest
) -> Iterator[Look]:
    """A page of the module's instance, which shows no view; after a failed test it is another one."""
    if opened and opened[0].failed == request.session.testsfailed:
        opened[0].leave()
    else:
        while opened:
            opened.pop().page.context.close()
        page = _context(browser).new_page()
        opened.append(Look(page, instance.url, request.session.testsfailed))
    yield opened[0]
    faults = [*opened[0].faults]
    opened[0].faults.clear()
    assert faults == []


@pytest.fixture
def accessible() -> Callable[..., None]:
    """Fails on every accessibility issue that axe finds in a page, or in a part of it."""

    def accessible(page: Page, within: str | None = None) -> None:
        # Evaluated, not loaded as a script: the page's security policy would refuse that.
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        found = page.evaluate(
            "(part) => axe.run(part ?? document, { resultTypes: ['violations'], preload: false })",
            within,
        )
        told = [
            (fault["id"], node["target"], node.get("failureSummary"))
            for fault in found["violations"]
            for node in fault["nodes"]
        ]
        assert told == []

    return accessible
