"""The example of docs/integrations/langgraph.md."""

import re
from pathlib import Path

import pytest

from recollect import Memory
from recollect.errors import InvalidInput
from recollect.integrations.langgraph import RecollectStore

PAGE = Path(__file__).parents[3] / "docs" / "integrations" / "langgraph.md"


def test_the_example_prints_what_the_page_says(capsys) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    exec(compile(code, str(PAGE), "exec"), {"__name__": "example"})
    assert capsys.readouterr().out == re.search(r"print\(.*\)  # (.*\n)", code)[1]


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
