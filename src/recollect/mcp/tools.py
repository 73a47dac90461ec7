"""The eight tools: their names, arguments and annotations; `tools.toml` has their descriptions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from mcp import types

from recollect.domain.data_files import read_toml
from recollect.mcp import calls
from recollect.mcp.answers import Found, Listed, Read, Stored
from recollect.mcp.arguments import (
    FLAG,
    FRAMING,
    ID,
    KIND,
    LIMIT,
    MOMENT,
    PRIORITY,
    QUERY,
    SCOPES,
    SPACES,
    STATEMENT,
    STATUS,
    TEXT,
    TOKENS,
    Schema,
    check_arguments,
)
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
    arguments: Mapping[str, Schema]
    required: tuple[str, ...] = ()
    read_only: bool = False
    # A destructive tool is also idempotent.
    destructive: bool = False

    def call(self, caller: Caller, arguments: Mapping[str, Any]) -> ToolResult:
        """The answer to a call with these arguments."""
        known = [*self.arguments, "agent_id"]
        return self.run(caller, check_arguments(known, self.required, arguments))

    @property
    def schema(self) -> Schema:
        """The JSON schema of its arguments."""
        words = _WORDS["arguments"] | _WORDS[self.name].get("arguments", {})
        schemas = {**self.arguments, "agent_id": ID}
        return {
            "type": "object",
            "properties": {
                name: schema if "description" in schema else schema | {"description": words[name]}
                for name, schema in schemas.items()
            },
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


TOOLS: Final = (
    Tool(
        "memory_add",
        calls.add,
        Stored,
        {"content": TEXT, "kind": KIND | {"default": "fact"}, "key": ID, **STATEMENT},
        required=("content",),
    ),
    Tool(
        "memory_search",
        calls.search,
        Found,
        {
            "query": QUERY,
            "limit": LIMIT,
            "spaces": SPACES,
            "scopes": SCOPES,
            "kind": KIND,
            "after": MOMENT,
            "before": MOMENT,
            "speaker": TEXT,
            "conversation_id": ID,
            "as_of": MOMENT,
        },
        required=("query",),
        read_only=True,
    ),
    Tool(
        "memory_get",
        calls.get,
        Read,
        {
            "id": ID,
            "conversation_id": ID,
            "offset": {"type": "integer", "minimum": 0},
            "history": FLAG,
        },
        required=("id",),
        read_only=True,
    ),
    Tool(
        "memory_list",
        calls.list_,
        Listed,
        {
            "kind": KIND,
            "status": STATUS,
            "priority": PRIORITY,
            "text": TEXT,
            "after": MOMENT,
            "before": MOMENT,
            "limit": LIMIT,
            "cursor": ID,
        },
        read_only=True,
    ),
    Tool(
        "memory_update",
        calls.update,
        Stored,
        {
            "id": ID,
            "content": TEXT,
            **STATEMENT,
            "restore": FLAG,
            "version": {"type": "integer", "minimum": 1},
        },
        required=("id",),
        destructive=True,
    ),
    Tool("memory_delete", calls.delete, Stored, {"id": ID}, required=("id",), destructive=True),
    Tool(
        "memory_context",
        calls.context,
        ContextOut,
        {
            "query": QUERY,
            "tokens": TOKENS,
            "conversation_id": ID,
            "framing": FRAMING,
            "spaces": SPACES,
            "as_of": MOMENT,
        },
        read_only=True,
    ),
    Tool(
        "memory_explain",
        calls.explain,
        Explained,
        {
            "id": ID,
            "query": QUERY,
            "tokens": TOKENS,
            "conversation_id": ID,
            "spaces": SPACES,
            "receipt_id": ID,
        },
        read_only=True,
    ),
)
BY_NAME: Final = {tool.name: tool for tool in TOOLS}
