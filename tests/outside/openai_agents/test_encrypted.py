"""The tests of the SDK's EncryptedSession, around our session."""

from session import Session
from sources import modules_of

(module,) = modules_of("openai-agents", "extensions.memory.test_encrypt_session")
module.SQLiteSession = Session
globals().update({name: value for name, value in vars(module).items() if name[:2] != "__"})
