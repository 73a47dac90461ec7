"""S5, S6, S10: durable conversations that are compressed, budgeted, and right whoever writes."""

from datetime import UTC, datetime

import pytest

from recollect import InvalidInput, Memory, NotFound
from recollect.settings import load
from recollect.testing import FixedClock, ToyEmbedder
from recollect.wiring import build

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


@pytest.fixture
def opened(tmp_path, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    memories = []

    def open_(**settings):
        house = build(
            load(**settings), tmp_path / "m.sqlite", embedder=ToyEmbedder(), clock=FixedClock(NOW)
        )
        memories.append(Memory(house, background=False))
        return memories[-1]

    yield open_
    for memory in memories:
        memory.close()


@pytest.fixture
def talk(opened):
    talk = opened().conversation("c", agent="alice")
    for number in range(6):
        talk.add("user" if number % 2 == 0 else "assistant", f"message {number}", id=str(number))
    return talk


def contents(talk):
    return [message.content for message in talk.messages()]


# --- compress


def test_s5_older_messages_give_way_to_a_summary_and_stay_stored(talk, opened):
    made = talk.compress(older_than="4", summary="They counted to three.")
    assert made.role == "system"
    assert made.content == "[CONTEXT SUMMARY]\nThey counted to three."
    messages = talk.messages()
    assert [(m.id, m.is_compressed) for m in messages] == [
        ("0", True),
        ("1", True),
        ("2", True),
        ("3", True),
        (made.id, False),
        ("4", False),
        ("5", False),
    ]
    assert contents(talk)[:2] == ["message 0", "message 1"]
    for strategy in ("last-n", "seed-middle-tail", "budgeted"):
        text = talk.context(strategy, tokens=500).text
        assert "message 3" not in text, strategy
        assert text.index("They counted to three.") < text.index("message 4"), strategy
    talk.add("user", "message 6")
    assert talk.context("budgeted").text.endswith("message 6")
    again = opened().conversation("c", agent="alice")
    assert again.context("budgeted") == talk.context("budgeted")


def test_s5_without_a_summary_one_is_made_of_what_was_said(talk):
    talk.add("user", "see https://example.com/login, port 9100", id="6")
    talk.add("assistant", "done", id="7")
    made = talk.compress(older_than="7")
    assert made.content.startswith("[CONTEXT SUMMARY]\n[Summary of 7 messages]\nActions: User: ")
    assert "https://example.com/login" in made.content
    assert "9100" in made.content


def test_s5_a_later_summary_takes_in_the_earlier_one(talk):
    first = talk.compress(older_than="2", summary="The start: https://example.com/a")
    second = talk.compress(older_than="4")
    assert "https://example.com/a" in second.content
    shown = [message.id for message in talk.context("budgeted").messages]
    assert shown == [second.id, "4", "5"]
    marked = {message.id: message.is_compressed for message in talk.messages()}
    assert marked[first.id]
    assert not marked[second.id]


def test_s5_nothing_that_a_summary_said_is_lost_in_the_next(talk):
    talk.compress(older_than="2", summary="They met in Oslo.\nBoth like counting.")
    second = talk.compress(older_than="4")
    third = talk.compress(older_than="5")
    assert third.content == (
        "[CONTEXT SUMMARY]\n"
        "They met in Oslo.\nBoth like counting.\n"
        "[Summary of 2 messages]\nActions: User: message 2\nResults: Agent: message 3\n"
        "[Summary of 1 messages]\nActions: User: message 4"
    )
    assert third.content.startswith(second.content)


def test_s5_a_conversation_too_long_to_be_summarized_whole_keeps_the_newest(opened):
    talk = opened(max_content_kb=1).conversation("c", agent="alice")
    for number in range(200):
        role = "user" if number % 2 == 0 else "assistant"
        talk.add(role, f"número {1000 + number}", id=str(number))
    made = talk.compress(older_than="100")
    assert made.content.startswith("[CONTEXT SUMMARY]\n[Summary of 100 messages]\nActions: ... | ")
    assert "User: número 1098\n" in made.content
    assert "Agent: número 1099\n" in made.content
    assert made.content.endswith("1098, 1099")
    later = talk.compress(older_than="199")
    assert "1099" in later.content
    assert "Agent: número 1197\n" in later.content
    for summary in (made, later):
        assert 900 < len(summary.content.encode()) <= 1024


def test_s5_a_summary_that_is_too_long_with_its_mark_is_refused_by_its_name(opened):
    talk = opened(max_content_kb=1).conversation("c", agent="alice")
    for number in range(2):
        talk.add("user", "hello", id=str(number))
    with pytest.raises(InvalidInput) as refused:
        talk.compress(older_than="1", summary="x" * 1024)
    assert refused.value.field == "summary"


def test_s5_compressing_again_changes_nothing(talk):
    made = talk.compress(older_than="4", summary="All of it.")
    assert talk.compress(older_than="4", summary="All of it.") == made
    assert talk.compress(older_than="4") == made
    assert talk.compress(older_than="2") == made
    assert talk.compress(older_than=made.id) == made
    assert len(talk.messages()) == 7
    other = talk.compress(older_than="2", summary="In other words.")
    assert [m.id for m in talk.context("budgeted").messages] == [other.id, "4", "5"]


def test_s5_a_summary_stands_in_the_same_place_however_messages_are_read(talk):
    made = talk.compress(older_than="4", summary="All of it.")
    talk.add("user", "And then?", id="6")
    whole = talk.messages()
    assert [m.id for m in whole] == ["0", "1", "2", "3", made.id, "4", "5", "6"]
    assert [m.is_compressed for m in whole] == [True] * 4 + [False] * 4
    paged, after = [], None
    while page := talk.page(after=after, limit=3):
        paged, after = paged + page, page[-1].id
    assert paged == whole
    assert talk.messages(limit=3, offset=3) == whole[3:6]
    assert talk.messages(last=4) == whole[-4:]


def test_s5_there_must_be_something_older(talk, opened):
    assert talk.compress(older_than="0", summary="Nothing.") is None
    with pytest.raises(NotFound) as unknown:
        talk.compress(older_than="nowhere", summary="x")
    assert unknown.value.field == "older_than"
    with pytest.raises(InvalidInput):
        talk.compress(older_than="3", summary="  ")
    with pytest.raises(InvalidInput) as refused:
        opened().conversation("e", retention="ephemeral").compress(older_than="x")
    assert refused.value.field == "retention"
    assert contents(talk) == [f"message {number}" for number in range(6)]


def test_s5_the_words_under_a_summary_are_still_found(talk):
    talk.compress(older_than="4", summary="They counted.")
    talk._components.worker.sync()
    found = Memory(talk._components, background=False).agent("alice").search("message 2")
    assert found[0].text == "message 2"


def test_s5_deleting_takes_the_summary_along(talk):
    talk.compress(older_than="4", summary="They counted.")
    talk.delete()
    assert talk.messages() == []
    assert talk.context("budgeted").text == ""


class Interrupted(FixedClock):
    """A clock at whose next look something happens."""

    then = staticmethod(lambda: None)

    def now(self):
        then, self.then = self.then, lambda: None
        then()
        return super().now()


def test_s5_what_is_deleted_while_it_is_summarized_does_not_come_back(opened, tmp_path):
    clock = Interrupted(NOW)
    house = build(load(), tmp_path / "m.sqlite", embedder=ToyEmbedder(), clock=clock)
    with Memory(house, background=False) as memory:
        talk = memory.conversation("c", agent="alice")
        talk.add("user", "a secret wish", id="0")
        talk.add("assistant", "noted", id="1")
        talk.compress(older_than="0")  # so that nothing is left to be prepared
        clock.then = opened().conversation("c", agent="alice").delete
        with pytest.raises(NotFound):
            talk.compress(older_than="1")
        assert talk.messages() == []
        assert memory.agent("alice").conversations.list() == []


def test_s5_an_export_brings_the_summary_back_to_its_place(talk, opened, tmp_path):
    talk.compress(older_than="4", summary="They counted.")
    before = talk.context("budgeted")
    Memory(talk._components, background=False).export(tmp_path / "out.jsonl")
    house = build(load(), ":memory:", embedder=ToyEmbedder(), clock=FixedClock(NOW))
    with Memory(house, background=False) as other:
        other.import_(tmp_path / "out.jsonl")
        assert other.conversation("c", agent="alice").context("budgeted").text == before.text


# --- the cache


def test_s5_what_another_process_writes_is_shown_at_once(opened):
    here, there = (opened().conversation("c", agent="alice") for _ in range(2))
    for number in range(5):
        here.add("user", f"message {number}", id=str(number))
        assert there.context("last-n").text.endswith(f"message {number}")
    there.compress(older_than="3", summary="Three messages.")
    assert "Three messages." in here.context("last-n").text
    assert "message 2" not in here.context("last-n").text
    there.delete()
    assert here.context("last-n").text == ""
    there.add("user", "anew")
    assert here.context("last-n").text == "User: anew"


def test_s5_a_conversation_of_an_erased_agent_is_not_shown(opened):
    here, there = opened(), opened()
    talk = here.conversation("c", agent="alice")
    talk.add("user", "a secret wish")
    assert "wish" in talk.context().text
    there.agent("alice").erase()
    assert talk.context().text == ""
    there.conversation("c", agent="alice").add("user", "hello")
    assert talk.context().text == "User: hello"


# --- budgeted


def test_s10_a_budgeted_window_shows_what_there_is_room_for(opened):
    talk = opened().conversation("c")
    long = "\n".join(["The start of it", "filling " * 60, "see https://example.com/x", "The end"])
    for number in range(40):
        talk.add("user", f"{number}: {long}")
    window = talk.context("budgeted", tokens=6_000)
    assert window.tokens <= 6_000
    assert window.text.count("filling") >= 60 * 30
    assert (
        "[user] 1: The start of it\n... The end\n[preserved: https://example.com/x" in window.text
    )
    assert window.metrics.is_distilled
    whole = talk.context("budgeted")
    assert (whole.metrics.left_out, whole.metrics.is_distilled) == (0, False)
    assert whole.metrics.total_tokens == 190_000


def test_s10_the_budget_is_the_settings_own_less_the_reserves(opened):
    memory = opened(max_context_tokens=2_000, system_prompt_tokens=300, response_reserve_tokens=200)
    talk = memory.conversation("c")
    talk.add("user", "word " * 4_000)
    window = talk.context("budgeted")
    assert window.metrics.total_tokens == 1_500
    assert window.text.startswith("[user] word word")
    assert window.tokens <= 1_500
    assert talk.context("budgeted", model="qwen2.5:7b").metrics.total_tokens == 300


@pytest.mark.parametrize("strategy", ["last-n", "seed-middle-tail", "budgeted"])
@pytest.mark.parametrize("tokens", [0, 1, 3, 7, 40, 200, 5_000])
def test_s10_no_window_is_ever_over_its_tokens(talk, strategy, tokens):
    talk.compress(older_than="2", summary="It began. " * 30)
    talk.add("user", "a long one " * 400)
    window = talk.context(strategy, tokens=tokens, framing="follow_up")
    assert window.tokens <= tokens
    assert (window.text == "") == (window.tokens == 0)


def test_an_empty_conversation_has_an_empty_window(opened):
    for strategy in ("last-n", "seed-middle-tail", "budgeted"):
        window = opened().conversation("c").context(strategy)
        assert (window.text, window.tokens, window.messages) == ("", 0, ())
        assert not window.metrics.is_distilled
