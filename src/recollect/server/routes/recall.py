"""Questions go out: search, context, and why."""

from contextlib import suppress
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Path
from pydantic import BaseModel, Field, StrictBool

from recollect.domain.access import Right
from recollect.domain.entry import Kind, Priority, Status
from recollect.domain.framing import Framing
from recollect.domain.hit import Hit, Scope, Scores
from recollect.domain.receipt import Block, Context, Reason, Receipt, Section, WhyNot
from recollect.domain.relevance import Relevance
from recollect.domain.turn import Role
from recollect.errors import InvalidInput, NotFound
from recollect.server.access import CurrentVisitor
from recollect.server.errors import documented
from recollect.server.json_body import JsonRoute
from recollect.server.shapes import BodyLimit, Moment, Name, Shown, Strict, as_given

router = APIRouter(prefix="/api/v1", tags=["recall"], route_class=JsonRoute)

_AGENT = Field(description="Whose memory; of an agent that is not known nothing is found.")
_TOKENS = Field(None, description="The most tokens of the text; `context_max_tokens` if left out.")
_GOING_ON = Field(
    None,
    description="The conversation that goes on: the turn in it that asks the question is not given back.",
)
_FRAMING = Field(
    None,
    description="How the model shall treat it: as talked about, or as never to be mentioned.",
)


class FiltersIn(Strict):
    """What a hit must be."""

    kind: Kind | None = None
    after: str | None = None
    before: str | None = None
    conversation: str | None = None
    role: Role | None = None
    speaker: str | None = None
    metadata: dict[str, Any] | None = None


class SearchIn(Strict):
    """A question, where to look, and what to leave aside."""

    agent_id: Name = _AGENT
    query: Annotated[Any, as_given(str)] = Field(description="What is asked.")
    limit: BodyLimit | None = Field(
        None, description="How many at most; `recall_top_k` if left out."
    )
    scopes: Annotated[Any, as_given(list[Scope])] = Field(
        tuple(Scope), description="Where to look; everywhere if left out."
    )
    as_of: Annotated[Any, as_given(str | None)] = Field(
        None, description="Only what had been said by then, in ISO 8601 with a time zone."
    )
    filters: Annotated[Any, as_given(FiltersIn | None)] = None


class TurnShown(Shown):
    """The turn of a hit."""

    id: str
    conversation: str
    index: int
    role: Role
    speaker: str | None
    at: Moment
    metadata: dict[str, Any]


class EntryShown(Shown):
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


class HitOut(Shown):
    """One thing found, with the parts of its score.

    Of a long turn `span` is the passage that was found; `line` is a memory as a model reads it.
    """

    id: str
    scope: Scope
    text: str
    line: str | None
    score: float
    scores: Scores
    at: Moment
    span: tuple[int, int] | None
    turn: TurnShown | None
    entry: EntryShown | None


class SearchOut(BaseModel):
    """What was found, best first."""

    hits: list[HitOut]

    @classmethod
    def of(cls, hits: list[Hit]) -> "SearchOut":
        """The answer for these hits."""
        return cls(hits=[HitOut.model_validate(hit) for hit in hits])


class ContextIn(Strict):
    """What a context is for, and how large it may be."""

    agent_id: Name = _AGENT
    query: Annotated[Any, as_given(str | None)] = Field(
        None, description="What is asked; without a question only what is always worth knowing."
    )
    tokens: Annotated[Any, as_given(int | None)] = _TOKENS
    conversation_id: Name | None = _GOING_ON
    framing: Annotated[Any, as_given(Framing | None)] = _FRAMING


class WordyIn(ContextIn):
    """The same, of which day, and whether the receipt shall tell the words of each thing."""

    as_of: Annotated[Any, as_given(str | None)] = Field(
        None,
        description="Of what had been said by then, and held, in ISO 8601 with a time zone.",
    )
    words: StrictBool = Field(False, description="`true`: each thing in the receipt with its text.")  # noqa: FBT003 - a default


class ItemOut(Shown):
    """One thing that came into consideration; its words only where they were asked for."""

    id: str
    scope: Scope
    section: Section
    tokens: int
    score: float | None
    scores: Scores
    conversation: str | None
    rank: int | None
    cut: bool
    beside: bool
    text: str | None = None


