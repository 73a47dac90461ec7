"""The replies of the echo upstream, in the format of each chat API, whole and as a stream."""

import json
import re
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import uuid4

from recollect.server.proxy.dialects.chat_completions import CHAT_COMPLETIONS
from recollect.server.proxy.dialects.dialect import ProxyDialect
from recollect.server.proxy.dialects.messages import MESSAGES
from recollect.server.proxy.dialects.ollama import OLLAMA
from recollect.server.proxy.dialects.responses import RESPONSES

_Fields = dict[str, Any]
_EVENTS: Final = "text/event-stream"
_JSON: Final = "application/json"
MODEL: Final = "echo"


@dataclass(frozen=True, slots=True)
class _Reply:
    """A reply as one object, and as a stream."""

    whole: _Fields
    stream: str
    stream_type: str = _EVENTS


def reply(dialect: ProxyDialect, text: str, *, streamed: bool) -> tuple[str, str]:
    """Return the content type and the body of a reply that says the text."""
    made = _REPLIES[dialect](text)
    return (made.stream_type, made.stream) if streamed else (_JSON, json.dumps(made.whole))


def _completion(text: str) -> _Reply:
    message = {"role": "assistant", "content": text}
    made = {"id": "echo", "created": int(time.time()), "model": MODEL}
    choice = {"index": 0, "finish_reason": "stop"}
    whole = made | {"object": "chat.completion", "choices": [choice | {"message": message}]}
    part = made | {"object": "chat.completion.chunk"}
    deltas = [{"role": "assistant"}, *({"content": piece} for piece in _pieces(text))]
    going_on = choice | {"finish_reason": None}
    choices = [*(going_on | {"delta": delta} for delta in deltas), choice | {"delta": {}}]
    chunks = (f"data: {json.dumps(part | {'choices': [each]})}\n\n" for each in choices)
    return _Reply(whole, "".join(chunks) + "data: [DONE]\n\n")


def _response(text: str) -> _Reply:
    part = {"type": "output_text", "text": text, "annotations": []}
    item = {"id": f"msg_{uuid4().hex}", "type": "message", "role": "assistant"}
    done = item | {"status": "completed", "content": [part]}
    made = {
        "id": f"resp_{uuid4().hex}",
        "object": "response",
        "created_at": int(time.time()),
        "model": MODEL,
        "error": None,
        "incomplete_details": None,
        "instructions": None,
        "metadata": {},
        "parallel_tool_calls": False,
        "tool_choice": "none",
        "tools": [],
        "usage": None,
    }
    whole = made | {"status": "completed", "output": [done]}
    started = made | {"status": "in_progress", "output": []}
    opened = item | {"status": "in_progress", "content": []}
    of_item: _Fields = {"output_index": 0, "item_id": item["id"], "content_index": 0}
    said = {"type": "response.output_text.delta", "logprobs": [], **of_item}
    events: list[_Fields] = [
        {"type": "response.created", "response": started},
        {"type": "response.output_item.added", "output_index": 0, "item": opened},
        {"type": "response.content_part.added", "part": part | {"text": ""}, **of_item},
        *({**said, "delta": piece} for piece in _pieces(text)),
        {"type": "response.output_text.done", "text": text, "logprobs": [], **of_item},
        {"type": "response.content_part.done", "part": part, **of_item},
        {"type": "response.output_item.done", "output_index": 0, "item": done},
        {"type": "response.completed", "response": whole},
    ]
    numbered = (each | {"sequence_number": n} for n, each in enumerate(events))
    return _Reply(whole, _named_events(numbered))


def _message(text: str) -> _Reply:
    block = {"type": "text", "text": text}
    stop = {"stop_reason": "end_turn", "stop_sequence": None}
    usage = {"input_tokens": 0, "output_tokens": 0}
    made = {
        "id": f"msg_{uuid4().hex}",
        "type": "message",
        "role": "assistant",
        "model": MODEL,
        "usage": usage,
    }
    started = made | dict.fromkeys(stop) | {"content": []}
    said = {"type": "content_block_delta", "index": 0}
    events: list[_Fields] = [
        {"type": "message_start", "message": started},
        {"type": "content_block_start", "index": 0, "content_block": block | {"text": ""}},
        *(said | {"delta": {"type": "text_delta", "text": piece}} for piece in _pieces(text)),
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": stop, "usage": usage},
        {"type": "message_stop"},
    ]
    return _Reply(made | stop | {"content": [block]}, _named_events(events))


def _ollama(text: str) -> _Reply:
    made = {
        "model": MODEL,
        "created_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "done": False,
    }
    end = {"done": True, "done_reason": "stop"}
    said = ({"role": "assistant", "content": each} for each in (*_pieces(text), "", text))
    *lines, last, whole = (made | {"message": each} for each in said)
    stream = "".join(f"{json.dumps(line)}\n" for line in (*lines, last | end))
    return _Reply(whole | end, stream, "application/x-ndjson")


def _pieces(text: str) -> list[str]:
    """Split a text into words, as a model streams it."""
    return re.findall(r"\s*\S+\s?|\s+", text)


def _named_events(events: Iterable[_Fields]) -> str:
    return "".join(f"event: {each['type']}\ndata: {json.dumps(each)}\n\n" for each in events)


_REPLIES: Final[Mapping[ProxyDialect, Callable[[str], _Reply]]] = {
    CHAT_COMPLETIONS: _completion,
    RESPONSES: _response,
    MESSAGES: _message,
    OLLAMA: _ollama,
}
