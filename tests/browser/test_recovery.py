"""Every view stands still while it loads, and recovers by itself when the server is back."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

# The address of each view, and what it shows once everything of it has been loaded.
VIEWS = {
    "/home?agent=demo": [".figures", ".lines-list .tile"],
    "/memories?agent=demo": [".memory"],
    "/ask?agent=demo&q=choir": [".budget"],
    "/ask?agent=demo&q=choir&compare=1": [".asked section + section .budget"],
    "/people?agent=demo": [".timeline li"],
    "/people?agent=demo&tab=graph": [".graph canvas", "details li"],
    "/people?agent=demo&tab=profile": [".portrait .lines"],
    "/conversations?agent=demo": [".tile"],
    "/conversations?agent=demo&id=work": [".message"],
    "/instructions?agent=demo": [".numbered li"],
    "/review": [".dispute", ".dead li"],
    "/health": [".figures", ".live figure", ".tallies table"],
    "/health?agent=captain": [".chart canvas"],
    "/settings?q=recall": [".setting"],
}
UNREACHABLE = ("ERR_INTERNET_DISCONNECTED", "failed: GET ", "failed: POST ")


def visit(page: Page, view: str) -> None:
    page.evaluate("view => { location.hash = view }", f"#{view}")


@pytest.fixture
def offline(look: Callable[..., Any], instance: Any) -> Any:
    """A page that has only been at Instructions, and whose failed requests are expected."""
    seen = look(instance)
    page = seen.at("instructions")
    expect(page.get_by_text("Choose an agent.")).to_be_visible()
    page.evaluate("window.isFirstLoad = true")
    yield page
    assert page.evaluate("window.isFirstLoad") is True
    seen.faults[:] = [f for f in seen.faults if not any(word in f for word in UNREACHABLE)]


FEW = ("/home?agent=demo", "/people?agent=demo&tab=graph", "/health")


@pytest.mark.parametrize(
    "view", [view if view in FEW else pytest.param(view, marks=pytest.mark.slow) for view in VIEWS]
)
def test_a_view_recovers_once_the_server_responds_again(offline: Page, view: str) -> None:
    for _ in ("never opened before", "opened before"):
        offline.context.set_offline(True)
        visit(offline, view)
        expect(offline.get_by_role("alert").first).to_contain_text("still running?")
        offline.context.set_offline(False)
        for shown in VIEWS[view]:
            expect(offline.locator(f"main {shown}").first).to_be_visible()
        expect(offline.get_by_role("alert")).to_have_count(0)
        visit(offline, "/instructions")
        expect(offline.get_by_text("Choose an agent.")).to_be_visible()


def test_the_panel_of_a_memory_and_the_palette_recover(offline: Page, instance: Any) -> None:
    (first, *_) = instance.memory.agent("demo").memories.list(text="choir")
    offline.context.set_offline(True)
    offline.keyboard.press("Control+k")
    expect(offline.locator(".toast")).to_contain_text("still running?")
    visit(offline, f"/instructions?memory={first.id}&of=demo")
    expect(offline.get_by_role("alert")).to_contain_text("still running?")
    offline.context.set_offline(False)
    expect(offline.get_by_role("dialog", name="Memory").locator(".source")).to_contain_text("choir")
    offline.keyboard.press("Control+k")
    expect(offline.get_by_role("dialog", name="Search or jump to")).to_be_visible()


def test_a_view_that_fails_on_a_running_server_is_tried_again_with_one_click(
    look: Callable[..., Any], instance: Any
) -> None:
    seen = look(instance)
    seen.expected = 500
    broken = {"status": 500, "json": {"error": {"code": "internal", "message": "Broken."}}}
    seen.page.route("**/messages?*", lambda route: route.fulfill(**broken))
    page = seen.at("conversations", agent="demo", id="work")
    expect(page.get_by_role("alert")).to_contain_text("Broken.")
    page.unroute("**/messages?*")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".message").first).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


# Everything that can be clicked, by an id that it keeps, and where it is.
PLACES = """() => [...document.querySelectorAll('main :is(button, input, select, a)')]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width)
  .map((one) => {
    one.number ??= (window.numbers = (window.numbers ?? 0) + 1);
    const { x, y } = one.getBoundingClientRect();
    return [`${one.number} ${one.getAttribute('aria-label') ?? one.textContent}`, [x, y + scrollY]];
  })"""
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)))"


@pytest.mark.slow
def test_nothing_that_can_be_clicked_moves_while_a_view_loads(
    look: Callable[..., Any], instance: Any
) -> None:
    seen = look(instance)
    page = seen.at("settings")
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    page.route(re.compile("/api/v1/|/learning/|/metrics"), hold)
    for view in VIEWS:
        visit(page, "/settings")
        visit(page, view)
        places: dict[str, list[float]] = {}
        page.wait_for_timeout(300)
        while held:
            held.pop(0).continue_()
            page.evaluate(DRAWN)
            page.wait_for_timeout(30)
            for name, (x, y) in page.evaluate(PLACES):
                before = places.setdefault(name, [x, y])
                assert abs(before[0] - x) + abs(before[1] - y) < 3, f"{view}: {name}"
    page.unroute_all(behavior="ignoreErrors")
