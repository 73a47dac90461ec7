"""The eight tools: what each is called, what a model is told about it, and what kind of thing it does."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from mcp import types

from recollect.mcp import calls
from recollect.mcp.answers import Answer, ContextOut, Explained, Found, Listed, Read, Stored
from recollect.mcp.arguments import (
    AGENT,
    AS_OF,
    FRAMING,
    GOING_ON,
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
    flag,
    given,
    moment,
    name,
    text,
    whole,
)
from recollect.mcp.caller import Caller


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool; a call of it blocks, and belongs into a thread."""

    name: str
    title: str
    description: str
    takes: Mapping[str, Schema]
    needs: tuple[str, ...] = ()
    gives: type[Answer]
    run: Callable[[Caller, dict[str, Any]], Answer]
    reads: bool = False
    destroys: bool = False
    repeatable: bool = False

    def called(self, caller: Caller, arguments: Mapping[str, Any]) -> Answer:
        """The answer to a call."""
        return self.run(caller, given(self._properties, self.needs, arguments))

    @property
    def schema(self) -> Schema:
        """What it takes."""
        return {
            "type": "object",
            "properties": self._properties,
            "required": [*self.needs],
            "additionalProperties": False,
        }

    @property
    def _properties(self) -> dict[str, Schema]:
        return {**self.takes, "agent_id": AGENT}

    def shown(self) -> types.Tool:
        """The tool as it is listed."""
        return types.Tool(
            name=self.name,
            title=self.title,
            description=self.description,
            input_schema=self.schema,
            output_schema=self.gives.model_json_schema(),
            annotations=types.ToolAnnotations(
                title=self.title,
                read_only_hint=self.reads,
                destructive_hint=self.destroys,
                idempotent_hint=self.reads or self.repeatable,
                open_world_hint=False,
            ),
        )


TOOLS: Final = (
    Tool(
        name="memory_add",
        title="Remember something",
        description=(
            "Remember one statement for good: a fact, a preference, a decision, a promise."
            " Write it so that it can be understood by itself, without this conversation."
            " The same statement again makes it more certain; under a key it replaces what stood there."
        ),
        takes={
            "content": text("What to remember, as one sentence."),
            "kind": KIND | {"default": "fact"},
            "key": name("A name under which a later statement of this kind replaces it."),
            **STATEMENT,
        },
        needs=("content",),
        gives=Stored,
        run=calls.add,
    ),
    Tool(
        name="memory_search",
        title="Search the memory",
        description=(
            "Find what was said in earlier conversations and what is known from them, best first."
            " Use memory_context instead for something to read before you answer."
        ),
        takes={
            "query": QUERY,
            "limit": LIMIT,
            "scopes": SCOPES,
            "kind": KIND,
            "after": moment("Only what was said or recorded since then."),
            "before": moment("Only what was said or recorded before then."),
            "speaker": text("Only what this person said."),
            "conversation_id": name("Only what was said in this conversation."),
            "as_of": AS_OF,
        },
        needs=("query",),
        gives=Found,
        run=calls.search,
        reads=True,
    ),
    Tool(
        name="memory_get",
        title="Read one memory",
        description=(
            "Read one memory in full: what it says, the sentence it came from, since when it holds."
            " With conversation_id, read a turn that memory_search found."
        ),
        takes={
            "id": name("The memory or the turn, by the id that another tool gave."),
            "conversation_id": name("Of a turn: the conversation it stands in."),
            "offset": whole("Of a long text: the character to begin with.", 0),
            "history": flag("Of a memory: what it said before, too."),
        },
        needs=("id",),
        gives=Read,
        run=calls.get,
        reads=True,
    ),
    Tool(
        name="memory_list",
        title="List memories",
        description=(
            "Go through the memories, newest first, a page at a time."
            " To find something, memory_search is better."
        ),
        takes={
            "kind": KIND,
            "status": STATUS,
            "priority": PRIORITY,
            "text": text("Only those that hold these words."),
            "after": moment("Only those recorded since then."),
            "before": moment("Only those recorded before then."),
            "limit": LIMIT,
            "cursor": name("next_cursor of the page before."),
        },
        gives=Listed,
        run=calls.list_,
        reads=True,
    ),
    Tool(
        name="memory_update",
        title="Correct a memory",
        description=(
            "Correct a memory: what you leave out stays, and its history keeps what it said before."
            " With restore=true, bring back a deleted memory, or with version what it said earlier."
        ),
        takes={
            "id": MEMORY_ID,
            "content": text("What it says from now on."),
            **STATEMENT,
            "restore": flag("Bring it back instead of changing it."),
            "version": whole("With restore: the version to go back to.", 1),
        },
        needs=("id",),
        gives=Stored,
        run=calls.update,
        destroys=True,
        repeatable=True,
    ),
    Tool(
        name="memory_delete",
        title="Forget a memory",
        description=(
            "Take one memory away: it is shown nowhere, and comes back only if it is said anew."
            " memory_update with restore=true undoes it."
        ),
        takes={"id": MEMORY_ID},
        needs=("id",),
        gives=Stored,
        run=calls.delete,
        destroys=True,
        repeatable=True,
    ),
    Tool(
        name="memory_context",
        title="Recall what matters",
        description=(
            "What to read before you answer: everything remembered that bears on a question, in at most so"
            " many tokens. Call it first, with the user's request as the query; without a query it gives what"
            " is always worth knowing."
        ),
        takes={
            "query": QUERY,
            "tokens": TOKENS,
            "conversation_id": GOING_ON,
            "framing": FRAMING,
            "as_of": AS_OF,
        },
        gives=ContextOut,
        run=calls.context,
        reads=True,
    ),
    Tool(
        name="memory_explain",
        title="Explain a context",
        description=(
            "Why a memory or turn (id) is, or is not, in the context of a query;"
            " or, with the receipt_id that memory_context gave, what that context was made of."
        ),
        takes={
            "id": name("The memory or turn that you ask about."),
            "query": QUERY,
            "tokens": TOKENS,
            "conversation_id": GOING_ON,
            "receipt_id": name("Instead of id: the receipt of a context."),
        },
        gives=Explained,
        run=calls.explain,
        reads=True,
    ),
)
BY_NAME: Final = {tool.name: tool for tool in TOOLS}
