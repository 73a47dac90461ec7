"""Screenshots of every view in both themes, on desktop and phone, for `make screens`."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

SCREENS = Path(__file__).parents[2] / "screens"
SIZES = {"desktop": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}
QUESTION = "What must I not cook for my sister?"
# Each view by name: its route, parameters, and a text that is visible once it has loaded.
VIEWS: dict[str, tuple[str, dict[str, str], str]] = {
    "home": ("home", {}, "Latest conversations"),
    "memories": ("memories", {"agent": "demo"}, "harbour museum"),
    "ask": ("ask", {"agent": "demo", "q": QUESTION}, "What the model reads"),
    "compared": ("ask", {"agent": "demo", "q": QUESTION, "compare": "1"}, "only here"),
    "timeline": ("people", {"agent": "demo"}, "facts hold now"),
    "graph": ("people", {"agent": "demo", "tab": "graph"}, "As text"),
    "profile": ("people", {"agent": "demo", "tab": "profile"}, "Versions"),
    "instructions": ("instructions", {"agent": "demo"}, "Prices are in euros"),
    "conversations": ("conversations", {"agent": "demo"}, "work"),
    "conversation": ("conversations", {"agent": "demo", "id": "work"}, "Summary"),
    "logbook": ("conversations", {"agent": "captain", "id": "logbook"}, "left out of windows"),
    "review": ("review", {}, "Failed jobs"),
    "health": ("health", {}, "Messages kept in full"),
    "health-captain": ("health", {"agent": "captain"}, "Messages kept in full"),
    "settings": ("settings", {"q": "recall"}, "recall_top_k"),
}
IMAGES = Path(__file__).parents[2] / "docs" / "images"


@pytest.fixture(scope="module")
def lived_in(open_instance: Callable[..., Any], learned: Path, windows: dict[str, int]) -> Any:
    """With the bundled embedder, so that receipts include semantic scores."""
    return open_instance(learned, embedding_backend="minilm", **windows)


@pytest.fixture(scope="module")
def showcase(open_instance: Callable[..., Any], recent: Path) -> Any:
    """What a user sees in the first week."""
    return open_instance(recent, background=False)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_screens(
    look: Callable[..., Any], lived_in: Any, open_instance: Any, theme: Any, size: str
) -> None:
    folder = SCREENS / f"{size}-{theme}"
    folder.mkdir(parents=True, exist_ok=True)
    seen = look(lived_in, viewport=SIZES[size], color_scheme=theme)
    for name, (view, params, words) in VIEWS.items():
        page = seen.at(view, **params)
        expect(page.get_by_text(words).first).to_be_visible()
        page.wait_for_load_state("networkidle")
        page.screenshot(
            path=folder / f"{name}.png", full_page=name not in {"home", "memories", "logbook"}
        )
    welcome = look(open_instance(), viewport=SIZES[size], color_scheme=theme).at()
    expect(welcome.get_by_text("No memories yet")).to_be_visible()
    welcome.screenshot(path=folder / "welcome.png", full_page=True)


@pytest.mark.parametrize(("theme", "name"), [("light", "page.png"), ("dark", "page-dark.png")])
def test_the_picture_of_the_readme(
    look: Callable[..., Any], showcase: Any, theme: Any, name: str
) -> None:
    page = look(showcase, viewport={"width": 1280, "height": 800}, color_scheme=theme).at("home")
    expect(page.get_by_text("contradicts")).to_be_visible()
    expect(page.get_by_text("Latest conversations")).to_be_visible()
    expect(page.locator(".busy")).to_have_count(0)
    page.screenshot(path=IMAGES / name)
