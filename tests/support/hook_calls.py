"""How hosts call their hooks."""

import json
from pathlib import Path
from typing import Any

# When a session begins, before a prompt, and after an answer.
EVENTS = {
    "claude-code": ("SessionStart", "UserPromptSubmit", "Stop"),
    "codex": ("SessionStart", "UserPromptSubmit", "Stop"),
    "cursor": ("sessionStart", "beforeSubmitPrompt", "stop"),
}


def call(host: str, event: str, path: Path | None = None, **more: Any) -> bytes:
    """What a host writes to stdin."""
    said: dict[str, Any] = {
        "hook_event_name": event,
        "transcript_path": str(path) if path else None,
    }
    if host == "cursor":
        said |= {
            "conversation_id": "c1",
            "cursor_version": "3.20",
            "workspace_roots": [str(Path.cwd())],
        }
    else:
        said |= {"session_id": "s1", "cwd": str(Path.cwd())}
    return json.dumps(said | more).encode()
