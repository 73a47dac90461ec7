"""Deciding on the page about what somebody asked to be forgotten."""

from typing import Any

import pytest
from playwright.sync_api import expect

NUMBER = "0176 5550199"


@pytest.mark.parametrize("forget", [True, False])
def test_a_request_that_no_memory_matches_is_granted_or_refused(
    maya: Any, instance: Any, *, forget: bool
) -> None:
    nils = instance.memory.agent(f"nils-{forget}")
    nils.remember(f"The passport number on the form is {NUMBER}.", conversation="a")
    nils.remember("Please forget my passport number.", conversation="b")
    instance.memory.sync()
    page = maya.at("review", agent=nils.id)
    asked = page.get_by_role("region", name="Asked to forget")
    expect(asked).to_contain_text("contexts leave out “passport number”")
    asked.get_by_role("button", name="Forget" if forget else "Keep", exact=True).click()
    told = "No memory was deleted." if forget else "Kept: contexts may show it again."
    toast = page.locator(".toast").filter(has_text=told)
    expect(asked).to_have_count(0)
    assert (NUMBER not in nils.context("What is my passport number?").text) == forget
    toast.get_by_role("button", name="Undo").click()
    expect(asked.get_by_role("button", name="Forget", exact=True)).to_be_visible()
    nils.erase()


def test_a_request_to_forget_everything_says_how_everything_is_erased(
    maya: Any, instance: Any
) -> None:
    nils = instance.memory.agent("nils-all")
    nils.remember("Delete all my data.", conversation="b")
    instance.memory.sync()
    page = maya.at("review", agent=nils.id)
    asked = page.get_by_role("region", name="Asked to forget")
    expect(asked).to_contain_text("erase the agent")
    expect(asked.get_by_role("link", name="Health")).to_be_visible()
    expect(asked.get_by_role("button")).to_have_count(1)
    asked.get_by_role("button", name="Dismiss").click()
    expect(page.locator(".toast").filter(has_text="Nothing was deleted.")).to_be_visible()
    nils.erase()


def test_forget_that_shows_the_message_that_it_means(maya: Any, instance: Any) -> None:
    nils = instance.memory.agent("nils-that")
    for said in ("The vault code is four swans.", "Forget that."):
        nils.remember(said, conversation="b")
    instance.memory.sync()
    page = maya.at("review", agent=nils.id)
    asked = page.get_by_role("region", name="Asked to forget")
    expect(asked).to_contain_text("Nothing was learned from the message before: “The vault code")
    asked.get_by_role("button", name="Forget", exact=True).click()
    expect(
        page.locator(".toast").filter(has_text="contexts leave it out from now on")
    ).to_be_visible()
    assert "swans" not in nils.context("What is the vault code?").text
    nils.erase()


def test_a_request_says_what_goes_with_it_and_what_is_gone_already(
    maya: Any, instance: Any
) -> None:
    nils = instance.memory.agent("nils-more")
    for said in ("I like hiking and sailing.", "Forget that I like sailing."):
        nils.remember(said, conversation="b")
        instance.memory.sync()
    page = maya.at("review", agent=nils.id)
    asked = page.get_by_role("region", name="Asked to forget")
    expect(asked).to_contain_text("This memory says more than that")
    (request,) = nils.review.deletion_requests()
    nils.memories.delete(request.says_more[0].id)
    page.reload()
    expect(asked).to_contain_text("What it named has been deleted or edited since.")
    expect(asked).not_to_contain_text("No memory matches")
    asked.get_by_role("button", name="Forget", exact=True).click()
    expect(asked).to_have_count(0)
    nils.erase()
