"""The hosts: where their hooks are configured, which events are used, and how they are answered."""

import json
import os
from pathlib import Path
from typing import Any, Final, NamedTuple

from recollect.errors import InvalidInput

START: Final = "start"
PROMPT: Final = "prompt"
RECORD: Final = "record"


class Host(NamedTuple):
    """One program with hooks; `events` says what each of its events is used for."""

    name: str
    title: str
    events: dict[str, str]
    # The variable that moves the host's directory, and the directory in a home or a project.
    variable: str
    folder: str
    user_file: str
    project_file: str


# Claude Code keeps settings of one person for one project apart, in a file that git ignores.
CLAUDE_CODE: Final = Host(
    "claude-code",
    "Claude Code",
    {"SessionStart": START, "UserPromptSubmit": PROMPT, "Stop": RECORD, "SessionEnd": RECORD},
    "CLAUDE_CONFIG_DIR",
    ".claude",
    "settings.json",
    "settings.local.json",
)
CODEX: Final = Host(
    "codex",
    "Codex",
    {"SessionStart": START, "UserPromptSubmit": PROMPT, "Stop": RECORD},
    "CODEX_HOME",
    ".codex",
    "hooks.json",
    "hooks.json",
)
CURSOR: Final = Host(
    "cursor",
    "Cursor",
    {"sessionStart": START, "beforeSubmitPrompt": PROMPT, "stop": RECORD, "sessionEnd": RECORD},
    "",
    ".cursor",
    "hooks.json",
    "hooks.json",
)
HOSTS: Final = {host.name: host for host in (CLAUDE_CODE, CODEX, CURSOR)}


class HookCall(NamedTuple):
    """What a host says on stdin, in the words that all hosts share."""

    session: str
    project: str
    transcript: str
    prompt: str
    # The model still has what earlier hooks of this session told it.
    is_resumed: bool


def home() -> Path:
    """The home directory of Recollect, as the settings have it."""
    return expanded(os.environ.get("RECOLLECT_HOME", "").strip() or "~/.recollect")


def expanded(path: str) -> Path:
    """The path with `~` expanded; InvalidInput if the home directory of the user is unknown."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        message = "the user has no known home directory: set HOME, or RECOLLECT_HOME to a directory"
        raise InvalidInput(message) from None


def config_path(host: Host, project: Path | None) -> Path:
    """The host's file of hooks: the user's, or the one of a project."""
    if project is not None:
        return project / host.folder / host.project_file
    moved = os.environ.get(host.variable, "") if host.variable else ""
    return expanded(moved or f"~/{host.folder}") / host.user_file


def parse_call(host: Host, content: bytes) -> HookCall | None:
    """The call on stdin; None if it is not for Recollect. ValueError if it is not JSON."""
    said = json.loads(content)
    if not isinstance(said, dict):
        raise ValueError("the call is not a JSON object")  # noqa: TRY004 - as if not JSON
    # What a subagent is told was written by a model; and Cursor also runs Claude Code's hooks.
    if "agent_id" in said or (host is CLAUDE_CODE and "cursor_version" in said):
        return None
    roots = said.get("workspace_roots")
    root = roots[0] if isinstance(roots, list) and roots else ""
    session = _text(said, "conversation_id") or _text(said, "session_id")
    project = _text(said, "cwd") or (root if isinstance(root, str) else "")
    transcript = _text(said, "transcript_path") or _cursor_transcript(host, session, project)
    is_resumed = said.get("source") == "resume"
    return HookCall(session, project, transcript, _text(said, "prompt"), is_resumed)


def answer(host: Host, event: str, text: str) -> str:
    """What the host reads on stdout, so that the model sees the text."""
    if host is CURSOR:
        goes_on = {"continue": True} if host.events[event] == PROMPT else {}
        return json.dumps({**goes_on, "additional_context": text})
    return json.dumps({"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}})


def _text(said: dict[str, Any], key: str) -> str:
    value = said.get(key)
    return value.encode("utf-8", "replace").decode("utf-8") if isinstance(value, str) else ""


def _cursor_transcript(host: Host, session: str, project: str) -> str:
    """Where Cursor's command line, which does not name it, keeps a transcript."""
    if host is not CURSOR or not (session and project) or "/" in session:
        return ""
    name = "".join(sign if sign.isalnum() else "-" for sign in project.lstrip("/"))
    folder = expanded("~/.cursor/projects") / name / "agent-transcripts"
    nested = folder / session / f"{session}.jsonl"
    return str(nested if nested.exists() else folder / f"{session}.jsonl")
