"""The examples of docs/integrations/langgraph.md."""

import re
from pathlib import Path

import pytest

from recollect import AsyncMemory, Memory
from recollect.errors import InvalidInput
from recollect.integrations.langgraph import RecollectStore

PAGE = Path(__file__).parents[3] / "docs" / "integrations" / "langgraph.md"


def test_the_example_prints_what_the_page_says(capsys) -> None:
    code = "".join(re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL))
    exec(compile(code, str(PAGE), "exec"), {"__name__": "example"})
    said = re.findall(r"print\(.*\)  # (.*\n)", code)
    assert len(said) == 3
    assert capsys.readouterr().out == "".join(said)


async def test_an_async_memory_works_and_no_key_is_made_a_text() -> None:
    async with AsyncMemory.open(":memory:", background=False, embedding_backend="none") as memory:
        store = RecollectStore(memory, agent="ann")
        await store.aput(("a",), "k", {"text": "tea"})
        assert (await store.aget(("a",), "k")).value == store.get(("a",), "k").value
        for key in (None, 5):
            with pytest.raises(InvalidInput, match="key must be text"):
                store.put(("a",), key, {"text": "t"})  # type: ignore[arg-type]
            with pytest.raises(InvalidInput, match="key must be text"):
                await store.aput(("a",), key, {"text": "t"})  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="not _Opening: Memory"):
        RecollectStore(AsyncMemory.open(":memory:"), agent="ann")  # type: ignore[arg-type]


def test_what_is_no_value_or_limit_is_refused() -> None:
    with Memory.open(":memory:", background=False, embedding_backend="none") as memory:
        store = RecollectStore(memory, agent="ann")
        with pytest.raises(InvalidInput, match="value must be a dictionary"):
            store.put(("a",), "k", "text")  # type: ignore[arg-type]
        for minutes in (-5, 0, "5", float("nan")):
            with pytest.raises(InvalidInput, match=f"number of minutes, not {minutes!r}"):
                store.put(("a",), "k", {"text": "t"}, ttl=minutes)  # type: ignore[arg-type]
        for limit in (-1, "3", None):
            with pytest.raises(InvalidInput, match=f"limit is {limit!r}; it takes"):
                store.search(("a",), limit=limit)  # type: ignore[arg-type]
        for wrong in ({"index": {"embedd": None}}, {"ttl": {"default_tll": 5}}):
            with pytest.raises(InvalidInput, match=r"is no key of (index|ttl); known: d"):
                RecollectStore(memory, agent="ann", **wrong)  # type: ignore[arg-type]
        assert store.search(("a",)) == store.search(("a",), limit=0) == []
        with pytest.raises(TypeError, match="agent"):
            RecollectStore(memory)  # type: ignore[call-arg]
