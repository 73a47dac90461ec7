"""Adapters take either kind of memory, and refuse what is none when they are made."""

import asyncio

import pytest

from recollect import AsyncMemory, Memory
from recollect.errors import InvalidInput
from recollect.integrations.mem0 import AsyncMemory as AsyncMem0
from recollect.integrations.mem0 import Memory as Mem0
from recollect.integrations.opened import opened


def test_both_kinds_of_memory_are_taken() -> None:
    with Memory.open(":memory:", background=False, embedding_backend="none") as memory:
        given = AsyncMemory(memory)
        assert opened(given) is opened(memory) is memory
        Mem0(given).add("I live in Lisbon.", user_id="ann", infer=False)
        listed = asyncio.run(AsyncMem0(given).get_all(filters={"user_id": "ann"}))
    assert [each["memory"] for each in listed["results"]] == ["I live in Lisbon."]


@pytest.mark.parametrize("wrong", [AsyncMemory.open(":memory:"), "memory.sqlite"])
def test_what_is_no_open_memory_is_refused_with_the_way_to_open_one(wrong: object) -> None:
    for take in (opened, Mem0, AsyncMem0):
        with pytest.raises(InvalidInput, match=r"not (_Opening|str): Memory\.open\(…\), or"):
            take(wrong)
