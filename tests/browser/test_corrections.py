"""What the page shows of a memory that is corrected in part, of its days, and of a form that is left."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from recollect import Memory

MOVE = "We're moving to 12 Elm Street on the 5th of December, and recycling is on Thursdays."
RIGHT = "We're moving on the 12th, not the 5th."


@pytest.fixture(scope="module")
def home(open_instance: Callable[..., Any]) -> Any:
    """Two agents; one has a memory that was said shortly after midnight in Berlin."""
    made = open_instance(background=False)
    alice = made.memory.agent("alice")
    alice.remember(MOVE, conversation="move", at="2026-11-10T00:30:00+01:00")
    alice.remember(RIGHT, conversation="day", at="2026-11-14T09:00:00+01:00")
    made.memory.agent("ben").memories.add("Ben rows")
    made.memory.sync()
    (old,), (new,) = (alice.memories.list(text=words) for words in ("recycling", "12th"))
    alice.memories.update(new.id, metadata={**new.metadata, "corrects": [old.id]})
    alice.memories.update(old.id, valid_from="2026-12-05T00:00:00+01:00")
    made.memory.sync()
    return made


@pytest.fixture
def page(home: Any, look: Callable[..., Any]) -> Page:
    return look(home).at("memories", agent="alice")


def opened(page: Page, words: str) -> Any:
    page.locator(".memory").filter(has_text=words).locator(".words").click()
    panel = page.get_by_role("dialog", name="Memory")
    expect(panel.locator(".content").first).to_contain_text(words)
    return panel


def test_a_memory_that_is_corrected_in_part_says_so_in_every_view(home: Any, page: Page) -> None:
    mark = page.locator(".memory").filter(has_text="Elm").get_by_role("link", name="partly corr")
    mark.click()
    expect(page.get_by_role("dialog").locator(".content").first).to_contain_text("not the 5th")
    page.keyboard.press("Escape")
    details = opened(page, "Elm").locator(".details > div").filter(has_text="Corrected")
    expect(details.get_by_role("link")).to_have_text(re.compile("We're moving on the 12th"))
    page.goto(f"{home.url}/#/people?agent=alice")
    listed = page.locator(".timeline li")
    expect(listed.filter(has_text="Elm").get_by_text("partly corrected")).to_be_visible()
    expect(page.get_by_text("partly corrected")).to_have_count(1)
    # On a day before the correction, nobody had said it yet.
    page.goto(f"{home.url}/#/people?agent=alice&day=2026-11-12")
    expect(page.get_by_text("As it was on 12 Nov 2026")).to_be_visible()
    expect(listed.filter(has_text="Elm")).to_have_count(1)
    expect(page.get_by_text("partly corrected")).to_have_count(0)


def test_ask_names_the_correction_first(home: Any, page: Page) -> None:
    page.goto(f"{home.url}/#/ask?agent=alice&q=moving+to+Elm+Street+recycling")
    expect(page.locator(".lead")).to_contain_text("not the 5th")
    page.get_by_role("button", name="Why").click()
    item = page.locator(".item").filter(has_text="Elm").first
    expect(item.get_by_text("partly corrected")).to_be_visible()


def test_the_days_of_a_memory_are_those_of_whoever_said_it(home: Any, page: Page) -> None:
    memory = page.locator(".memory").filter(has_text="Elm")
    expect(memory).to_contain_text("10 Nov 2026")
    panel = opened(page, "Elm")
    panel.get_by_role("button", name="Edit").click()
    begins = panel.get_by_label("Valid from")
    expect(begins).to_have_value("5 Dec 2026")
    begins.fill("7 Dec 2026")
    panel.get_by_role("button", name="Save").click()
    expect(panel.locator("form")).to_have_count(0)
    (entry,) = home.memory.agent("alice").memories.list(text="recycling")
    assert entry.valid_from.isoformat() == "2026-12-06T23:00:00+00:00"
    panel.get_by_role("button", name="Edit").click()
    expect(begins).to_have_value("7 Dec 2026")


def test_a_wrong_day_says_so_and_holds_nobody_back(home: Any, page: Page) -> None:
    page.goto(f"{home.url}/#/ask?agent=alice&q=moving")
    page.get_by_label("As of").fill("tomorrow")
    page.get_by_label("Question").click()
    expect(page.get_by_label("Question")).to_be_focused()
    expect(page.get_by_role("alert")).to_have_text("Write a day such as 4 Nov 2026.")


def test_the_form_of_a_memory_fits_a_phone(home: Any, look: Callable[..., Any]) -> None:
    page = look(home, viewport={"width": 390, "height": 844}).at("memories", agent="alice")
    panel = opened(page, "Elm")
    panel.get_by_role("button", name="Edit").click()
    about = panel.get_by_label("About").bounding_box()
    assert about["x"] + about["width"] < 390 - 8


def test_an_import_with_several_agents_asks_whose_it_is_and_the_list_shows_it(
    home: Any, look: Callable[..., Any], tmp_path: Path
) -> None:
    seen = look(home)
    seen.expected = 422
    page = seen.at("memories")
    expect(page.locator(".memory")).to_have_count(3)
    talk = tmp_path / "talk.jsonl"
    talk.write_text('{"role": "user", "content": "I like the harp."}\n')
    page.get_by_label("File to import").set_input_files(talk)
    asking = page.get_by_role("dialog")
    expect(asking.get_by_text("Name the agent that remembers it")).to_be_visible()
    expect(asking.get_by_label("Agent that remembers it")).to_have_value("")
    asking.get_by_label("Agent that remembers it").fill("ben")
    asking.get_by_role("button", name="Preview").click()
    asking.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("Learning is under way")).to_be_visible()
    home.memory.sync()
    expect(page.locator(".memory").filter(has_text="harp")).to_be_visible()


def test_the_memories_that_the_page_saves_can_be_imported_elsewhere(
    home: Any, page: Page, tmp_path: Path
) -> None:
    expect(page.locator(".memory")).to_have_count(2)
    with page.expect_download() as saving:
        page.get_by_role("combobox", name="Export").select_option("jsonl")
    assert re.fullmatch(r"memories-alice-\d{4}-\d\d-\d\d\.jsonl", saving.value.suggested_filename)
    saved = tmp_path / "saved.jsonl"
    saving.value.save_as(saved)
    with Memory.open(
        tmp_path / "other.sqlite", background=False, embedding_backend="none"
    ) as other:
        other.import_(saved)
        found = {entry.id: entry for entry in other.agent("alice").memories.list()}
    assert found == {entry.id: entry for entry in home.memory.agent("alice").memories.list()}
    # In the page it is read like any other file, and says whose it is.
    page.get_by_label("File to import").set_input_files(saved)
    expect(page.get_by_role("dialog").get_by_text("All of it is here already")).to_be_visible()


def test_the_mark_goes_and_returns_with_the_correction(page: Page) -> None:
    expect(page.get_by_text("partly corrected")).to_have_count(1)
    opened(page, "not the 5th").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("partly corrected")).to_have_count(0)
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.get_by_text("partly corrected")).to_have_count(1)


def test_an_edit_by_hand_settles_the_correction(page: Page) -> None:
    panel = opened(page, "Elm")
    panel.get_by_role("button", name="Edit").click()
    panel.get_by_label("Content").fill("We're moving to 12 Elm Street on 12 December")
    panel.get_by_role("button", name="Save").click()
    expect(panel.locator(".details").get_by_text("Corrected")).to_have_count(0)
    expect(page.get_by_text("partly corrected")).to_have_count(0)
