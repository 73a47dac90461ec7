"""The SDK's tests of runs with a session and of compaction, with ours in place of SQLiteSession."""

import inspect

from session import Session as Recollect
from sources import modules_of

MODULES = (
    "memory.test_openai_responses_compaction_session",
    "test_max_turns",
    "test_native_tool_failure_history",
    "test_programmatic_tool_calling",
    "test_soft_cancel",
    "test_tool_batch_failure_history",
    "test_tool_failure_boundaries",
)


for module in modules_of("openai-agents", *MODULES):
    own = {
        name: inspect.getsource(value)
        for name, value in vars(module).items()
        if inspect.isfunction(value) and value.__module__ == module.__name__
    }
    users = {name for name, source in own.items() if "SQLiteSession" in source}
    users |= {name for name, source in own.items() if any(f"{user}(" in source for user in users)}
    module.SQLiteSession = Recollect
    globals().update(
        {
            name: value
            for name, value in vars(module).items()
            if name[:2] != "__" and (name in users or not name.lower().startswith("test"))
        }
    )
