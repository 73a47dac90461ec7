"""`Query`: what a caller asks. One value goes from the entry point to the index."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from recollect.domain import checks
from recollect.domain.conditions import check_conditions
from recollect.domain.entry import Kind, check_kind
from recollect.domain.framing import Framing
from recollect.domain.hit import Hit, Scope, SearchFilter
from recollect.domain.ids import digest, record_id
from recollect.domain.store_results import AgentState
from recollect.domain.turn import Role, Turn
from recollect.errors import InvalidInput

_TOKENS_MAX: Final = 1_000_000
_FILTERS: Final[dict[str, Any]] = {
    "kind": check_kind,
    "after": checks.check_moment,
    "before": checks.check_moment,
    "conversation": checks.check_id,
    "role": lambda value, field: checks.check_choice(value, field, Role),
    "speaker": checks.check_label,
    "metadata": check_conditions,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question to one agent's memory, with everything that limits the answer."""

    # The question as understood; None asks for a context without a question.
    text: str | None
    # The follow-up question that `text` was rewritten from; None if it is as it was asked.
    asked: str | None = None
    # Digests of the turns that it was rewritten with, and that therefore match it.
    history: frozenset[str] = frozenset()
    # It is asked in an ephemeral conversation: neither the context nor its receipt is cached.
    ephemeral: bool = False
    # How many hits a search returns.
    limit: int = 1
    scopes: frozenset[Scope] = frozenset(Scope)
    filters: SearchFilter = field(default_factory=SearchFilter, hash=False)
    # Search what had been said and was valid at this moment; None for now.
    as_of: datetime | None = None
    # The current conversation. The turn in it that asks the question is not a result.
    conversation: str | None = None
    # Only what has one of these ids; None for everything.
    among: frozenset[str] | None = None
    # The most tokens a context may have, and those that turns may take of them.
    tokens: int = 0
    turn_tokens: int = 0
    # The tokens that the caller offered, and would like to be used; None if the setting decides.
    offered: int | None = None
    framing: Framing | None = None
    # Digests of turns that the model already sees; a context does not repeat them.
    present: frozenset[str] = frozenset()
    # Build the stable part of a context independently of the question, for prompt caches.
    split: bool = False
    # The agents whose memory is searched beside the agent's own.
    spaces: tuple[str, ...] = ()
    # The subscribed spaces that the caller may not read.
    withheld: tuple[str, ...] = ()
    # The agent as the caller has read it: what is stored later need not be found.
    state: AgentState | None = field(default=None, compare=False)

    def is_question(self, turn: Turn) -> bool:
        """Whether this turn of the current conversation is the question itself."""
        asked = self.asked or self.text
        is_current = turn.conversation == self.conversation
        return is_current and asked is not None and turn.content.strip() == asked.strip()

    def is_present(self, turn: Turn) -> bool:
        """Whether the model already sees this turn of the current conversation."""
        return self._is_among(self.present, turn)

    def is_own(self, hit: Hit) -> bool:
        """Whether this is the question, or what was said just before it, and so no answer."""
        seen = self.present | self.history
        if hit.turn is None:
            return bool(seen and self.conversation) and hit.id == self.recap
        return self.is_question(hit.turn) or self._is_among(seen, hit.turn)

    @property
    def recap(self) -> str:
        """The id of the summary of the current conversation."""
        return record_id(Kind.SUMMARY, self.conversation or "")

    def _is_among(self, digests: frozenset[str], turn: Turn) -> bool:
        if not digests or turn.conversation != self.conversation:
            return False
        return digest(turn.content.strip()) in digests


def search_query(
    query: object,
    limit: object,
    scopes: Sequence[str],
    as_of: object,
    filters: Mapping[str, Any] | None,
) -> Query:
    """Check the arguments of a search; InvalidInput names the one that is wrong."""
    return Query(
        text=checks.check_query(query),
        limit=checks.check_limit(limit) or 1,
        scopes=_check_scopes(scopes),
        filters=_check_filters(filters),
        as_of=checks.check_optional(checks.check_moment, as_of, "as_of"),
    )


def context_query(
    query: object, tokens: object, conversation: object, framing: object, as_of: object
) -> Query:
    """Check the arguments of a context; InvalidInput names the one that is wrong."""
    return Query(
        text=checks.check_optional(checks.check_query, query, "query"),
        tokens=checks.check_whole(tokens, "tokens", 0, _TOKENS_MAX),
        conversation=checks.check_optional(checks.check_id, conversation, "conversation"),
        framing=None if framing is None else checks.check_choice(framing, "framing", Framing),
        as_of=checks.check_optional(checks.check_moment, as_of, "as_of"),
    )


def _check_scopes(value: object) -> frozenset[Scope]:
    if isinstance(value, str) or not isinstance(value, list | tuple | set | frozenset):
        raise InvalidInput("scopes takes a list of names", field="scopes")
    return frozenset(checks.check_choice(name, "scopes", Scope) for name in value)


def _check_filters(value: object) -> SearchFilter:
    if value is None:
        return SearchFilter()
    if not isinstance(value, Mapping):
        raise InvalidInput("filters takes an object", field="filters")
    if unknown := set(value) - _FILTERS.keys():
        allowed = ", ".join(_FILTERS)
        message = f"there is no filter {checks.shown(min(unknown, key=str))}; there are: {allowed}"
        raise InvalidInput(message, field="filters")
    given = {name: item for name, item in value.items() if item is not None}
    checked = {name: _FILTERS[name](item, f"filters.{name}") for name, item in given.items()}
    return SearchFilter(**checked)
