import re

import pytest

from recollect import Memory
from recollect.demo import CONVERSATIONS, QUESTIONS

STYLE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture(autouse=True)
def alice(home):
    with Memory.open(background=False) as memory:
        agent = memory.agent("alice")
        agent.remember(
            "I moved to Lisbon.", id="1", speaker="Alice", at="2026-05-01T00:00:00+00:00"
        )
        agent.remember("The cat\x1b[31m is called Tommy.", id="2", speaker="Bob")
        agent.memories.add("Alice is allergic to nuts.")


def test_a_context_is_printed_as_a_model_reads_it(run):
    ended = run("context", "alice", "Who moved to Lisbon?", "--tokens", 500)
    assert ended.code == 0
    assert "### Relevant Conversation Excerpts\nFri 1 May 2026\n- Alice: I moved to" in ended.out
    assert "\x1b[31m" not in ended.out
    assert "of 500 tokens: 3 lines shown, 0 left out. To see why: --receipt" in ended.err
    with Memory.open(background=False) as memory:
        made = memory.agent("alice").context("Who moved to Lisbon?", tokens=500)
    assert run("context", "alice", "Who moved to Lisbon?", "-t", 500, "--json").json["text"] == (
        made.text
    )


def test_the_receipt_says_why_each_line_is_there_and_what_is_not(run):
    ended = run("context", "alice", "Who moved to Lisbon?", "-t", 40, "--receipt")
    included, left_out = ended.out.split("Included, by rank:\n")[1].split("Left out:\n")
    text, why, *_ = included.splitlines()
    assert text == "  1.  I moved to Lisbon."
    assert "words " in why
    score, *parts = map(float, re.findall(r"-?\d+\.\d", why))
    assert sum(parts) == pytest.approx(score, abs=0.06)
    assert why.endswith(" · turn 1")
    assert left_out.count("  no room · ") == 2
    assert re.search(
        r"Each kind is compared .*: lowest excerpt shown \d+\.\d\d\.$", left_out.strip()
    )


def test_an_item_that_is_left_out_is_not_said_to_be_always_included(run):
    ended = run("context", "alice", "Who moved to Lisbon?", "-t", 12, "--receipt")
    left_out = ended.out.split("Left out:\n")[1]
    assert "always included" not in left_out
    assert "Ranks are by score" in left_out


def test_a_receipt_says_whether_it_is_a_memory_a_summary_or_an_instruction(run):
    run("instructions", "add", "alice", "Answer briefly.")
    run("sync")
    shown = run("context", "alice", "Who moved to Lisbon?", "--receipt").out.split("Included")[1]
    nouns = dict(re.findall(r"^ +(?:\d+\.)?  (.*)\n.* · (\w+) [0-9a-f]{8}$", shown, re.MULTILINE))
    assert nouns["Answer briefly."] == "instruction"
    assert nouns["Alice is allergic to nuts."] == "memory"
    assert "summary" in nouns.values()


def test_an_id_is_found_by_its_first_characters(run):
    said = run("remember", "alice", "I collect stamps.", "--json").json["id"]
    ended = run("search", "alice", "stamps", "--limit", 1)
    assert ended.out.splitlines()[1].startswith(said[:8] + " ")
    assert run("why-not", "alice", said[:8], "stamps", "--json").json["id"] == said
    missing = run("why-not", "alice", "zz", "stamps")
    assert (missing.code, "'alice' has no memory and no turn 'zz'" in missing.err) == (1, True)


def test_a_follow_up_is_understood_with_its_conversation(run):
    with Memory.open(background=False) as memory:
        memory.agent("alice").remember("I signed up for a pottery class.", conversation="now")
    asked = ("context", "alice", "When does it start?", "--conversation", "now")
    understood = "When does the pottery class start?"
    assert f"Understood as: {understood}\n" in run(*asked).err
    assert run(*asked, "--json").json["receipt"]["understood"] == understood


def test_without_a_question_there_is_what_is_known(run):
    ended = run("context", "alice")
    assert "### Important Memories\n- Alice is allergic to nuts." in ended.out
    assert "Excerpts" not in ended.out


def test_of_an_agent_without_anything_that_is_said(run):
    with Memory.open(background=False) as memory:
        memory.agent("new").conversations.ephemeral()
        memory.agent("new").spaces.add("alice")
        memory.agent("new").spaces.remove("alice")
    ended = run("context", "new", "Who?")
    assert "Nothing of new is stored yet." in ended.err
    assert ended.out.startswith("Current date: ")


def test_while_memory_is_switched_off_that_is_said(run, monkeypatch):
    monkeypatch.setenv("RECOLLECT_ENABLED", "false")
    ended = run("context", "alice", "Who moved to Lisbon?")
    assert (ended.code, ended.out.strip()) == (0, "")
    assert "Memory is switched off (setting enabled = false)" in ended.err
    assert "stored" not in ended.err


