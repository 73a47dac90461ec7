"""The main switch in an open memory: off, nothing is recorded, learned or injected; on, work goes on."""

import pytest

from recollect import Memory
from recollect.errors import Disabled
from recollect.settings import change, load


def switch(*, on: bool) -> None:
    change(load(), {"enabled": on})


def test_what_was_recorded_before_is_learned_once_memory_is_on_again(memory):
    alice = memory.agent("alice")
    alice.remember("I live in Lisbon.", conversation="c")
    switch(on=False)
    report = memory.sync()
    assert alice.memories.list() == []
    assert report.waiting
    with pytest.raises(Disabled):
        alice.remember("I live in Porto.", conversation="c")
    assert alice.context("Where do I live?").text == ""
    assert [turn.content for turn in alice.turns()] == ["I live in Lisbon."]
    switch(on=True)
    assert memory.sync().ok
    assert "Lisbon" in alice.memories.list()[0].content
    assert "Lisbon" in alice.context("Where do I live?").text


def test_a_memory_opened_while_off_learns_once_it_is_on(tmp_path):
    switch(on=False)
    with Memory.open(tmp_path / "memory.sqlite", background=False) as memory:
        memory.sync()
        switch(on=True)
        alice = memory.agent("alice")
        alice.remember("I live in Lisbon.", conversation="c")
        memory.sync()
        known = [entry.recorded_at for entry in alice.memories.list()]
        assert known
    # The extractor was adopted with the first turn: opening it again learns nothing again.
    with Memory.open(tmp_path / "memory.sqlite", background=False) as memory:
        assert memory.sync().done == 0
        assert [entry.recorded_at for entry in memory.agent("alice").memories.list()] == known
