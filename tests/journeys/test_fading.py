"""What becomes of memories that nobody uses: they are archived, and nothing of them is lost."""

import asyncio
from datetime import timedelta

import pytest

from recollect import AsyncMemory, Conflict, NotFound
from recollect.domain.access import Reach
from recollect.domain.writes import DropEntries

DAY = 86_400
BOAT = "We painted the boat red last summer"
SAID = [
    {"user": "I'm allergic to penicillin."},
    {"user": f"{BOAT}."},
    {"user": "Always answer in German, please."},
]


def run_due(memory):
    return memory._components.worker._runner.run_due()


def unused(memory, clock, days=365):
    """Let days go by, in which the background work runs whenever it is due."""
    for _ in range(0, days, 30):
        clock.advance(30 * DAY)
        run_due(memory)


def texts(entries):
    return {entry.content for entry in entries}


@pytest.fixture
def memory(opened, clock):
    return opened(clock=clock)


@pytest.fixture
def alice(memory):
    alice = memory.agent("alice")
    alice.ingest("c", SAID)
    alice.memories.add("Parks in garage 12")
    assert memory.sync().ok
    return alice


@pytest.fixture
def boat(memory, alice, clock):
    """The memory that faded."""
    unused(memory, clock)
    (archived,) = alice.memories.list(status="archived")
    assert archived.content == BOAT
    return archived


def test_a_year_unused_archives_a_plain_fact_and_nothing_that_matters(alice, boat):
    in_use = texts(alice.memories.list())
    assert in_use == {
        "User is allergic to penicillin.",
        "Always answer in German",
        "Parks in garage 12",
    }
    assert [version.change for version in alice.memories.history(boat.id)][-1] == "archived"


def test_what_is_archived_is_in_no_search_context_or_profile(memory, alice, boat):
    assert boat.id not in {hit.id for hit in alice.search("What colour is the boat?")}
    context = alice.context("What colour is the boat?")
    assert boat.id not in {item.id for item in context.receipt.items}
    why = alice.why_not(boat.id, "What colour is the boat?")
    assert (why.reason, "restore" in why.sentence) == ("archived", True)
    assert BOAT not in (alice.profile.current() or context).text
    assert alice.memories.list(text="boat") == []


def test_a_question_about_a_moment_finds_what_is_archived(memory, alice, boat, clock):
    for moment in (clock.now() - timedelta(days=300), clock.now()):
        found = {hit.id for hit in alice.search("What colour is the boat?", as_of=moment)}
        assert boat.id in found
        assert BOAT in texts(alice.memories.list(as_of=moment))
        receipt = alice.context("What colour is the boat?", as_of=moment).receipt
        assert boat.id in {item.id for item in (*receipt.items, *receipt.left_out)}
    before = alice.memories.list(as_of=clock.now() - timedelta(days=300), text="boat")
    assert [entry.status for entry in before] == ["active"]
    assert [entry.status for entry in alice.memories.list(as_of=clock.now(), text="boat")] == [
        "archived"
    ]


def test_one_call_restores_it_and_it_stays(memory, alice, boat, clock):
    back = alice.memories.restore(boat.id)
    assert (back.status, back.content) == ("active", BOAT)
    assert back.confidence > 0.5
    memory.sync()
    assert boat.id in {hit.id for hit in alice.search("What colour is the boat?")}
    clock.advance(29 * DAY)
    run_due(memory)
    assert alice.memories.get(boat.id).status == "active"
    with pytest.raises(Conflict):
        alice.memories.restore(boat.id)


def test_the_async_twin_lists_and_restores(memory, alice, boat):
    async def restored():
        agent = AsyncMemory(memory).agent("alice")
        (archived,) = await agent.memories.list(status="archived")
        return await agent.memories.restore(archived.id)

    assert asyncio.run(restored()).status == "active"


@pytest.mark.parametrize("words", [f"{BOAT}.", f"By the way: {BOAT.lower()}!"])
def test_what_is_said_again_comes_back_to_life(memory, alice, boat, words):
    alice.ingest("later", [{"user": words}])
    assert memory.sync().ok
    (back,) = alice.memories.list(text="boat")
    assert (back.id, back.status) == (boat.id, "active")
    assert back.confidence > 0.5
    assert alice.memories.list(status="archived") == []


