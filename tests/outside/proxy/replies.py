"""What the model says, in the words of each API: whole, and as the events of a stream."""

import json
from collections.abc import Iterator
from itertools import count
from typing import Any

TEXT = ("Noted: ", "„Grüße“ ", "🐙 all in full.")
THOUGHT = "Two cities, so two calls."
SIGNATURE = "c2lnbmVkIGJ5IHRoZSBtb2RlbA=="
CITIES = ("Oslo", "Rome")
RESPONSES = count(1)
Body = dict[str, Any]
Reply = tuple[Body, Iterator[bytes]]


def chat_completion(request: Body) -> Reply:
    """Chat Completions: the object, and its chunks."""
    common = {"id": "chatcmpl-1", "created": 1, "model": request["model"]}
    calls = [
        {"index": n, "id": f"call_{city}", "type": "function", "function": _function(city)}
        for n, city in enumerate(CITIES)
    ]
    is_call = _wants_tools(request, request["messages"][-1].get("role") == "tool")
    finish = "tool_calls" if is_call else "stop"
    said: Body = {"content": None, "tool_calls": calls} if is_call else {"content": "".join(TEXT)}
    usage = {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12}
    choice = {"index": 0, "message": {"role": "assistant", "refusal": None, **said}}
    choice |= {"logprobs": None, "finish_reason": finish}
    whole = {**common, "object": "chat.completion", "choices": [choice], "usage": usage}

    def chunk(choices: list[Body], **more: object) -> bytes:
        return _event({**common, "object": "chat.completion.chunk", "choices": choices, **more})

    def delta(**delta: object) -> bytes:
        return chunk([{"index": 0, "delta": delta, "finish_reason": None}])

    def events() -> Iterator[bytes]:
        yield delta(role="assistant", content=None if is_call else "")
        for call in calls if is_call else ():
            function = call["function"]
            yield delta(tool_calls=[{**call, "function": {**function, "arguments": ""}}])
            for piece in _halves(function["arguments"]):
                part = {"index": call["index"], "function": {"arguments": piece}}
                yield delta(tool_calls=[part])
        for piece in () if is_call else TEXT:
            yield delta(content=piece)
        yield chunk([{"index": 0, "delta": {}, "finish_reason": finish}])
        if (request.get("stream_options") or {}).get("include_usage"):
            yield chunk([], usage=usage)
        yield b"data: [DONE]\n\n"

    return whole, events()


def message(request: Body) -> Reply:
    """Anthropic's Messages: the object, and its events."""
    last = request["messages"][-1]["content"]
    has_results = isinstance(last, list) and any(p["type"] == "tool_result" for p in last)
    is_call = _wants_tools(request, has_results)
    blocks: list[Body] = [{"type": "thinking", "thinking": THOUGHT, "signature": SIGNATURE}]
    if is_call:
        blocks += [
            {"type": "tool_use", "id": f"toolu_{city}", "name": "weather", "input": {"city": city}}
            for city in CITIES
        ]
    else:
        blocks.append({"type": "text", "text": "".join(TEXT), "citations": None})
    usage = {"input_tokens": 9, "output_tokens": 3, "cache_read_input_tokens": 4}
    ending = {"stop_reason": "tool_use" if is_call else "end_turn", "stop_sequence": None}
    head = {"id": "msg_1", "type": "message", "role": "assistant", "model": request["model"]}
    whole = {**head, "content": blocks, **ending, "usage": usage}

    def events() -> Iterator[bytes]:
        nothing = {"stop_reason": None, "stop_sequence": None}
        yield _named("message_start", message={**head, "content": [], **nothing, "usage": usage})
        for index, block in enumerate(blocks):
            start, deltas = _block_events(block)
            yield _named("content_block_start", index=index, content_block=start)
            yield _named("ping")
            for delta in deltas:
                yield _named("content_block_delta", index=index, delta=delta)
            yield _named("content_block_stop", index=index)
        yield _named("message_delta", delta=ending, usage={"output_tokens": 3})
        yield _named("message_stop")

    return whole, events()


