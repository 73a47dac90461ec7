"""Memories: search, filter, edit, delete, restore, export, import and sources."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from recollect.domain.entry import Change
from recollect.learning.lifecycle import archive, put_next

Seen = Callable[..., Any]


def rows(page: Page) -> Locator:
    return page.locator(".memory")


def row(page: Page, words: str) -> Locator:
    return rows(page).filter(has_text=words)


def filters(page: Page) -> Locator:
    """The filters, opened."""
    search = page.get_by_role("search")
    search.get_by_text("Filter and sort").click()
    return search


def opened(page: Page, words: str) -> Locator:
    """The panel of a memory, opened by a click on its words."""
    row(page, words).locator(".words").click()
    panel = page.get_by_role("dialog", name="Memory")
    expect(panel.locator(".content").first).to_contain_text(words)
    return panel


@pytest.fixture
def kept(instance: Any, request: pytest.FixtureRequest) -> Any:
    """An agent for one test, with three memories."""
    agent = instance.memory.agent(request.node.name[:60])
    agent.memories.add("Otto keeps bees", kind="fact", priority="high")
    agent.memories.add("Otto prefers rye bread", kind="preference", priority="low")
    agent.memories.add("Otto decided to sell the boat", kind="decision", priority="low")
    return agent


@pytest.mark.slow
def test_memories_are_found_while_typing_and_by_filters(maya: Any, kept: Any) -> None:
    page = maya.at("memories", agent=kept.id)
    expect(rows(page)).to_have_count(3)
    expect(row(page, "Otto keeps bees").locator(".kind")).to_have_text("fact")
    page.get_by_label("Search", exact=True).press_sequentially("rye")
    # Each pause while typing changes the address: only with the last letter is it settled.
    expect(page).to_have_url(re.compile("q=rye"))
    expect(rows(page)).to_have_text([re.compile("rye bread")])
    page.get_by_role("button", name="Clear filters").click()
    expect(rows(page)).to_have_count(3)
    chosen = filters(page)
    chosen.get_by_role("button", name="decision 1").click()
    expect(rows(page)).to_have_count(1)
    chosen.get_by_role("button", name="All 3").click()
    expect(rows(page)).to_have_count(3)
    chosen.get_by_label(re.compile("^Priority")).select_option("high")
    expect(rows(page)).to_have_text([re.compile("Otto keeps bees")])
    chosen.get_by_label(re.compile("^Priority")).select_option("")
    expect(rows(page)).to_have_count(3)
    chosen.get_by_label(re.compile("^Status")).select_option("deleted")
    expect(page.get_by_text("No matches")).to_be_visible()
    chosen.get_by_label(re.compile("^Status")).select_option("")
    expect(rows(page)).to_have_count(3)
    chosen.get_by_label(re.compile("^To")).fill("2001-01-01")
    expect(page.get_by_text("No matches")).to_be_visible()
    chosen.get_by_label(re.compile("^To")).fill("")
    expect(rows(page)).to_have_count(3)
    chosen.get_by_label(re.compile("^From")).fill("2001-01-01")
    expect(rows(page)).to_have_count(3)
    page.get_by_role("combobox", name="Agent", exact=True).select_option("demo")
    expect(row(page, "Maya's flat has no lift")).to_have_count(1)
    page.go_back()
    expect(rows(page)).to_have_count(3)


def test_an_archived_memory_is_found_by_its_status_and_restored(
    maya: Any, kept: Any, instance: Any
) -> None:
    (bees,) = kept.memories.list(text="bees")
    put = put_next(bees, archive(bees), Change.ARCHIVED, bees.changed_at)
    instance.memory._components.store.write(kept.id, put)
    page = maya.at("memories", agent=kept.id)
    expect(rows(page)).to_have_count(2)
    filters(page).get_by_label(re.compile("^Status")).select_option("archived")
    expect(rows(page)).to_have_text([re.compile("Otto keeps bees")])
    row(page, "bees").get_by_role("button", name="Restore").click()
    expect(page.get_by_text("Restored.")).to_be_visible()
    assert kept.memories.get(bees.id).status == "active"


def test_a_memory_is_edited_in_its_panel_and_keeps_its_history(maya: Any, kept: Any) -> None:
    page = maya.at("memories", agent=kept.id)
    panel = opened(page, "rye bread")
    panel.get_by_role("button", name="Edit").click()
    form = page.get_by_role("form", name="Edit this memory")
    expect(form.get_by_label("Content")).to_be_focused()
    form.get_by_label("Content").fill("Otto prefers black bread")
    form.get_by_label("Priority").select_option("high")
    form.get_by_label("Kind").select_option("correction")
    form.get_by_label("Valid from").fill("2026-01-02")
    form.get_by_label("Valid until").fill("4 March 2027")
    form.get_by_label("Pinned").check()
    form.get_by_role("button", name="Save").click()
    # The list behind the panel follows.
    now = row(page, "black bread")
    expect(now).to_contain_text("valid from 2 Jan 2026 until 4 Mar 2027")
    expect(now.get_by_text("pinned", exact=True)).to_be_visible()
    expect(now.get_by_text("edited", exact=True)).to_be_visible()
    expect(panel.get_by_label("Priority")).to_have_value("high")
    expect(panel.get_by_label("Kind")).to_have_value("correction")
    panel.get_by_label("Kind").select_option("preference")
    expect(page.get_by_text("Changed to preference.")).to_be_visible()
    panel.get_by_role("button", name="Unpin").click()
    expect(panel.get_by_role("button", name="Pin", exact=True)).to_be_visible()
    panel.locator(".history li").filter(has_text="rye bread").get_by_role("button").click()
    expect(page.locator(".memory .what .content", has_text="rye bread")).to_be_visible()
    entry = next(each for each in kept.memories.list() if "bread" in each.content)
    assert (entry.content, entry.pinned) == ("Otto prefers rye bread", False)
    # The address opens the same panel, over any view.
    page.reload()
    expect(panel.locator(".content").first).to_have_text("Otto prefers rye bread")
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_have_count(0)
    assert entry.id not in page.url
    maya.at("instructions", agent=kept.id, memory=entry.id)
    expect(panel.locator(".content").first).to_have_text("Otto prefers rye bread")


def test_selected_memories_are_pinned_retyped_and_deleted_with_undo(maya: Any, kept: Any) -> None:
    page = maya.at("memories", agent=kept.id, group="kind")
    expect(page.get_by_role("heading", name="preference 1")).to_be_visible()
    row(page, "bees").get_by_role("checkbox").check()
    row(page, "rye bread").get_by_role("checkbox").check()
    bulk = page.get_by_role("region", name="Selected memories")
    bulk.get_by_role("button", name="Pin").click()
    expect(page.get_by_text("2 memories pinned.")).to_be_visible()
    expect(bulk).to_be_hidden()
    before = {each.content: each.confidence for each in kept.memories.list()}
    page.get_by_label("Select all 3 memories").check()
    bulk.get_by_label("Change kind").select_option("skill")
    expect(page.get_by_text("3 memories changed to skill.")).to_be_visible()
    assert {each.kind for each in kept.memories.list()} == {"skill"}
    page.get_by_label("Select all 3 memories").check()
    bulk.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("3 memories deleted.")).to_be_visible()
    assert kept.memories.list() == []
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("3 memories restored.")).to_be_visible()
    assert {each.content: each.confidence for each in kept.memories.list()} == before
    # The address says what is searched for, and the field follows it.
    page.get_by_label("Search", exact=True).fill("bees")
    expect(rows(page)).to_have_count(1)
    maya.at("memories", agent=kept.id)
    expect(page.get_by_label("Search", exact=True)).to_have_value("")
    expect(rows(page)).to_have_count(3)


def test_the_list_groups_days_of_one_memory_by_month_and_counts_what_it_shows(
    maya: Any, instance: Any
) -> None:
    rosa = instance.memory.agent("rosa")
    for day, said in enumerate(("I play chess.", "I play the harp.", "I live in Ulm."), 1):
        rosa.remember(said, at=f"2026-09-{day:02}T10:00:00Z")
    instance.memory.sync()
    page = maya.at("memories", agent=rosa.id)
    expect(page.locator("h2.group")).to_have_text(["September 2026 3"])
    before = page.get_by_label("Search", exact=True).bounding_box()
    button = page.get_by_role("button", name="Filter and sort")
    place = button.bounding_box()
    filters(page)
    # What opens does not move what was pressed.
    assert button.bounding_box() == place
    assert page.get_by_label("Search", exact=True).bounding_box() == before
    kinds = page.get_by_role("group", name="Kind").get_by_role("button")
    expect(kinds.first).to_have_text("All 3")
    page.get_by_label("Search", exact=True).fill("harp")
    expect(rows(page)).to_have_count(1)
    expect(kinds).to_have_text(["All 1", re.compile("^[a-z]+ 1$")])
    kinds.nth(1).click()
    expect(kinds).to_have_text(["All 1", re.compile("^[a-z]+ 1$")])
    expect(page.get_by_label("Select 1 memory")).to_be_visible()
    for thing in ("boats", "bikes", "kites", "drums", "cups", "maps"):
        rosa.memories.add(f"Rosa has three {thing}")
    maya.at("memories", agent=rosa.id)
    page.reload()
    expect(page.locator("h2.group").last).to_contain_text("1 Sep 2026")


def test_a_memory_given_to_somebody_else_is_given_back_in_its_form(
    maya: Any, instance: Any
) -> None:
    lea = instance.memory.agent("lea")
    lea.remember("Jonas is allergic to hazelnuts.", conversation="nuts", speaker="Lea")
    instance.memory.sync()
    (wrong,) = lea.memories.list()
    assert (wrong.about, wrong.attribute) == ("Jonas", "allergy")
    page = maya.at("memories", agent=lea.id)
    panel = opened(page, "hazelnuts")
    panel.get_by_role("button", name="Edit").click()
    form = page.get_by_role("form", name="Edit this memory")
    expect(form.get_by_label("About")).to_have_value("Jonas")
    form.get_by_label("About").fill("")
    form.get_by_label("Content").fill("I am allergic to hazelnuts")
    form.get_by_role("button", name="Save").click()
    expect(form).to_have_count(0)
    right = lea.memories.get(wrong.id)
    assert (right.about, right.subject, right.attribute) == (None, "Lea", "allergy")
    panel.get_by_role("button", name="Edit").click()
    form.get_by_label("About").fill("Nora")
    form.get_by_role("button", name="Save").click()
    expect(panel.locator("dd", has_text="Nora")).to_be_visible()
    assert lea.memories.get(wrong.id).about == "Nora"


def test_an_edit_that_is_left_keeps_what_was_typed(maya: Any, kept: Any) -> None:
    page = maya.at("memories", agent=kept.id)
    form = page.get_by_role("form", name="Edit this memory")
    text = form.get_by_label("Content")
    opened(page, "rye bread").get_by_role("button", name="Edit").click()
    text.fill("Otto bakes rye bread")
    page.keyboard.press("Escape")
    expect(page.get_by_text("What you typed is kept")).to_be_visible()
    opened(page, "rye bread").get_by_role("button", name="Edit").click()
    expect(text).to_have_value("Otto bakes rye bread")
    text.fill("Otto bakes and sells rye bread")
    page.go_back()
    expect(form).to_have_count(0)
    opened(page, "rye bread").get_by_role("button", name="Edit").click()
    expect(text).to_have_value("Otto bakes and sells rye bread")
    form.get_by_role("button", name="Cancel").click()
    opened(page, "rye bread").get_by_role("button", name="Edit").click()
    expect(text).to_have_value("Otto prefers rye bread")
    assert "Otto prefers rye bread" in [each.content for each in kept.memories.list()]


def test_a_long_or_right_to_left_text_is_clamped_and_written_from_its_own_side(
    maya: Any, instance: Any
) -> None:
    noa = instance.memory.agent("noa")
    noa.memories.add("Noa likes long walks. " * 200)
    noa.memories.add("אני גר בתל אביב with Tom")
    page = maya.at("memories", agent=noa.id)
    long = row(page, "long walks")
    assert long.bounding_box()["height"] < 200
    hebrew = row(page, "with Tom").locator(".content")
    assert hebrew.evaluate("(one) => getComputedStyle(one).direction") == "rtl"
    assert long.locator(".content").evaluate("(one) => getComputedStyle(one).direction") == "ltr"
    panel = opened(page, "long walks")
    edit = panel.get_by_role("button", name="Edit")
    expect(edit).to_be_in_viewport()
    panel.get_by_role("button", name="Show all").click()
    expect(edit).not_to_be_in_viewport()
    panel.get_by_role("button", name="Show less").click()
    expect(edit).to_be_in_viewport()


def test_a_deletion_can_be_undone_at_once_and_later(maya: Any, kept: Any) -> None:
    page = maya.at("memories", agent=kept.id)
    here = row(page, "keeps bees")
    panel = opened(page, "keeps bees")
    panel.get_by_role("button", name="Delete").click()
    expect(here.get_by_text("deleted", exact=True)).to_be_visible()
    expect(panel.get_by_role("button", name="Restore", exact=True)).to_be_focused()
    assert len(kept.memories.list()) == 2
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(panel.get_by_role("button", name="Delete")).to_be_visible()
    assert len(kept.memories.list()) == 3
    panel.get_by_role("button", name="Delete").click()
    expect(panel.get_by_role("button", name="Restore", exact=True)).to_be_visible()
    panel.get_by_role("button", name="Close").click()
    page.reload()
    expect(rows(page)).to_have_count(2)
    filters(page).get_by_label(re.compile("^Status")).select_option("deleted")
    row(page, "keeps bees").get_by_role("button", name="Restore").click()
    expect(page.get_by_text("Restored.")).to_be_visible()
    assert len(kept.memories.list()) == 3


def test_a_memory_shows_the_sentence_it_came_from_in_its_conversation(maya: Any) -> None:
    page = maya.at("memories", agent="demo", q="choir")
    panel = opened(page, "joined a choir after all")
    expect(panel.locator("mark")).to_contain_text("joined a choir after all")
    expect(panel.get_by_text("The acoustics must be wonderful.")).to_be_visible()
    panel.get_by_role("link", name="Source").click()
    expect(page.locator(".message.here")).to_contain_text("joined a choir after all")
    expect(page.locator(".message.here")).to_be_in_viewport()
    expect(panel).to_have_count(0)


def test_what_a_memory_states_is_removed_with_its_relation_if_it_is_not_right(
    maya: Any, instance: Any
) -> None:
    olga = instance.memory.agent("olga")
    olga.remember("My partner is called Sunita.", conversation="family")
    instance.memory.sync()
    page = maya.at("memories", agent=olga.id)
    panel = opened(page, "Sunita")
    states = panel.locator(".details > div").filter(has_text="States")
    expect(states).to_contain_text("partner: Sunita")
    states.get_by_role("button", name="Not right").click()
    # Escape changes nothing, and keeps what was typed.
    expect(states.get_by_label("What is right?")).to_be_focused()
    page.keyboard.type("Sun")
    page.keyboard.press("Escape")
    expect(states.get_by_role("button", name="Not right")).to_be_focused()
    expect(page.get_by_text("What you typed is kept")).to_be_visible()
    page.keyboard.press("Enter")
    expect(states.get_by_label("What is right?")).to_have_value("Sun")
    states.get_by_role("button", name="Only remove it").click()
    expect(states).to_have_count(0)
    expect(panel).to_be_visible()
    expect(row(page, "Sunita").locator(".badge")).to_have_text(["edited"])
    assert olga.graph.search() == []
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(states).to_contain_text("partner: Sunita")
    assert [each.sentence for each in olga.graph.search()] == ["user is partner of Sunita"]


def test_what_is_right_is_typed_in_place_of_what_is_not(maya: Any, instance: Any) -> None:
    nils = instance.memory.agent("nils")
    for said in ("I live in Leeds.", "I moved to York last week.", "My boss is called Teresa."):
        nils.remember(said, conversation="moves", speaker="Nils")
        instance.memory.sync()
    page = maya.at("memories", agent=nils.id)
    panel = opened(page, "York")
    button = panel.get_by_role("button", name="Not right")
    button.focus()
    page.keyboard.press("Enter")
    # The wrong value is selected, so that typing replaces it.
    page.keyboard.type("Whitby")
    page.keyboard.press("Enter")
    expect(panel.locator(".content").first).to_have_text(re.compile("Whitby"))
    expect(button).to_be_focused()
    expect(panel.locator("dd").filter(has_text="home: Whitby")).to_be_visible()
    # It is an edit, and says where it comes from; what it had replaced does not hold again.
    expect(row(page, "Whitby").get_by_text("edited", exact=True)).to_be_visible()
    expect(row(page, "Whitby")).to_contain_text("From Nils")
    expect(panel.locator("mark")).to_have_text("I moved to York last week")
    relations = {each.sentence for each in nils.graph.search()}
    assert relations == {"Nils lives in Whitby", "Teresa manages Nils"}
    assert len(nils.memories.list(status="superseded")) == 1
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(panel.locator("dd").filter(has_text="home: York")).to_be_visible()
    assert "Nils lives in York" in {each.sentence for each in nils.graph.search()}
    # Where the sentence says what is right, and was only misread, its words stay.
    button.click()
    page.keyboard.type("last week")
    page.keyboard.press("Enter")
    expect(panel.locator("dd").filter(has_text="home: last week")).to_be_visible()
    expect(panel.locator(".content").first).to_have_text(re.compile("I moved to York last week"))


def test_a_line_of_the_profile_is_corrected_where_it_stands(
    maya: Any, instance: Any, accessible: Callable[..., None]
) -> None:
    vera = instance.memory.agent("vera")
    for said in ("My desk is by the window.", "My name is Vera.", "I am allergic to nuts."):
        vera.remember(said, conversation="home")
        instance.memory.sync()
    page = maya.at("people", agent=vera.id, tab="profile")
    line = page.locator(".stated").filter(has_text="My desk")
    line.get_by_role("button", name="Not right").click()
    accessible(page, ".portrait")
    field = line.get_by_label("What is right?")
    expect(field).to_have_value("My desk is by the window")
    page.keyboard.press("Escape")
    expect(field).to_have_count(0)
    expect(line.get_by_role("button", name="Not right")).to_be_focused()
    page.keyboard.press("Enter")
    field.fill("My desk is by the door")
    line.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Corrected.")).to_be_visible()
    instance.memory.sync()
    expect(page.locator(".portrait .lines")).to_contain_text("My desk is by the door")
    expect(page.locator(".portrait .lines")).not_to_contain_text("window")
    (desk,) = vera.memories.list(text="desk")
    assert (desk.edited, desk.quote) == (True, "My desk is by the window")
    # A line opens its memory.
    page.locator(".stated").filter(has_text="nuts").get_by_role("link").click()
    expect(page.get_by_role("dialog", name="Memory")).to_contain_text("nuts")


def test_a_replaced_memory_links_to_its_replacement(maya: Any) -> None:
    page = maya.at("memories", agent="demo", status="superseded")
    panel = opened(page, "Maya lives in Hamburg")
    panel.get_by_role("link", name="Show replacement").click()
    expect(panel.locator(".content").first).to_contain_text("lives in Lisbon")


def test_a_memory_is_a_quote_with_its_speaker_and_day(maya: Any, instance: Any) -> None:
    anna = instance.memory.agent("anna")
    anna.remember(
        "From now on answer me in metric units.", speaker="Anna", at="2026-06-08T23:30:00-02:00"
    )
    instance.memory.sync()
    page = maya.at("memories", agent="anna")
    here = row(page, "metric units")
    expect(here.locator("q")).to_have_text("From now on answer me in metric units")
    expect(here.locator(".by").last).to_have_text("Anna, 8 Jun 2026")
    expect(here.get_by_text("standing instruction", exact=True)).to_be_visible()
    panel = opened(page, "metric units")
    panel.get_by_role("button", name="Edit").click()
    page.get_by_label("Content").fill("Answer Anna in metric units.")
    page.get_by_role("button", name="Save").click()
    now = row(page, "Answer Anna in metric units.")
    expect(now.locator(".by").last).to_have_text("From Anna, 8 Jun 2026")
    expect(now.get_by_text("edited", exact=True)).to_be_visible()
    expect(panel.locator("mark")).to_have_text("From now on answer me in metric units")


def test_a_memory_is_added_manually(maya: Any, kept: Any) -> None:
    page = maya.at("memories", agent=kept.id)
    page.get_by_role("button", name="Add memory").click()
    form = page.get_by_role("dialog")
    expect(form.get_by_label("Agent")).to_have_value(kept.id)
    form.get_by_role("combobox", name="Kind", exact=True).select_option("skill")
    form.get_by_label("Content").fill("Otto mends nets")
    form.get_by_role("button", name="Save").click()
    expect(row(page, "Otto mends nets")).to_have_count(1)
    expect(form).to_be_hidden()


def test_memories_are_exported_imported_and_cleared_by_a_typed_word(
    maya: Any, kept: Any, tmp_path: Path
) -> None:
    page = maya.at("memories", agent=kept.id)
    with page.expect_download() as saving:
        page.get_by_role("combobox", name="Export").select_option("jsonl")
    saved = tmp_path / "saved"
    saving.value.save_as(saved)
    assert len(saved.read_text().splitlines()) == 2 + 3
    with page.expect_download() as saving:
        page.get_by_role("combobox", name="Export").select_option("html")
    saving.value.save_as(saved)
    assert re.fullmatch(rf"everything-{kept.id}-[\d-]+\.html", saving.value.suggested_filename)
    assert '<h2 id="memories">Memories (3)</h2>' in saved.read_text()
    page.get_by_role("button", name="Clear all").click()
    asking = page.get_by_role("dialog")
    expect(asking.get_by_text("deletes 3 memories")).to_be_visible()
    confirm = asking.get_by_role("button", name="Delete all")
    asking.get_by_label("to confirm").fill("yes")
    expect(confirm).to_be_disabled()
    asking.get_by_label("to confirm").fill(kept.id)
    confirm.click()
    expect(page.get_by_text("No memories yet")).to_be_visible()
    assert kept.memories.list() == []
    more = tmp_path / "more.json"
    more.write_text(json.dumps([{"content": "Otto sings bass"}, {"content": "Otto rows"}]))
    page.get_by_label("File to import").set_input_files(more)
    expect(page.get_by_text("2 memories in the file, 2 of them new.")).to_be_visible()
    expect(rows(page)).to_have_count(2)
    broken = tmp_path / "broken.json"
    broken.write_text("not JSON")
    maya.expected = 422
    page.get_by_label("File to import").set_input_files(broken)
    expect(page.get_by_role("alert")).to_contain_text("broken.json: this is not JSON.")


def test_a_file_of_another_program_is_shown_before_it_is_imported(
    open_instance: Seen, look: Seen, tmp_path: Path
) -> None:
    home = open_instance(extractor="none", background=False)
    seen = look(home)
    seen.expected = 422
    page = seen.at("memories")
    expect(page.get_by_role("heading", name="No memories yet")).to_be_visible()
    talk = tmp_path / "talk.jsonl"
    talk.write_text('{"role": "user", "content": "I row on Sundays."}\n{"content": "And sing."}\n')
    page.get_by_label("File to import").set_input_files(talk)
    asking = page.get_by_role("dialog")
    expect(asking.get_by_text("does not say whose it is")).to_be_visible()
    expect(asking.get_by_label("Agent that remembers it")).to_have_value("me")
    expect(asking.get_by_text("Stored for me.")).to_be_visible()
    expect(asking.get_by_role("alert")).to_have_count(0)
    asking.get_by_label("Agent that remembers it").fill("otto")
    asking.get_by_role("button", name="Preview").click()
    expect(asking.get_by_text("The file (jsonl) has 1 conversation, 2 turns.")).to_be_visible()
    assert home.memory.agents() == []
    asking.get_by_role("button", name="Import").click()
    expect(asking).to_be_hidden()
    expect(page.get_by_text("Imported. Learning from it")).to_be_visible()
    expect(page.get_by_role("combobox", name="Export")).to_be_visible()
    assert [(agent.id, agent.turns) for agent in home.memory.agents()] == [("otto", 2)]
    page.get_by_label("File to import").set_input_files(talk)
    asking.get_by_label("Agent that remembers it").fill("otto")
    asking.get_by_role("button", name="Preview").click()
    expect(asking.get_by_text("All of it is here already.")).to_be_visible()
    expect(asking.get_by_role("button", name="Import")).to_be_disabled()
    asking.get_by_role("button", name="Cancel").click()
    moving = tmp_path / "moving.json"
    said = [{"role": "user", "content": "I move in May."}]
    moving.write_text(json.dumps({"title": "Umzug nach Köln", "messages": said}))
    page.get_by_label("File to import").set_input_files(moving)
    expect(asking).to_contain_text(re.compile("moving.json.*What can be imported"))
    asking.get_by_label("Agent that remembers it").fill("otto")
    asking.get_by_role("button", name="Preview").click()
    asking.get_by_role("button", name="Import", exact=True).click()
    expect(asking).to_be_hidden()
    titles = {each.id: each.title for each in home.memory.agent("otto").conversations.list()}
    assert titles == {"talk": None, "moving": "Umzug nach Köln"}
    theirs = [{"id": "1", "memory": "Likes tea"}, {"id": "2", "memory": "Sings", "user_id": "ann"}]
    saved = tmp_path / "mem0.json"
    saved.write_text(json.dumps(theirs))
    page.get_by_label("File to import").set_input_files(saved)
    expect(asking.get_by_text("1 of 2 memories names no agent")).to_be_visible()
    asking.get_by_label("Agent for what has none").fill("otto")
    asking.get_by_role("button", name="Preview").click()
    expect(asking.get_by_text("Likes tea", exact=True)).to_be_visible()
    asking.get_by_role("button", name="Import").click()
    expect(asking).to_be_hidden()
    assert [agent.id for agent in home.memory.agents()] == ["ann", "otto"]


def test_an_import_begun_before_the_demo_was_added_is_shown_and_counted_once_learned(
    open_instance: Seen, look: Seen, tmp_path: Path
) -> None:
    seen = look(open_instance(extractor="rules"))
    seen.expected = 422
    page = seen.at()
    talks = tmp_path / "talks.json"
    said = {"messages": [{"role": "user", "content": "I live in Oslo.", "id": "1"}]}
    talks.write_text(json.dumps([said, {**said, "title": "Again"}]))
    with page.expect_file_chooser() as choosing:
        page.get_by_role("button", name="Import").click()
    page.get_by_role("button", name="Add demo data").click()
    expect(page.locator(".figures")).to_be_visible()
    choosing.value.set_files(talks)
    asking = page.get_by_role("dialog", name="Import")
    expect(asking.get_by_text("has 2 conversations, 2 turns")).to_be_visible()
    # Not the fictional agent, although it is the only one.
    expect(asking.get_by_label("Agent that remembers it")).to_have_value("me")
    seen.at("conversations")
    asking.get_by_role("button", name="Import", exact=True).click()
    expect(page.locator(".tile").filter(has_text="me1 memory, 2 conv")).to_be_visible()
    expect(page.get_by_role("button", name="Import")).to_be_visible()


def test_a_file_with_other_fields_is_answered_with_an_example(
    open_instance: Seen, look: Seen, tmp_path: Path
) -> None:
    seen = look(open_instance(extractor="none", background=False))
    seen.expected = 422
    page = seen.at("memories")
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps({"name": "Moving", "talk": [{"who": "me", "text": "Hello"}]}))
    page.get_by_label("File to import").set_input_files(wrong)
    asking = page.get_by_role("dialog")
    expect(asking.get_by_role("alert")).to_be_visible()
    expect(asking.get_by_text('{"title": "Moving", "messages": [')).to_be_visible()


@pytest.mark.slow
def test_ten_thousand_memories_scroll_with_few_rows_in_the_page(
    open_instance: Seen, look: Seen
) -> None:
    store = open_instance(max_entries_per_agent=0, extractor="none", background=False)
    many = [{"content": f"Parcel {n} lies on shelf {n % 97}"} for n in range(10_000)]
    assert store.memory.all_agents.import_memories(many, "store").new == 10_000
    page = look(store).at("memories", agent="store")
    expect(page.get_by_text("10,000 shown · agent store")).to_be_visible()
    top = rows(page).first.locator(".content").inner_text()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(page.locator(".memory").filter(has_text=top)).to_have_count(0)
    rows(page).last.scroll_into_view_if_needed()
    expect(rows(page).last).to_be_in_viewport()
    # Only rows near the visible part are in the page.
    assert 10 < rows(page).count() < 200
    page.evaluate("scrollTo(0, 0)")
    page.get_by_label("Search", exact=True).fill("Parcel 4321")
    expect(rows(page).first).to_contain_text("Parcel 4321 ")
    page.goto(f"{store.url}/#/health")
    expect(page.get_by_text("10,000").first).to_be_visible()
