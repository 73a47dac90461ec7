"""LiteLLM remembers through the proxy, in each API that it speaks."""

import asyncio
from functools import partial
from typing import Any

import litellm
import pytest
from replies import TEXT

FACT = "My sister Ottilie lives in Reykjavik."
ASKED = "Where does my sister Ottilie live?"
TOOL = {"type": "function", "function": {"name": "weather", "parameters": {
    "type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"],
}}}  # fmt: skip
MARK = "<recollect_memory_"
REPLY = "".join(TEXT)


def chat(model: str, base: str, text: str, headers: dict[str, str], *, stream: bool, tools: bool) -> str:  # fmt: skip
    messages: list[Any] = [{"role": "user", "content": text}]
    more = {"tools": [TOOL]} if tools else {}
    while True:
        reply = litellm.completion(
            model=model, api_base=base, api_key="sk", extra_headers=headers, stream=stream,
            messages=messages, **more,
        )  # fmt: skip
        if stream:
            reply = litellm.stream_chunk_builder([*reply])
        message = reply.choices[0].message
        if not message.tool_calls:
            return message.content
        messages.append(message)
        messages += [
            {"role": "tool", "tool_call_id": call.id, "name": "weather", "content": "sunny"}
            for call in message.tool_calls
        ]


def responses(model: str, base: str, text: str, headers: dict[str, str], *, stream: bool) -> str:
    reply = litellm.responses(
        model=model, api_base=base, api_key="sk", extra_headers=headers, stream=stream, input=text
    )
    if not stream:
        return reply.output_text
    return "".join(part.delta for part in reply if part.type == "response.output_text.delta")


def messages(model: str, base: str, text: str, headers: dict[str, str], *, stream: bool) -> str:
    if stream:
        pytest.skip("needs the packages of LiteLLM's own proxy")
    reply = litellm.anthropic.messages.acreate(
        model=model, api_base=base, api_key="sk", extra_headers=headers, max_tokens=64,
        messages=[{"role": "user", "content": text}],
    )  # fmt: skip
    return "".join(block.get("text", "") for block in asyncio.run(reply)["content"])


plain, with_tools = partial(chat, tools=False), partial(chat, tools=True)
WAYS = {
    "openai_chat": (plain, "openai/gpt-fake", "/v1"),
    "openai_chat_with_tools": (with_tools, "openai/gpt-fake", "/v1"),
    "openai_responses": (responses, "openai/gpt-fake", "/v1"),
    "anthropic_chat": (plain, "anthropic/claude-fake", ""),
    "anthropic_chat_with_tools": (with_tools, "anthropic/claude-fake", ""),
    "anthropic_messages": (messages, "anthropic/claude-fake", ""),
    "ollama_chat": (plain, "ollama_chat/fake", ""),
    "ollama_chat_with_tools": (with_tools, "ollama_chat/fake", ""),
}


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "stream"])
@pytest.mark.parametrize("way", WAYS)
def test_what_is_told_in_one_conversation_is_known_in_the_next(
    server, agent, upstream, turns, way, stream
):
    ask, model, path = WAYS[way]
    base = str(server.base_url.join(path)).rstrip("/")
    headers = {"X-Recollect-Agent-Id": agent}
    for text in (FACT, ASKED):
        assert ask(model, base, text, headers, stream=stream) == REPLY
    sent = upstream.received[-1].content.decode()
    assert "Reykjavik" in sent.partition(MARK)[2]
    assert turns() == [[("user", text), ("assistant", REPLY)] for text in (FACT, ASKED)]