class LeftOutOut(ItemOut):
    """Something that was not shown, and why."""

    reason: Reason


class ReceiptOut(Shown):
    """What a context was made of and what was left out, by ids and scores."""

    id: str
    agent: str
    at: Moment
    cap: int
    tokens: int
    sections: dict[Section, int]
    items: list[ItemOut]
    left_out: list[LeftOutOut]
    relevance: Relevance | None = None


class ContextOut(Shown):
    """The text for the model, its sections, and the receipt."""

    text: str
    tokens: int
    sections: list[Block]
    receipt: ReceiptOut


class WhyNotIn(ContextIn):
    """The same question, and the id of the memory or turn that is missed."""

    id: Name | None = Field(None, description="The memory, or the turn.")
    entry_id: Name | None = Field(None, description="The same, by the library's name for it.")

    @property
    def named(self) -> str:
        """The one id that was given."""
        if (self.id is None) == (self.entry_id is None):
            raise InvalidInput("give the memory or the turn as id", field="id")
        return self.id or self.entry_id or ""


_QUESTION: Final = {"agent_id": "my-agent", "query": "Where does Alice live?"}


def _example(summary: str, **more: object) -> Any:
    return Body(openapi_examples={"example": {"summary": summary, "value": {**_QUESTION, **more}}})


@router.post(
    "/search",
    summary="Find what was said and is known",
    response_description="What was found, best first",
    responses=documented(400, 403, 413, 415, 422, 502, 503),
)
def search(
    body: Annotated[SearchIn, _example("The five best", limit=5)], visitor: CurrentVisitor
) -> SearchOut:
    """Searches the turns and memories of one agent; no model is asked but the embedder."""
    agent = visitor.reading(body.agent_id)
    return SearchOut.of(
        agent.search(
            body.query,
            limit=body.limit,
            scopes=body.scopes,
            as_of=body.as_of,
            filters=body.filters,
        )
    )


@router.post(
    "/context",
    summary="Make the text that a model should read",
    response_description="The text, its sections and its receipt",
    responses=documented(400, 403, 413, 415, 422, 502, 503),
)
def context(
    body: Annotated[WordyIn, _example("In 1,000 tokens", tokens=1000)], visitor: CurrentVisitor
) -> ContextOut:
    """What answers the question comes first, then what is always worth knowing, in at most so many tokens."""
    agent = visitor.reading(body.agent_id)
    made: Context = agent.context(body.query, **_asked(body), as_of=body.as_of)
    shown = ContextOut.model_validate(made)
    if body.words:
        receipt = made.receipt
        for item, told in zip(receipt.items, shown.receipt.items, strict=True):
            told.text = agent.words(item)
        for left, told in zip(receipt.left_out, shown.receipt.left_out, strict=True):
            told.text = agent.words(left)
    return shown


@router.post(
    "/why-not",
    summary="Say why something is, or is not, in a context",
    response_description="The reason, in words and figures",
    responses=documented(400, 403, 404, 413, 415, 422, 502, 503),
)
def why_not(
    body: Annotated[WhyNotIn, _example("One turn", id="D1:3")], visitor: CurrentVisitor
) -> WhyNot:
    """Answers for one memory or one turn, for a question asked in the same way."""
    return visitor.reading(body.agent_id).why_not(body.named, body.query, **_asked(body))


@router.get(
    "/receipts/{receipt_id}",
    summary="Read a receipt again",
    response_description="The receipt",
    responses=documented(403, 404, 422, 503),
)
def receipt(
    receipt_id: Annotated[str, Path(description="As a context gave it.")], visitor: CurrentVisitor
) -> ReceiptOut:
    """The last 1,000 receipts are kept, until the server stops."""
    with suppress(NotFound):
        found: Receipt = visitor.memory.receipt(receipt_id)
        if visitor.access.may(Right.READ, found.agent):
            return ReceiptOut.model_validate(found)
    # The same words for one that never was: nobody learns what others have asked.
    message = (
        f"there is no receipt {receipt_id!r:.80}: the last 1,000 are kept, until the server stops"
    )
    raise NotFound(message, field="id")


def _asked(body: ContextIn) -> dict[str, Any]:
    return {
        "tokens": body.tokens,
        "conversation": body.conversation_id,
        "framing": body.framing,
    }
