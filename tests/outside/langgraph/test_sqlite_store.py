"""The tests of LangGraph's SqliteStore."""

from sources import collected, modules_of
from stores import OnFile

(module,) = modules_of("langgraph-checkpoint-sqlite", "test_store")
module.SqliteStore = OnFile
globals().update(collected(module))
