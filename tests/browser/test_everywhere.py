"""Every view: accessible, on a phone, in both themes, by keyboard, small, and safe."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import pytest
from playwright.sync_api import Page, expect

from recollect.domain.access import Right
from recollect.settings.keys import KeyFile

# Each view by name: its route, parameters, and a text that is visible once it has loaded.
VIEWS: dict[str, tuple[str, dict[str, str], str]] = {
    "home": ("home", {}, "logbook"),
    "memories": ("memories", {}, "Maya's flat has no lift"),
    "deleted": ("memories", {"agent": "demo", "status": "deleted"}, "Restore"),
    "ask": ("ask", {"agent": "demo", "q": "Where is the spare key?"}, "What the model reads"),
    "timeline": ("people", {"agent": "demo"}, "facts hold now"),
    "graph": ("people", {"agent": "demo", "tab": "graph"}, "As text"),
    "profile": ("people", {"agent": "demo", "tab": "profile"}, "Versions"),
    "instructions": ("instructions", {"agent": "demo"}, "Prices are in euros"),
    "agents": ("conversations", {}, "56 turns"),
    "conversations": ("conversations", {"agent": "demo"}, "10 turns"),
    "conversation": ("conversations", {"agent": "demo", "id": "work"}, "Summary"),
    "logbook": ("conversations", {"agent": "captain", "id": "logbook"}, "shown in full"),
    "review": ("review", {}, "Failed jobs"),
    "health": ("health", {"agent": "captain"}, "Messages kept in full"),
    "settings": ("settings", {"q": "recall"}, "recall_top_k"),
    "compared": ("ask", {"agent": "demo", "q": "Where is the key?", "compare": "1"}, "only here"),
}
PHONE = {"width": 390, "height": 844}
RTL = "\u202e\u2067"
HOSTILE = [
    "<img src=x onerror=\"document.title='taken'\"><script>document.title='taken'</script>",
    f"{RTL}txet desrever{RTL} <b>bold</b> &amp; </textarea></title><!--",
    "javascript:alert(1) {{constructor}} ${1+1} %s \\u003cscript\\u003e",
    "w" * 100_000,
]


def shown(seen: Any, name: str) -> Page:
    view, params, words = VIEWS[name]
    page = seen.at(view, **params)
    expect(page.get_by_text(words).first).to_be_visible()
    expect(page.locator(".busy")).to_have_count(0)
    return page


def sideways(page: Page) -> int:
    return page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
@pytest.mark.slow
def test_every_view_is_accessible(
    look: Callable[..., Any], instance: Any, accessible: Callable[[Page], None], theme: str
) -> None:
    seen = look(instance, color_scheme=theme, reduced_motion="reduce")
    for name in VIEWS:
        accessible(shown(seen, name))
    page = shown(seen, "memories")
    page.locator(".memory .words q").first.click()
    panel = page.get_by_role("dialog", name="Memory")
    expect(panel.locator(".history li").first).to_be_visible()
    expect(panel.locator(".source mark")).to_be_visible()
    accessible(page)
    panel.get_by_role("button", name="Edit").click()
    accessible(page)
    panel.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Clear all").click()
    accessible(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    palette = page.get_by_role("dialog", name="Search or jump to")
    expect(palette.get_by_role("option").first).to_be_visible()
    accessible(page)


@pytest.mark.slow
def test_on_a_phone_nothing_scrolls_sideways(
    look: Callable[..., Any], instance: Any, accessible: Callable[[Page], None]
) -> None:
    seen = look(instance, viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    wide = {name: sideways(shown(seen, name)) for name in VIEWS}
    assert wide == dict.fromkeys(VIEWS, 0)
    page = shown(seen, "memories")
    page.get_by_text("Filter and sort").click()
    assert sideways(page) == 0
    page.locator(".memory .words").first.click()
    panel = page.get_by_role("dialog", name="Memory")
    panel.get_by_role("button", name="Edit").click()
    # It covers the page, which cannot be reached behind it.
    assert panel.evaluate("box => box.clientWidth") == PHONE["width"]
    assert page.locator("main").evaluate("main => main.inert")
    assert sideways(page) == 0
    accessible(page)
    panel.get_by_role("button", name="Close").click()
    assert not page.locator("main").evaluate("main => main.inert")
    page.get_by_role("button", name="Add memory").click()
    assert sideways(page) == 0


def test_escape_closes_the_menu_of_a_phone_from_its_button(
    look: Callable[..., Any], instance: Any
) -> None:
    page = look(instance, viewport=PHONE).at("memories")
    menu = page.get_by_role("button", name="Menu", exact=True)
    menu.click()
    expect(menu).to_have_attribute("aria-expanded", "true")
    expect(menu).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_have_attribute("aria-expanded", "false")


def test_the_theme_is_chosen_and_stays(maya: Any) -> None:
    page = maya.at("instructions")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.get_by_role("button", name="Theme: system").click()
    page.get_by_role("button", name="Theme: light").click()
    expect(page.get_by_role("button", name="Theme: dark")).to_be_visible()
    assert page.evaluate(paper) != light
    page.reload()
    page.get_by_role("button", name="Theme: dark").click()
    expect(page.get_by_role("button", name="Theme: system")).to_be_visible()
    assert page.evaluate(paper) == light


def test_the_first_view_is_small_and_runs_only_its_own_files(
    look: Callable[..., Any], instance: Any
) -> None:
    seen = look(instance)
    asked: list[str] = []
    seen.page.on("request", lambda request: asked.append(request.url))
    with seen.page.expect_response(re.compile("/$")) as got:
        page = shown(seen, "home")
    page.wait_for_load_state("networkidle")
    # Every file and answer of the first view, before compression.
    sizes = "performance.getEntriesByType('resource').map((one) => one.decodedBodySize)"
    assert 30_000 < sum(page.evaluate(sizes)) < 100_000
    assert not [url for url in asked if "cytoscape" in url or "uplot" in url]
    shown(seen, "graph")
    expect(page.locator(".graph canvas").first).to_be_visible()
    assert [url for url in asked if "cytoscape" in url]
    rules = got.value.headers["content-security-policy"]
    sources = {name: rest for name, *rest in map(str.split, rules.split(";"))}
    assert (sources["default-src"], sources["style-src"]) == (["'none'"], ["'self'"])
    # The hash is that of the list of hashes of our own scripts.
    assert sources["script-src"][0] == "'self'"
    assert all(source.startswith("'sha256-") for source in sources["script-src"][1:])
    assert "unsafe" not in rules
    refused = page.evaluate(
        """() => new Promise((resolve) => {
            addEventListener('securitypolicyviolation', (event) => resolve(event.violatedDirective));
            document.body.append(Object.assign(document.createElement('script'), { textContent: '1' }));
        })"""
    )
    assert refused.startswith("script-src")
    seen.forgive("Content Security Policy")


# --- hostile content


@pytest.fixture(scope="module")
def hostile(instance: Any) -> str:
    """An agent whose name and texts are all attacks."""
    name = "<i>mallory</i>"
    mallory = instance.memory.agent(name)
    said = [{"user": f"I like {text}", "assistant": text} for text in HOSTILE[:3]]
    mallory.ingest("<u>talk</u>", [*said, {"user": HOSTILE[3]}])
    for text in HOSTILE:
        mallory.memories.add(text, tags=[text[:20]], subject=text[:50])
        mallory.overrides.add(text[:500])
    instance.memory.sync()
    return name


def test_hostile_content_is_shown_as_text(
    look: Callable[..., Any], instance: Any, hostile: str
) -> None:
    seen = look(instance, viewport=PHONE)
    page = seen.at("memories", agent=hostile)
    for text in HOSTILE[:3]:
        expect(page.locator(".memory .content").get_by_text(text, exact=True)).to_be_visible()
    long = page.locator(".memory .content").filter(has_text="w" * 1000)
    expect(long).to_have_text(HOSTILE[3])
    assert sideways(page) == 0
    # A text with reversed direction affects only itself.
    turned = page.locator(".content").filter(has_text="txet desrever").first
    assert turned.evaluate("node => getComputedStyle(node).unicodeBidi") == "isolate"
    places = [
        ("ask", {"q": HOSTILE[0]}),
        ("people", {}),
        ("people", {"tab": "profile"}),
        ("people", {"tab": "graph"}),
        ("instructions", {}),
        ("conversations", {}),
        ("conversations", {"id": "<u>talk</u>"}),
        ("review", {}),
        ("health", {}),
    ]
    for view, params in places:
        seen.at(view, agent=hostile, **params)
        expect(page.locator("main h1")).to_be_visible()
        expect(page.locator(".busy")).to_have_count(0)
        assert sideways(page) == 0, (view, params)
        assert page.locator("main :is(script, b, i, u, iframe, img[src=x])").count() == 0
        assert "Recollect" in page.title()


# --- keyboard only


def test_the_main_actions_work_by_keyboard(look: Callable[..., Any], instance: Any) -> None:
    page = shown(look(instance), "deleted")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    reached = list(_tabbed(page, 30))
    wanted = ["Add memory", "Export", "Import", "Clear all …", "Search", "Group by", "Status"]
    assert [name for name in reached if name in wanted] == wanted
    assert reached.index("Restore") > reached.index("Status")


def test_shortcuts_move_through_memories_and_the_palette_jumps(maya: Any) -> None:
    page = shown(maya, "memories")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    expect(page.locator(".memory").first).to_be_focused()
    page.keyboard.press("x")
    expect(page.get_by_role("region", name="Selected memories")).to_contain_text("1 selected")
    page.keyboard.press("e")
    expect(page.get_by_label("Content")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_label("Content")).to_be_hidden()
    # The panel follows j and k, and Escape goes back to the row.
    panel = page.get_by_role("dialog", name="Memory")
    second = page.locator(".memory").nth(1)
    page.keyboard.press("j")
    expect(panel.locator(".content").first).to_have_text(second.locator(".content").inner_text())
    expect(panel.get_by_role("heading", name="Memory")).to_be_focused()
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(second).to_be_focused()
    page.keyboard.press("Enter")
    expect(panel).to_be_visible()
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    page.keyboard.press("/")
    expect(page.get_by_label("Search", exact=True)).to_be_focused()
    page.keyboard.press("Control+k")
    palette = page.get_by_role("dialog", name="Search or jump to")
    palette.get_by_role("combobox").fill("spare key")
    expect(palette.get_by_role("option", name="The spare key")).to_be_visible()
    page.keyboard.press("Control+k")
    expect(palette).to_have_count(0)
    maya.at("nonsense", agent="demo")
    expect(page.get_by_text("There is no view called nonsense.")).to_be_visible()
    page.keyboard.press("Control+k")
    palette.get_by_role("combobox").fill("spare key")
    # A conversation in which it was said, by its title.
    expect(palette.get_by_role("option", name="dinner Conversation")).to_be_visible()
    palette.get_by_role("combobox").fill("conv")
    expect(palette.get_by_role("option").first).to_contain_text("Conversations")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Conversations")).to_be_visible()
    # Both at once: however slow the machine is, the second key follows the first in time.
    press = "document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))"
    page.evaluate(f"for (const key of 'gh') {press}")
    expect(page.get_by_role("heading", name="Home")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_contain_text("Edit it")


def _tabbed(page: Page, most: int) -> Iterator[str]:
    for _ in range(most):
        page.keyboard.press("Tab")
        yield page.evaluate(
            "document.activeElement.ariaLabel ?? (document.activeElement.labels?.[0]?.querySelector('span') ?? document.activeElement).textContent"
        )


def test_a_dialog_traps_and_restores_focus(maya: Any) -> None:
    page = shown(maya, "memories")
    opener = page.get_by_role("button", name="Clear all")
    opener.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Clear all memories")
    expect(dialog).to_be_visible()
    inside = (
        "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
    )
    for _ in range(8):
        page.keyboard.press("Tab")
        assert page.evaluate(inside)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()
    page.locator(".memory .words").first.focus()
    page.keyboard.press("Enter")
    edit = page.get_by_role("dialog", name="Memory").get_by_role("button", name="Edit")
    edit.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Content")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_label("Content")).to_be_hidden()
    expect(edit).to_be_focused()


# --- first visit and API key


def test_an_empty_instance_offers_the_demo(
    look: Callable[..., Any], open_instance: Callable[..., Any], accessible: Callable[[Page], None]
) -> None:
    empty = open_instance(timezone="Pacific/Kiritimati")
    seen = look(empty)
    for view in ("ask", "people", "conversations", "instructions", "review", "health"):
        page = seen.at(view)
        expect(page.locator("h1").first).to_be_visible()
        expect(page.locator(".busy")).to_have_count(0)
        if view in {"ask", "people", "conversations"}:
            for way in ("Add demo data", "Import", "Connect an assistant"):
                expect(page.locator(".empty").get_by_text(way)).to_be_visible()
        accessible(page, "main")
    page = seen.at()
    expect(page.get_by_role("heading", name="No memories yet")).to_be_visible()
    expect(page.get_by_text(f"recollect {empty.url}/mcp")).to_be_visible()
    page.get_by_text("Connect a program of your own").click()
    expect(page.get_by_text(f'base_url="{empty.url}/v1"')).to_be_visible()
    expect(page.get_by_text("upstream_base_url")).to_be_visible()
    accessible(page)
    page.get_by_role("button", name="Add demo data").click()
    expect(page.locator(".figures")).to_contain_text("Learned this week")
    expect(page.get_by_text("Demo data added")).to_be_visible()
    learned = page.locator(".figures a").filter(has_text="Learned this week")
    expect(learned).to_contain_text("all said earlier")
    days = page.locator(".week b").all_inner_texts()
    assert int(learned.locator("strong").inner_text()) == sum(int(day or 0) for day in days)
    expect(page.get_by_label("Agent")).to_contain_text("demo")
    # An instruction is the other way to begin with a new agent.
    memory = empty.memory
    memory.agent("ida").memories.add("Ida rows", valid_until=datetime(2020, 1, 1, tzinfo=UTC))
    seen.at("memories", agent="ida")
    expect(page.locator(".memory .badge")).to_have_text("expired")
    # Times are those of the setting, 14 hours ahead of this browser.
    memory.agent("ida").remember("I row.", at=datetime(2026, 3, 1, 20, tzinfo=UTC))
    seen.at("conversations", agent="ida")
    expect(page.locator(".tile")).to_contain_text("2 Mar 2026")
    page.locator(".tile").click()
    expect(page.locator(".message")).to_contain_text("2 Mar 2026, 10:00")
    seen.at("instructions")
    page.reload()
    page.get_by_label("Agent", exact=True).last.fill("ada")
    page.get_by_label("Instruction", exact=True).fill("Answer in Portuguese.")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("listitem").filter(has_text="Answer in Portuguese.")).to_be_visible()
    assert [one.content for one in memory.agent("ada").overrides.list()] == [
        "Answer in Portuguese."
    ]


class _CoreModel(BaseHTTPRequestHandler):
    """Answers every chat with one sentence, and keeps what it was sent."""

    read: ClassVar[list[str]] = []

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.read.append(asked["messages"][-1]["content"])
        message = {"role": "assistant", "content": "Bees, as far as I know."}
        choices = [{"index": 0, "message": message, "finish_reason": "stop"}]
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps({"choices": choices}).encode())

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def core_model() -> Iterator[str]:
    """The address of a stand-in for a chat model."""
    _CoreModel.read.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), _CoreModel) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
        server.shutdown()


def test_the_page_asks_for_a_key_once_and_the_core_model_answers_with_it(
    look: Callable[..., Any],
    open_instance: Callable[..., Any],
    accessible: Callable[[Page], None],
    core_model: str,
) -> None:
    locked = open_instance(core_model_base_url=core_model, core_model_provider="openai")
    locked.memory.agent("otto").memories.add("Otto keeps bees")
    _, secret = KeyFile(locked.home / "keys.json").add("page", agents=["*"], rights=[*Right])
    seen = look(locked)
    seen.expected = 401
    page = seen.at()
    asking = page.get_by_role("dialog", name="API key required")
    expect(asking).to_be_visible()
    accessible(page)
    for _ in range(2):
        page.keyboard.press("Escape")
        expect(asking).to_be_visible()
    asking.get_by_label("Key").fill("rck_wrong")
    asking.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("no longer accepted")).to_be_visible()
    asking.get_by_label("Key").fill(secret)
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Otto keeps bees").click()
    expect(page.get_by_role("dialog", name="Otto keeps bees")).to_be_visible()
    seen.at("ask", agent="otto", q="What does Otto keep?")
    page.reload()
    answer = page.get_by_role("region", name="Answer")
    answer.get_by_role("button", name="Ask the core model").click()
    expect(answer).to_contain_text("Bees, as far as I know.")
    # It read the context that the page shows, and nothing is remembered of the exchange.
    (read,) = [each for each in _CoreModel.read if "What does Otto keep?" in each]
    assert "Otto keeps bees" in read
    assert locked.memory.agent("otto").turns() == []
    expect(asking).to_be_hidden()
    assert secret not in page.url
    assert page.context.cookies() == []
    page.get_by_role("button", name="Forget key").click()
    expect(asking).to_be_visible()
    assert page.evaluate("Object.values(localStorage)") == []


def _connect(page: Page, *, online: bool) -> None:
    """Give the page a network or none, and wait until its requests notice: the browser says so before."""
    page.context.set_offline(not online)
    page.evaluate(
        """async (wanted) => {
            const ask = () => fetch('/static/icon.svg', { cache: 'no-store' }).then(() => true, () => false);
            while (await ask() !== wanted) await new Promise((done) => setTimeout(done, 20));
        }""",
        online,
    )


def test_an_unreachable_server_is_reported_and_tried_again(
    look: Callable[..., Any], instance: Any
) -> None:
    seen = look(instance)
    page = shown(seen, "memories")
    # What the view asks for besides its memories has been answered.
    page.wait_for_load_state("networkidle")
    _connect(page, online=False)
    page.locator(".memory").first.press("p")
    expect(page.locator(".toast").get_by_text("The server is not responding.")).to_be_visible()
    _connect(page, online=True)
    # Some browsers never load a module again that they could not load once: then the page does.
    page.route("**/views/settings.js*", lambda route: route.abort())
    page.get_by_role("navigation", name="Views").get_by_role("link", name="Settings").click()
    failed = page.get_by_role("alert").filter(has_text="This view could not be loaded.")
    with page.expect_event("load"):
        failed.get_by_role("button", name="Try again").click()
    expect(failed).to_be_visible()
    page.unroute("**/views/settings.js*")
    expect(page.get_by_label("recall_top_k")).to_be_visible()
    expect(failed).to_be_hidden()
    expected = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED")
    seen.faults[:] = [f for f in seen.faults if not any(word in f for word in expected)]


def test_home_says_once_that_the_server_is_down_and_recovers_by_itself(
    look: Callable[..., Any], instance: Any
) -> None:
    seen = look(instance)
    page = shown(seen, "home")
    waiting = page.get_by_role("link", name=re.compile("^Need a decision"))
    expect(waiting).to_have_text(re.compile("[1-9]$"))
    known = waiting.inner_text()
    shown(seen, "memories")
    page.wait_for_load_state("networkidle")
    _connect(page, online=False)
    views = page.get_by_role("navigation", name="Views")
    views.get_by_role("link", name="Home").click()
    expect(page.get_by_text("The server is not responding.")).to_have_count(1)
    # What is not known is not "0", and nothing loads for ever.
    expect(waiting).to_have_text(re.compile("–$"))
    expect(page.get_by_role("link", name="Learned this week –")).to_be_visible()
    expect(views.get_by_role("link", name="Review ? waiting")).to_be_visible()
    expect(page.locator(".busy")).to_have_count(0)
    _connect(page, online=True)
    expect(page.get_by_text("The server is not responding.")).to_have_count(0)
    expect(waiting).to_have_text(known.replace("\n", ""))
    expect(page.get_by_role("region", name="Latest conversations").locator("li")).not_to_have_count(
        0
    )
    seen.faults[:] = [fault for fault in seen.faults if "ERR_INTERNET_DISCONNECTED" not in fault]


@pytest.mark.parametrize("theme", ["dark", pytest.param("light", marks=pytest.mark.slow)])
def test_the_documentation_is_searched_on_a_phone_and_accessible(
    look: Callable[..., Any], instance: Any, accessible: Callable[[Page], None], theme: str
) -> None:
    page = look(instance, viewport=PHONE, color_scheme=theme).page
    page.goto(f"{instance.url}/help")
    page.keyboard.press("/")
    page.keyboard.type("request for deletion")
    page.locator("#site-results a").filter(has_text="› A request for deletion").click()
    expect(page.get_by_role("heading", name="A request for deletion")).to_be_in_viewport()
    accessible(page)
    assert sideways(page) == 0
