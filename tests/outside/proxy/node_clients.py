"""The clients of clients.mjs, as Python functions."""

import atexit
import json
import os
import shutil
import subprocess
from functools import cache, partial
from pathlib import Path
from typing import Any

from clients import Client, Question

NAMES = (
    "js_openai_chat", "js_openai_responses", "js_anthropic_messages",
    "ai_sdk_openai_chat", "ai_sdk_openai_responses", "ai_sdk_anthropic",
)  # fmt: skip


class NodeError(Exception):
    """What a client in Node raised."""

    def __init__(self, name: str, status: int | None, message: str) -> None:
        super().__init__(message)
        self.name = name
        self.status_code = status


def node_clients() -> dict[str, Client]:
    return {name: partial(_ask, name) for name in NAMES}


@cache
def _node() -> "subprocess.Popen[str]":
    # Node looks for packages beside the file, and they are in the suite's environment.
    script = Path(os.environ["NODE_HOME"]) / "clients.mjs"
    shutil.copy(Path(__file__).with_name("clients.mjs"), script)
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    process = subprocess.Popen(["node", script], text=True, bufsize=1, **pipes)
    atexit.register(process.terminate)
    return process


def _ask(client: str, question: Question) -> str:
    process = _node()
    assert process.stdin is not None
    assert process.stdout is not None
    fields = ("url", "headers", "text", "stream", "tools", "key")
    asked = {name: getattr(question, name) for name in fields}
    process.stdin.write(json.dumps({"client": client, **asked}) + "\n")
    for line in process.stdout:
        match json.loads(line):
            case {"piece": True}:
                question.on_piece()
            case {"text": text}:
                return text
            case {"error": error}:
                raise NodeError(error["name"], error.get("status"), error["message"])
    raise AssertionError("node ended")
