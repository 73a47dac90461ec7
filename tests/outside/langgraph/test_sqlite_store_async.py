"""The tests of LangGraph's AsyncSqliteStore."""

from sources import collected, modules_of
from stores import OnFileAsync

_, module = modules_of("langgraph-checkpoint-sqlite", "test_store", "test_async_store")
module.AsyncSqliteStore = OnFileAsync
globals().update(collected(module))
