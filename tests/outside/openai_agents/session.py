"""Our session with the constructor of the SDK's SQLiteSession."""

from pathlib import Path
from typing import Any

from recollect import Memory
from recollect.integrations.openai_agents import RecollectSession


class Session(RecollectSession):
    """In place of SQLiteSession; each has the memory of its file."""

    def __init__(
        self, session_id: str, db_path: str | Path = ":memory:", session_settings: Any = None
    ) -> None:
        self._memory = Memory.open(db_path, background=False, embedding_backend="none")
        super().__init__(session_id, self._memory, agent="me", session_settings=session_settings)

    def close(self) -> None:
        """Close the memory."""
        self._memory.close()
