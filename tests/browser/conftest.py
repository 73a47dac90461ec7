"""A real browser before a real server over real SQLite; whatever goes wrong in a page fails its test."""

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

from recollect import Memory
from recollect.demo import AGENT, TALKS
from recollect.domain.chat import Message
from recollect.extraction.prompts import EXTRACT
from recollect.server.run import _config, _listening, _Server, _url
from recollect.settings import load
from recollect.testing import FixedClock, ScriptedModel
from recollect.wiring import build

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE: Final = 60.0
DAY: Final = 86_400
DESKTOP: Final = {"width": 1280, "height": 900}
expect.set_options(timeout=1000 * PATIENCE / 2)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where there is no browser, say so."""
    if CHROMIUM is None:
        here = Path(__file__).parent
        skipped = pytest.mark.skip(reason="there is no chromium here: apt install chromium")
        for item in items:
            if here in item.path.parents:
                item.add_marker(skipped)


# --- what there is to look at


# Small windows, so that the optimizer has something to do; and then it leaves the rest of the day alone.
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


def _life(memory: Memory, clock: FixedClock) -> None:
    """Maya's conversations as they came, and what was laid down, written down and deleted meanwhile."""
    maya = memory.agent(AGENT)
    # Somebody else, of whom little is known but that surely.
    told = {"moving": "I live in Lisbon.", "dinner": "I work at Brightwell."}
    for talk in TALKS:
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
    # What is left to decide is somebody else's.
    for dispute in maya.review.list():
        maya.review.resolve(dispute.id, keep="both")


def _doubts(memory: Memory, clock: FixedClock) -> None:
    """Somebody who says what cannot both be true, twice."""
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
    """Work that was given up, because the model answered nonsense twice."""

    def answer(messages: Sequence[Message]) -> str:
        return "I would rather not." if messages[0].content == EXTRACT.task else "{}"

    with _opened(path, clock, ScriptedModel(answer), extractor="model") as memory:
        memory.agent("teresa").remember("I like epoxy glue.", conversation="glue")
        memory.sync()


@pytest.fixture(scope="session")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which all of this has happened, to be copied."""
    path = tmp_path_factory.mktemp("learned") / "memory.sqlite"
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


def _alone(patch: pytest.MonkeyPatch, home: Path) -> None:
    """Nobody's own settings decide what a test sees."""
    for name in [name for name in os.environ if name.upper().startswith("RECOLLECT_")]:
        patch.delenv(name)
    patch.setenv("RECOLLECT_HOME", str(home))
    patch.setenv("RECOLLECT_EXTRACTOR", "rules")


# --- who serves it


@dataclass(frozen=True)
class Components:
    """A memory and the address of the server over it."""

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
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Components]]:
    """Opens houses: empty ones, or copies of a database."""
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:

        def open_house(copied: Path | None = None, **settings: Any) -> Components:
            folder = tmp_path_factory.mktemp("house")
            _alone(patch, folder / "home")
            if copied:
                shutil.copy(copied, folder / "memory.sqlite")
            chosen = {"home": folder / "home", "embedding_backend": "none"} | settings
            memory = stack.enter_context(Memory.open(folder / "memory.sqlite", **chosen))
            # Nothing that was left over happens while somebody looks.
            memory.sync()
            return Components(memory, stack.enter_context(_serving(memory)), folder / "home")

        yield open_house


@pytest.fixture(scope="session")
def windows() -> dict[str, int]:
    """The settings under which the optimizer has worked."""
    return WINDOWS


@pytest.fixture(scope="module")
def house(open_house: Callable[..., Components], learned: Path) -> Components:
    """The house of a module, in which all of that has happened."""
    return open_house(learned, **WINDOWS)


# --- who looks at it


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # One for each module and not for all: while playwright runs, nobody else may run coroutines in this thread.
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield launched
        launched.close()


@dataclass
class Look:
    """A page of a house, and all that went wrong in it."""

    page: Page
    url: str
    # The one status that a test is about to provoke, as often as it likes.
    expected: int | None = None
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Listen to everything that must not happen."""
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.faults.append(f"page error: {error}"))
        self.page.on("requestfailed", self._failed)
        self.page.on("request", self._asked)
        self.page.on("response", lambda got: self._answered(got.status, got.request))

    def at(self, view: str = "", **params: str) -> Page:
        """Go to a view."""
        query = f"?{urlencode(params)}" if params else ""
        self.page.goto(f"{self.url}/#/{view}{query}")
        return self.page

    def _console(self, message: ConsoleMessage) -> None:
        if (
            message.type in {"error", "warning"}
            and f"status of {self.expected}" not in message.text
        ):
            self.faults.append(f"console: {message.text}")

    def _failed(self, request: Request) -> None:
        # Whoever types on takes the question before back.
        if request.failure != "net::ERR_ABORTED":
            self.faults.append(f"failed: {request.method} {request.url} {request.failure}")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((f"{self.url}/", f"blob:{self.url}/", "data:")):
            self.faults.append(f"asked elsewhere: {request.url}")

    def _answered(self, status: int, request: Request) -> None:
        if status >= 400 and status != self.expected:
            self.faults.append(f"{status}: {request.method} {request.url}")

    def forgive(self, *words: str) -> None:
        """Take out what a test has provoked, once each; it must have happened."""
        for word in words:
            found = [fault for fault in self.faults if word in fault]
            assert found, word
            self.faults.remove(found[0])


@pytest.fixture
def look(browser: Browser) -> Iterator[Callable[..., Look]]:
    """Opens pages in contexts of their own, and fails on all that went wrong in them."""
    looks: list[Look] = []

    def look(house: Components, **context: Any) -> Look:
        made = browser.new_context(
            **{"viewport": DESKTOP, "locale": "en-GB", "timezone_id": "UTC"} | context
        )
        looks.append(Look(made.new_page(), house.url))
        return looks[-1]

    yield look
    for each in looks:
        each.page.context.close()
    assert [fault for each in looks for fault in each.faults] == []


@pytest.fixture
def maya(look: Callable[..., Look], house: Components) -> Look:
    """A page of the module's own house."""
    return look(house)


@pytest.fixture
def accessible() -> Callable[[Page], None]:
    """Fails on everything that axe finds in a page as it stands."""

    def accessible(page: Page) -> None:
        # By evaluation and not as a script: the page's own rules would rightly refuse that.
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        found = page.evaluate("axe.run({ resultTypes: ['violations'], preload: false })")
        told = [
            (fault["id"], node["target"], node.get("failureSummary"))
            for fault in found["violations"]
            for node in fault["nodes"]
        ]
        assert told == []

    return accessible
