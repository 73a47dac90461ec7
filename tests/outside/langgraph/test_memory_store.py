"""The tests of LangGraph's InMemoryStore."""

from sources import collected, modules_of
from stores import InMemory

(module,) = modules_of("langgraph-checkpoint", "test_store")
module.InMemoryStore = InMemory
globals().update(collected(module))
