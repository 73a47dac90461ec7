"""Routes of search, context, receipts and why-not."""

from contextlib import suppress
from typing import Annotated, Any

from fastapi import Path
from pydantic import BaseModel, Field, StrictBool

from recollect.domain.access import Right
from recollect.domain.entry import Kind, Priority, Status
from recollect.domain.framing import Framing
from recollect.domain.hit import Relevance, Scope, Scores
from recollect.domain.provenance import Origin
from recollect.domain.receipt import Block, Context, Reason, Receipt, Section, SpaceRead
from recollect.domain.turn import Role
from recollect.errors import InvalidInput, NotFound
from recollect.server.access import CurrentCaller
from recollect.server.field_types import BodyLimit, Given, Moment, Name, Time, as_given
from recollect.server.routing import NOT_FOUND, TAKES_BODY, api_router
from recollect.server.schemas import BY_WORDS, RequestModel, ResponseModel, optional

router = api_router("recall", "/api/v1")

_AGENT = Field(description="The agent to search; an unknown one has no results.")
_SPACE = Field(None, description="The space that it comes from; `null`: the agent's own memory.")
_SPACES = optional(
    "Other agents to search too; default: those that the agent subscribes to. Each needs the right"
    " to read it."
)


class FiltersIn(RequestModel):
    """Conditions that a hit must meet; memories are dated by when they became true."""

    kind: Kind | None = None
    after: Time | None = None
    before: Time | None = None
    conversation: str | None = None
    role: Role | None = None
    speaker: str | None = None
    metadata: dict[str, Any] | None = None


class SearchIn(RequestModel):
    """A search query with scopes and filters."""

    agent_id: Name = _AGENT
    query: Given[str] = Field(description="The search text.")
    limit: BodyLimit | None = optional("Maximum number of hits; default: `recall_top_k`.")
    scopes: Given[list[Scope]] = Field(
        tuple(Scope), description="What to search; default: everything."
    )
    as_of: Given[Time | None] = optional(
        "Only what was said by this time, in ISO 8601 with a time zone."
    )
    filters: Annotated[Any, as_given(FiltersIn | None)] = None
    spaces: Given[list[str] | None] = _SPACES


class TurnShown(ResponseModel):
    """The turn of a hit."""

    id: str
    conversation: str
    index: int
    role: Role
    speaker: str | None
    at: Moment
    metadata: dict[str, Any]


class EntryShown(ResponseModel):
    """The memory of a hit."""

    id: str
    kind: Kind
    content: str
    line: str
    speaker: str | None
    about: str | None
    said_at: Moment | None
    attribute: str | None
    value: str | None
    standing: bool = Field(validation_alias="is_standing")
    when: str | None
    subject: str | None
    key: str | None
    confidence: float
    priority: Priority
    status: Status
    tags: list[str]
    pinned: bool
    valid_from: Moment | None
    valid_until: Moment | None
    quote: str | None
    turn_id: str | None
    metadata: dict[str, Any]


class HitOut(ResponseModel):
    """One search result with the components of its score.

    `span` is the matching passage of a long turn; `line` is a memory as a model reads it.
    """

    id: str
    scope: Scope
    text: str
    line: str | None
    score: float = Field(
        description="How well it matches: the sum of `scores`, about 0 for the average of this"
        " memory, negative below. Compare it within one search only. The order also keeps"
        " near-duplicates apart, so a later hit may have a higher score."
    )
    scores: Scores
    at: Moment
    span: tuple[int, int] | None
    space: str | None = _SPACE
    turn: TurnShown | None
    entry: EntryShown | None


class SearchOut(BaseModel):
    """Search results, best first."""

    hits: list[HitOut]
    warning: str | None = BY_WORDS
    withheld_spaces: list[str] = Field(
        description="Subscribed spaces that were left out because the key may not read them."
    )


class ContextIn(RequestModel):
    """The query and size of a context."""

    agent_id: Name = _AGENT
    query: Given[str | None] = optional("The question; without one, only what is always included.")
    tokens: Given[int | None] = optional(
        "Maximum tokens of the text; default: `context_max_tokens`."
    )
    conversation_id: Name | None = optional(
        "The current conversation: a follow-up question is rewritten with its turns, and the turn"
        " that asks the question is left out."
    )
    framing: Given[Framing | None] = optional(
        "How the model should treat it: as part of the chat, or as silent background."
    )
    spaces: Given[list[str] | None] = _SPACES


class ContextWithTextIn(ContextIn):
    """A context query with its point in time, and whether the receipt includes texts."""

    as_of: Given[Time | None] = optional(
        "Only what was said by this time and valid then, in ISO 8601 with a time zone."
    )
    present: list[str] = Field(
        default=[], description="Messages of the conversation that the model already sees."
    )
    words: StrictBool = Field(
        default=False, description="`true`: include the text of each receipt item."
    )


