"""Erasing an agent on the page: what is overwritten later is shown as gone once it is."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import expect


@pytest.mark.slow
def test_bytes_that_are_overwritten_later_are_shown_as_gone_without_a_click(
    open_instance: Callable[..., Any], look: Callable[..., Any]
) -> None:
    opened = open_instance(extractor="none", background=False)
    opened.memory.agent("nils").remember("The vault code is four swans.")
    page = look(opened).at("health")
    with closing(sqlite3.connect(opened.home.parent / "memory.sqlite")) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM agents").fetchall()
        page.get_by_role("button", name="Erase nils").click()
        erasing = page.get_by_role("dialog")
        erasing.get_by_label("to confirm").fill("nils")
        erasing.get_by_role("button", name="Erase permanently").click()
        places = page.get_by_role("region", name="Places that were erased")
        expect(places.get_by_role("row", name="unused bytes")).to_contain_text("not yet")
    opened.memory.sync()
    expect(places.get_by_role("row", name="unused bytes")).to_contain_text("gone")
    expect(page.get_by_text("No deleted text is left in the database.")).to_be_visible()
    expect(places).not_to_contain_text("not yet")


@pytest.mark.slow
def test_one_message_is_deleted_with_what_was_learned_from_it(
    open_instance: Callable[..., Any], look: Callable[..., Any]
) -> None:
    opened = open_instance(extractor="rules", background=False)
    nils = opened.memory.agent("nils")
    for said in ("I live in Leeds.", "My sister is a vet."):
        nils.remember(said, conversation="c")
    opened.memory.sync()
    page = look(opened).at("conversations", agent="nils", id="c")
    message = page.get_by_role("listitem").filter(has_text="I live in Leeds.")
    message.get_by_role("button", name="Delete this message").click()
    deleting = page.get_by_role("dialog")
    expect(deleting).to_contain_text("I live in Leeds.")
    deleting.get_by_label("to confirm").fill("delete")
    deleting.get_by_role("button", name="Delete", exact=True).click()
    expect(message).to_have_count(0)
    expect(page.get_by_text("My sister is a vet.").first).to_be_visible()
    assert [turn.content for turn in nils.turns()] == ["My sister is a vet."]
    assert not any("Leeds" in entry.content for entry in nils.memories.list())
