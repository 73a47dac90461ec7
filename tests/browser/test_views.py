"""The other views: ask, people and things, conversations, review, health."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from recollect.demo import CONVERSATIONS

QUESTION = "What must I not cook for my sister?"


@pytest.fixture
def maya_again(instance: Any, decide: Any, request: pytest.FixtureRequest) -> Any:
    """An agent for one test, with the demo data, or with the conversations that are named."""
    wanted = getattr(request, "param", [talk.name for talk in CONVERSATIONS])
    agent = instance.memory.agent(request.node.name[:60])
    for talk in CONVERSATIONS:
        if talk.name in wanted:
            agent.ingest(talk.name, talk.turns())
    instance.memory.sync()
    decide(agent)
    return agent


# --- ask


def test_a_question_shows_what_the_model_reads_and_why(maya: Any, instance: Any) -> None:
    page = maya.at("ask", agent="demo")
    # Both settings can be chosen before the question.
    page.get_by_role("button", name="Compare two settings").click()
    expect(page.get_by_role("combobox", name="Tokens")).to_have_count(2)
    expect(page.locator(".busy")).to_have_count(0)
    page.get_by_role("button", name="One setting").click()
    page.get_by_label("Question").fill(QUESTION)
    page.get_by_role("button", name="Ask", exact=True).click()
    # As many tokens as anywhere else, and the nearest text in a sentence.
    made = instance.memory.agent("demo").context(QUESTION)
    summary = page.locator(".budget")
    expect(summary).to_contain_text(f"{made.receipt.tokens:,} of 4,000 tokens")
    expect(summary.locator(".lead")).to_contain_text(re.compile("Nearest: .* Found by words"))
    # The date is a line, and no section of its own.
    expect(page.get_by_text("Current date: ")).to_be_visible()
    expect(page.locator(".block")).to_have_count(len(made.sections) - 1)
    expect(page.locator(".block").filter(has_text="What was said")).to_contain_text("cashews")
    page.get_by_role("button", name=f"Why ({len(made.receipt.items)})").click()
    items = page.locator(".item").filter(has_text="allergic to cashews")
    found = items.filter(has_text="What was said").first
    expect(found).to_contain_text("Found by")
    # Scores and bars are there for whoever wants to see them.
    expect(page.locator(".item .why, .stacked")).to_have_count(0)
    page.get_by_label("Details").check()
    expect(found).to_contain_text(re.compile(r"score \d"))
    tokens = page.get_by_role("img", name="Tokens by section")
    expect(tokens).to_have_attribute("aria-label", re.compile("What was said"))
    found.get_by_role("button", name="Explain").click()
    expect(found.get_by_role("link", name="Open conversation")).to_be_visible()
    shown = page.locator(".item")
    assert shown.count() == 12
    page.get_by_role("button", name="Show all").click()
    expect(shown).to_have_count(len(made.receipt.items))
    found.get_by_role("link", name="Open conversation").click()
    expect(page.locator(".message.here")).to_contain_text("allergic to cashews")


@pytest.mark.slow
def test_the_receipt_says_what_was_left_out_and_why(maya: Any) -> None:
    page = maya.at("ask", agent="demo", q=QUESTION)
    page.get_by_role("combobox", name="Tokens").select_option("500")
    expect(page.locator(".budget")).to_contain_text("of 500 tokens")
    page.get_by_role("button", name="Left out").click()
    expect(page.locator(".item").filter(has_text="over the token limit").first).to_be_visible()
    why_not = page.get_by_role("region", name="Why not …?")
    why_not.get_by_label("Words of a memory").fill("choir")
    why_not.get_by_role("button", name="Explain it").click()
    expect(why_not.get_by_role("listitem").first).to_contain_text("choir")
    page.get_by_role("button", name="Compare two settings").click()
    widths = [each.bounding_box()["width"] for each in page.locator(".asked > section").all()]
    assert widths[0] == widths[1]
    second = page.get_by_role("region", name="Second setting")
    second.get_by_role("combobox", name="Tokens").select_option("4000")
    expect(second.locator(".budget")).to_contain_text("of 4,000 tokens")
    expect(second.get_by_text("items only here")).to_be_visible()
    page.get_by_role("button", name="One setting").click()
    page.get_by_label("Question").fill("Why is the sky blue?")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Nothing that is remembered is about this")).to_be_visible()
    expect(page.get_by_text("The model reads only what it always reads: ")).to_be_visible()


def test_a_follow_up_is_asked_from_its_conversation(maya: Any, instance: Any) -> None:
    potter = instance.memory.agent("potter")
    potter.remember("I signed up for a pottery class.", conversation="pottery")
    list_of_things = "For the pottery class I need:\n- clay\n- a glaze"
    potter.remember(list_of_things, conversation="shopping")
    page = maya.at("conversations", agent=potter.id, id="pottery")
    page.get_by_role("link", name="Ask a follow-up").click()
    page.get_by_label("Question").fill("When does it start?")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_text("Understood as: When does the pottery class start?")).to_be_visible()
    # The bullets of a message are no headings, as days are.
    expect(page.locator(".lines .below").filter(has_text="a glaze")).to_be_visible()
    page.get_by_role("button", name="Ask outside it").click()
    expect(page.get_by_text("Understood as")).to_have_count(0)


def test_what_somebody_asked_to_forget_is_said_to_wait_for_a_decision(
    maya: Any, instance: Any
) -> None:
    pia = instance.memory.agent("pia")
    pia.remember("I like fish.", conversation="gym")
    instance.memory.sync()
    pia.remember("Please forget that I like fish.", conversation="later")
    instance.memory.sync()
    page = maya.at("ask", agent=pia.id, q="Do I like fish?")
    page.get_by_role("button", name="Left out").click()
    item = page.locator(".item").filter(has_text="asked to forget, waits in Review").first
    expect(item).to_contain_text("I like fish")
    item.get_by_role("button", name="Explain").click()
    expect(item).to_contain_text("it waits in Review for a decision")
    (request,) = pia.review.deletion_requests()
    pia.review.resolve(request.id, keep="none")
    page.reload()
    page.get_by_role("button", name="Left out").click()
    expect(page.locator(".item").filter(has_text="I like fish").first).to_contain_text("deleted")
    pia.erase()


def test_a_message_is_shown_in_why_as_the_model_reads_it(maya: Any, instance: Any) -> None:
    tea = instance.memory.agent("tea")
    said = "My phone number is 0421 555 123. My dog is called Bello."
    tea.remember(said, conversation="park")
    tea.remember("Please forget my phone number.", conversation="later")
    instance.memory.sync()
    page = maya.at("ask", agent=tea.id, q="What is my dog called?")
    page.get_by_role("button", name="Why").click()
    expect(page.locator(".item").filter(has_text="[…] My dog is called Bello.")).to_have_count(1)
    expect(page.locator("main")).not_to_contain_text("0421")
    tea.erase()


def test_the_nearest_text_is_one_that_still_holds(maya: Any, instance: Any) -> None:
    lee = instance.memory.agent("lee")
    for number, said in enumerate(("I live in Leeds.", "I've moved to York.")):
        lee.remember(said, conversation=str(number))
        instance.memory.sync()

    def outscored(route: Any) -> None:
        made = route.fetch().json()
        for item in made["receipt"]["items"]:
            item["score"] = 9 if "(no longer true)" in item["text"] else item["score"]
        route.fulfill(json=made)

    maya.page.route("**/api/v1/context", outscored)
    page = maya.at("ask", agent=lee.id, q="Do I live in Leeds?")
    expect(page.locator(".block").filter(has_text="Leeds. (no longer true)")).to_be_visible()
    expect(page.locator(".lead")).to_contain_text("York")
    page.unroute("**/api/v1/context")
    lee.erase()


# --- people and things


def relations(page: Page) -> Any:
    return page.locator("details.card li")


@pytest.mark.slow
def test_the_graph_is_searched_expanded_and_filtered(maya: Any) -> None:
    page = maya.at("people", agent="ines", tab="graph")
    expect(page.locator(".graph canvas").first).to_be_visible()
    expect(relations(page).filter(has_text="Ines lives in Lisbon")).to_have_count(1)
    everything = relations(page).count()
    page.get_by_label("Search people and things").fill("Brightwell")
    expect(page.get_by_label("Up to")).to_be_visible()
    page.get_by_label("Up to").select_option("1")
    expect(relations(page)).to_have_count(1)
    page.get_by_label("Up to").select_option("3")
    expect(relations(page).filter(has_text="lives in Lisbon")).to_have_count(1)
    page.get_by_label("Search people and things").fill("")
    expect(relations(page)).to_have_count(everything)
    page.get_by_role("checkbox", name="place").uncheck()
    expect(relations(page).filter(has_text="Lisbon")).to_have_count(0)
    page.get_by_role("checkbox", name="place").check()
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("Home")
    expect(page.get_by_text("As it was on 2 Mar 2026")).to_be_visible()
    expect(relations(page).filter(has_text="works at")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.get_by_text("As it is now")).to_be_visible()
    works = relations(page).filter(has_text="Ines works at")
    works.get_by_role("link", name="Source").click()
    panel = page.get_by_role("dialog", name="Memory")
    expect(panel.locator(".content").first).to_have_text("Ines works at Brightwell.")


@pytest.mark.slow
def test_the_profile_shows_its_versions_and_what_changed(maya: Any, instance: Any) -> None:
    texts = [version.text for version in instance.memory.agent("demo").profile.versions()]
    first = next(n for n, text in enumerate(texts, 1) if "Maya's flat has no lift" in text)
    page = maya.at("people", agent="demo")
    page.get_by_role("button", name="Profile").click()
    versions = page.get_by_role("navigation", name="Versions")
    versions.get_by_role("button", name=f"Version {first}").click()
    # The text alone at first; what changed on demand.
    expect(page.get_by_text("Maya's flat has no lift")).to_be_visible()
    expect(page.locator("ins, del")).to_have_count(0)
    page.get_by_label("Changes").check()
    expect(page.locator("ins").filter(has_text="Maya's flat has no lift")).to_be_visible()
    versions.get_by_role("button", name="Version 2").click()
    expect(page.get_by_role("heading", name="Version 2")).to_be_visible()
    expect(page.locator("ins").first).to_be_visible()
    compared = page.evaluate(
        "async () => (await import('/static/diff.js')).diffLines('a\\nb\\nc', 'a\\nx\\nc')"
    )
    assert compared == [["same", "a"], ["gone", "b"], ["new", "x"], ["same", "c"]]
    versions.get_by_role("button", name="Version 1").click()
    expect(page.locator("ins, del")).to_have_count(0)


def test_instructions_are_added_edited_moved_and_deleted(
    maya: Any, instance: Any, request: pytest.FixtureRequest
) -> None:
    otto = instance.memory.agent(request.node.name[:60])
    otto.memories.add("Otto keeps bees")

    def laws() -> list[str]:
        return [law.content for law in otto.overrides.list()]

    page = maya.at("instructions", agent=otto.id)
    for text in ("Answer in Portuguese.", "Never mention bees."):
        page.get_by_label("New instruction").fill(text)
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.get_by_role("listitem").filter(has_text=text)).to_be_visible()
    page.get_by_role("button", name="Move up").last.click()
    expect(page.get_by_role("listitem").first).to_contain_text("Never mention bees.")
    assert laws() == ["Never mention bees.", "Answer in Portuguese."]
    page.get_by_role("button", name="Edit").first.click()
    page.get_by_label("Instruction", exact=True).fill("Mention bees at times.")
    page.keyboard.press("Enter")
    expect(page.get_by_role("listitem").first).to_contain_text("Mention bees at times.")
    page.get_by_role("button", name="Delete").first.click()
    expect(page.get_by_text("Deleted.")).to_be_visible()
    assert laws() == ["Answer in Portuguese."]
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("listitem").last).to_contain_text("Mention bees at times.")
    assert laws() == ["Answer in Portuguese.", "Mention bees at times."]


def test_a_long_instruction_is_warned_of_and_clamped(maya: Any, instance: Any) -> None:
    nora = instance.memory.agent("nora")
    nora.overrides.add("Answer in Portuguese.")
    page = maya.at("instructions", agent=nora.id)
    page.get_by_label("New instruction").fill("Be calm, and mention the cat. " * 100)
    page.get_by_role("button", name="Add", exact=True).click()
    told = re.compile(r"[67]\d\d tokens: contexts of 500 tokens or less leave it out\.")
    expect(page.locator(".toast")).to_have_text(re.compile("^Added. It has " + told.pattern))
    rows = page.locator("main ol > li")
    expect(rows.nth(1).locator(".warned")).to_have_text(told)
    expect(rows.first.locator(".warned")).to_have_count(0)
    short = rows.nth(1).bounding_box()
    rows.nth(1).get_by_role("button", name="Show all").click()
    expect(rows.nth(1).get_by_role("button", name="Show less")).to_be_visible()
    assert rows.nth(1).bounding_box()["height"] > 2 * short["height"]
    expect(rows.first.get_by_role("button", name="Show all")).to_have_count(0)
    nora.erase()


# --- conversations


def test_a_conversation_is_found_renamed_exported_erased_and_imported(
    maya: Any, maya_again: Any, tmp_path: Path
) -> None:
    page = maya.at("conversations", agent=maya_again.id)
    expect(page.locator(".tile")).to_have_count(3)
    page.get_by_label("Search messages").fill("spare key")
    page.get_by_role("listitem").get_by_role("link", name="dinner", exact=True).first.click()
    expect(page.locator(".message.here")).to_contain_text("The spare key is with the neighbour")
    recap = page.locator(".recap")
    expect(recap).to_contain_text("Key dates")
    page.get_by_role("link", name="All conversations").click()
    page.locator(".tile").filter(has_text="moving").click()
    # The summary is closed at first: the messages are in sight. All of them are in every window.
    expect(recap.get_by_role("heading", name="Decisions")).to_be_hidden()
    recap.locator("summary").click()
    expect(recap.get_by_role("heading", name="Decisions")).to_be_visible()
    expect(recap.get_by_role("heading", name="Action items")).to_be_visible()
    expect(page.locator(".message")).to_have_count(10)
    expect(page.locator(".kept")).to_have_count(0)
    page.get_by_role("button", name="Rename").click()
    page.get_by_label("Title").fill("Moving to Lisbon")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Moving to Lisbon")).to_be_visible()
    with page.expect_download() as saving:
        page.get_by_role("combobox", name="Export").select_option("json")
    saved = tmp_path / "exported.json"
    saving.value.save_as(saved)
    assert [turn["role"] for turn in json.loads(saved.read_text())][:2] == ["user", "assistant"]
    page.get_by_role("button", name="Delete …").click()
    page.get_by_role("dialog").get_by_label("to confirm").fill("delete")
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator(".tile")).to_have_count(2)
    assert [talk.id for talk in maya_again.conversations.list()] == ["work", "dinner"]
    # What was exported is imported again, after a preview.
    page.get_by_label("File to import").set_input_files(saved)
    asking = page.get_by_role("dialog", name="Import")
    expect(asking.get_by_text("has 1 conversation, 10 turns.")).to_be_visible()
    asking.get_by_role("button", name="Import").click()
    expect(page.locator(".tile")).to_have_count(3)
    assert {talk.id for talk in maya_again.conversations.list()} == {"work", "dinner", "moving"}


def test_a_search_of_messages_shows_what_is_about_its_words_and_where(
    maya: Any, instance: Any
) -> None:
    page = maya.at("conversations", agent="demo", q="spare key")
    hits = page.locator("main .lines-list > li")
    expect(hits.first.locator("mark")).to_have_text(["spare", "key"])
    expect(hits.first.get_by_role("link", name="dinner", exact=True)).to_be_visible()
    expect(hits.filter(has_text="Summary").get_by_role("link", name="dinner")).to_be_visible()
    few = hits.count()
    assert 0 < few < 5
    page.get_by_label("Search messages").fill("qqqzzz")
    expect(page.get_by_role("heading", name="No matches")).to_be_visible()
    expect(hits).to_have_count(0)
    page.get_by_role("button", name="Search or jump to").click()
    for words, found in (("qqqzzz", 0), ("spare key", 1)):
        with page.expect_response(lambda got: "/api/v1/search" in got.url and got.ok):
            page.get_by_role("combobox", name="Search or jump to").fill(words)
        # The search for memories and the list of conversations have been answered too.
        page.wait_for_load_state("networkidle")
        option = (
            page.get_by_role("option").filter(has_text="Conversation").filter(has_text="dinner")
        )
        expect(option).to_have_count(found)
    page.keyboard.press("Escape")


def test_conversations_stand_in_the_order_of_the_days_that_they_show(
    maya: Any, instance: Any
) -> None:
    mira = instance.memory.agent("mira")
    for talk, days in (("old", (1, 9)), ("new", (2, 3)), ("last", (4, 12))):
        for day in days:
            mira.remember("Hello.", conversation=talk, at=f"2026-09-{day:02}T10:00:00Z")
    page = maya.at("conversations", agent=mira.id)
    tiles = page.locator("main .tile strong")
    expect(tiles).to_have_text(["last", "old", "new"])
    page.locator("main .tile").filter(has_text="old").click()
    expect(page.locator(".head")).to_contain_text("1 Sep 2026 to 9 Sep 2026, 2 turns")
    mira.remember("I play the oboe.", at="2026-10-05T10:00:00Z")
    mira.remember("I live in Ulm.", at="2026-09-30T10:00:00Z")
    instance.memory.sync()
    maya.at("home", agent=mira.id)
    days = page.get_by_role("region", name="Learned this week").locator("time")
    expect(days).to_have_text(["5 Oct 2026", "30 Sep 2026"])
    mira.erase()


@pytest.mark.parametrize("maya_again", [["moving"]], indirect=True, ids=["moving"])
def test_what_a_conversation_taught_is_undone_after_a_preview_and_redone(
    maya: Any, maya_again: Any
) -> None:
    before = {entry.content for entry in maya_again.memories.list()}
    page = maya.at("conversations", agent=maya_again.id, id="moving")
    page.locator(".head").get_by_role("button", name="Undo what was learned").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("From 10 messages, which stay.")
    expect(dialog.get_by_role("heading", name="Removed", exact=True)).to_be_visible()
    assert {entry.content for entry in maya_again.memories.list()} == before
    dialog.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator(".toast")).to_contain_text("Undone. The messages stay.")
    left = maya_again.memories.list()
    assert all(source.conversation != "moving" for entry in left for source in entry.sources)
    page.locator(".toast").get_by_role("button", name="Redo").click()
    expect(page.get_by_text("Everything is back as it was.")).to_be_visible()
    assert {entry.content for entry in maya_again.memories.list()} == before
    # Later it is redone in the conversation, by the same button, and in the list of conversations.
    maya.expected = 409
    maya_again.undo(conversation="moving")
    page.reload()
    undone = page.get_by_role("region", name="Undone")
    expect(undone).to_contain_text("conversation moving")
    page.locator(".head").get_by_role("button", name="Undo what was learned").click()
    expect(dialog).to_contain_text("This is undone already.")
    expect(dialog.get_by_role("button", name="Undo", exact=True)).to_have_count(0)
    dialog.get_by_role("button", name="Redo").click()
    expect(dialog).to_have_count(0)
    expect(undone).to_have_count(0)
    assert {entry.content for entry in maya_again.memories.list()} == before
    maya_again.undo(conversation="moving")
    page.get_by_role("link", name="All conversations").click()
    undone.get_by_role("button", name="Redo").click()
    expect(undone.get_by_role("button")).to_have_count(0)
    assert {entry.content for entry in maya_again.memories.list()} == before


@pytest.mark.slow
def test_messages_left_out_of_windows_are_marked(maya: Any, instance: Any) -> None:
    turns = instance.memory.agent("captain").conversations.turns("logbook")
    dropped = sum(turn.view == "dropped" for turn in turns)
    shortened = sum(turn.view == "compressed" for turn in turns)
    assert min(dropped, shortened) > 0
    page = maya.at("conversations", agent="captain", id="logbook")
    expect(page.locator(".message.dropped")).to_have_count(dropped)
    expect(page.locator(".message.shortened")).to_have_count(shortened)
    expect(page.locator(".kept")).to_contain_text(f"{dropped} left out of windows")
    expect(page.locator(".message.dropped").first).to_contain_text("left out of windows")
    page.get_by_role("button", name="Model window").click()
    page.get_by_role("combobox", name="Tokens", exact=True).select_option("500")
    expect(page.get_by_text("messages shortened")).to_be_visible()
    expect(page.locator("pre")).to_contain_text("Watch 55")
    page.get_by_label("Strategy").select_option("last-n")
    expect(page.locator("pre")).to_contain_text("Watch 55")


# --- review


def test_a_contradiction_is_resolved_with_one_click_and_a_failed_job_retried(
    maya: Any, instance: Any
) -> None:
    page = maya.at("review")
    views = page.get_by_role("navigation", name="Views")
    expect(views.get_by_role("link", name="Review 3 waiting")).to_be_visible()
    dispute = page.get_by_role("region", name="Contradiction")
    expect(dispute).to_contain_text("I don't eat meat")
    # Said on a later day, so it is what is suggested.
    later = dispute.get_by_role("button", name="Keep the later one")
    expect(later).to_have_class("primary")
    dispute.get_by_role("button", name="Show sources").click()
    expect(dispute.locator("mark").first).to_have_text("I eat meat")
    dispute.get_by_role("button", name="Keep the later one").click()
    expect(page.get_by_text("Kept the later one.")).to_be_visible()
    expect(views.get_by_role("link", name="Review 2 waiting")).to_be_visible()
    expect(dispute).to_contain_text("I don't like fish")
    # While a memory is open, the keys are not the queue's, which still waits for its decision.
    dispute.get_by_role("link").first.click()
    panel = page.get_by_role("dialog", name="Memory")
    expect(panel).to_contain_text("I like fish")
    page.keyboard.press("1")
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    page.keyboard.press("2")
    expect(page.get_by_text("Kept both.")).to_be_visible()
    expect(page.get_by_text("Nothing to decide")).to_be_visible()
    jonas = instance.memory.agent("jonas")
    jonas.remember("Please forget that I like fish.", conversation="talk-9")
    instance.memory.sync()
    page.reload()
    asked = page.get_by_role("region", name="Asked to forget")
    expect(page.locator(".head")).to_contain_text("1 request to forget")
    expect(asked).to_contain_text("Please forget that I like fish")
    asked.get_by_role("button", name="Delete 2 memories").click()
    expect(page.get_by_text("Deleted 2 memories: contexts leave them out")).to_be_visible()
    expect(asked).to_be_hidden()
    assert jonas.review.deletion_requests() == []
    for gone in jonas.memories.list(status="deleted"):
        jonas.memories.restore(gone.id)
    held = {each.content for each in instance.memory.agent("jonas").memories.list()}
    assert held == {"I don't eat meat", "I don't like fish", "I like fish"}
    dead = page.get_by_role("listitem").filter(has_text="teresa")
    expect(dead).to_contain_text("does not match the schema")
    dead.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("Failed jobs")).to_be_hidden()
    expect(views.get_by_role("link", name="Review", exact=True)).to_be_visible()
    instance.memory.sync()
    learned = [each.content for each in instance.memory.agent("teresa").memories.list()]
    assert learned == ["I like epoxy glue"]


# --- health


@pytest.mark.parametrize(
    ("key", "told"),
    [("1", "Kept the earlier one."), ("2", "Kept both."), ("3", "Kept the later one.")],
)
def test_one_key_decides_and_one_click_takes_it_back(
    maya: Any, instance: Any, key: str, told: str
) -> None:
    lena = instance.memory.agent(f"lena-{key}")
    for talk, said in enumerate(("I like fish.", "I don't like fish.")):
        lena.remember(said, conversation=f"talk-{talk}")
        instance.memory.sync()
    page = maya.at("review", agent=lena.id)
    dispute = page.get_by_role("region", name="Contradiction")
    expect(dispute).to_contain_text("I don't like fish")
    page.keyboard.press(key)
    toast = page.locator(".toast").filter(has_text=told)
    expect(dispute).to_have_count(0)
    assert lena.review.list() == []
    toast.get_by_role("button", name="Undo").click()
    expect(dispute).to_contain_text("I don't like fish")
    assert len(lena.review.list()) == 1
    lena.review.resolve(lena.review.list()[0].id, "both")
    lena.remember("Please forget that I like fish.", conversation="talk-9")
    instance.memory.sync()
    page.reload()
    asked = page.get_by_role("region", name="Asked to forget")
    asked.get_by_role("button", name="Delete 2 memories").click()
    expect(asked).to_have_count(0)
    assert lena.memories.list() == []
    page.locator(".toast").filter(has_text="Deleted 2 memories").get_by_role(
        "button", name="Undo"
    ).click()
    expect(asked.get_by_role("button", name="Delete 2 memories")).to_be_visible()
    assert len(lena.memories.list()) == 2
    lena.erase()


def test_health_shows_statistics_and_runs_a_sync(maya: Any, instance: Any) -> None:
    instance.memory.agent("sailor").memories.add("Sailor likes rum", kind="preference")
    page = maya.at("health", agent="saylor")
    expect(page.get_by_text("No agent is called saylor.")).to_be_visible()
    maya.at("health", agent="sailor")
    expect(page.get_by_text("No agent is called")).to_be_hidden()
    expect(page.locator(".figures")).to_contain_text("Database")
    counts = page.locator("section").filter(has=page.get_by_role("heading", name="Memories · "))
    expect(counts.get_by_role("row", name="preference 1")).to_be_visible()
    expect(counts.get_by_role("row", name="medium 1")).to_be_visible()
    work = page.locator("section").filter(has=page.get_by_role("heading", name="Background work"))
    expect(work).to_contain_text(re.compile("to do now|Nothing to do now"))
    processing = page.get_by_role("row").filter(has_text="Core model")
    expect(processing).to_contain_text("not set")
    agents = page.locator("section").filter(has=page.get_by_role("heading", name="By agent"))
    expect(agents.get_by_role("row", name="sailor 1 0 0")).to_be_visible()
    page.get_by_role("button", name="Sync now").click()
    # Jobs that the worker has in hand count as waiting.
    expect(page.get_by_text(re.compile(r"^All done|done, \d+ waiting, \d+ failed"))).to_be_visible()
    # Recaps wait for silence, so there is work in the queue.
    instance.memory.agent("sailor").remember("Ahoy.", conversation="c")
    maya.at("home")
    maya.at("health")
    queue = page.locator(".queue")
    expect(queue).to_contain_text("sailor")
    page.locator(".danger-zone select").select_option("sailor")
    page.get_by_role("button", name="Erase sailor").click()
    erasing = page.get_by_role("dialog")
    expect(erasing).to_contain_text("1 memory, ")
    erasing.get_by_label("to confirm").fill("sailor")
    erasing.get_by_role("button", name="Erase permanently").click()
    expect(page.get_by_role("heading", name="sailor is erased")).to_be_visible()
    places = page.get_by_role("region", name="Places that were erased")
    expect(places.get_by_role("row", name="rows of every table gone")).to_be_visible()
    expect(queue).not_to_contain_text("sailor")
    expect(places.get_by_role("row", name="backups and exports")).to_contain_text("yours to delete")
    assert "sailor" not in {agent.id for agent in instance.memory.agents()}


@pytest.mark.slow
def test_the_optimizer_shows_usage_and_target_and_can_be_run(maya: Any, instance: Any) -> None:
    instance.memory.sync()
    runs = len(instance.memory.optimizer.snapshots("captain"))
    page = maya.at("health", agent="captain")
    usage = page.get_by_role("img", name="Budget usage and target")
    expect(usage).to_have_attribute("aria-label", re.compile("target 65 %"))
    expect(page.locator(".chart canvas")).to_have_count(4)
    expect(page.locator(".facts")).to_contain_text(f"Runs{runs}")
    page.get_by_role("button", name="Run now").click()
    expect(page.locator(".facts")).to_contain_text(f"Runs{runs + 1}")
    assert len(instance.memory.optimizer.snapshots("captain")) == runs + 1


def test_settings_are_validated_and_saved(maya: Any, instance: Any) -> None:
    page = maya.at("settings")
    expect(page.locator(".settings h2").first).to_have_text("Connect a model")
    expect(page.get_by_label("Core model API key")).to_be_visible()
    expect(page.get_by_role("checkbox", name="redact_secrets")).to_be_checked()
    page.get_by_label("Search settings").fill("recall_top_k")
    top = page.get_by_label("recall_top_k")
    expect(top).to_have_attribute("max", "100")
    form = page.locator("form.setting").filter(has=top)
    top.fill("101")
    form.get_by_role("button", name="Save").click()
    assert top.evaluate("field => field.validity.rangeOverflow")
    assert not (instance.home / "config.json").exists()
    top.fill("12")
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Restart Recollect to apply: Recall top k")).to_be_visible()
    assert json.loads((instance.home / "config.json").read_text()) == {"recall_top_k": 12}
    page.get_by_label("Search settings").fill("max_context_tokens")
    expect(page.get_by_label("max_context_tokens")).to_be_disabled()
    expect(page.get_by_text("set by argument")).to_be_visible()
    page.get_by_label("Search settings").fill("session_max_tokens")
    page.get_by_label("session_max_tokens").fill("1000.5")
    page.get_by_role("button", name="Save").click()
    # Errors that only the server can detect are shown.
    expect(page.get_by_role("alert")).to_contain_text("session_max_tokens")
    maya.forgive("status of 422", "422: PATCH")


def test_what_is_planned_for_a_later_day_has_not_ended(maya: Any, instance: Any) -> None:
    tess = instance.memory.agent("tess")
    at = datetime(2026, 3, 2, 12, tzinfo=UTC)
    tess.remember("I live in Leeds.", conversation="plans", at=at)
    tess.remember("We fly to Oslo on 5 December 2026.", conversation="plans", at=at)
    tess.remember("I moved to York yesterday.", conversation="later", at=at + timedelta(days=60))
    instance.memory.sync()
    page = maya.at("people", agent=tess.id, day="2026-03-09")
    expect(page.get_by_text("2 of 3 facts held then")).to_be_visible()
    flight = page.locator(".timeline li").filter(has_text="fly to Oslo")
    expect(flight).to_be_visible()
    expect(page.locator(".timeline .ended")).to_have_count(0)
    expect(flight).not_to_contain_text("ended")
    maya.at("people", agent=tess.id, day="2026-05-09")
    expect(page.locator(".timeline .ended")).to_have_text([re.compile("lives in Leeds")])


def test_home_says_that_learning_is_under_way(
    open_instance: Callable[..., Any], look: Callable[..., Any]
) -> None:
    instance = open_instance(background=False)
    ada = instance.memory.agent("ada")
    ada.remember("I live in Leeds.", conversation="talk")
    page = look(instance).at("home", agent=ada.id)
    expect(page.get_by_text("Learning is under way")).to_be_visible()
    instance.memory.sync()
    expect(page.get_by_text("User lives in Leeds")).to_be_visible()
    expect(page.get_by_text("Learning is under way")).to_have_count(0)


def test_what_is_not_there_is_said_once_and_as_a_sentence(maya: Any) -> None:
    page = maya.at("people", agent="nobody", tab="profile")
    expect(page.get_by_text("No agent is called nobody")).to_be_visible()
    expect(page.get_by_role("heading", name="People and things")).to_be_visible()
    expect(page.get_by_text("No profile yet")).to_have_count(0)
    maya.expected = 404
    maya.at("conversations", agent="demo", id="talk2")
    expect(page.get_by_text("There is no conversation 'talk2'")).to_be_visible()


def test_a_question_without_an_agent_waits_until_one_is_chosen(maya: Any) -> None:
    page = maya.at("home")
    page.get_by_label("Ask", exact=True).fill(QUESTION)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Choose the agent to ask:")).to_contain_text(QUESTION)
    page.locator(".tile").filter(has_text="demo").click()
    expect(page.get_by_label("Question")).to_have_value(QUESTION)
    expect(page.locator(".budget .lead")).to_contain_text("Nearest: ")


@pytest.mark.slow
def test_a_view_that_needs_an_agent_asks_for_one(look: Callable[..., Any], instance: Any) -> None:
    page = look(instance).at("people")
    page.get_by_role("link", name="demo").click()
    expect(page.get_by_role("button", name="Graph")).to_be_visible()
    # The timeline shows what held on a day, and what had not been said by then.
    expect(page.locator(".timeline .ended").filter(has_text="Hamburg")).to_have_count(1)
    everything = page.locator(".timeline li").count()
    weekend = page.locator(".timeline .when").filter(has_text="the weekend of 9 May 2026")
    expect(weekend).to_have_text("the weekend of 9 May 2026")
    page.get_by_role("slider").focus()
    page.keyboard.press("Home")
    # What was said later is shown on demand; the address has the day, for the graph too.
    later = page.get_by_label("not yet said")
    expect(later).to_be_visible()
    expect(page).to_have_url(re.compile("day=2026-"))
    assert page.locator(".timeline li").count() < everything
    later.check()
    expect(page.locator(".timeline li")).to_have_count(everything)
    expect(page.locator(".timeline .later").first).to_contain_text("not yet said")
    day = page.get_by_text("As it was on").inner_text()
    page.reload()
    expect(page.get_by_text(day)).to_be_visible()
    page.get_by_role("button", name="Graph").click()
    expect(page.get_by_text(day)).to_be_visible()
    page.get_by_role("button", name="Timeline").click()
    page.get_by_role("button", name="Now").click()
    expect(page.locator(".timeline li")).to_have_count(everything)
    page.get_by_role("navigation", name="Views").get_by_role("link", name="Conversations").click()
    expect(page.locator(".tile").filter(has_text="moving")).to_be_visible()
