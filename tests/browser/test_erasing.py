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
