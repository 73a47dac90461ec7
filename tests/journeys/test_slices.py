"""Parts of a list: the last turns, some from an offset, what one turn led to; and large metadata."""

import pytest

from recollect.errors import InvalidInput


def ids(turns):
    return [turn.id for turn in turns]


@pytest.mark.parametrize("retention", ["durable", "ephemeral"])
def test_a_part_of_a_conversation(memory, retention):
    talk = memory.conversation("c", retention=retention, agent="alice")
    for name in "abcde":
        talk.add("user", f"words of {name}", id=name)
    assert ids(talk.messages(last=2)) == ["d", "e"]
    assert ids(talk.messages(last=9)) == ids(talk.messages()) == [*"abcde"]
    assert ids(talk.messages(limit=2, offset=1)) == ["b", "c"]
    assert ids(talk.messages(offset=4)) == ["e"]
    assert talk.messages(offset=9) == []
    talk.delete_message("c")
    assert ids(talk.messages(limit=2, offset=1)) == ["b", "d"]
    with pytest.raises(InvalidInput, match="last cannot be combined"):
        talk.messages(last=1, offset=1)


def test_a_part_of_all_turns(alice):
    for number in range(6):
        alice.remember(f"turn {number}", conversation="cd"[number % 2], id=str(number))
    assert ids(alice.turns(last=3)) == ["3", "4", "5"]
    assert (
        ids(alice.turns("c", last=2)) == ids(alice.conversations.turns("c", last=2)) == ["2", "4"]
    )
    assert ids(alice.turns("d", limit=1, offset=1)) == ["3"]
    assert alice.turns("nowhere", last=1) == []
    for wrong in ({"last": 0}, {"offset": -1}, {"limit": 0}):
        with pytest.raises(InvalidInput):
            alice.turns(**wrong)


def test_what_one_turn_led_to(memory, alice):
    alice.remember("I live in Lisbon.", conversation="c", id="1")
    alice.remember("I work at Acme.", conversation="c", id="2")
    alice.remember("I live in Lisbon.", conversation="d", id="1")
    memory.sync()

    def found(**chosen):
        return sorted(entry.content for entry in alice.memories.list(**chosen))

    assert found(conversation="c", turn_id="2") == ["User works at Acme."]
    # It was said there too.
    assert (
        found(conversation="d") == found(conversation="c", turn_id="1") == ["User lives in Lisbon."]
    )
    assert len(found(conversation="c")) == len(found()) == 2
    assert found(turn_id="3") == []


def test_memories_inherit_the_metadata_that_was_agreed_on(opened):
    memory = opened(inherited_metadata=["app", "user_id"])
    alice = memory.agent("alice")
    alice.remember("I live in Lisbon.", metadata={"app": "x", "trace": "1", "said_at": "never"})
    memory.sync()
    (home,) = alice.memories.list()
    assert (home.metadata["app"], home.said_at is not None) == ("x", True)
    assert not home.metadata.keys() & {"trace", "user_id"}


def test_metadata_may_be_as_large_as_a_content(opened):
    memory = opened(max_content_kb=100)
    alice = memory.agent("alice")
    large = {"item": "é" * 50_000}
    assert alice.remember("Hello", metadata=large).metadata == large
    with pytest.raises(
        InvalidInput, match=r"metadata has 102,4.. bytes of JSON; the limit is 102,400"
    ):
        alice.remember("Hello", metadata={"item": "é" * 51_200})
