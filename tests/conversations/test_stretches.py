"""Windows read no more of a conversation than they show, and show the same as if they had read it all."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from in_memory_store import InMemoryStore
from recollect.budget.counters import by_characters
from recollect.conversations.tail_cache import TailCache
from recollect.conversations.tail_messages import (
    FIRST_READ,
    Messages,
    NotRead,
    in_conversation_order,
    read_as_needed,
)
from recollect.conversations.windows import Allowance, last_n, seed_middle_tail
from recollect.domain.conversation import ConversationTail
from recollect.domain.turn import Role, Turn, View
from recollect.domain.writes import AddTurn
from recollect.testing import FixedClock
from recollect.testing.store_contract.values import said

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


def turn(index, content="x", covers=None):
    return Turn(
        id=str(index),
        conversation="c",
        index=index,
        role=Role.USER,
        content=content,
        at=NOW,
        recorded_at=NOW,
        tokens=by_characters(content),
        covers=covers,
    )


def stretch(turns, last):
    return ConversationTail(
        revision=1,
        count=len(turns),
        first=turns[0] if turns else None,
        last=tuple(turns[len(turns) - min(last, len(turns)) :]),
    )


@given(
    st.integers(0, 700),
    st.integers(0, 300),
    st.integers(0, 4_000),
    st.sampled_from(["last", "seed", "no seed"]),
)
def test_a_window_is_the_same_however_little_was_read(count, length, tokens, strategy):
    turns = [
        turn(number, f"{number} " + "y" * (number * 7 % (length + 1))) for number in range(count)
    ]
    allowance = Allowance(by_characters, tokens)

    def window(messages):
        if strategy == "last":
            return last_n(messages, allowance, count=length)
        return seed_middle_tail(messages, allowance, seed_preservation=strategy == "seed")

    assert read_as_needed(lambda last: stretch(turns, last), window) == window(
        Messages(stretch(turns, count))
    )


def test_a_long_conversation_is_read_at_its_end():
    turns = [turn(number, "word " * 10) for number in range(10_000)]
    asked = []

    def read(last):
        asked.append(last)
        return stretch(turns, last)

    read_as_needed(
        read, lambda messages: seed_middle_tail(messages, Allowance(by_characters, 1_000))
    )
    assert asked == [FIRST_READ]


def test_what_was_not_read_says_so():
    messages = Messages(stretch([turn(number) for number in range(5)], 2))
    assert [messages[0].id, messages[3].id, messages[4].id] == ["0", "3", "4"]
    assert [message.id for message in messages[3:]] == ["3", "4"]
    with pytest.raises(NotRead):
        messages[1]
    with pytest.raises(IndexError):
        messages[5]


def test_each_summary_stands_before_what_it_does_not_cover():
    turns = [turn(0), turn(1), turn(2), turn(3, covers=1), turn(4), turn(5, covers=2)]
    assert [(m.id, m.is_compressed) for m in in_conversation_order(turns)] == [
        ("0", True),
        ("3", True),
        ("1", True),
        ("5", False),
        ("2", False),
        ("4", False),
    ]


# --- what was read last is kept


class Counting(InMemoryStore):
    """A store that counts how often conversations are read."""

    def __init__(self):
        super().__init__(FixedClock(NOW))
        self.reads = 0

    def tail(self, agent, conversation, *, last):
        self.reads += 1
        return super().tail(agent, conversation, last=last)


@pytest.fixture
def store():
    store = Counting()
    for number in range(30):
        store.write("alice", AddTurn("c", said(f"message {number}", turn_id=str(number))))
    return store


def test_what_has_not_changed_is_read_once(store):
    recent = TailCache(store)
    whole = recent.tail("alice", "c", 20)
    assert recent.tail("alice", "c", 20) == whole == store.tail("alice", "c", last=20)
    assert recent.tail("alice", "c", 5) == store.tail("alice", "c", last=5)
    assert store.reads == 3
    assert recent.tail("alice", "c", 25).last[0].id == "5"
    recent.tail("alice", "c", 99)
    recent.tail("alice", "c", 500)
    assert store.reads == 5


def test_every_change_is_seen(store):
    recent = TailCache(store)
    for number in range(30, 33):
        assert recent.tail("alice", "c", 9) == store.tail("alice", "c", last=9)
        store.write("alice", AddTurn("c", said("more", turn_id=str(number))))
    assert recent.tail("alice", "c", 9).last[-1].id == "32"
    assert recent.tail("bob", "c", 9) == ConversationTail()


def test_it_holds_no_more_than_it_may(store):
    recent = TailCache(store, max_bytes=25_000)
    for name in ("d", "e", "f"):
        for number in range(9):
            store.write("alice", AddTurn(name, said(f"message {number}", turn_id=str(number))))
        recent.tail("alice", name, 9)
    assert 0 < recent.nbytes <= 25_000
    recent.tail("alice", "c", 30)
    assert recent.nbytes <= 25_000
    recent.forget("bob")
    assert recent.nbytes > 0
    recent.forget("alice", "f")
    recent.forget("alice")
    assert recent.nbytes == 0


def test_a_long_first_message_counts_as_held(store):
    store.write("alice", AddTurn("long", said("x" * 30_000, turn_id="0")))
    for number in range(1, 9):
        store.write("alice", AddTurn("long", said("short", turn_id=str(number))))
    recent = TailCache(store, max_bytes=25_000)
    assert recent.tail("alice", "long", 3).count == 9
    assert recent.nbytes == 0


def test_a_dropped_view_is_told_as_compressed():
    shown = Messages(stretch([Turn(**{**_fields(turn(0)), "view": View.DROPPED})], 1))
    assert shown[0].is_compressed


def _fields(one):
    return {name: getattr(one, name) for name in Turn.__slots__}
