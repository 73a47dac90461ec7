"""The tests of the SDK's sessions, with ours in place of SQLiteSession."""

from session import Session
from sources import modules_of

sessions, limits = modules_of("openai-agents", "memory.test_session", "memory.test_session_limit")
for module in (sessions, limits):
    module.SQLiteSession = Session
    globals().update({name: value for name, value in vars(module).items() if name[:2] != "__"})