def test_why_not_is_said_in_a_sentence(run):
    ended = run("why-not", "alice", "2", "Who moved to Lisbon?", "--tokens", 40)
    assert "did not fit into the requested 40." in ended.out
    assert "lowest excerpt shown" in ended.out
    assert run("why-not", "alice", "1", "Who moved to Lisbon?", "--json").json["included"] is True
    assert run("why-not", "alice", "nowhere", "Lisbon").code == 1
    assert (
        "To ask about a question: recollect why-not alice 2 QUESTION"
        in run("why-not", "alice", "2").err
    )


def test_a_receipt_on_a_screen_fits_and_its_short_ids_can_be_asked_about(run, terminal):
    made = run("memories", "add", "alice", "Moved to Lisbon by train with two cats", "--json").json
    terminal(80)
    shown = STYLE.sub("", run("context", "alice", "Who moved to Lisbon?", "--receipt").out)
    receipt = shown[shown.index("Included") :]
    assert max(map(len, receipt.splitlines())) <= 80
    assert "Moved to Lisbon by train with two cats" in receipt
    assert f"memory {made['id'][:8]}\n" in receipt
    answer = run("why-not", "alice", made["id"][:8], "Who moved to Lisbon?", "--json").json
    assert answer["included"] is True


def test_the_demo_answers_its_questions_and_keeps_nothing(run):
    ended = run("demo")
    assert ended.code == 0
    for question in QUESTIONS:
        assert f"» {question}" in ended.out
    for answer in ("allergic to cashews", "second floor, Dona Amélia", "Eli lends us his van"):
        assert answer in ended.out
    assert re.search(
        "\n  “[^”]+”.*\n    Maya, 2026-0[359]-[0-9]{2}, conversation [a-z]+\n", ended.out
    )
    assert "Maya lives in Hamburg.\n  Now: Maya lives in Lisbon" in ended.out
    assert "Nothing was stored." in ended.err
    with Memory.open(background=False) as memory:
        assert [agent.id for agent in memory.agents()] == ["alice"]
    # What a context marks is marked here too.
    assert "I live in Hamburg. (no longer true)" in " ".join(ended.out.split())


def test_the_demo_leaves_something_to_decide_and_draws_a_graph(memory, run):
    assert run("demo", "--keep").code == 0
    with memory() as opened:
        maya = opened.agent("demo")
        (dispute,) = maya.review.list()
        assert {dispute.content, *(rival.content for rival in dispute.rivals)} == {
            "I like coffee after dinner",
            "I don't like coffee after dinner, so I leave early",
        }
        (request,) = maya.review.deletion_requests()
        (named,) = request.memories
        assert (request.content.split()[:2], named.kind) == (["Please", "forget"], "preference")
        types = {entity.type.value for entity in maya.graph.entities()}
        assert types == {"person", "animal", "place", "company"}
        relations = {each.sentence for each in maya.graph.search()}
        assert relations >= {"Maya owns Pixel", "Eli lives in Bremen", "Teresa manages Maya"}


def test_the_demo_takes_a_question_of_ones_own_and_can_be_kept(run):
    ended = run("demo", "What happened to the bicycle?", "--keep", "--json")
    (made,) = ended.json["contexts"].values()
    assert "We live in Lisbon now" in [entry["quote"] for entry in ended.json["learned"]]
    assert "The bicycle was stolen in August." in made["text"]
    assert run("demo", "--keep").code == 0
    with Memory.open(background=False) as memory:
        assert len(memory.agent("demo").turns()) == sum(len(talk.lines) for talk in CONVERSATIONS)


def test_a_context_of_an_earlier_day_knows_nothing_of_today(run, memory):
    with memory() as opened:
        opened.agent("alice").memories.add("Loves the sea", kind="preference")
    assert "Loves the sea" in run("context", "alice", "Who loves the sea?").out
    assert (
        "Loves the sea"
        not in run("context", "alice", "Who loves the sea?", "--as-of", "2020-01-01").out
    )


def test_a_message_whose_memory_was_edited_is_not_called_deleted(run):
    told = run("remember", "alice", "I was diagnosed with diabetes last year.", "--wait", "--json")
    with Memory.open(background=False) as memory:
        alice = memory.agent("alice")
        (entry,) = (each for each in alice.memories.list() if "diabetes" in each.content)
        alice.memories.update(entry.id, content="Has no diabetes")
    shown = run("context", "alice", "What illness was I diagnosed with?", "--receipt").out
    line = next(each for each in shown.splitlines() if f"turn {told.json['id'][:8]}" in each)
    assert "deleted or corrected" in line
