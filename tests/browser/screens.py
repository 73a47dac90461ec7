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
    "memories": ("memories", {"agent": "demo"}, "harbour museum"),
    "ask": ("ask", {"agent": "demo", "q": QUESTION}, "What the model reads"),
    "page": ("ask", {"agent": "demo", "q": QUESTION}, "What the model reads"),
    "graph": ("people", {"agent": "demo"}, "As text"),
    "profile": ("people", {"agent": "demo", "tab": "profile"}, "Compared with version"),
    "overrides": ("people", {"agent": "demo", "tab": "overrides"}, "Prices are in euros"),
    "conversations": ("conversations", {"agent": "demo"}, "work"),
    "conversation": ("conversations", {"agent": "demo", "id": "work"}, "Action items"),
    "logbook": ("conversations", {"agent": "captain", "id": "logbook"}, "left out of windows"),
    "review": ("review", {}, "Failed jobs"),
    "health": ("health", {}, "Messages kept in full"),
    "health-captain": ("health", {"agent": "captain"}, "Messages kept in full"),
}


@pytest.fixture(scope="module")
def lived_in(open_instance: Callable[..., Any], learned: Path, windows: dict[str, int]) -> Any:
    """With the bundled embedder, so that receipts include semantic scores."""
    return open_instance(learned, embedding_backend="minilm", **windows)


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
            path=folder / f"{name}.png", full_page=name not in {"memories", "page", "logbook"}
        )
    welcome = look(open_instance(), viewport=SIZES[size], color_scheme=theme).at()
    expect(welcome.get_by_text("No memories yet")).to_be_visible()
    welcome.screenshot(path=folder / "welcome.png", full_page=True)
