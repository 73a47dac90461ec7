"""Recollect's class has the calls and the results of mem0's, with the same arguments."""

import inspect
import re
from pathlib import Path
from typing import Any

import pytest
from mem0.configs.base import MemoryConfig

from mem0 import Memory as Theirs
from recollect import Memory
from recollect.integrations.mem0 import AsyncMemory
from recollect.integrations.mem0 import Memory as Ours

PAGE = Path(__file__).parents[3] / "docs" / "integrations" / "mem0.md"
CALLS = ("add", "search", "get", "get_all", "update", "delete", "delete_all", "history", "reset")
ALICE = {"user_id": "alice"}


@pytest.fixture
def theirs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Theirs:
    """mem0 itself, with an embedder that needs no network."""

    class Flat:
        config = MemoryConfig().embedder.config

        def embed(self, text: str, *_: Any) -> list[float]:
            return [1.0, float(len(text))] + [0.0] * 6

    monkeypatch.setattr("mem0.utils.factory.EmbedderFactory.create", lambda *_: Flat())
    store = {"path": str(tmp_path / "qdrant"), "embedding_model_dims": 8, "on_disk": True}
    return Theirs.from_config(
        {
            "vector_store": {"provider": "qdrant", "config": store},
            "llm": {"provider": "openai", "config": {"api_key": "none"}},
            "history_db_path": str(tmp_path / "history.db"),
        }
    )


@pytest.fixture
def ours() -> Any:
    with Ours(Memory.open(":memory:", background=False)) as opened:
        yield opened


@pytest.mark.parametrize("name", CALLS)
def test_every_argument_is_taken(name: str) -> None:
    assert inspect.iscoroutinefunction(getattr(AsyncMemory, name))
    wanted = inspect.signature(getattr(Theirs, name)).parameters
    taken = inspect.signature(getattr(Ours, name)).parameters
    # Of no use without mem0's platform: mem0 refuses it too.
    missing = wanted.keys() - taken.keys() - {"reference_date", "kwargs"}
    assert missing == set()


def _story(memory: Any) -> list[Any]:
    """What a memory answers to the same calls, with the values that differ taken out."""
    told: list[Any] = []
    messages = [{"role": "user", "content": "Likes tea"}, {"role": "assistant", "content": "Noted"}]
    added = memory.add(messages, **ALICE, run_id="r1", metadata={"a": 1}, infer=False)
    told.append(added)
    name = added["results"][0]["id"]
    told.append(memory.get(name))
    told.append(memory.get_all(filters=ALICE))
    told.append(memory.search("Likes tea", filters={**ALICE, "run_id": "r1"}, threshold=0.0))
    told.append(memory.update(name, "Likes coffee", metadata={"b": 2}))
    told.append(memory.get(name))
    told.append(memory.delete(name))
    told.append(memory.get(name))
    told.append(memory.history(name))
    told.append(memory.delete_all(user_id="alice"))
    told.append(memory.get_all(filters=ALICE))
    return [_comparable(one) for one in told]


def _comparable(value: Any) -> Any:
    if isinstance(value, list):
        return sorted((_comparable(one) for one in value), key=str)
    if isinstance(value, dict):
        varies = {"id", "memory_id", "created_at", "updated_at", "score"}
        return {
            key: type(one).__name__ if key in varies else _comparable(one)
            for key, one in value.items()
        }
    return value


def test_the_same_calls_have_the_same_results(theirs: Theirs, ours: Ours) -> None:
    for mine, other in zip(_story(ours), _story(theirs), strict=True):
        assert mine == other


def test_errors_are_value_errors(ours: Ours) -> None:
    for call in (
        lambda: ours.add("x"),
        lambda: ours.search("x", user_id="alice"),
        lambda: ours.get_all(filters={}),
        ours.delete_all,
    ):
        with pytest.raises(ValueError):
            call()


def test_the_examples_run(capsys: Any) -> None:
    for code in re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.DOTALL | re.MULTILINE):
        if "MemoryClient" not in code:
            exec(compile(code, str(PAGE), "exec"), {})
    assert "Lisbon" in capsys.readouterr().out
