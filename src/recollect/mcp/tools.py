"""The eight tools: their names, descriptions, arguments and annotations."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from mcp import types

from recollect.mcp import calls
from recollect.mcp.answers import Found, Listed, Read, Stored
from recollect.mcp.arguments import (
    AGENT,
    AS_OF,
    CURRENT_CONVERSATION,
    FRAMING,
    KIND,
    LIMIT,
    MEMORY_ID,
    PRIORITY,
    QUERY,
    SCOPES,
    STATEMENT,
    STATUS,
    TOKENS,
    Schema,
    boolean,
    check_arguments,
    identifier,
    integer,
    string,
    timestamp,
)
from recollect.mcp.caller import Caller
from recollect.mcp.explanations import ContextOut, Explained
from recollect.mcp.text import Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool; its call blocks, so run it in a thread."""

    name: str
    title: str
    description: str
    arguments: Mapping[str, Schema]
    required: tuple[str, ...] = ()
    answer: type[Answer]
    run: Callable[[Caller, dict[str, Any]], Answer]
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False

    def call(self, caller: Caller, arguments: Mapping[str, Any]) -> Answer:
        """The answer to a call with these arguments."""
        return self.run(caller, check_arguments(self._properties, self.required, arguments))

    @property
    def schema(self) -> Schema:
        """The JSON schema of its arguments."""
        return {
            "type": "object",
            "properties": self._properties,
            "required": [*self.required],
            "additionalProperties": False,
        }

    @property
    def _properties(self) -> dict[str, Schema]:
        return {**self.arguments, "agent_id": AGENT}

    def listing(self) -> types.Tool:
        """The tool as MCP clients see it in the list of tools."""
        return types.Tool(
            name=self.name,
            title=self.title,
            description=self.description,
            input_schema=self.schema,
            output_schema=self.answer.model_json_schema(),
            annotations=types.ToolAnnotations(
                title=self.title,
                read_only_hint=self.read_only,
                destructive_hint=self.destructive,
                idempotent_hint=self.read_only or self.idempotent,
                open_world_hint=False,
            ),
        )


TOOLS: Final = (
    Tool(
        name="memory_add",
        title="Remember something",
        description=(
            "Store one statement permanently: a fact, a preference, a decision, a promise."
            " Write it so that it makes sense on its own, outside this conversation."
            " Repeating a statement raises its confidence; a statement with a key replaces the"
            " earlier one with that key."
        ),
        arguments={
            "content": string("What to remember, as one sentence."),
            "kind": KIND | {"default": "fact"},
            "key": identifier(
                "A name; a later statement of this kind with the same key replaces this one."
            ),
            **STATEMENT,
        },
        required=("content",),
        answer=Stored,
        run=calls.add,
    ),
    Tool(
        name="memory_search",
        title="Search memory",
        description=(
            "Search earlier conversations and the memories learned from them, best match first."
            " To get background for an answer, use memory_context instead."
        ),
        arguments={
            "query": QUERY,
            "limit": LIMIT,
            "scopes": SCOPES,
            "kind": KIND,
            "after": timestamp("Only what was said or recorded at or after this time."),
            "before": timestamp("Only what was said or recorded before this time."),
            "speaker": string("Only what this person said."),
            "conversation_id": identifier("Only what was said in this conversation."),
            "as_of": AS_OF,
        },
        required=("query",),
        answer=Found,
        run=calls.search,
        read_only=True,
    ),
    Tool(
        name="memory_get",
        title="Read one memory",
        description=(
            "Read one memory in full: its content, the sentence it came from, and when it is valid."
            " With conversation_id, read a turn that memory_search found."
        ),
        arguments={
            "id": identifier("The id of the memory or turn, as returned by another tool."),
            "conversation_id": identifier("For a turn: its conversation."),
            "offset": integer("For a long text: the character to start at.", 0),
            "history": boolean("For a memory: include its earlier versions."),
        },
        required=("id",),
        answer=Read,
        run=calls.get,
        read_only=True,
    ),
    Tool(
        name="memory_list",
        title="List memories",
        description=(
            "Page through the memories, newest first."
            " To find something specific, use memory_search."
        ),
        arguments={
            "kind": KIND,
            "status": STATUS,
            "priority": PRIORITY,
            "text": string("Only memories that contain this text."),
            "after": timestamp("Only memories recorded at or after this time."),
            "before": timestamp("Only memories recorded before this time."),
            "limit": LIMIT,
            "cursor": identifier("next_cursor of the previous page."),
        },
        answer=Listed,
        run=calls.list_,
        read_only=True,
    ),
    Tool(
        name="memory_update",
        title="Correct a memory",
        description=(
            "Correct a memory: omitted fields stay as they are, and its history keeps the old version."
            " With restore=true, restore a deleted memory or, with version, an earlier version."
        ),
        arguments={
            "id": MEMORY_ID,
            "content": string("The new content."),
            **STATEMENT,
            "restore": boolean("Restore it instead of changing it."),
            "version": integer("With restore: the version to restore.", 1),
        },
        required=("id",),
        answer=Stored,
        run=calls.update,
        destructive=True,
        idempotent=True,
    ),
    Tool(
        name="memory_delete",
        title="Forget a memory",
        description=(
            "Delete one memory: it is hidden, and learned again only if someone repeats it."
            " memory_update with restore=true undoes this."
        ),
        arguments={"id": MEMORY_ID},
        required=("id",),
        answer=Stored,
        run=calls.delete,
        destructive=True,
        idempotent=True,
    ),
    Tool(
        name="memory_context",
        title="Recall what matters",
        description=(
            "Get everything remembered that is relevant to a question, within a token limit."
            " Call it before you answer, with the user's request as the query; without a query it"
            " returns what is always worth knowing."
        ),
        arguments={
            "query": QUERY,
            "tokens": TOKENS,
            "conversation_id": CURRENT_CONVERSATION,
            "framing": FRAMING,
            "as_of": AS_OF,
        },
        answer=ContextOut,
        run=calls.context,
        read_only=True,
    ),
    Tool(
        name="memory_explain",
        title="Explain a context",
        description=(
            "Explain why a memory or turn (id) is or is not in the context for a query;"
            " or, with a receipt_id from memory_context, list what that context contained."
        ),
        arguments={
            "id": identifier("The id of the memory or turn to explain."),
            "query": QUERY,
            "tokens": TOKENS,
            "conversation_id": CURRENT_CONVERSATION,
            "receipt_id": identifier("Instead of id: the receipt of a context."),
        },
        answer=Explained,
        run=calls.explain,
        read_only=True,
    ),
)
BY_NAME: Final = {tool.name: tool for tool in TOOLS}
