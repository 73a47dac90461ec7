"""Prompts that a person can choose in a client; `prompts.toml` has their words."""

from collections.abc import Mapping
from typing import Any, Final

from mcp import types

from recollect.domain.access import Access, Right
from recollect.domain.data_files import read_toml
from recollect.errors import NotFound
from recollect.mcp import calls
from recollect.mcp.arguments import check_arguments
from recollect.mcp.caller import Caller

_DATA: Final = read_toml("recollect.mcp", "prompts.toml")
_PROMPTS: Final[dict[str, dict[str, Any]]] = _DATA["prompts"]
_ARGUMENTS: Final[dict[str, dict[str, str]]] = _DATA["arguments"]


def list_prompts(access: Access) -> list[types.Prompt]:
    """Every prompt that the caller has the rights for, with its arguments."""
    return [
        types.Prompt(
            name=name,
            title=prompt["title"],
            description=prompt["description"],
            arguments=[
                types.PromptArgument(
                    name=each, required=each in prompt["required"], **_ARGUMENTS[each]
                )
                for each in _known(prompt)
            ],
        )
        for name, prompt in _PROMPTS.items()
        if all(map(access.grants, map(Right, prompt["rights"])))
    ]


def get_prompt(caller: Caller, name: str, arguments: Mapping[str, str]) -> types.GetPromptResult:
    """The messages of a prompt, with what is remembered as a message of its own."""
    prompt = _PROMPTS.get(name)
    if prompt is None:
        known = ", ".join(_PROMPTS)
        raise NotFound(f"there is no prompt {name!r:.80}; known prompts: {known}", field="name")
    # Clients send an empty text for a field that was left empty in their form.
    filled = {each: text for each, text in arguments.items() if text.strip()}
    given = check_arguments(_known(prompt), tuple(prompt["required"]), filled)
    texts = [prompt["text"].format(**given)]
    if prompt["recalls"]:
        asked = {"query": given.get("topic"), "agent_id": given.get("agent_id")}
        texts.append(calls.context(caller, asked).text_parts()[0])
    contents = [types.TextContent(text=text) for text in texts]
    messages = [types.PromptMessage(role="user", content=each) for each in contents]
    return types.GetPromptResult(description=prompt["description"], messages=messages)


def _known(prompt: Mapping[str, Any]) -> list[str]:
    return [*prompt["required"], *(["agent_id"] if prompt["recalls"] else [])]