def test_what_is_archived_ends_when_its_successor_is_said(opened, clock):
    memory = opened(clock=clock)
    alice = memory.agent("alice")
    alice.ingest("c", [{"user": "I live in Porto."}])
    assert memory.sync().ok
    unused(memory, clock)
    (porto,) = alice.memories.list(status="archived")
    alice.ingest("d", [{"user": "I live in Lisbon now."}])
    assert memory.sync().ok
    assert alice.memories.get(porto.id).status == "superseded"
    assert len(alice.memories.list()) == 1


@pytest.mark.parametrize("subject", ["user", None])
def test_what_is_added_again_by_hand_comes_back_to_life(memory, alice, boat, subject):
    back = alice.memories.add(BOAT, subject=subject)
    assert memory.sync().ok
    assert (back.id == boat.id) is (subject == "user")
    assert [entry.id for entry in alice.memories.list(text="boat")] == [back.id]
    assert alice.memories.list(status="archived") == []


def test_whoever_edits_or_pins_an_archived_memory_uses_it_again(memory, alice, boat, clock):
    assert alice.memories.update(boat.id, pinned=True).status == "active"
    unused(memory, clock)
    assert alice.memories.get(boat.id).status == "active"


def test_learning_everything_again_leaves_the_archive_as_it_is(memory, alice, boat):
    memory.rebuild("alice")
    assert memory.sync().ok
    assert alice.memories.get(boat.id).status == "archived"
    assert BOAT not in texts(alice.memories.list())


def test_what_faded_and_was_never_stored_is_learned_into_the_archive(memory, alice, boat):
    memory._components.store.write("alice", DropEntries((boat.id,)))
    memory.rebuild("alice")
    assert memory.sync().ok
    (again,) = alice.memories.list(status="archived")
    assert again.content == BOAT


@pytest.mark.parametrize("how", ["purge", "turn", "conversation", "agent"])
def test_erasure_reaches_the_archive(memory, alice, boat, how):
    match how:
        case "purge":
            alice.memories.delete(boat.id, purge=True)
        case "turn":
            alice.conversations.delete_turn("c", boat.turn_id)
        case "conversation":
            alice.conversations.delete("c")
        case "agent":
            alice.erase()
    memory.sync()
    with pytest.raises(NotFound):
        alice.memories.get(boat.id)
    assert "boat" not in str(memory._components.store.dump("alice").histories)


def test_an_undo_sets_the_archived_aside_and_a_redo_brings_it_back_as_it_was(memory, alice, boat):
    undone = alice.undo(conversation="c")
    memory.sync()
    assert alice.memories.list(status="archived") == []
    alice.redo(undone.id)
    memory.sync()
    assert [entry.id for entry in alice.memories.list(status="archived")] == [boat.id]


def test_deleting_all_memories_deletes_the_archived_ones_too(memory, alice, boat):
    memory.all_agents.clear(Reach(only="alice"))
    assert alice.memories.get(boat.id).status == "deleted"


def test_one_sweep_archives_a_few_and_the_next_one_goes_on(opened, clock):
    memory = opened(clock=clock, extractor="none")
    alice = memory.agent("alice")
    for number in range(25):
        alice.knowledge.put("domain", f"site-{number}", f"It has {number} pages")
    unused(memory, clock, 150)
    left = []
    for _ in range(4):
        left.append(len(alice.knowledge.list()))
        clock.advance(DAY)
        run_due(memory)
    assert left == [15, 5, 0, 0]
    assert len(alice.memories.list(status="archived")) == 25


def test_too_many_memories_are_archived_at_once_and_can_be_restored(opened, clock):
    memory = opened(clock=clock, extractor="none", max_entries_per_agent=3)
    alice = memory.agent("alice")
    names = [alice.memories.add(f"Knows the number {number}").id for number in range(20)]
    assert memory.sync().ok
    assert len(alice.memories.list()) == 3
    archived = alice.memories.list(status="archived")
    assert {entry.id for entry in [*archived, *alice.memories.list()]} == set(names)
    assert alice.memories.restore(archived[0].id).status == "active"


