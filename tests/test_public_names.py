"""The names outside checks use (API.md); adding one is a decision, so this list says so."""

import inspect
import subprocess
import sys

import recollect
from recollect import errors
from recollect.errors import RecollectError


def test_the_package_exports_these_names_and_no_others():
    public = {name for name in dir(recollect) if not name.startswith("_")}
    modules = {name for name in public if inspect.ismodule(getattr(recollect, name))}
    assert (
        sorted(public - modules)
        == recollect.__all__
        == [
            "Agent",
            "AsyncAgent",
            "AsyncMemory",
            "CircuitOpen",
            "Closed",
            "Conflict",
            "Disabled",
            "InvalidInput",
            "InvalidSetting",
            "Memory",
            "NotADatabase",
            "NotFound",
            "ProviderError",
            "ProviderUnavailable",
            "QuotaExceeded",
            "RateLimited",
            "RecollectError",
            "SchemaTooNew",
            "Settings",
            "StorageBusy",
            "StorageCorrupt",
            "StorageError",
            "StorageFull",
            "StorageLost",
            "StorageReadOnly",
            "UnusableAnswer",
        ]
    )


def test_nothing_of_the_house_is_built_before_it_is_asked_for():
    code = (
        "import sys, recollect; early = {'numpy', 'pydantic', 'recollect.memory'} & set(sys.modules);"
        "assert not early, early; assert recollect.Memory.__name__ == 'Memory';"
        "assert not hasattr(recollect, 'Memmory')"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_no_framework_is_imported_unless_its_adapter_is():
    code = (
        "import sys; from recollect import AsyncMemory, Memory; import recollect.integrations;"
        "known = {'agents', 'llama_index', 'pydantic_ai', 'autogen_core', 'openai', 'langchain_core'};"
        "assert not known & set(sys.modules), known & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def tree():
    classes = [c for c in vars(errors).values() if inspect.isclass(c)]
    return [c for c in classes if issubclass(c, RecollectError) and c is not RecollectError]


def test_every_error_has_a_code_of_its_own():
    codes = [error.code for error in tree()]
    assert len(codes) == len(set(codes)) > 15


def test_the_tree_in_the_docstring_is_the_tree():
    for error in tree():
        drawn = [line for line in errors.__doc__.splitlines() if f" {error.code} " in f"{line} "]
        assert any(error.__name__ in line for line in drawn), error.__name__


def test_the_front_desk_has_what_the_contract_names():
    with recollect.Memory.open(":memory:", background=False, embedding_backend="none") as memory:
        alice = memory.agent("alice")
        for name in ("agent", "agents", "sync", "stats", "export", "import_", "close", "jobs"):
            assert hasattr(memory, name)
        for name in ("remember", "ingest", "turns", "memories", "conversations", "erase"):
            assert hasattr(alice, name)
        for name in ("add", "get", "list", "update", "delete", "restore", "history"):
            assert callable(getattr(alice.memories, name))
        for name in ("list", "get", "delete"):
            assert callable(getattr(alice.conversations, name))
        for name in ("list", "get", "retry"):
            assert callable(getattr(memory.jobs, name))
