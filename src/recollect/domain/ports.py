"""The interfaces between operations and the outside: models, readers, the clock and the store."""

from collections.abc import Generator, Sequence
from datetime import datetime
from typing import Protocol, TypeVar, overload

from recollect.domain.chat import Message, ParsedReply, Reply
from recollect.domain.hit import RankPosition
from recollect.domain.marks import MessageMarks, Relation
from recollect.domain.query import Query
from recollect.domain.relevance import Answer
from recollect.domain.store import Admin as Admin
from recollect.domain.store import Entries as Entries
from recollect.domain.store import JobQueue as JobQueue
from recollect.domain.store import Store as Store
from recollect.domain.store import Turns as Turns
from recollect.domain.store import WriteLog as WriteLog
from recollect.domain.turn import Reading

T = TypeVar("T")


class Clock(Protocol):
    """The source of time."""

    def now(self) -> datetime:
        """The current time, aware and in UTC."""
        ...


class Embedder(Protocol):
    """Turns text into a vector; `name` identifies the space, and spaces are never mixed."""

    @property
    def name(self) -> str:
        """The vector space."""
        ...

    @property
    def dims(self) -> int | None:
        """The length of a vector; None until it is known."""
        ...

    def warm(self) -> None:
        """Load the model, so that the first embedding is as fast as the next."""
        ...

    def embed(self, text: str) -> bytes:
        """A unit vector of little-endian float32."""
        ...


class ChatModel(Protocol):
    """A thread-safe chat model; its errors never quote a message.

    `complete` returns the whole reply. With a schema (a pydantic model or a dataclass), the reply
    also has a value of that type, or UnusableAnswer is raised. Without a temperature, the model's
    default applies.
    """

    @property
    def name(self) -> str:
        """The model and its host."""
        ...

    @overload
    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float | None = None,
        schema: None = None,
    ) -> Reply: ...

    @overload
    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float | None = None,
        schema: type[T],
    ) -> ParsedReply[T]: ...

    def stream(
        self, messages: Sequence[Message], *, max_tokens: int, temperature: float | None = None
    ) -> Generator[str | Reply, None, None]:
        """The text of the reply in pieces, then the Reply; the request is sent on first use."""
        ...


class Reader(Protocol):
    """Turns texts into search terms; readings made under another `name` are not used."""

    @property
    def name(self) -> str:
        """The reader and its version; it changes whenever readings would."""
        ...

    def read(self, text: str) -> Reading:
        """The search terms of a text."""
        ...


class Search(Protocol):
    """Finds what is relevant to a question."""

    def answer(self, agent: str, query: Query) -> Answer:
        """The best hits, best first, and whether the question has anything to do with them."""
        ...

    def rank_of(self, agent: str, query: Query, name: str) -> RankPosition | None:
        """The rank of the turn or memory with this id; None if there is none."""
        ...


class MessageReader(Protocol):
    """The trained model that marks what to keep in a message and compares statements."""

    @property
    def name(self) -> str:
        """The version of the weights; a new name makes every agent learn again."""
        ...

    def read(self, before: str, text: str) -> MessageMarks:
        """The marks of each word of a message, given the text before it."""
        ...

    def compare(self, earlier: str, later: str) -> Relation:
        """How a later statement relates to an earlier one."""
        ...

    def affect(self, known: str, message: str) -> Relation:
        """How a whole message relates to a known statement."""
        ...


class TokenCounter(Protocol):
    """Estimates how many tokens a model will see in a text."""

    def __call__(self, text: str) -> int:
        """The number of tokens."""
        ...
