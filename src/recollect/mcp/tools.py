"""The eight tools: their calls and schemas; `tools.toml` has their arguments and descriptions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from mcp import types

from recollect.domain.access import Right
from recollect.domain.data_files import read_toml
from recollect.mcp import calls
from recollect.mcp.answers import Found, Listed, Read, Stored
from recollect.mcp.arguments import DEFAULT_ITEMS, SCHEMAS, Schema, check_arguments
from recollect.mcp.caller import Caller
from recollect.mcp.explanations import ContextOut, Explained
from recollect.mcp.text import ToolResult

_WORDS: Final = read_toml("recollect.mcp", "tools.toml")


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool; its call blocks, so run it in a thread."""

    name: str
    run: Callable[[Caller, dict[str, Any]], ToolResult]
    answer: type[ToolResult]
    takes: tuple[str, ...]
    required: tuple[str, ...] = ()
    read_only: bool = False
    destructive: bool = False
    defaults: Mapping[str, Schema] = field(default_factory=dict)

    @property
    def right(self) -> Right:
        """The right that a caller needs."""
        return Right.READ if self.read_only else Right.WRITE

    def call(self, caller: Caller, arguments: Mapping[str, Any]) -> ToolResult:
        """The answer to a call with these arguments."""
        known = [*self.takes, "agent_id"]
        return self.run(caller, check_arguments(known, self.required, arguments))

    @property
    def schema(self) -> Schema:
        """The JSON schema of its arguments."""
        limit = f"Maximum number of results; {DEFAULT_ITEMS} by default."
        words = _WORDS["arguments"] | _WORDS[self.name].get("arguments", {}) | {"limit": limit}
        properties = {
            name: SCHEMAS[name] | self.defaults.get(name, {}) | {"description": words[name]}
            for name in (*self.takes, "agent_id")
        }
        return {
            "type": "object",
            "properties": properties,
            "required": [*self.required],
            "additionalProperties": False,
        }

    def listing(self) -> types.Tool:
        """The tool as MCP clients see it in the list of tools."""
        title = _WORDS[self.name]["title"]
        return types.Tool(
            name=self.name,
            title=title,
            description=_WORDS[self.name]["description"],
            input_schema=self.schema,
            output_schema=self.answer.model_json_schema(),
            annotations=types.ToolAnnotations(
                title=title,
                read_only_hint=self.read_only,
                destructive_hint=self.destructive,
                idempotent_hint=self.read_only or self.destructive,
                open_world_hint=False,
            ),
        )


_CALLS: Final[Mapping[str, tuple[Callable[..., ToolResult], type[ToolResult]]]] = {
    "memory_add": (calls.add, Stored),
    "memory_search": (calls.search, Found),
    "memory_get": (calls.get, Read),
    "memory_list": (calls.list_, Listed),
    "memory_update": (calls.update, Stored),
    "memory_delete": (calls.delete, Stored),
    "memory_context": (calls.context, ContextOut),
    "memory_explain": (calls.explain, Explained),
}
_FIELDS: Final = ("takes", "required", "read_only", "destructive", "defaults")
TOOLS: Final = tuple(
    Tool(name, *of, **{key: _WORDS[name][key] for key in _FIELDS if key in _WORDS[name]})
    for name, of in _CALLS.items()
)
BY_NAME: Final = {tool.name: tool for tool in TOOLS}