class ItemOut(ResponseModel):
    """One candidate for the context; its text only if requested."""

    id: str
    scope: Scope
    section: Section
    tokens: int
    score: float | None
    scores: Scores
    conversation: str | None
    rank: int | None
    cut: bool
    space: str | None = _SPACE
    origin: Origin | None = Field(description="Where its words come from.")
    text: str | None = None
    corrected_by: str | None = Field(
        None, description="The memory that corrects a part of it, with its text if requested."
    )


class LeftOutOut(ItemOut):
    """A candidate that was left out, and why."""

    reason: Reason


class ReceiptOut(ResponseModel):
    """What a context includes and what was left out, with ids and scores."""

    id: str
    agent: str
    at: Moment
    cap: int
    tokens: int
    sections: dict[Section, int]
    items: list[ItemOut]
    left_out: list[LeftOutOut]
    relevance: Relevance | None = None
    understood: str | None = optional(
        "The follow-up question as it was rewritten and searched for; `null` if it was not."
    )
    spaces: list[SpaceRead] = Field([], description="What became of each space.")
    warning: str | None = BY_WORDS


class ContextOut(ResponseModel):
    """The text for the model, its sections, and the receipt."""

    text: str
    tokens: int
    sections: list[Block]
    receipt: ReceiptOut


class WhyNotIn(ContextIn):
    """A context query, and the id of a memory or turn to explain."""

    id: Name | None = optional("The id of the memory or turn.")
    entry_id: Name | None = optional("Alias of `id`, as in the Python API.")

    @property
    def named(self) -> str:
        """The id, by either name."""
        if (self.id is None) == (self.entry_id is None):
            raise InvalidInput("send the id of the memory or turn as id", field="id")
        return self.id or self.entry_id or ""


class WhyNotOut(ResponseModel):
    """Why something is or is not in the context of a question; `sentence` explains it."""

    id: str
    conversation: str | None = Field(description="Of a turn.")
    space: str | None = _SPACE
    included: bool
    sentence: str
    reason: Reason | None
    rank: int | None
    candidates: int | None
    section: Section | None
    tokens: int | None
    score: float | None
    lowest_shown: float | None = Field(description="The lowest score shown in its section.")
    scores: Scores | None


@router.post("/search", responses=TAKES_BODY)
def search(body: SearchIn, caller: CurrentCaller) -> SearchOut:
    """Searches the turns and memories of one agent and of its spaces; only the embedder is used."""
    agent = caller.readable_agent(body.agent_id)
    caller.check_spaces(body.spaces)
    hits = agent.search(
        body.query,
        limit=body.limit,
        scopes=body.scopes,
        as_of=body.as_of,
        filters=body.filters,
        spaces=body.spaces,
    )
    withheld = caller.withheld_spaces(agent) if body.spaces is None else []
    return SearchOut(hits=HitOut.from_values(hits), warning=hits.warning, withheld_spaces=withheld)


@router.post("/context", responses=TAKES_BODY)
def context(body: ContextWithTextIn, caller: CurrentCaller) -> ContextOut:
    """Returns text within a token limit: what answers the question, then what is always included."""
    agent = caller.readable_agent(body.agent_id)
    caller.check_spaces(body.spaces)
    built: Context = agent.context(
        body.query, **_context_options(body), as_of=body.as_of, present=body.present
    )
    response = ContextOut.model_validate(built)
    if body.words:
        known, shown = built.receipt, response.receipt
        corrections = caller.memory.all_agents.corrections([agent.id])
        listed = (*shown.items, *shown.left_out)
        for item, item_out in zip((*known.items, *known.left_out), listed, strict=True):
            item_out.text = agent.item_text(item, as_of=body.as_of)
            entry = None if item.space else corrections.get((agent.id, item.id))
            item_out.corrected_by = entry.id if entry else None
    return response


@router.post("/why-not", responses=TAKES_BODY | NOT_FOUND)
def why_not(body: WhyNotIn, caller: CurrentCaller) -> WhyNotOut:
    """Explains one memory or turn for the same query."""
    agent = caller.readable_agent(body.agent_id)
    caller.check_spaces(body.spaces)
    return WhyNotOut.model_validate(agent.why_not(body.named, body.query, **_context_options(body)))


@router.get("/receipts/{receipt_id}", responses=NOT_FOUND)
def receipt(
    receipt_id: Annotated[str, Path(description="The id from a context.")], caller: CurrentCaller
) -> ReceiptOut:
    """The last 1,000 receipts are kept in RAM, or 10,000 in PostgreSQL."""
    with suppress(NotFound):
        found: Receipt = caller.memory.receipt(receipt_id)
        if all(caller.access.may(Right.READ, agent) for agent in found.agents):
            return ReceiptOut.model_validate(found)
    # The same message for receipts of other agents, so that their existence is not revealed.
    message = f"there is no receipt {receipt_id!r:.80}: only the latest are kept"
    raise NotFound(message, field="id")


def _context_options(body: ContextIn) -> dict[str, Any]:
    return {
        "tokens": body.tokens,
        "conversation": body.conversation_id,
        "framing": body.framing,
        "spaces": body.spaces,
    }