def test_an_old_recap_is_archived_and_comes_back_when_the_talk_goes_on(opened, clock):
    memory = opened(clock=clock)
    alice = memory.agent("alice")
    alice.ingest("c", [{"user": "I decided to paint the boat."}, {"user": "The boat is red."}])
    assert memory.sync().ok
    (recap,) = alice.summaries.list()
    unused(memory, clock, 210)
    assert alice.summaries.list() == []
    assert [each.text for each in alice.summaries.list(status="archived")] == [recap.text]
    (name,) = (
        entry.id
        for entry in memory._components.store.entries_from("alice", "c")
        if entry.kind == "summary"
    )
    assert alice.memories.restore(name).status == "active"
    assert alice.summaries.list()[0].text == recap.text
    unused(memory, clock, 210)
    alice.ingest("c", [{"user": "The boat needs a sail."}])
    assert memory.sync().ok
    assert alice.summaries.list()[0].turns == 3


YEARS = 730 * DAY


@pytest.mark.attack("fault", "a clock years ahead for seconds")
def test_a_clock_two_years_ahead_for_seconds_changes_nothing(opened, memory, alice, clock):
    alice.knowledge.put("domain", "example.com", "It needs a login")
    before = {entry.id: entry for entry in alice.memories.list()}
    clock.jump(YEARS)
    memory._components.worker.run_due()
    alice.ingest("c", [{"user": "My sister lives in Porto."}])
    alice.ingest("d", [{"user": "I work at a bakery."}])
    memory._components.worker.run_due()
    # Another process begins at that time as well.
    opened(clock=clock)._components.worker.run_due()
    clock.advance(5)
    memory._components.worker.run_due()
    assert alice.memories.list(status="archived") == []
    clock.jump(-YEARS)
    memory._components.worker.run_due()
    assert memory.sync().ok
    now = {entry.id: entry for entry in alice.memories.list()}
    assert before.items() <= now.items()
    assert {"Porto", "bakery"} <= {
        word for e in now.values() for word in e.content.strip(".").split()
    }
    assert alice.search("Where does my sister live?")
    waits = memory.jobs.list(state="pending")
    assert all(job.due_at <= clock.now() + timedelta(days=31) for job in waits)
    unused(memory, clock)
    assert BOAT in texts(alice.memories.list(status="archived"))


@pytest.mark.attack("fault", "a clock set back by years")
@pytest.mark.parametrize("by", ["another process", "the same process"])
def test_what_was_to_wait_for_a_false_time_is_taken_up(opened, memory, clock, by):
    alice = memory.agent("alice")
    clock.jump(YEARS)
    if by == "the same process":
        memory._components.worker.run_due()
    alice.ingest("c", [{"user": "I live in Lisbon."}, {"user": "I work at a bakery."}])
    alice.memories.add("Likes tea")
    clock.jump(-YEARS)
    runs = memory if by == "the same process" else opened(clock=clock)
    for _ in range(2):
        while runs._components.worker.run_due():
            pass
        # The recap waits for a minute of silence.
        clock.advance(61)
    assert "User lives in Lisbon." in texts(alice.memories.list())
    done = {job.kind for job in memory.jobs.list(state="done")}
    assert {"learn", "embed", "summarize", "compare"} <= done


@pytest.mark.attack("fault", "a machine that was off for a year")
def test_a_machine_that_was_off_for_months_goes_on_by_itself(opened, memory, alice, clock):
    memory.close()
    clock.jump(400 * DAY)
    memory = opened(clock=clock)
    alice = memory.agent("alice")
    memory._components.worker.run_due()
    assert BOAT in texts(alice.memories.list())
    clock.advance(3_600)
    memory._components.worker.run_due()
    assert texts(alice.memories.list(status="archived")) == {BOAT}


def test_a_plan_that_a_wrong_clock_took_for_over_is_in_the_profile_again(opened, clock):
    memory = opened(clock=clock, profile_regenerate_threshold=1)
    alice = memory.agent("alice")
    ends = clock.now() + timedelta(days=90)
    alice.memories.add("Sends the form", kind="commitment", valid_until=ends.isoformat())
    memory.sync()
    clock.jump(YEARS)
    alice.memories.add("Likes tea", kind="preference")
    memory.sync()
    assert "Sends the form" not in alice.profile.current().text
    clock.jump(-YEARS)
    alice.memories.add("Plays chess", kind="preference")
    memory.sync()
    assert "Sends the form" in alice.profile.current().text
    assert alice.profile.current().version == 3
