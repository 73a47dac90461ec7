"""The tests of SqliteStore's lifetimes; they wait for real seconds."""

from sources import collected, modules_of
from stores import OnFile, OnFileAsync

(module,) = modules_of("langgraph-checkpoint-sqlite", "test_ttl")
module.SqliteStore, module.AsyncSqliteStore = OnFile, OnFileAsync
globals().update(collected(module))
