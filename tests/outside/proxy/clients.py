"""Python clients, each as its documentation uses it: one turn of a chat, with its tool calls."""

import asyncio
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import agents
import ollama
from anthropic import Anthropic
from openai import AsyncOpenAI, OpenAI
from openai.types.responses import ResponseTextDeltaEvent

CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
FUNCTION = {"name": "weather", "description": "The weather in a city", "parameters": CITY}


@dataclass(frozen=True, kw_only=True)
class Question:
    """What a client is to ask, and how."""

    url: str
    headers: dict[str, str]
    text: str
    stream: bool = False
    tools: bool = False
    key: str = "sk-of-the-caller"
    # Called when a piece of the reply arrives.
    on_piece: Callable[[], None] = lambda: None


Client = Callable[[Question], str]


def weather(city: str) -> str:
    """The weather in a city."""
    return f"sunny in {city}"


def _run(arguments: str) -> str:
    return weather(**json.loads(arguments))


def openai_chat(question: Question) -> str:
    client = OpenAI(base_url=f"{question.url}/v1", api_key=question.key, default_headers=question.headers)  # fmt: skip
    messages: list[Any] = [{"role": "user", "content": question.text}]
    more: dict[str, Any] = {}
    if question.tools:
        more["tools"] = [{"type": "function", "function": FUNCTION}]
    while True:
        asked = {"model": "gpt-fake", "messages": messages, **more}
        if question.stream:
            with client.chat.completions.stream(**asked) as stream:
                for event in stream:
                    if event.type == "content.delta":
                        question.on_piece()
                message = stream.get_final_completion().choices[0].message
        else:
            message = client.chat.completions.create(**asked).choices[0].message
        if not message.tool_calls:
            return message.content
        messages.append(message)
        messages += [
            {"role": "tool", "tool_call_id": call.id, "content": _run(call.function.arguments)}
            for call in message.tool_calls
        ]


def _openai_responses(question: Question, *, keeps: str) -> str:
    client = OpenAI(base_url=f"{question.url}/v1", api_key=question.key, default_headers=question.headers)  # fmt: skip
    given: Any = question.text if keeps == "upstream" else [{"role": "user", "content": question.text}]  # fmt: skip
    more: dict[str, Any] = {}
    if question.tools:
        more["tools"] = [{"type": "function", "strict": False, **FUNCTION}]
    if keeps == "client":
        more |= {"store": False, "include": ["reasoning.encrypted_content"]}
    while True:
        asked = {"model": "gpt-fake", "input": given, **more}
        if question.stream:
            with client.responses.stream(**asked) as stream:
                for event in stream:
                    if event.type == "response.output_text.delta":
                        question.on_piece()
                response = stream.get_final_response()
        else:
            response = client.responses.create(**asked)
        calls = [item for item in response.output if item.type == "function_call"]
        if not calls:
            return response.output_text
        results = [
            {"type": "function_call_output", "call_id": call.call_id, "output": _run(call.arguments)}
            for call in calls
        ]  # fmt: skip
        if keeps == "upstream":
            given, more["previous_response_id"] = results, response.id
        else:
            given = [*given, *response.output, *results]


def openai_responses_chained(question: Question) -> str:
    return _openai_responses(question, keeps="upstream")


def openai_responses_stateless(question: Question) -> str:
    return _openai_responses(question, keeps="client")


def anthropic_messages(question: Question) -> str:
    client = Anthropic(base_url=question.url, api_key=question.key, default_headers=question.headers)  # fmt: skip
    messages: list[Any] = [{"role": "user", "content": question.text}]
    more: dict[str, Any] = {"thinking": {"type": "enabled", "budget_tokens": 1024}}
    if question.tools:
        tool = {"name": "weather", "description": "The weather in a city", "input_schema": CITY}
        more["tools"] = [tool]
    while True:
        asked = {"model": "claude-fake", "max_tokens": 2048, "messages": messages, **more}
        if question.stream:
            with client.messages.stream(**asked) as stream:
                for event in stream:
                    if event.type == "text":
                        question.on_piece()
                message = stream.get_final_message()
        else:
            message = client.messages.create(**asked)
        if message.stop_reason != "tool_use":
            return "".join(block.text for block in message.content if block.type == "text")
        results = [
            {"type": "tool_result", "tool_use_id": block.id, "content": weather(**block.input)}
            for block in message.content
            if block.type == "tool_use"
        ]
        messages += [
            {"role": "assistant", "content": message.content},
            {"role": "user", "content": results},
        ]


def ollama_chat(question: Question) -> str:
    client = ollama.Client(host=question.url, headers=question.headers)
    messages: list[Any] = [{"role": "user", "content": question.text}]
    tools = [weather] if question.tools else None
    while True:
        reply = client.chat("fake", messages, tools=tools, think=True, stream=question.stream)
        message = _ollama_message(reply, question) if question.stream else reply.message
        if not message.tool_calls:
            return message.content
        messages.append(message)
        messages += [
            {"role": "tool", "tool_name": "weather", "content": weather(**call.function.arguments)}
            for call in message.tool_calls
        ]


def _ollama_message(parts: Iterable[Any], question: Question) -> ollama.Message:
    whole = ollama.Message(role="assistant", content="", thinking="")
    for part in parts:
        if part.message.content:
            question.on_piece()
        whole.content += part.message.content
        whole.thinking += part.message.thinking or ""
        whole.tool_calls = part.message.tool_calls or whole.tool_calls
    return whole


def openai_agents(question: Question) -> str:
    return asyncio.run(_openai_agents(question))


async def _openai_agents(question: Question) -> str:
    client = AsyncOpenAI(base_url=f"{question.url}/v1", api_key=question.key, default_headers=question.headers)  # fmt: skip
    provider = agents.OpenAIProvider(openai_client=client)
    config = agents.RunConfig(model_provider=provider, tracing_disabled=True)
    tools = [agents.function_tool(weather)] if question.tools else []
    agent = agents.Agent(name="a", instructions="Be brief.", model="gpt-fake", tools=tools)
    if not question.stream:
        return (await agents.Runner.run(agent, question.text, run_config=config)).final_output
    streamed = agents.Runner.run_streamed(agent, question.text, run_config=config)
    async for event in streamed.stream_events():
        if isinstance(getattr(event, "data", None), ResponseTextDeltaEvent):
            question.on_piece()
    return streamed.final_output


CLIENTS: dict[str, Client] = {
    client.__name__: client
    for client in (
        openai_chat,
        openai_responses_chained,
        openai_responses_stateless,
        anthropic_messages,
        ollama_chat,
        openai_agents,
    )
}