def response(request: Body) -> Reply:
    """OpenAI's Responses: the object, and its events."""
    items = request["input"] if isinstance(request["input"], list) else []
    has_results = bool(items) and items[-1].get("type") == "function_call_output"
    is_call = _wants_tools(request, has_results)
    output: list[Body] = [
        {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": SIGNATURE}
    ]
    if is_call:
        output += [
            {"type": "function_call", "id": f"fc_{city}", "call_id": f"call_{city}",
             "status": "completed", **_function(city)}
            for city in CITIES
        ]  # fmt: skip
    else:
        part = {"type": "output_text", "text": "".join(TEXT), "annotations": [], "logprobs": []}
        said = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed"}
        output.append({**said, "content": [part]})
    usage = {
        "input_tokens": 9, "output_tokens": 3, "total_tokens": 12,
        "input_tokens_details": {"cached_tokens": 4, "cache_write_tokens": 0},
        "output_tokens_details": {"reasoning_tokens": 1},
    }  # fmt: skip
    head = {
        "id": f"resp_{next(RESPONSES)}", "object": "response", "created_at": 1, "error": None,
        "incomplete_details": None, "instructions": request.get("instructions"), "metadata": {},
        "model": request["model"], "parallel_tool_calls": True, "temperature": 1.0, "top_p": 1.0,
        "tool_choice": "auto", "tools": request.get("tools") or [],
        "previous_response_id": request.get("previous_response_id"),
        "store": request.get("store", True),
    }  # fmt: skip
    whole = {**head, "status": "completed", "output": output, "usage": usage}

    def events() -> Iterator[bytes]:
        begun = {**head, "status": "in_progress", "output": [], "usage": None}
        kinds = [("response.created", {"response": begun})]
        kinds.append(("response.in_progress", {"response": begun}))
        for index, item in enumerate(output):
            kinds += [(kind, {"output_index": index, **data}) for kind, data in _item_events(item)]
        kinds.append(("response.completed", {"response": whole}))
        for number, (kind, data) in enumerate(kinds):
            yield _named(kind, sequence_number=number, **data)

    return whole, events()


def ollama_chat(request: Body) -> Reply:
    """Ollama's chat: the object, and its lines."""
    is_call = _wants_tools(request, request["messages"][-1]["role"] == "tool")
    common = {"model": request["model"], "created_at": "2026-01-01T00:00:00Z"}
    calls = [{"function": {"name": "weather", "arguments": {"city": city}}} for city in CITIES]
    ending = {"done": True, "done_reason": "stop", "prompt_eval_count": 9, "eval_count": 3}
    said: Body = {"role": "assistant", "thinking": THOUGHT}
    said |= {"content": "", "tool_calls": calls} if is_call else {"content": "".join(TEXT)}

    def line(**more: object) -> bytes:
        return json.dumps({**common, **more}, ensure_ascii=False).encode() + b"\n"

    def part(**said: object) -> bytes:
        return line(message={"role": "assistant", "content": "", **said}, done=False)

    def events() -> Iterator[bytes]:
        yield part(thinking=THOUGHT)
        if is_call:
            yield part(tool_calls=calls)
        for piece in () if is_call else TEXT:
            yield part(content=piece)
        yield line(message={"role": "assistant", "content": ""}, **ending)

    return {**common, "message": said, **ending}, events()


def error(path: str, words: str) -> Body:
    """An error, in the format of the API."""
    if path == "/api/chat":
        return {"error": words}
    detail = {"type": "rate_limit_error", "message": words}
    if path == "/v1/messages":
        return {"type": "error", "error": detail, "request_id": "req_1"}
    return {"error": {**detail, "code": None, "param": None}}


def _wants_tools(request: Body, has_results: bool) -> bool:
    return bool(request.get("tools")) and not has_results


def _function(city: str) -> Body:
    return {"name": "weather", "arguments": json.dumps({"city": city})}


def _halves(text: str) -> tuple[str, str]:
    return text[: len(text) // 2], text[len(text) // 2 :]


def _block_events(block: Body) -> tuple[Body, list[Body]]:
    match block["type"]:
        case "thinking":
            deltas = [{"type": "thinking_delta", "thinking": THOUGHT}]
            deltas.append({"type": "signature_delta", "signature": SIGNATURE})
            return {"type": "thinking", "thinking": "", "signature": ""}, deltas
        case "tool_use":
            pieces = _halves(json.dumps(block["input"]))
            deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in pieces]
            return {**block, "input": {}}, deltas
        case _:
            return {**block, "text": ""}, [{"type": "text_delta", "text": piece} for piece in TEXT]


def _item_events(item: Body) -> Iterator[tuple[str, Body]]:
    where = {"item_id": item["id"]}
    match item["type"]:
        case "reasoning":
            yield "response.output_item.added", {"item": {**item, "encrypted_content": ""}}
        case "function_call":
            yield "response.output_item.added", {"item": {**item, "arguments": ""}}
            name = "response.function_call_arguments"
            for piece in _halves(item["arguments"]):
                yield f"{name}.delta", {**where, "delta": piece}
            done = {"arguments": item["arguments"], "name": item["name"]}
            yield f"{name}.done", {**where, **done}
        case _:
            where["content_index"] = 0
            (part,) = item["content"]
            started = {**item, "content": [], "status": "in_progress"}
            yield "response.output_item.added", {"item": started}
            empty = {**part, "text": ""}
            yield "response.content_part.added", {**where, "part": empty}
            for piece in TEXT:
                yield "response.output_text.delta", {**where, "delta": piece, "logprobs": []}
            yield "response.output_text.done", {**where, "text": part["text"], "logprobs": []}
            yield "response.content_part.done", {**where, "part": part}
    yield "response.output_item.done", {"item": item}


def _event(data: Body) -> bytes:
    return f"data: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


def _named(kind: str, **data: object) -> bytes:
    return f"event: {kind}\n".encode() + _event({"type": kind, **data})
